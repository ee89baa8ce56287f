//! Pass `count-last`: the innermost loop of a counting nest becomes the size of its candidates.
//!
//! Before, of `gpm explain triangle`:
//!
//! ```text
//! order    0 1 2
//! restrict v0 < v1, v2 < v0
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v0)
//!     s2 = N(v1)
//!     s3 = s1 & s2
//!     for v2 in s3 below v0
//!       count 1
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2
//! restrict v0 < v1, v2 < v0
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v0)
//!     s2 = N(v1)
//!     s3 = s1 & s2
//!     count |s3 below v0|
//! ```

use super::inclusion_exclusion::settle;
use crate::nest::{Block, Level, Levels, LoopNest, Polynomial, Source, Step};

pub(super) fn run(nest: &mut LoopNest) {
    let last = Level((nest.num_positions() - 1) as u8);
    if nest.looped_levels().contains(last) {
        return;
    }
    let mut root = std::mem::take(&mut nest.root);
    root.visit_mut(None, &mut |_, block| {
        for step in &mut block.steps {
            if let Step::For { level, from: Source::Set(candidates), body } = step
                && *level == last
                && counts_one(body)
            {
                let size = settle(nest, *candidates, &[last], Levels::before(last));
                *step = Step::Count(vec![Polynomial::size(size)]);
            }
        }
    });
    nest.root = root;
}

fn counts_one(block: &Block) -> bool {
    block.filter.is_empty() && block.define.is_empty() && block.steps == [Step::Count(Vec::new())]
}
