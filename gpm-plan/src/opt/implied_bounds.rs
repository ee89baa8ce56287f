//! Pass `implied-bounds`: what follows from several conditions together is asked as soon as it is known.
//!
//! Before, of `gpm explain 'a-b-c-d-a where a.n < b.n and b.n < c.n and c.n < d.n'`:
//!
//! ```text
//! order    a d c b
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0
//!     s1 = N(v1)
//!     for v2 in s1 except v0 where v2.n < v1.n
//!       s2 = N(v0)
//!       s3 = N(v2)
//!       s4 = s2 & s3
//!       for v3 in s4 except v1 where v0.n < v3.n and v3.n < v2.n
//!         count 1
//! ```
//!
//! After:
//!
//! ```text
//! order    a d c b
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 where v0.n < v1.n (implied)
//!     s1 = N(v1)
//!     for v2 in s1 except v0 where v2.n < v1.n and v0.n < v2.n (implied)
//!       s2 = N(v0)
//!       s3 = N(v2)
//!       s4 = s2 & s3
//!       for v3 in s4 except v1 where v0.n < v3.n and v3.n < v2.n
//!         count 1
//! ```

use crate::nest::{Level, LoopNest};
use crate::pattern::predicate::Implied;

pub(super) fn run(nest: &mut LoopNest) {
    let Some(implied) = Implied::new(nest.pattern.predicate()) else { return };
    let order = nest.order.clone();
    let position = |u: usize| Level::of(u, &order).index();
    let mut root = std::mem::take(&mut nest.root);
    root.visit_mut(None, &mut |entry, block| {
        if let Some(level) = entry {
            let bound = order[..=level.index()].iter().fold(0, |mask, &u| mask | 1 << u);
            let more = implied.at(bound, order[level.index()]);
            block.filter.extend(more.iter().map(|condition| condition.mapped(&position)));
        }
    });
    nest.root = root;
}
