//! Which sets a task needs that begins below some matched vertices.

use crate::nest::{Block, LoopNest, Scalar, SetId, Source, Step};

/// For each set the longest prefix (number of matched vertices) with which it is still needed: that of the loops that draw
/// from it, the counts that read it, and the sets made from it.
pub(super) fn needed_until(nest: &LoopNest) -> Vec<usize> {
    let mut until = vec![0; nest.sets.len()];
    block(&nest.root, 0, &mut until);
    // Operands come before the sets made from them.
    for id in (0..nest.sets.len()).rev() {
        for operand in nest.sets[id].expr.operands() {
            until[operand.index()] = until[operand.index()].max(until[id]);
        }
    }
    until
}

fn block(of: &Block, bound: usize, until: &mut [usize]) {
    for step in &of.steps {
        match step {
            Step::For { level, from, body } => {
                if let Source::Set(candidates) = from {
                    let set = &mut until[candidates.set.index()];
                    *set = (*set).max(level.index());
                }
                block(body, bound + 1, until);
            }
            Step::Count(product) => {
                for size in product.iter().flat_map(|polynomial| &polynomial.sizes) {
                    let mut read = |set: SetId| until[set.index()] = until[set.index()].max(bound);
                    match &size.of {
                        Scalar::Members(of) => read(of.set),
                        Scalar::Walks(walks) => {
                            walks.without.iter().flat_map(|without| without.rows).for_each(read);
                        }
                    }
                }
            }
            Step::Emit => {}
        }
    }
}
