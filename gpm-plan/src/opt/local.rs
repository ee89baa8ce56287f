//! Pass `local-graph`: patterns whose root is adjacent to all other vertices are searched in a bit matrix over the root's
//! neighborhood, where intersection is AND and counting is a population count [G2Miner, GLUMIN].
//!
//! Before, of `gpm explain clique:4`:
//!
//! ```text
//! order    0 1 2 3
//! restrict v1 < v0, v2 < v1, v3 < v2
//! for v0 in V
//!   s0 = N(v0) below v0  (and as bits)
//!   for v1 in s0
//!     s1 = N(v1) below v1
//!     s2 = s0 & s1 below v1
//!     for v2 in s2
//!       s3 = N(v2) below v2
//!       s4 = s2 & s3 below v2  (size only)
//!       count |s4|
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2 3
//! restrict v1 < v0, v2 < v1, v3 < v2
//! local    bit matrix over s0, lower triangle
//! for v0 in V
//!   s0 = N(v0) below v0
//!   for v1 in s0
//!     s1 = N(v1) below v1
//!     s2 = s0 & s1 below v1
//!     for v2 in s2
//!       s3 = N(v2) below v2
//!       s4 = s2 & s3 below v2  (size only)
//!       count |s4|
//! ```

use crate::nest::{Hold, Level, LocalGraph, LoopNest, SetExpr, SetId};

pub(super) fn run(nest: &mut LoopNest) {
    if let Some(universe) = universe(nest) {
        nest.local = Some(LocalGraph { universe, lower_only: lower_only(nest), is_written: false });
        nest.sets[universe.index()].hold = Hold::List;
    }
}

/// The row of the root that all loops draw from, where they can be searched in a bit matrix.
pub(super) fn universe(nest: &LoopNest) -> Option<SetId> {
    let rows = root_rows(nest);
    let ([universe], [view]) = (&rows[..], &nest.views[..]) else { return None };
    // The matrix is made of lower parts of rows, and mirrored.
    let is_symmetric = view.pair == view.pair.reversed();
    // Below the root, vertices of a bit matrix are known by their place in it alone.
    let is_looked_up_below = nest.entries.iter().any(|entry| entry.last() != Level(0));
    let has_reach = nest.sets.iter().any(|set| set.expr.is_reach());
    let is_deep = deepest_set(nest) >= Some(Level(2));
    let applies = is_symmetric && !is_looked_up_below && !has_reach && is_deep && all_drawn_from(nest, *universe);
    applies.then_some(*universe)
}

fn root_rows(nest: &LoopNest) -> Vec<SetId> {
    nest.set_ids().filter(|&id| nest.set(id).expr.row_of() == Some(Level(0))).collect()
}

fn deepest_set(nest: &LoopNest) -> Option<Level> {
    nest.set_ids().filter(|&id| !nest.set(id).expr.is_row()).map(|id| nest.depth(id)).max()
}

/// Whether every set but the plain rows is a part of the universe, and every use is of such a set.
fn all_drawn_from(nest: &LoopNest, universe: SetId) -> bool {
    let mut inside = vec![false; nest.sets.len()];
    for id in nest.set_ids() {
        inside[id.index()] = match nest.set(id).expr {
            SetExpr::Neighbors { .. } => id == universe,
            SetExpr::Intersect(a, b) => inside[a.index()] || inside[b.index()],
            SetExpr::Difference(a, _) => inside[a.index()],
            SetExpr::Reach { .. } => false,
        };
    }
    nest.candidates().all(|candidates| inside[candidates.set.index()])
}

/// Whether each row is only ever read below its own vertex.
fn lower_only(nest: &LoopNest) -> bool {
    let row_level = |id: SetId| match nest.set(id).expr {
        SetExpr::Neighbors { of, .. } if of > Level(0) => Some(of),
        _ => None,
    };
    nest.set_ids().all(|id| match nest.set(id).expr {
        SetExpr::Intersect(a, b) | SetExpr::Difference(a, b) => {
            [a, b].into_iter().filter_map(row_level).all(|of| nest.set(id).below.contains(of))
        }
        SetExpr::Neighbors { .. } => true,
        SetExpr::Reach { .. } => false,
    })
}
