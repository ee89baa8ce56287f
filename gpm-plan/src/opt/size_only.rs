//! Pass `size-only`: sets that are only counted are not stored.

use crate::nest::{Hold, LoopNest, SetDef, SetExpr, SetId, Source, Step};

pub(super) fn run(nest: &mut LoopNest) {
    let mut stored = vec![false; nest.sets.len()];
    let mut store = |id: SetId| stored[id.index()] = true;
    for def in &nest.sets {
        def.expr.operands().for_each(&mut store);
    }
    for (_, block) in nest.blocks() {
        for step in &block.steps {
            match step {
                Step::For { from: Source::Set(candidates), .. } => store(candidates.set),
                Step::For { from: Source::Vertices(_), .. } | Step::Emit => {}
                Step::Count(product) => {
                    let sizes = product.iter().flat_map(|polynomial| &polynomial.sizes);
                    sizes
                        .filter(|size| {
                            !size.of.except.is_empty() || !size.of.below.is_empty() || !size.of.above.is_empty()
                        })
                        .for_each(|size| store(size.of.set));
                }
            }
        }
    }
    // A reach is made for its codegrees, even where nothing is drawn from it; the number of walks is looked up from the start.
    let is_reach = |def: &SetDef| matches!(def.expr, SetExpr::Reach { .. } | SetExpr::Walks { .. });
    for (def, _) in nest.sets.iter_mut().zip(stored).filter(|(def, stored)| !stored && !is_reach(def)) {
        def.hold = Hold::Size;
    }
}
