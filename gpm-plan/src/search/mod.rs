//! WHEN: the search over tails, restrictions and connected matching orders, ranked by the cost model.

mod basis;
mod blocks;
mod codegree;
mod conversion;
mod credited;
mod cycles;
mod decomposition;
mod fused;
mod homomorphism;
mod interrupt;
mod sum;
mod tail;
mod totals;
mod walks;
mod weight;

use crate::cost::{Estimator, GraphStats, Prefix, Tables};
use crate::nest::build::{Outline, build};
use crate::nest::verify::VerifyError;
use crate::nest::{Level, LoopNest, Restriction};
use crate::opt::{PassSet, Trace, counts_both_ways, optimize};
use crate::pattern::predicate::Condition;
use crate::pattern::{Automorphisms, Pattern, Semantics, bits};
use crate::query::{Output, Query};
use crate::symmetry::{Breaking, Stabilizers, breakings};
use credited::Credited;

pub use conversion::{Memo, alternatives};
pub use decomposition::is_cut;
pub use interrupt::Interrupt;
pub use sum::{is_one_search, looked_up, tables};
pub use weight::Weight;

/// One way to answer the query, with its predicted cost: a sum of nests.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What is summed, at least one term.
    pub terms: Vec<Term>,
    /// Predicted cost, in elements streamed.
    pub cost: f64,
    /// The same from a sample of the search in the data graph, where one was taken.
    pub sampled: Option<f64>,
    /// Rewrites of the search that it rests on.
    pub rewrites: PassSet,
}

/// The matches of a pattern, how they are met, and how often they count.
#[derive(Clone, Debug)]
pub struct Term {
    /// How often each match counts; negative for what is taken off.
    pub weight: Weight,
    /// The query's pattern or one made from it.
    pub pattern: Pattern,
    /// What a match is.
    pub semantics: Semantics,
    /// What fixes the nest.
    pub outline: Outline,
    /// Predicted cost of the nest by itself, in elements streamed.
    pub cost: f64,
}

impl Choice {
    /// The query's pattern alone.
    fn plain(query: &Query, outline: Outline, cost: f64) -> Choice {
        let (pattern, semantics) = (query.pattern.clone(), query.semantics);
        let terms = vec![Term { weight: Weight::ONE, pattern, semantics, outline, cost }];
        Choice::sum(terms, cost, PassSet::default())
    }

    /// A sum that rests on some rewrites, and is expected to cost so much.
    fn sum(terms: Vec<Term>, cost: f64, rewrites: PassSet) -> Choice {
        Choice { cost: sum::risk(&terms) * cost, terms, sampled: None, rewrites }
    }

    /// What fixes the nest of the first term.
    pub fn outline(&self) -> &Outline {
        &self.terms[0].outline
    }
}

impl Term {
    /// Its nest after all passes but `disabled` ones, with what they did. Costs a copy if the memo has it.
    ///
    /// # Errors
    /// [`VerifyError`] if a pass left it invalid: a bug.
    pub fn nest(&self, disabled: PassSet, memo: &mut Memo) -> Result<(LoopNest, Vec<Trace>), VerifyError> {
        memo.nest(self, || {
            let mut nest = build(&self.pattern, self.semantics, &self.outline);
            optimize(&mut nest, disabled).map(|traces| (nest, traces))
        })
    }
}

/// Choices that are kept for samples to compare, and for `explain`: as many as rewrites offer, so that near ties of one kind do not
/// push out the others.
pub const SHORTLIST: usize = 8;
/// Prefixes of each length kept for large patterns; smaller ones keep the square of it, which is nearly all they have.
const BEAM: usize = 24;
/// Patterns up to this size are searched widely.
const EXHAUSTIVE: usize = 7;
/// Tails (with restrictions) of large patterns that are searched with the full beam.
const PROMISING: usize = 3;

/// The cheapest `keep` choices, cheapest first, at least one; none if the memo's [`Interrupt`] is due. The same input gives the
/// same choices; `memo` saves time, and says which nests are counted and thus cost nothing in a sum.
pub fn choices(query: &Query, group: &Automorphisms, stats: &GraphStats, keep: usize, memo: &mut Memo) -> Vec<Choice> {
    let mut best = Best::new(keep, memo);
    plain(query, group, &[], stats, &mut best);
    for choice in codegree::choices(query, group, &[], stats, memo) {
        best.insert(choice);
    }
    if let Some(choice) = conversion::choice(query, stats, memo) {
        best.insert(choice);
    }
    for choice in decomposition::choices(query, group, stats, best.least(), memo) {
        best.insert(choice);
    }
    for choice in homomorphism::choices(query, stats, memo) {
        best.insert(choice);
    }
    let cheapest = best.choices.first().map_or(f64::INFINITY, |choice| choice.cost);
    if let Some(choice) = basis::choice(query, group, stats, cheapest, memo) {
        best.insert(choice);
    }
    // Whatever ended early left choices out.
    if memo.is_interrupted() { Vec::new() } else { best.choices }
}

/// Offers single nests, until planning is interrupted. Vertices by which tables are looked up are bound by loops, and symmetry that moves them is not broken.
fn plain(query: &Query, group: &Automorphisms, lookups: &[u32], stats: &GraphStats, best: &mut Best) {
    let constraints = Estimator::constraints(&query.pattern, query.semantics);
    let fraction = fractions(query, stats);
    let orient = !query.disabled.contains("orientation");
    let fixed_mask = lookups.iter().fold(0, |mask, &by| mask | by);
    let fixed: Vec<usize> = bits(fixed_mask).collect();
    let hubs = match fixed[..] {
        _ if query.disabled.contains("local-graph") || !is_of_one_class(&query.pattern) => 0,
        [] => Estimator::hubs(&constraints),
        [root] => Estimator::hubs(&constraints) & 1 << root,
        _ => 0,
    };
    let large = query.pattern.num_vertices() > EXHAUSTIVE + 1;
    let overhead = stats.overhead(&query.pattern);
    let mut searches = Vec::new();
    let folds = fixed.is_empty()
        && query.output == Output::Count
        && counts_both_ways(&query.pattern)
        && ["both-ways", "inclusion-exclusion"].into_iter().all(|pass| !query.disabled.contains(pass));
    let clique = orient && fixed.is_empty() && is_plain_clique(query);
    for (credited, group) in Credited::all(query, group, &fixed) {
        if best.interrupt.is_due() {
            return;
        }
        let mut stabilizers = Stabilizers::new(&group);
        let tails = match clique && credited.vertices == 0 {
            true => vec![1 << (constraints.len() - 1)],
            false => tail::tails(query, &constraints, fixed_mask | credited.vertices, &best.interrupt),
        };
        for tail in tails {
            if best.interrupt.is_due() {
                return;
            }
            let core = query.pattern.vertex_mask() & !tail;
            let tail_cost = tail::cost(query, tail);
            // A listing must meet each subgraph exactly once, so every symmetry is broken.
            let base = if query.output == Output::List { query.pattern.vertex_mask() } else { core };
            let sets = match query.breaks_symmetry() {
                true => breakings(&query.pattern, &mut stabilizers, &fixed, base, orient),
                false => vec![Breaking::none(1)],
            };
            let estimator = |pairs: &[(usize, usize)]| {
                let estimator = Estimator::new(stats, &constraints, &fraction, pairs, tail).with_hubs(hubs);
                let tables = Tables { lookups: lookups.to_vec(), credited: credited.vertices };
                estimator.with_predicate(query.pattern.predicate()).with_tables(tables)
            };
            let ends = (core.trailing_zeros() as usize, core.ilog2() as usize);
            let is_end = |pair: &(usize, usize)| *pair == ends || *pair == (ends.1, ends.0);
            let is_ordered = sets.iter().any(|breaking| breaking.pairs.iter().any(is_end));
            if folds && core.count_ones() == 2 && !is_ordered {
                // Each edge of the graph is met once, though it matters which end is which.
                let breaking = Breaking::none(if query.breaks_symmetry() { group.order() } else { 1 });
                let estimator = estimator(&[ends]);
                let halves = sets.iter().all(|breaking| !breaking.pairs.is_empty());
                let factor = if halves { stats.overheads.whole_rows } else { 1.0 };
                searches.push(Search { query, estimator, core, tail, tail_cost, overhead, factor, breaking, credited });
            }
            for breaking in sets {
                let (estimator, factor) = (estimator(&breaking.pairs), 1.0);
                searches.push(Search { query, estimator, core, tail, tail_cost, overhead, factor, breaking, credited });
            }
        }
    }
    // Every order of a clique is the same one: each vertex below the one before, drawn from the short side of its row.
    let is_clique = |search: &Search<'_>| clique && search.credited.is_alike(&query.pattern);
    let (cliques, searches): (Vec<_>, Vec<_>) = searches.into_iter().partition(is_clique);
    cliques.iter().filter(|search| search.descends()).for_each(|search| search.follow(best));
    if large {
        // A look ahead with a beam of one ranks the tails; the promising ones are searched in earnest.
        let first = |search: &Search<'_>| {
            let mut trial = best.empty(1);
            search.run(&mut trial, 1, f64::INFINITY);
            trial.choices.first().map_or(f64::INFINITY, |choice| choice.cost)
        };
        let mut ranked: Vec<(f64, usize)> = searches.iter().enumerate().map(|(i, search)| (first(search), i)).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().take(PROMISING).for_each(|(_, i)| searches[i].run(best, BEAM, f64::INFINITY));
    } else {
        // Here it says from which cost on a choice is none of the best, so that most prefixes are left early.
        let mut ahead = best.empty(best.keep);
        searches.iter().for_each(|search| search.run(&mut ahead, 1, f64::INFINITY));
        searches.iter().for_each(|search| search.run(best, BEAM * BEAM, ahead.worst()));
    }
}

/// Whether all vertices are matched by the same data vertices, as far as these are looked at one by one.
fn is_of_one_class(pattern: &Pattern) -> bool {
    let has_conditions = pattern.predicate().conjuncts().iter().any(Condition::is_of_class);
    !has_conditions && (1..pattern.num_vertices()).all(|u| pattern.vertex_label(u) == pattern.vertex_label(0))
}

/// An unlabelled clique with all of its symmetry to break.
fn is_plain_clique(query: &Query) -> bool {
    let pattern = &query.pattern;
    let plain = !pattern.is_directed()
        && !pattern.has_vertex_labels()
        && !pattern.has_edge_labels()
        && pattern.predicate().is_empty();
    plain && pattern.is_clique() && query.breaks_symmetry()
}

struct Search<'a> {
    query: &'a Query,
    estimator: Estimator<'a>,
    core: u32,
    tail: u32,
    tail_cost: f64,
    overhead: f64,
    /// What the cost of the search is multiplied by.
    factor: f64,
    breaking: Breaking,
    credited: Credited,
}

impl Search<'_> {
    /// Offers the orders found with at most `beam` prefixes of each length, but none that costs more than `most`.
    fn run(&self, best: &mut Best, beam: usize, most: f64) {
        let size = self.core.count_ones() as usize;
        let anchors = if self.credited.comes_first { self.query.pattern.anchors() } else { &[] };
        let roots = bits(self.core).filter(|&u| anchors.first().is_none_or(|&anchor| anchor == u));
        let mut prefixes: Vec<Prefix> = roots.map(|u| self.start(u)).collect();
        for placed in 1..size {
            let mut next: Vec<Prefix> = Vec::new();
            for prefix in &prefixes {
                if best.interrupt.is_due() {
                    return;
                }
                let due = |&u: &usize| anchors.get(placed).is_none_or(|&anchor| anchor == u);
                let worst = best.worst().min(most.next_up());
                let open = self.connected(prefix).filter(due);
                next.extend(open.filter_map(|u| self.estimator.extend_below(prefix, u, worst)));
            }
            if next.len() > beam {
                next.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.order().cmp(b.order())));
                next.truncate(beam);
            }
            prefixes = next;
        }
        for prefix in prefixes {
            let cost = match self.walks_tail() {
                true => self.estimator.extend(&prefix, self.tail.trailing_zeros() as usize).cost,
                false => prefix.cost + prefix.matches * self.tail_cost,
            };
            let cost = self.overhead + self.factor * (cost - self.overhead);
            best.offer(self.query, cost, || self.outline(prefix.order()));
        }
    }

    /// The root alone, with what the nest costs in any case.
    fn start(&self, root: usize) -> Prefix {
        let mut start = self.estimator.start(root);
        start.cost += self.overhead;
        start
    }

    /// Whether the tail, then one vertex, is looked at candidate by candidate.
    fn walks_tail(&self) -> bool {
        self.query.pattern.predicate().searched_vertices() & self.tail != 0
    }

    /// Whether the restrictions make each vertex smaller than those of lower number.
    fn descends(&self) -> bool {
        self.breaking.pairs.iter().all(|(smaller, larger)| smaller > larger)
    }

    /// Offers the one order by vertex number.
    fn follow(&self, best: &mut Best) {
        let start = self.start(0);
        let prefix = bits(self.core).skip(1).fold(start, |prefix, u| self.estimator.extend(&prefix, u));
        best.offer(self.query, prefix.cost, || self.outline(prefix.order()));
    }

    /// Core vertices that may come next: every prefix stays connected.
    fn connected(&self, prefix: &Prefix) -> impl Iterator<Item = usize> + use<> {
        let reached = prefix.order().fold(0, |mask, v| mask | self.estimator.adjacent(v));
        bits(self.core & reached & !prefix.placed)
    }

    fn outline(&self, core: impl Iterator<Item = usize>) -> Outline {
        let order: Vec<usize> = core.chain(bits(self.tail)).collect();
        let position = |u: usize| Level(order.iter().position(|&w| w == u).expect("the order has every vertex") as u8);
        let mut restrictions: Vec<Restriction> = self
            .breaking
            .pairs
            .iter()
            .map(|&(smaller, larger)| Restriction { smaller: position(smaller), larger: position(larger) })
            .collect();
        restrictions.sort_unstable();
        Outline {
            tail: self.tail.count_ones() as usize,
            restrictions,
            divisor: self.breaking.divisor,
            emit: self.query.output == Output::List,
            filter: !self.query.disabled.contains("candidate-filter"),
            tail_may_coincide: false,
            reach: false,
            credited: self.credited.levels(&order),
            entries: Vec::new(),
            walks: Vec::new(),
            order,
        }
    }
}

/// The cheapest choices so far, ascending.
struct Best {
    keep: usize,
    choices: Vec<Choice>,
    interrupt: Interrupt,
}

impl Best {
    /// None yet.
    fn new(keep: usize, memo: &Memo) -> Best {
        Best { keep, choices: Vec::new(), interrupt: memo.interrupt.clone() }
    }

    /// None yet, for a part of the same search.
    fn empty(&self, keep: usize) -> Best {
        Best { keep, choices: Vec::new(), interrupt: self.interrupt.clone() }
    }

    /// A cost at or above this is of no interest any more.
    fn worst(&self) -> f64 {
        if self.choices.len() < self.keep { f64::INFINITY } else { self.choices[self.keep - 1].cost }
    }

    /// What takes long to plan is of interest only below this: it should win, unless all choices are kept.
    fn least(&self) -> f64 {
        if self.choices.len() < self.keep { f64::INFINITY } else { self.choices[0].cost }
    }

    fn offer(&mut self, query: &Query, cost: f64, outline: impl FnOnce() -> Outline) {
        if cost < self.worst() {
            self.insert(Choice::plain(query, outline(), cost));
        }
    }

    fn insert(&mut self, choice: Choice) {
        // Choices of the same cost are the same but for symmetry: the one found first speaks for all.
        let at = self.choices.partition_point(|other| other.cost < choice.cost);
        if self.choices.get(at).is_some_and(|other| other.cost == choice.cost) {
            return;
        }
        self.choices.insert(at, choice);
        self.choices.truncate(self.keep);
    }
}

/// The fraction of data vertices that each pattern vertex admits by its label and its attributes.
pub(crate) fn fractions(query: &Query, stats: &GraphStats) -> Vec<f64> {
    let smallest = 0.5 / stats.vertices.max(1.0);
    let labelled = |u: usize| match query.pattern.vertex_label(u) {
        Some(label) => stats.labels.get(label.as_str()).copied().unwrap_or(0.0),
        None => 1.0,
    };
    let satisfying = |u: usize| {
        let conditions = query.pattern.predicate().conjuncts().iter();
        conditions
            .filter(|condition| condition.is_of_class() && condition.vertices() == 1 << u)
            .map(Condition::selectivity)
            .product::<f64>()
    };
    (0..query.pattern.num_vertices()).map(|u| (labelled(u) * satisfying(u)).max(smallest).min(1.0)).collect()
}
