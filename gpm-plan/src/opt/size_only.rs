//! Pass `size-only`: sets that are only counted are not stored.
//!
//! Before, of `gpm explain diamond`:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1
//!     count C(|s2|, 2)
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1  (size only)
//!     count C(|s2|, 2)
//! ```

use crate::nest::{Candidates, Hold, LoopNest, SetId, Size};

pub(super) fn run(nest: &mut LoopNest) {
    let mut stored = vec![false; nest.sets.len()];
    let mut store = |id: SetId| stored[id.index()] = true;
    for def in &nest.sets {
        def.expr.operands().for_each(&mut store);
    }
    nest.drawn().for_each(|(_, of)| store(of.set));
    let is_part = |of: &&Candidates| !of.except.is_empty() || !of.below.is_empty() || !of.above.is_empty();
    nest.sizes().filter_map(Size::candidates).filter(is_part).for_each(|of| store(of.set));
    // A reach is made for its codegrees, even where nothing is drawn from it.
    for (def, _) in nest.sets.iter_mut().zip(stored).filter(|(def, stored)| !stored && !def.expr.is_reach()) {
        def.hold = Hold::Size;
    }
}
