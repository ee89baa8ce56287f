//! Pass `hoist`: each set is defined at the outermost level that binds its operands.
//!
//! Before, of `gpm explain diamond`:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v0)
//!     s2 = N(v1)
//!     s3 = s1 & s2
//!     count -|s3| + |s3|·|s3|
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   s1 = N(v0)
//!   for v1 in s0 above v0
//!     s2 = N(v1)
//!     s3 = s1 & s2
//!     count -|s3| + |s3|·|s3|
//! ```

use std::collections::BTreeMap;

use crate::nest::{Level, LoopNest, SetId};

pub(super) fn run(nest: &mut LoopNest) {
    place(nest, &defined(nest));
}

/// The sets that some block defines.
pub(super) fn defined(nest: &LoopNest) -> Vec<SetId> {
    let mut sets: Vec<SetId> = nest.blocks().iter().flat_map(|(_, block)| block.define.iter().copied()).collect();
    sets.sort_unstable();
    sets
}

/// Defines exactly `sets`, each in the block entered by the deepest level it reads. The blocks form one chain.
pub(super) fn place(nest: &mut LoopNest, sets: &[SetId]) {
    let mut at: BTreeMap<Level, Vec<SetId>> = BTreeMap::new();
    for &set in sets {
        at.entry(nest.depth(set)).or_default().push(set);
    }
    nest.root.visit_mut(None, &mut |entry, block| {
        block.define = entry.and_then(|level| at.remove(&level)).unwrap_or_default();
    });
}
