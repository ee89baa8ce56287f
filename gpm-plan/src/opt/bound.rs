//! Pass `bound`: a set is cut to the bounds that all of its uses have, so that less is intersected and stored.
//!
//! Before, of `gpm explain triangle`:
//!
//! ```text
//! order    0 1 2
//! restrict v0 < v1, v2 < v0
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1
//!     count |s2 below v0|
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
//!     s1 = N(v1) below v0
//!     s2 = s0 & s1 below v0
//!     count |s2|
//! ```

use crate::nest::{Level, Levels, LoopNest, SetExpr, SetId};

pub(super) fn run(nest: &mut LoopNest) {
    cut_all(nest);
    nest.sweep_cuts();
}

/// Cuts each set to the bounds that its uses have. Bounds go by the names that they had.
fn cut_all(nest: &mut LoopNest) {
    // Sets come after their operands: from the last to the first, every use of a set has its final bounds.
    for index in (0..nest.sets.len()).rev() {
        let id = SetId(index as u16);
        if nest.set(id).expr.is_reach() {
            continue;
        }
        if let Some(bounds) = common_bounds(nest, id) {
            cut(nest, id, bounds);
        }
    }
    settle(nest);
}

/// Cuts a set, which has bounds already, to further ones that all of its uses have.
pub(super) fn narrow(nest: &mut LoopNest, id: SetId) {
    let own = nest.set(id);
    let (below, above) = (own.below, own.above);
    if let Some(common) = common_bounds(nest, id) {
        cut(nest, id, (below.union(common.0), above.union(common.1)));
        settle(nest);
    }
}

/// The bounds, below and above, that every use of each set has.
pub(super) fn of_uses(nest: &LoopNest) -> Vec<[Levels; 2]> {
    let mut cut = nest.clone();
    cut_all(&mut cut);
    cut.sets.iter().map(|def| [cut.closed_below(def.below), cut.closed_above(def.above)]).collect()
}

/// Gives a set those of some bounds that are known where it is made.
fn cut(nest: &mut LoopNest, id: SetId, (below, above): (Levels, Levels)) {
    let known = nest.with_cuts(Levels::before(Level(nest.depth(id).0 + 1)));
    nest.sets[id.index()].below = nest.tightest_below(below.intersection(known));
    nest.sets[id.index()].above = nest.tightest_above(above.intersection(known));
}

/// Leaves out bounds of uses that the sets have.
fn settle(nest: &mut LoopNest) {
    let mut root = std::mem::take(&mut nest.root);
    root.visit_candidates_mut(&mut |candidates| {
        let def = nest.set(candidates.set);
        candidates.below = candidates.below.minus(nest.closed_below(def.below));
        candidates.above = candidates.above.minus(nest.closed_above(def.above));
    });
    nest.root = root;
}

/// The bounds that every use of `id` has, or `None` if it is not used.
fn common_bounds(nest: &mut LoopNest, id: SetId) -> Option<(Levels, Levels)> {
    let mut uses: Vec<(Levels, Levels)> = Vec::new();
    for def in &nest.sets {
        match def.expr {
            SetExpr::Intersect(a, b) if a == id || b == id => uses.push((def.below, def.above)),
            // What is taken off need not reach beyond the bounds of what it is taken off from either.
            SetExpr::Difference(a, b) if a == id || b == id => uses.push((def.below, def.above)),
            // The members a reach goes through have their bounds from the start: they say what is counted.
            SetExpr::Reach { through, .. } if through == id => {
                let own = nest.set(id);
                uses.push((own.below, own.above));
            }
            SetExpr::Intersect(..) | SetExpr::Difference(..) | SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => {}
        }
    }
    let mut root = std::mem::take(&mut nest.root);
    root.visit_candidates_mut(&mut |candidates| {
        if candidates.set == id {
            uses.push((candidates.below, candidates.above));
        }
    });
    nest.root = root;
    let closed = uses.into_iter().map(|(below, above)| (nest.closed_below(below), nest.closed_above(above)));
    closed.reduce(|(b, a), (below, above)| (b.intersection(below), a.intersection(above)))
}
