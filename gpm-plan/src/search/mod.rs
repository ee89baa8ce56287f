//! WHEN: the search for ways to count or list a pattern, ranked by the cost model.
//!
//! Each file of `REWRITES` offers [`Choice`]s of its own kind for a question. Sums are made of the cheapest choices for smaller
//! patterns, which are planned in the same way and kept in a [`Memo`].

mod basis;
mod beam;
mod blocks;
mod choice;
mod cliques;
mod codegree;
mod context;
mod conversion;
mod credited;
mod cycles;
mod decomposition;
mod fused;
mod interrupt;
mod memo;
mod order_search;
mod orders;
mod parts;
mod shortlist;
mod sum;
mod tail;
mod totals;
mod walks;
mod weight;

use crate::cost::GraphStats;
use crate::passes::{Pass, PassSet};
use crate::query::Query;
use context::{Context, Rewrite};
use shortlist::Shortlist;

pub(crate) use choice::RISK;
pub use choice::{Choice, ChoiceTerm, tables};
pub use context::SHORTLIST;
pub use interrupt::Interrupt;
pub use memo::Memo;
pub use weight::Weight;

/// All ways to look for choices, in the order in which they are tried; of choices of the same cost the first is kept. `orders` finds
/// one for any question. Those that take long to plan come last, and stop where others are cheaper already.
static REWRITES: &[Rewrite] = &[
    Rewrite { switches: &[], offer: orders::offer },
    Rewrite { switches: codegree::SWITCHES, offer: codegree::offer },
    Rewrite { switches: &[Pass::Conversion], offer: conversion::offer },
    Rewrite { switches: &[Pass::Decomposition], offer: decomposition::offer },
    Rewrite { switches: &[Pass::Codegree], offer: walks::offer },
    Rewrite { switches: &[Pass::Decomposition], offer: blocks::offer },
    Rewrite { switches: &[Pass::Codegree], offer: cycles::offer },
    Rewrite { switches: &[Pass::HomomorphismBasis], offer: cliques::offer },
    Rewrite { switches: &[Pass::HomomorphismBasis], offer: basis::offer },
];

/// Whether a pattern may be cut into parts that are counted by themselves, if enough is known of the graph.
pub fn is_cut(query: &Query) -> bool {
    decomposition::is_cut(query) || blocks::is_cut(query)
}

/// The cheapest `keep` choices, cheapest first, at least one; none if the memo's [`Interrupt`] is due. The same input gives the
/// same choices; `memo` saves time, and says which nests are counted and thus cost nothing in a sum.
pub fn choices(query: &Query, stats: &GraphStats, keep: usize, memo: &mut Memo) -> Vec<Choice> {
    let group = query.pattern.automorphisms(query.semantics);
    Context::new(query, (&group, stats), memo, REWRITES).choices(keep)
}

/// The cheapest way to count maps in which what hangs on a vertex is counted by itself, however cheap others are expected to be; `None` for a
/// pattern that cannot be cut like that, and if planning was interrupted.
pub fn by_blocks(query: &Query, stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
    let group = query.pattern.automorphisms(query.semantics);
    let mut context = Context::new(query, (&group, stats), memo, REWRITES);
    let mut best = Shortlist::new(1, context.interrupt());
    blocks::offer(&mut context, &mut best);
    best.into_cheapest().filter(|_| !context.is_interrupted())
}

/// Single nests that match the vertices in a given connected order, under any restrictions; the last so many of them, if that is told, are counted
/// together. None for an order that no nest has.
pub fn along(query: &Query, stats: &GraphStats, order: (&[usize], Option<usize>), memo: &mut Memo) -> Vec<Choice> {
    let group = query.pattern.automorphisms(query.semantics);
    orders::along(&mut Context::new(query, (&group, stats), memo, REWRITES), order)
}

/// A shortlist of the ways to count what a term of a sum counts, cheapest first, as an answer to the query given with them; `None` for
/// a term that is counted already, or in a way of its own, such as a core that looks tables up, and if planning was interrupted.
pub fn alternatives(
    term: &ChoiceTerm,
    disabled: PassSet,
    stats: &GraphStats,
    memo: &mut Memo,
) -> Option<(Query, Vec<Choice>)> {
    let query = Query::from(&term.pattern).with_semantics(term.semantics).without(disabled);
    let group = query.pattern.automorphisms(query.semantics);
    Context::new(&query, (&group, stats), memo, REWRITES).alternatives(term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{Semantics, all_connected_directed};

    #[test]
    fn nests_of_every_choice_for_directed_patterns_hold_together() {
        let (stats, mut memo) = (GraphStats::typical(), Memo::default());
        for pattern in (2..=4).flat_map(all_connected_directed) {
            for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
                let query = Query::from(&pattern).with_semantics(semantics);
                let found = choices(&query, &stats, usize::MAX, &mut memo);
                for term in found.iter().flat_map(|choice| &choice.terms) {
                    let built = memo.nest(term, query.disabled);
                    assert!(built.is_ok(), "{pattern} {semantics}, order {:?}: {built:?}", term.outline.order);
                }
            }
        }
    }
}
