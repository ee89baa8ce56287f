//! Rewrite `conversion`: matches in which some pairs must not be adjacent, counted as a signed sum of matches in which that
//! does not matter.
//!
//! Over injective maps, with `A` the edges (arcs, if directed) that must be absent, inclusion-exclusion says
//! `matches(P without A) = Σ over S ⊆ A of (-1)^|S| · matches(P + S)`. Isomorphic `P + S` are one term, which counts subgraphs
//! and is planned by itself; each `S` weighs `± |Aut(P + S)| / |Aut(P)|`, which adds up to the number of ways in which the
//! pattern lies in the term [PatternMorphing]. All terms are connected, as the pattern is. Terms of a pattern with anchors have the
//! same; all groups are the stabilizers of these, since the sum holds over the maps that take them to the same place.

use std::collections::{BTreeMap, BTreeSet};

use super::fused;
use super::interrupt::Interrupt;
use super::sum::Sum;
use super::{Choice, SHORTLIST, Term, Weight, choices};
use crate::cost::GraphStats;
use crate::nest::{Entry, LoopNest};
use crate::opt::{PassSet, Trace};
use crate::pattern::{EdgeKind, Pattern, PatternBuilder, PatternEdge, Semantics};
use crate::query::{Output, Query, Unit};

/// Patterns up to this size are converted.
const LARGEST: usize = 8;
/// Where only some pairs must not be adjacent, there are at most so many of them.
const MOST_PAIRS: usize = 6;
/// Terms of patterns of up to 6, of 7 and of 8 vertices that are planned for one query, for planning to stay quick.
const MOST_NEW: [usize; 3] = [20, 8, 4];

/// What was found of the patterns in sums, for other queries on the same graph with the same passes left out. It saves time;
/// and what is known already may be used in longer sums than would be planned for one query.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// The cheapest choices of terms.
    best: BTreeMap<(Pattern, Semantics), Choice>,
    /// The patterns with one edge more, with how many edges there are that give each.
    above: BTreeMap<Pattern, Vec<(Pattern, i128)>>,
    /// Orders of automorphism groups.
    orders: BTreeMap<Pattern, i128>,
    /// Nests of terms, with what the passes did, and whether they are counted before the next query is planned.
    nests: BTreeMap<Pattern, Vec<(Term, Built, bool)>>,
    /// Terms of sums that were chosen, or are expected to be, which whoever shares this counts.
    counted: BTreeSet<(Pattern, Semantics)>,
    /// Whether all nests that are counted are known before the first is searched, so that some may be fused.
    is_announced: bool,
    /// When planning is to end.
    pub(super) interrupt: Interrupt,
}

/// An optimized nest, and what the passes did.
type Built = (LoopNest, Vec<Trace>);

impl Memo {
    /// Has searches for plans end when `interrupt` is due, from now on. What ended early is not kept.
    pub fn interrupt_by(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Whether searches for plans are to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_due()
    }

    /// Takes patterns for counted: whoever shares this counts the edge-induced subgraphs like them in any case.
    pub fn expect(&mut self, patterns: impl IntoIterator<Item = Pattern>) {
        self.is_announced = true;
        self.counted.extend(patterns.into_iter().map(|pattern| (pattern.canonical(), Semantics::EdgeInduced)));
    }

    /// Has sums count what `term` counts by this choice, whatever seemed cheapest.
    pub fn prefer(&mut self, term: &Term, choice: Choice) {
        self.best.insert((term.pattern.clone(), term.semantics), choice);
    }

    /// The nests that are counted before the next query is planned.
    pub(super) fn counted_nests(&self) -> impl Iterator<Item = &LoopNest> {
        self.nests.values().flatten().filter(|(.., is_counted)| *is_counted).map(|(_, (nest, _), _)| nest)
    }

    /// Whether the nest of a term is one that is counted before the next query is planned.
    pub fn has_counted(&self, term: &Term) -> bool {
        let known = self.nests.get(&term.pattern).and_then(|known| known.iter().find(|other| is_same(&other.0, term)));
        known.is_some_and(|&(.., is_counted)| is_counted)
    }

    /// Takes a choice whose nests were made for one that is counted before the next query is planned.
    pub(crate) fn take(&mut self, choice: &Choice) {
        for term in &choice.terms {
            let known = self.nests.get_mut(&term.pattern);
            let own = known.and_then(|known| known.iter_mut().find(|other| is_same(&other.0, term)));
            own.into_iter().for_each(|(.., is_counted)| *is_counted = true);
            let entries = &term.outline.entries;
            self.counted.extend(entries.iter().map(|entry| (entry.table.clone(), entry.semantics)));
            // What looks tables up is no count of its pattern, and neither is what counts only some maps.
            let key = (term.pattern.clone(), term.semantics);
            let is_part = term.semantics == Semantics::Homomorphism && !term.outline.restrictions.is_empty();
            if entries.is_empty() && !is_part && self.best.contains_key(&key) {
                self.counted.insert(key);
            }
        }
    }

    /// The one nest by which a pattern is counted as it is, unless it is a sum or looks tables up.
    pub(super) fn sole(&self, pattern: &Pattern) -> Option<&Term> {
        let is_plain =
            |only: &Term| only.pattern == *pattern && only.weight == Weight::ONE && only.outline.entries.is_empty();
        match &self.best.get(&(pattern.clone(), Semantics::EdgeInduced))?.terms[..] {
            [only] if is_plain(only) => Some(only),
            _ => None,
        }
    }

    /// Whether a term is all of the sum by which its pattern is counted.
    pub(super) fn is_sole(&self, term: &Term) -> bool {
        self.sole(&term.pattern).is_some_and(|only| is_same(only, term))
    }

    /// The nest of a term, made by `build` unless it is known.
    pub(super) fn nest<E>(&mut self, term: &Term, build: impl FnOnce() -> Result<Built, E>) -> Result<Built, E> {
        let known = self.nests.entry(term.pattern.clone()).or_default();
        if let Some((_, built, _)) = known.iter().find(|other| is_same(&other.0, term)) {
            return Ok(built.clone());
        }
        let built = build()?;
        known.push((term.clone(), built.clone(), false));
        Ok(built)
    }

    /// Whether a pattern is counted before the next query is planned.
    pub(super) fn is_counted(&self, term: &Pattern) -> bool {
        self.is_counted_as(term, Semantics::EdgeInduced)
    }

    /// The same for other semantics.
    pub(super) fn is_counted_as(&self, term: &Pattern, semantics: Semantics) -> bool {
        self.counted.contains(&(term.clone(), semantics))
    }

    /// What making the table of an entry, which was met in a choice, is expected to cost: nothing if it is there already.
    pub fn table_cost(&self, entry: &Entry) -> f64 {
        let is_counted = self.is_counted_as(&entry.table, entry.semantics);
        let made = self.best.get(&(entry.table.clone(), entry.semantics)).filter(|_| !is_counted);
        made.map_or(0.0, |made| made.cost)
    }

    /// Order of the group of an edge-induced pattern.
    pub(super) fn order(&mut self, term: &Pattern) -> Option<i128> {
        if let Some(&known) = self.orders.get(term) {
            return Some(known);
        }
        let order = i128::try_from(term.automorphisms(Semantics::EdgeInduced).order()).ok()?;
        self.orders.insert(term.clone(), order);
        Some(order)
    }

    fn above(&mut self, term: &Pattern) -> &[(Pattern, i128)] {
        self.above.entry(term.clone()).or_insert_with(|| with_one_more(term))
    }
}

/// Whether two terms have the same nest: how often it counts is another matter.
pub(super) fn is_same(one: &Term, other: &Term) -> bool {
    one.pattern == other.pattern && one.semantics == other.semantics && one.outline == other.outline
}

/// The sum, for counts of unlabelled patterns without a predicate.
pub(super) fn choice(query: &Query, stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
    let pattern = &query.pattern;
    let labelled = pattern.has_labels();
    if labelled
        || !pattern.predicate().is_empty()
        || pattern.num_vertices() > LARGEST
        || query.semantics == Semantics::Homomorphism
        || query.output == Output::List
        || query.disabled.contains("conversion")
    {
        return None;
    }
    let signs = match query.semantics {
        Semantics::VertexInduced => signs_of_supergraphs(pattern, memo)?,
        Semantics::EdgeInduced | Semantics::Homomorphism => signs_of_subsets(query)?,
    };
    let mut sum = Sum::default();
    for (term, weight) in weights(query, signs, memo)? {
        let best = cheapest(&term, query, stats, memo)?;
        sum.add(best, Weight::whole(weight), memo.is_counted(&term))?;
    }
    sum.choice(PassSet::of("conversion"), query.disabled, memo)
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
fn signs_of_supergraphs(pattern: &Pattern, memo: &mut Memo) -> Option<BTreeMap<Pattern, i128>> {
    let n = pattern.num_vertices();
    let edges: Vec<PatternEdge> = pattern.edges().collect();
    // An edge of either direction in a directed pattern is no set of arcs.
    let is_mixed = pattern.is_directed() && edges.iter().any(|edge| edge.kind == EdgeKind::Undirected);
    let all = if pattern.is_directed() { n * (n - 1) } else { n * (n - 1) / 2 };
    if is_mixed || edges.len() == all {
        return None;
    }
    let most_new = MOST_NEW[n.saturating_sub(LARGEST - 2)];
    let mut layer = BTreeMap::from([(with_edges(pattern, &edges)?.canonical(), 1i128)]);
    let mut signs = BTreeMap::new();
    let mut num_new = 0;
    for size in 0..=(all - edges.len()) as i128 {
        num_new +=
            layer.keys().filter(|term| !memo.best.contains_key(&((*term).clone(), Semantics::EdgeInduced))).count();
        if num_new > most_new || memo.is_interrupted() {
            return None;
        }
        let mut next = BTreeMap::<Pattern, i128>::new();
        for (term, number) in layer {
            for (more, ways) in memo.above(&term) {
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
    if absent.is_empty() || absent.len() > MOST_PAIRS || n >= LARGEST - 1 || pattern.is_directed() {
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

/// The cheapest way to count the subgraphs that are like `term`; `None` if planning was interrupted.
pub(super) fn cheapest(term: &Pattern, query: &Query, stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
    cheapest_of(term, Semantics::EdgeInduced, query, stats, memo)
}

/// The same for other semantics.
pub(super) fn cheapest_of(
    term: &Pattern,
    semantics: Semantics,
    query: &Query,
    stats: &GraphStats,
    memo: &mut Memo,
) -> Option<Choice> {
    let key = (term.clone(), semantics);
    if let Some(known) = memo.best.get(&key) {
        return Some(known.clone());
    }
    let query = Query {
        pattern: term.clone(),
        semantics,
        unit: Unit::Subgraphs,
        output: Output::Count,
        disabled: query.disabled,
    };
    let (group, stats) = (term.automorphisms(semantics), stats.of_part(term));
    let fuses = memo.is_announced && !query.disabled.contains("fuse") && fused::applies(term);
    let mut found = choices(&query, &group, &stats, if fuses { SHORTLIST } else { 1 }, memo);
    let fused = if fuses { fused::cheapest(&query, &found, &stats, memo) } else { None };
    let best = fused.or_else(|| (!found.is_empty()).then(|| found.swap_remove(0)))?;
    memo.best.insert(key, best.clone());
    Some(best)
}

/// A shortlist of the ways to count what a term of a sum counts, cheapest first, as an answer to the query given with them; `None` for a term that
/// is counted already, or in a way of its own, such as a core that looks tables up, and if planning was interrupted.
pub fn alternatives(
    term: &Term,
    disabled: PassSet,
    stats: &GraphStats,
    memo: &mut Memo,
) -> Option<(Query, Vec<Choice>)> {
    let (pattern, semantics) = (term.pattern.clone(), term.semantics);
    let known = memo.best.get(&(pattern.clone(), semantics))?;
    let is_known = matches!(&known.terms[..], [only] if is_same(only, term));
    if !is_known || memo.has_counted(term) {
        return None;
    }
    let query = Query { pattern, semantics, unit: Unit::Subgraphs, output: Output::Count, disabled };
    let group = query.pattern.automorphisms(semantics);
    let found = choices(&query, &group, &stats.of_part(&query.pattern), SHORTLIST, memo);
    (!found.is_empty()).then_some((query, found))
}
