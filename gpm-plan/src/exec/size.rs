//! How large a set must be for a match to be left.

use crate::nest::{Block, LoopNest, SetExpr, SetId, Source, Step};

/// The least size of a set from which something can be found: one, and one more for each loop that binds a vertex of it and
/// goes on in a required part of it that the vertex, being no neighbor of its own, is not in.
pub(super) fn min_size(nest: &LoopNest, id: SetId) -> usize {
    nest.blocks().iter().flat_map(|(_, block)| &block.steps).map(|step| below(nest, id, step)).max().unwrap_or(1).max(1)
}

fn below(nest: &LoopNest, id: SetId, step: &Step) -> usize {
    let Step::For { level, from: Source::Set(candidates), body } = step else { return 1 };
    if candidates.set != id {
        return 1;
    }
    let is_own_row = |row: SetId| matches!(nest.set(row).expr, SetExpr::Neighbors { of, .. } if of == *level);
    let is_part = |part: &SetId| match nest.set(*part).expr {
        SetExpr::Intersect(a, b) => (a == id && is_own_row(b)) || (b == id && is_own_row(a)),
        SetExpr::Neighbors { .. } | SetExpr::Difference(..) | SetExpr::Reach { .. } | SetExpr::Walks { .. } => false,
    };
    let Block { define, .. } = body;
    let parts = define.iter().filter(|&&part| nest.set(part).required && is_part(&part));
    1 + parts.map(|&part| min_size(nest, part)).max().unwrap_or(0)
}
