//! Choices for maps in which vertices may coincide, beside single nests: walks, blocks, closed walks by their least vertex, cliques.

use super::conversion::cheapest_of;
use super::sum::Sum;
use super::{Choice, Memo, Weight, blocks, cycles, walks};
use crate::cost::GraphStats;
use crate::opt::PassSet;
use crate::pattern::{Pattern, Semantics};
use crate::query::{Output, Query};

/// All of them; none for other questions, or where a vertex or an edge is asked for more than to be there.
pub(super) fn choices(query: &Query, stats: &GraphStats, memo: &mut Memo) -> Vec<Choice> {
    let pattern = &query.pattern;
    if query.semantics != Semantics::Homomorphism || query.output == Output::List || !is_bare(pattern) {
        return Vec::new();
    }
    let mut found = walks::choices(query, &[], None, stats);
    found.extend(blocks::choices(query, stats, memo));
    found.extend(cycles::choice(query, stats, memo));
    found.extend(clique(query, stats, memo));
    found
}

/// Whether edges are all that a pattern asks for.
pub(super) fn is_bare(pattern: &Pattern) -> bool {
    let is_labelled = pattern.has_vertex_labels() || pattern.has_edge_labels();
    !is_labelled && !pattern.is_directed() && !pattern.has_anti_edges() && pattern.predicate().is_empty()
}

/// No two vertices of a clique coincide: each subgraph is as many maps as it has symmetries.
fn clique(query: &Query, stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
    let pattern = &query.pattern;
    if !pattern.is_clique() || query.disabled.contains("homomorphism-basis") {
        return None;
    }
    let maps = pattern.automorphisms(Semantics::EdgeInduced).order();
    let term = pattern.canonical();
    let mut sum = Sum::default();
    let is_counted = memo.is_counted(&term);
    let subgraphs = cheapest_of(&term, Semantics::EdgeInduced, query, stats, memo)?;
    sum.add(subgraphs, Weight::whole(i64::try_from(maps).ok()?), is_counted)?;
    sum.choice(PassSet::of("homomorphism-basis"), query.disabled, memo)
}
