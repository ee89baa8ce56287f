//! Rewrite `conversion`: matches in which some pairs must not be adjacent, counted as a signed sum of matches in which that
//! does not matter.
//!
//! Over injective maps, with `A` the pairs that must not be adjacent, inclusion-exclusion says
//! `matches(P without A) = Σ over S ⊆ A of (-1)^|S| · matches(P + S)`. Isomorphic `P + S` are one term, which counts subgraphs
//! and is planned by itself; each `S` weighs `± |Aut(P + S)| / |Aut(P)|`, which adds up to the number of ways in which the
//! pattern lies in the term [PatternMorphing]. All terms are connected, as the pattern is. Terms of a pattern with anchors have the
//! same; all groups are the stabilizers of these, since the sum holds over the maps that take them to the same place.

use std::collections::BTreeMap;

use super::{Choice, Term, Weight, choices};
use crate::cost::GraphStats;
use crate::nest::build::Outline;
use crate::pattern::{Pattern, Semantics};
use crate::query::{Output, Query, Unit};

/// Patterns up to this size are converted, with up to this many pairs that must not be adjacent, for planning to stay quick.
const LARGEST: usize = 6;
const MOST_PAIRS: usize = 6;

/// What is known of the patterns in sums, for other queries on the same graph with the same passes left out: the cheapest choices,
/// and which of these were counted.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    cheapest: BTreeMap<Pattern, Choice>,
    /// Nests whose matches are counted already.
    counted: BTreeMap<Pattern, Vec<Outline>>,
}

impl Memo {
    /// Takes the nests of a choice for counted: from now on sums of them cost nothing.
    pub fn count(&mut self, choice: &Choice) {
        for term in &choice.terms {
            let outlines = self.counted.entry(term.pattern.clone()).or_default();
            if !outlines.contains(&term.outline) {
                outlines.push(term.outline.clone());
            }
        }
    }

    pub(super) fn is_counted(&self, choice: &Choice) -> bool {
        let is_counted =
            |term: &Term| self.counted.get(&term.pattern).is_some_and(|known| known.contains(&term.outline));
        choice.terms.iter().all(is_counted)
    }
}

/// The sum, for counts of unlabelled undirected patterns without a predicate.
pub(super) fn choice(query: &Query, stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
    let pattern = &query.pattern;
    let labelled = pattern.has_vertex_labels() || pattern.has_edge_labels();
    let plain = !labelled && !pattern.is_directed() && pattern.predicate().is_empty();
    if !plain
        || pattern.num_vertices() > LARGEST
        || query.semantics == Semantics::Homomorphism
        || query.output == Output::List
        || query.disabled.contains("conversion")
    {
        return None;
    }
    let mut terms = Vec::new();
    let mut cost = 0.0;
    for (term, weight) in weights(query)? {
        let best = cheapest(&term, query, stats, memo);
        cost += if memo.is_counted(&best) { 0.0 } else { best.cost };
        let weight = Weight::whole(weight);
        for term in best.terms {
            terms.push(Term { weight: term.weight.times(weight)?, ..term });
        }
    }
    Some(Choice { terms, cost })
}

/// The canonical patterns of the sum and their weights; the query's own, with weight 1, comes first.
fn weights(query: &Query) -> Option<Vec<(Pattern, i64)>> {
    let (pattern, n) = (&query.pattern, query.pattern.num_vertices());
    let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
    let constrained = pairs.map(|(u, v)| ((u, v), pattern.constraint(u, v, query.semantics)));
    let (edges, others): (Vec<_>, Vec<_>) = constrained.partition(|(_, pair)| pair.is_positive());
    let absent: Vec<(usize, usize)> =
        others.into_iter().filter(|(_, pair)| pair.is_negative()).map(|(ends, _)| ends).collect();
    if absent.is_empty() || absent.len() > MOST_PAIRS {
        return None;
    }
    let order = |pattern: &Pattern, semantics| i128::try_from(pattern.automorphisms(semantics).order()).ok();
    let mut signs = BTreeMap::<Pattern, i128>::new();
    for subset in 0u32..1 << absent.len() {
        let added = absent.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, &ends)| ends);
        let all: Vec<(usize, usize)> = edges.iter().map(|&(ends, _)| ends).chain(added).collect();
        let term = Pattern::from_edges(n, &all).ok()?.with_anchors(pattern.anchors()).ok()?.canonical();
        *signs.entry(term).or_default() += if subset.count_ones() % 2 == 0 { 1 } else { -1 };
    }
    let own = order(pattern, query.semantics)?;
    let weight = |(term, sign): (Pattern, i128)| {
        let scaled = sign * order(&term, Semantics::EdgeInduced)?;
        (scaled % own == 0).then_some((term, i64::try_from(scaled / own).ok()?))
    };
    let mut weights: Vec<(Pattern, i64)> = signs.into_iter().map(weight).collect::<Option<_>>()?;
    weights.sort_by_key(|(term, _)| term.num_edges());
    // With free pairs the pattern alone may have more symmetry than with its absent ones, and its term another weight.
    (weights[0].1 == 1).then_some(weights)
}

/// The cheapest way to count the subgraphs that are like `term`.
pub(super) fn cheapest(term: &Pattern, query: &Query, stats: &GraphStats, memo: &mut Memo) -> Choice {
    if let Some(known) = memo.cheapest.get(term) {
        return known.clone();
    }
    let query = Query {
        pattern: term.clone(),
        semantics: Semantics::EdgeInduced,
        unit: Unit::Subgraphs,
        output: Output::Count,
        disabled: query.disabled,
    };
    let group = term.automorphisms(Semantics::EdgeInduced);
    let best = choices(&query, &group, stats, 1, memo).swap_remove(0);
    memo.cheapest.insert(term.clone(), best.clone());
    best
}
