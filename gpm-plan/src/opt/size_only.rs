//! Pass `size-only`: sets that are only counted are not stored.

use crate::nest::{Hold, LoopNest, SetExpr, SetId, Source, Step};

pub(super) fn run(nest: &mut LoopNest) {
    let mut stored = vec![false; nest.sets.len()];
    let mut store = |id: SetId| stored[id.index()] = true;
    for def in &nest.sets {
        match def.expr {
            SetExpr::Intersect(a, b) | SetExpr::Difference(a, b) => {
                store(a);
                store(b);
            }
            SetExpr::Neighbors { .. } => {}
        }
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
    for (def, _) in nest.sets.iter_mut().zip(stored).filter(|(_, stored)| !stored) {
        def.hold = Hold::Size;
    }
}
