//! Pass `mark`: a row that deeper levels intersect with (or take off) again and again is held as bits too.
//!
//! Marking costs two passes over the row; each later operation then probes the other operand's elements instead of merging
//! both. Only rows are marked: intersections are short, and a short list is searched in the long one instead.

use crate::nest::{Hold, LoopNest, SetExpr, SetId, Size, Walks};

pub(super) fn run(nest: &mut LoopNest) {
    let marked: Vec<SetId> = (0..nest.sets.len()).map(|id| SetId(id as u16)).filter(|&id| pays(nest, id)).collect();
    for id in marked {
        nest.sets[id.index()].hold = Hold::ListAndBits;
    }
}

fn pays(nest: &LoopNest, id: SetId) -> bool {
    if !matches!(nest.set(id).expr, SetExpr::Neighbors { .. }) {
        return false;
    }
    let depth = nest.depth(id);
    let is_user = |user: SetId| match nest.set(user).expr {
        SetExpr::Intersect(a, b) => (a == id || b == id) && nest.depth(user) > depth,
        SetExpr::Difference(_, b) => b == id && nest.depth(user) > depth,
        SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => false,
    };
    // Vertices that do not count are looked for where the number of walks is looked up.
    let is_looked_into =
        |walks: &Walks| walks.walk.to > depth && walks.without.is_some_and(|without| without.rows.contains(&id));
    (0..nest.sets.len()).map(|user| SetId(user as u16)).any(is_user)
        || nest.sizes().filter_map(Size::walks).any(is_looked_into)
}
