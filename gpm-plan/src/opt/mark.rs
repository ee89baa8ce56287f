//! Pass `mark`: a row that deeper levels intersect with (or take off) again and again is held as bits too.
//!
//! Marking costs two passes over the row; each later operation then probes the other operand's elements instead of merging
//! both. Only rows are marked: intersections are short, and a short list is searched in the long one instead.

use crate::nest::{Hold, LoopNest, SetExpr, SetId, Step};

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
        SetExpr::Neighbors { .. } | SetExpr::Reach { .. } | SetExpr::Walks { .. } => false,
    };
    (0..nest.sets.len()).map(|user| SetId(user as u16)).any(|user| is_user(user) && is_probed(nest, user))
}

/// Whether members of a set are looked for: where its size is looked up, only vertices that do not count are.
fn is_probed(nest: &LoopNest, id: SetId) -> bool {
    let blocks = nest.blocks();
    let counts = blocks.iter().flat_map(|(_, block)| &block.steps).filter_map(|step| match step {
        Step::Count(product) => Some(product.iter().flat_map(|polynomial| &polynomial.sizes)),
        Step::For { .. } | Step::Emit => None,
    });
    let mut sizes = counts.flatten();
    nest.set(id).hold != Hold::Codegree || sizes.any(|size| size.of.set == id && !size.of.except.is_empty())
}
