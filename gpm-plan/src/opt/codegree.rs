//! Pass `codegree`: common neighborhoods with the root are not intersected but looked up in a table of codegrees, filled by
//! walking the two-hop paths of the root once [ChibaNishizeki1985].
//!
//! The search offers nests with a [`SetExpr::Reach`]; here the sets whose sizes it counts become lookups.

use crate::nest::{Hold, Level, LoopNest, SetDef, SetExpr, SetId, Source, Step};

pub(super) fn run(nest: &mut LoopNest) {
    let counted: Vec<SetId> = (0..nest.sets.len())
        .map(|id| SetId(id as u16))
        .filter(|&id| nest.codegree_of(id).is_some() && only_counted(nest, id))
        .collect();
    for id in counted {
        nest.sets[id.index()].hold = Hold::Codegree;
    }
}

/// Whether nothing but plain sizes is asked of a set.
fn only_counted(nest: &LoopNest, id: SetId) -> bool {
    let is_operand = nest.sets.iter().any(|def| def.expr.operands().any(|operand| operand == id));
    let blocks = nest.blocks();
    let mut steps = blocks.iter().flat_map(|(_, block)| &block.steps);
    !is_operand
        && steps.all(|step| match step {
            Step::For { from: Source::Set(candidates), .. } => candidates.set != id,
            Step::For { from: Source::Vertices(_), .. } | Step::Emit => true,
            Step::Count(product) => product
                .iter()
                .flat_map(|polynomial| &polynomial.sizes)
                .all(|size| size.of.set != id || (size.of.below.is_empty() && size.of.above.is_empty())),
        })
}

impl LoopNest {
    /// The level whose vertex's codegree with the root is the size of `id`: `id` is the row of the root, as bounded where the
    /// reach goes through it, intersected with that vertex's row in the relation of the reach.
    pub fn codegree_of(&self, id: SetId) -> Option<Level> {
        let def = self.set(id);
        let SetExpr::Intersect(a, b) = def.expr else { return None };
        let (SetExpr::Neighbors { of: Level(0), .. }, SetExpr::Neighbors { view, of }) =
            (self.set(a).expr, self.set(b).expr)
        else {
            return None;
        };
        let row = self.set(a);
        let bounds = |set: &SetDef| (self.closed_below(set.below), self.closed_above(set.above));
        let counts = self.sets.iter().any(|reach| match reach.expr {
            SetExpr::Reach { through, view: by } => {
                let members = self.set(through);
                let inside = reach.below.iter().all(|bound| self.is_below(of, bound))
                    && reach.above.iter().all(|bound| self.is_below(bound, of));
                members.expr == row.expr
                    && by == view
                    && bounds(def) == bounds(members)
                    && bounds(def) == bounds(row)
                    && inside
            }
            SetExpr::Neighbors { .. } | SetExpr::Intersect(..) | SetExpr::Difference(..) | SetExpr::Walks { .. } => {
                false
            }
        });
        counts.then_some(of)
    }
}
