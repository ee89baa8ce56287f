//! Pass `share`: equal sets become one. With `hoist` this is the reuse plan of [G2Miner], [T-DFS] and [BUG].
//!
//! Before, of `gpm explain diamond`:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   s1 = N(v0)
//!   for v1 in s0 above v0
//!     s2 = N(v1)
//!     s3 = s1 & s2
//!     count -|s3| + |s3|·|s3|
//! ```
//!
//! After:
//!
//! ```text
//! order    0 1 2 3   (the last 2 are counted together)
//! restrict v0 < v1
//! divide   by 2
//! for v0 in V
//!   s0 = N(v0)
//!   for v1 in s0 above v0
//!     s1 = N(v1)
//!     s2 = s0 & s1
//!     count -|s2| + |s2|·|s2|
//! ```

use std::collections::BTreeMap;

use super::{bound, hoist};
use crate::nest::{Block, Levels, LoopNest, Polynomial, SetExpr, SetId, Step, Term};

pub(super) fn run(nest: &mut LoopNest) {
    let mut alike: BTreeMap<(SetExpr, u32), Vec<SetId>> = BTreeMap::new();
    let mut renamed: BTreeMap<SetId, SetId> = BTreeMap::new();
    // Only what a reach goes through has bounds so early.
    let is_bounded = nest.sets.iter().any(|def| !def.below.union(def.above).is_empty());
    let mut of_uses = if is_bounded { bound::of_uses(nest) } else { vec![[Levels::NONE; 2]; nest.sets.len()] };
    let hoisted = hoist::defined(nest);
    let block_of = blocks_of(nest);
    for &id in &hoisted {
        let expr = nest.set(id).expr.renamed(&renamed);
        nest.sets[id.index()].expr = expr;
        // Without `hoist`, copies in different blocks stay apart: neither is defined where the other is used.
        let firsts = alike.entry((expr, block_of[&id])).or_default();
        let own = bounds(nest, id);
        let uses = of_uses[id.index()];
        // A set that has bounds already, as what a reach goes through, is no copy of one that is used beyond them.
        let is_copy = |&first: &SetId| {
            let other = bounds(nest, first);
            own == other || (is_within(other, uses) && is_within(own, of_uses[first.index()]))
        };
        let Some(first) = firsts.iter().copied().find(is_copy) else {
            firsts.push(id);
            renamed.insert(id, id);
            continue;
        };
        renamed.insert(id, first);
        let required = nest.set(id).required;
        let kept = &mut nest.sets[first.index()];
        (kept.below, kept.above) = (kept.below.union(own[0]), kept.above.union(own[1]));
        kept.required |= required;
        let both = &mut of_uses[first.index()];
        *both = [0, 1].map(|side| both[side].intersection(uses[side]));
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

/// The bounds that a set has from the start, below and above.
fn bounds(nest: &LoopNest, id: SetId) -> [Levels; 2] {
    [nest.set(id).below, nest.set(id).above]
}

/// Whether all uses of a set have some bounds.
fn is_within(bounds: [Levels; 2], uses: [Levels; 2]) -> bool {
    [0, 1].into_iter().all(|side| bounds[side].minus(uses[side]).is_empty())
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
