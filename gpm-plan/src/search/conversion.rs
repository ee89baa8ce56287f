//! Rewrite `conversion`: matches in which some pairs must not be adjacent, counted as a signed sum of matches in which that
//! does not matter.
//!
//! Over injective maps, with `A` the edges (arcs, if directed) that must be absent, inclusion-exclusion says `matches(P without A) = Σ over
//! S ⊆ A of (-1)^|S| · matches(P + S)`. Isomorphic `P + S` are one term, which counts subgraphs and is planned by itself; each `S` weighs
//! `± |Aut(P + S)| / |Aut(P)|`, which adds up to the number of ways in which the pattern lies in the term [PatternMorphing]. All terms are
//! connected, as the pattern is. Terms of a pattern with anchors keep the anchors. Every group above is then the stabilizer of the anchors,
//! since the sum holds for the maps that take these to the same place.

use std::collections::BTreeMap;

use super::choice::Choice;
use super::context::Context;
use super::memo::Memo;
use super::shortlist::Shortlist;
use super::sum::SumBuilder;
use super::weight::Weight;
use crate::limits::{CONVERTED, CONVERTED_PAIRS, converted_terms};
use crate::passes::Pass;
use crate::pattern::{EdgeKind, Pattern, PatternBuilder, PatternEdge, Semantics};
use crate::query::{Output, Query};

/// Adds the sum, for counts of unlabelled patterns without a predicate.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    let Query { pattern, semantics, output, .. } = context.query;
    let applies = !pattern.has_labels()
        && pattern.predicate().is_empty()
        && pattern.num_vertices() <= CONVERTED
        && *semantics != Semantics::Homomorphism
        && *output == Output::Count;
    if applies {
        best.extend(choice(context, best.rank()));
    }
}

/// The sum, where another choice has this rank.
fn choice(context: &mut Context<'_>, rank: f64) -> Option<Choice> {
    let signs = match context.query.semantics {
        Semantics::VertexInduced => signs_of_supergraphs(&context.query.pattern, rank, context.memo)?,
        Semantics::EdgeInduced | Semantics::Homomorphism => signs_of_subsets(context.query)?,
    };
    let mut sum = SumBuilder::default();
    for (term, weight) in weights(context.query, signs, context.memo)? {
        let best = context.cheapest(&term)?;
        sum.add(best, Weight::whole(weight), context.memo.is_counted(&term))?;
    }
    sum.choice(Pass::Conversion, context.query.disabled, context.memo)
}

/// The canonical patterns of the sum and their weights, for their numbers of sets with sign; the query's own, with weight 1,
/// comes first.
fn weights(query: &Query, signs: BTreeMap<Pattern, i128>, memo: &mut Memo) -> Option<Vec<(Pattern, i64)>> {
    let own = i128::try_from(query.pattern.automorphisms(query.semantics).order()).ok()?;
    let mut weight = |(term, sign): (Pattern, i128)| {
        let scaled = sign.checked_mul(memo.order(&term)?)?;
        (scaled % own == 0).then_some((term, i64::try_from(scaled / own).ok()?))
    };
    let mut weights: Vec<(Pattern, i64)> = signs.into_iter().map(&mut weight).collect::<Option<_>>()?;
    weights.sort_by_key(|(term, _)| term.num_edges());
    // With free pairs the pattern alone may have more symmetry than with its absent ones, and its term another weight.
    (weights[0].1 == 1).then_some(weights)
}

/// How many sets of absent edges give each canonical pattern, with the sign of their size, where all absent edges must be so:
/// the pattern and all above it, edge by edge. A set of `j` edges is reached in `j` ways from one of `j - 1`.
fn signs_of_supergraphs(pattern: &Pattern, rank: f64, memo: &mut Memo) -> Option<BTreeMap<Pattern, i128>> {
    let n = pattern.num_vertices();
    let edges: Vec<PatternEdge> = pattern.edges().collect();
    // An edge of either direction in a directed pattern is no set of arcs.
    let is_mixed = pattern.is_directed() && edges.iter().any(|edge| edge.kind == EdgeKind::Undirected);
    let all = if pattern.is_directed() { n * (n - 1) } else { n * (n - 1) / 2 };
    if is_mixed || edges.len() == all {
        return None;
    }
    let most_new = converted_terms(n, rank);
    let mut layer = BTreeMap::from([(with_edges(pattern, &edges)?.canonical(), 1i128)]);
    let mut signs = BTreeMap::new();
    let mut num_new = 0;
    for size in 0..=(all - edges.len()) as i128 {
        num_new += layer.keys().filter(|term| memo.best(term, Semantics::EdgeInduced).is_none()).count();
        if num_new > most_new || memo.interrupt().is_due() {
            return None;
        }
        let mut next = BTreeMap::<Pattern, i128>::new();
        for (term, number) in layer {
            for (more, ways) in memo.above(&term, with_one_more) {
                *next.entry(more.clone()).or_default() += number * ways;
            }
            signs.insert(term, if size % 2 == 0 { number } else { -number });
        }
        next.values_mut().for_each(|number| *number /= size + 1);
        layer = next;
    }
    Some(signs)
}

/// The same where some pairs may be adjacent or not: set by set.
fn signs_of_subsets(query: &Query) -> Option<BTreeMap<Pattern, i128>> {
    let (pattern, n) = (&query.pattern, query.pattern.num_vertices());
    let absent: Vec<(usize, usize)> = pattern.anti_edges().map(|edge| (edge.from, edge.to)).collect();
    if absent.is_empty() || absent.len() > CONVERTED_PAIRS || n >= CONVERTED - 1 || pattern.is_directed() {
        return None;
    }
    let edges: Vec<(usize, usize)> = pattern.edges().map(|edge| (edge.from, edge.to)).collect();
    let mut signs = BTreeMap::<Pattern, i128>::new();
    for subset in 0u32..1 << absent.len() {
        let added = absent.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, &ends)| ends);
        let all: Vec<(usize, usize)> = edges.iter().copied().chain(added).collect();
        let term = Pattern::from_edges(n, &all).ok()?.with_anchors(pattern.anchors()).ok()?.canonical();
        *signs.entry(term).or_default() += if subset.count_ones() % 2 == 0 { 1 } else { -1 };
    }
    Some(signs)
}

/// The canonical patterns that one more edge (or arc) gives, with how many edges give each.
fn with_one_more(term: &Pattern) -> Vec<(Pattern, i128)> {
    let n = term.num_vertices();
    let edges: Vec<PatternEdge> = term.edges().collect();
    let kind = if term.is_directed() { EdgeKind::Directed } else { EdgeKind::Undirected };
    let pairs = (0..n).flat_map(|from| (0..n).map(move |to| (from, to)));
    let may_be = |(from, to): &(usize, usize)| from != to && (kind == EdgeKind::Directed || from < to);
    let is_there = |from: usize, to: usize| {
        edges.iter().any(|edge| {
            let ends = (edge.from, edge.to);
            ends == (from, to) || kind == EdgeKind::Undirected && ends == (to, from)
        })
    };
    let mut found = BTreeMap::<Pattern, i128>::new();
    for (from, to) in pairs.filter(may_be).filter(|&(from, to)| !is_there(from, to)) {
        let more: Vec<PatternEdge> =
            edges.iter().cloned().chain([PatternEdge { from, to, kind, label: None }]).collect();
        let more = with_edges(term, &more).expect("a connected pattern with one more edge is one");
        *found.entry(more.canonical()).or_default() += 1;
    }
    found.into_iter().collect()
}

/// The vertices and anchors of a pattern with these edges.
fn with_edges(pattern: &Pattern, edges: &[PatternEdge]) -> Option<Pattern> {
    let mut builder = PatternBuilder::numbered(pattern.num_vertices());
    for edge in edges {
        match edge.kind {
            EdgeKind::Directed => builder.directed_edge(edge.from, edge.to, None),
            EdgeKind::Undirected => builder.edge(edge.from, edge.to, None),
        };
    }
    builder.build().and_then(|built| built.with_anchors(pattern.anchors())).ok()
}
