//! Lower bounds on the sizes of sets, below which no match can be completed: warps leave a candidate as soon as a set is smaller.

use crate::nest::{Block, Level, LoopNest, SetExpr, SetId, Source, Step, Walk};

/// Lower bound on the size of a set, below which no match can be completed from it: one, and one more for each loop that draws a vertex
/// from the set and goes on in those of its members that are neighbors of that vertex, if there must be some. A vertex is no neighbor of
/// its own, so it is not among them.
pub(super) fn min_size(nest: &LoopNest, id: SetId) -> usize {
    nest.steps().map(|step| below(nest, id, step)).max().unwrap_or(1).max(1)
}

fn below(nest: &LoopNest, id: SetId, step: &Step) -> usize {
    let Step::For { level, from: Source::Set(candidates), body } = step else { return 1 };
    if candidates.set != id {
        return 1;
    }
    let is_own_row = |row: SetId| nest.set(row).expr.row_of() == Some(*level);
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
