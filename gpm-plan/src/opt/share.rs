//! Pass `share`: equal sets become one. With `hoist` this is the reuse plan of [G2Miner], [T-DFS] and [BUG].

use std::collections::BTreeMap;

use super::hoist;
use crate::nest::{Block, LoopNest, Polynomial, SetExpr, SetId, Step, Term};

pub(super) fn run(nest: &mut LoopNest) {
    let mut first_of: BTreeMap<(SetExpr, u32), SetId> = BTreeMap::new();
    let mut renamed: BTreeMap<SetId, SetId> = BTreeMap::new();
    let hoisted = hoist::defined(nest);
    let block_of = blocks_of(nest);
    for &id in &hoisted {
        let expr = nest.set(id).expr.renamed(&renamed);
        nest.sets[id.index()].expr = expr;
        // Without `hoist`, copies in different blocks stay apart: neither is defined where the other is used.
        let first = *first_of.entry((expr, block_of[&id])).or_insert(id);
        renamed.insert(id, first);
        let required = nest.set(id).required;
        nest.sets[first.index()].required |= required;
    }
    let mut root = std::mem::take(&mut nest.root);
    root.visit_candidates_mut(&mut |candidates| candidates.set = renamed[&candidates.set]);
    root.visit_mut(None, &mut |_, block| {
        block.define.retain(|id| renamed[id] == *id);
        merge_terms(block);
    });
    nest.root = root;
    nest.sweep();
}

fn blocks_of(nest: &LoopNest) -> BTreeMap<SetId, u32> {
    let blocks = nest.blocks();
    let numbered = blocks.iter().enumerate();
    numbered.flat_map(|(i, (_, block))| block.define.iter().map(move |&id| (id, i as u32))).collect()
}

/// Sizes of sets that became one are one size.
fn merge_terms(block: &mut Block) {
    for step in &mut block.steps {
        if let Step::Count(product) = step {
            for polynomial in product {
                let is_plain = |term: &Term| term.factors.iter().all(|factor| factor.choose == 1);
                if !polynomial.regions.is_empty() || !polynomial.terms.iter().all(is_plain) {
                    continue;
                }
                let mut merged = Polynomial::default();
                for term in &polynomial.terms {
                    let sizes: Vec<_> = term.factors.iter().map(|factor| polynomial.sizes[factor.size]).collect();
                    merged.add(term.coefficient, &sizes);
                }
                *polynomial = merged;
            }
        }
    }
}
