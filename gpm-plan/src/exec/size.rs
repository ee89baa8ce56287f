//! How large a set must be for a match to be left.

use crate::nest::{Block, Level, LoopNest, SetExpr, SetId, Source, Step, Walk};

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
        SetExpr::Neighbors { .. } | SetExpr::Difference(..) | SetExpr::Reach { .. } => false,
    };
    let Block { define, .. } = body;
    let parts = define.iter().filter(|&&part| nest.set(part).required && is_part(&part));
    let part = parts.map(|&part| min_size(nest, part)).max().unwrap_or(0);
    1 + part.max(usize::from(has_another(nest, id, *level)))
}

/// Whether something is found below a loop over the row of the root only if a walk of two steps leads to the vertex that it binds:
/// through another vertex of the row.
fn has_another(nest: &LoopNest, row: SetId, level: Level) -> bool {
    let walk = Walk { steps: 2, to: level };
    let through = nest.reach_of(2).and_then(|reach| nest.set(reach).expr.operands().next());
    let is_row = |through: SetId| {
        let (row, through) = (nest.set(row), nest.set(through));
        (row.expr, row.below, row.above) == (through.expr, through.below, through.above)
    };
    through.is_some_and(is_row) && nest.walks().contains(&walk) && nest.needs(walk)
}
