//! Rewrite `fuse`: where all patterns to be counted are known, a nest with the loops of another one costs next to nothing, since they
//! are searched together (see [`LoopNest::fuse`]). So a pattern may be counted by larger loops than it needs.

use super::choice::{Choice, ChoiceTerm};
use super::memo::Memo;
use crate::cost::GraphStats;
use crate::forecast::counting;
use crate::nest::LoopNest;
use crate::passes::Pass;
use crate::pattern::{Pattern, PatternEdge, bits};
use crate::query::Query;

/// Whether all other vertices hang on the ends of some edge; nests that make tables are not fused.
pub(super) fn applies(pattern: &Pattern) -> bool {
    let ends = |edge: &PatternEdge| 1 << edge.from | 1 << edge.to;
    let hang_on = |ends: u32| {
        let mut others = bits(pattern.vertex_mask() & !ends);
        others.all(|u| pattern.neighbor_mask(u) & !ends == 0)
    };
    pattern.anchors().is_empty() && pattern.edges().any(|edge| hang_on(ends(&edge)))
}

/// The first choice, by rank, whose nest can be fused with one that is counted anyway, because it has the same loops. It pays only for what
/// it counts in the shared innermost loop. `None` if no such choice costs less than the best choice by itself. Only nests of two loops,
/// which go over edges, are compared: how often deeper loops go round is not known here.
pub(super) fn cheapest(query: &Query, choices: &[Choice], stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
    let least = choices.first()?.rank();
    let single = choices.iter().filter(|choice| choice.terms.len() == 1 && choice.terms[0].outline.entries.is_empty());
    for choice in single {
        let (nest, _) = memo.nest(&choice.terms[0], query.disabled).ok()?;
        let outline = choice.outline();
        let num_loops = outline.order.len() - outline.tail;
        let counted: f64 = counting(&nest).map(|operator| operator.cost(&stats.prices)).iter().sum();
        let cost = stats.edges * counted;
        let is_free = num_loops == 2 && cost < least;
        if is_free
            && LoopNest::fuse(memo.counted_nests().chain([&nest])).iter().any(|group| group.parts().contains(&nest))
        {
            let terms = vec![ChoiceTerm { cost, ..choice.terms[0].clone() }];
            let rewrites = choice.rewrites.union(Pass::Fuse.into());
            return Some(Choice::sum(terms, cost, rewrites));
        }
    }
    None
}
