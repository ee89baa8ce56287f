//! Pass `codegree`: common neighborhoods with the root are not intersected but looked up in a table of codegrees, filled by
//! walking the two-hop paths of the root once [ChibaNishizeki1985].
//!
//! The search offers nests with a [`SetExpr::Reach`](crate::nest::SetExpr::Reach); here the sets whose sizes it counts become lookups.

use crate::nest::{Hold, LoopNest, SetId, Source, Step};

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
