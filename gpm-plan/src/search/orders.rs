//! Choices of a single nest: tails, restrictions and connected matching orders.

use super::beam::Beam;
use super::choice::Choice;
use super::context::Context;
use super::credited::Credited;
use super::interrupt::Interrupt;
use super::order_search::OrderSearch;
use super::parts::{is_bare, mask};
use super::shortlist::Shortlist;
use super::tail;
use crate::cost::{Estimator, GraphStats, Tables};
use crate::limits::{BEAM, EXHAUSTIVE, PROMISING, TOTAL_ORDER};
use crate::opt::{MAX_EXPANDED, counts_both_ways};
use crate::passes::Pass;
use crate::pattern::predicate::Condition;
use crate::pattern::{Automorphisms, PairConstraint, Pattern, bits};
use crate::query::{Output, Query};
use crate::symmetry::{Breaking, Stabilizers, breakings, total_orders};

/// Adds single nests, until planning is interrupted: those of the cheapest outlines are built, and ranked by what they are expected to
/// cost as the passes leave them.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    let mut outlines = best.of_outlines();
    looking_up(context, &[], &mut outlines);
    best.extend(outlines.into_priced(context.query.disabled, context.stats));
}

/// Adds single nests whose matches look tables up, until planning is interrupted. `lookups` are the masks of the vertices by which
/// each is looked up: these are loops, and symmetry that moves them is not broken. They are ranked by their outlines: which tables they look
/// up is known later.
pub(super) fn looking_up(context: &Context<'_>, lookups: &[u32], best: &mut Shortlist) {
    let space = Space::new(context, lookups);
    let Some(searches) = space.searches(context.group, best) else { return };
    // The vertices of a clique are matched in the order of their numbers; what differs is which is larger.
    let (cliques, searches): (Vec<_>, Vec<_>) =
        searches.into_iter().partition(|search| space.is_ordered(&search.credited));
    follow(&cliques, best);
    if context.query.pattern.num_vertices() > EXHAUSTIVE {
        // A look ahead with a beam of one ranks the tails; the promising ones are searched in earnest.
        let mut ranked: Vec<(f64, &OrderSearch<'_>)> = Vec::new();
        for search in &searches {
            let most = ranked.get(PROMISING - 1).map_or(f64::INFINITY, |&(rank, _)| rank);
            let mut trial = best.for_one();
            search.run(&mut trial, Beam::one(), most);
            let place = ranked.partition_point(|&(rank, _)| rank <= trial.rank());
            ranked.insert(place, (trial.rank(), search));
            ranked.truncate(PROMISING);
        }
        let mut beam = Beam::of_large(context.query.pattern.num_vertices());
        loop {
            ranked.iter().for_each(|(_, search)| search.run(best, beam, f64::INFINITY));
            match beam.wider(best.rank()) {
                Some(wider) if !best.is_interrupted() => beam = wider,
                _ => break,
            }
        }
    } else {
        // Here it says from which cost on a choice is none of the best, so that most prefixes are left early.
        let mut ahead = best.for_as_many();
        searches.iter().for_each(|search| search.run(&mut ahead, Beam::one(), f64::INFINITY));
        searches.iter().for_each(|search| search.run(best, Beam::of(BEAM * BEAM), ahead.worst()));
    }
}

/// Offers the matching orders of a clique, one for each of these searches. All are priced by the same sums over degrees, so their errors
/// are alike: an order that costs more than [`TOTAL_ORDER`] times as much as the cheapest is no near tie, and is left out.
fn follow(cliques: &[OrderSearch<'_>], best: &mut Shortlist) {
    let priced: Vec<_> = cliques.iter().map(|search| (search, search.ordered())).collect();
    let least = priced.iter().map(|(_, prefix)| prefix.cost).fold(f64::INFINITY, f64::min);
    for (search, prefix) in priced.iter().filter(|(_, prefix)| prefix.cost <= TOTAL_ORDER * least) {
        search.offer(prefix, best);
    }
}

/// Single nests of one connected order, which has so many of its vertices counted together at the end, or as many as may be: each
/// under other restrictions. What orders the search would leave out is found too.
pub(super) fn along(context: &mut Context<'_>, (order, tail): (&[usize], Option<usize>)) -> Vec<Choice> {
    let mut best = Shortlist::new(usize::MAX, context.interrupt());
    let space = Space::new(context, &[]);
    let counted = tail.map_or(0..order.len(), |tail| tail..tail + 1);
    let tails: Vec<u32> = counted.map(|counted| mask(&order[order.len() - counted..])).collect();
    let tails = |credited: &Credited| {
        let may_be =
            |tail: &u32| tail & credited.vertices == 0 && tail::may_be(context.query, &space.constraints, *tail);
        tails.iter().copied().filter(may_be).collect()
    };
    for search in space.searches_of(context.group, &best, tails).unwrap_or_default() {
        if let Some((&root, rest)) = order[..search.core.count_ones() as usize].split_first() {
            let prefix = rest.iter().fold(search.start(root), |prefix, &u| search.estimator.extend(&prefix, u));
            search.offer(&prefix, &mut best);
        }
    }
    best.into_priced(context.query.disabled, context.stats)
}

/// The cheapest single nest under given restrictions.
pub(super) fn under(query: &Query, breaking: &Breaking, stats: &GraphStats, interrupt: &Interrupt) -> Option<Choice> {
    let constraints = Estimator::constraints(&query.pattern, query.semantics);
    let fraction = vec![1.0; constraints.len()];
    let mut best = Shortlist::new(1, interrupt.clone()).of_outlines();
    for tail in tail::tails(query, &constraints, 0, interrupt) {
        // Tail vertices are counted independently of each other: no restriction may lie between them.
        let inside = |v: usize| tail >> v & 1 == 1;
        // The symmetry left is another pattern's, of which binomials need not be a part: few vertices do without.
        if breaking.pairs.iter().any(|&(a, b)| inside(a) && inside(b)) || tail.count_ones() as usize > MAX_EXPANDED {
            continue;
        }
        let search = OrderSearch {
            query,
            estimator: Estimator::new(stats, &constraints, &fraction, &breaking.pairs, tail),
            core: query.pattern.vertex_mask() & !tail,
            tail,
            overhead: stats.overhead(&query.pattern),
            factor: 1.0,
            breaking: breaking.clone(),
            credited: Credited::to_anchors(query),
        };
        search.run(&mut best, Beam::of(BEAM), f64::INFINITY);
    }
    let priced = best.into_priced(query.disabled, stats);
    priced.into_iter().min_by(|a, b| a.rank().total_cmp(&b.rank()))
}

/// What all searches for one question have in common.
struct Space<'a> {
    query: &'a Query,
    stats: &'a GraphStats,
    lookups: &'a [u32],
    /// The vertices by which tables are looked up, as a mask.
    looped: u32,
    constraints: Vec<Vec<PairConstraint>>,
    fraction: Vec<f64>,
    overhead: f64,
    /// Vertices whose neighborhoods may be searched as local graphs, as a mask.
    hubs: u32,
    /// Whether restrictions may follow the degree order.
    orient: bool,
    /// Whether nests of two loops may meet each edge once.
    folds: bool,
    /// Whether the pattern is a clique with all of its symmetry to break.
    is_clique: bool,
}

impl<'a> Space<'a> {
    fn new(context: &Context<'a>, lookups: &'a [u32]) -> Space<'a> {
        let (query, stats) = (context.query, context.stats);
        let pattern = &query.pattern;
        let constraints = Estimator::constraints(pattern, query.semantics);
        let looped = lookups.iter().fold(0, |mask, &by| mask | by);
        let hubs = match looped.count_ones() {
            _ if !context.allows(Pass::LocalGraph) || !is_of_one_class(pattern) => 0,
            0 => Estimator::hubs(&constraints),
            1 => Estimator::hubs(&constraints) & looped,
            _ => 0,
        };
        let orient = context.allows(Pass::Orientation);
        let is_free = looped == 0;
        Space {
            query,
            stats,
            lookups,
            looped,
            fraction: stats.fractions(pattern),
            overhead: stats.overhead(pattern),
            hubs,
            orient,
            folds: is_free
                && query.output == Output::Count
                && counts_both_ways(pattern)
                && context.allows_all(&[Pass::BothWays, Pass::InclusionExclusion]),
            is_clique: orient && is_free && is_bare(pattern) && pattern.is_clique() && query.breaks_symmetry(),
            constraints,
        }
    }

    /// All searches; `None` if planning was interrupted.
    fn searches(&self, group: &Automorphisms, best: &Shortlist) -> Option<Vec<OrderSearch<'_>>> {
        self.searches_of(group, best, |credited| match self.is_clique && credited.vertices == 0 {
            true => vec![1 << (self.constraints.len() - 1)],
            false => tail::tails(self.query, &self.constraints, self.looped | credited.vertices, best.interrupt()),
        })
    }

    /// Those with some tails.
    fn searches_of(
        &self,
        group: &Automorphisms,
        best: &Shortlist,
        tails: impl Fn(&Credited) -> Vec<u32>,
    ) -> Option<Vec<OrderSearch<'_>>> {
        let looped: Vec<usize> = bits(self.looped).collect();
        let mut searches = Vec::new();
        for (credited, group) in Credited::all(self.query, group, &looped) {
            if best.is_interrupted() {
                return None;
            }
            let mut stabilizers = Stabilizers::new(&group);
            for tail in tails(&credited) {
                if best.is_interrupted() {
                    return None;
                }
                let core = self.query.pattern.vertex_mask() & !tail;
                // A listing must meet each subgraph exactly once, so every symmetry is broken.
                let base = if self.query.output == Output::List { self.query.pattern.vertex_mask() } else { core };
                let sets = match self.query.breaks_symmetry() {
                    true if self.is_ordered(&credited) => self.total_orders(),
                    true => breakings(&self.query.pattern, &mut stabilizers, &looped, base, self.orient),
                    false => vec![Breaking::none(1)],
                };
                let left = if self.query.breaks_symmetry() { group.order() } else { 1 };
                searches.extend(self.folded(tail, &sets, left, credited));
                searches.extend(sets.into_iter().map(|breaking| {
                    let estimator = self.estimator(tail, &breaking.pairs, credited);
                    self.search(tail, estimator, breaking, credited)
                }));
            }
        }
        Some(searches)
    }

    /// The total orders of a clique that are worth a try: the first of all is the descending one.
    fn total_orders(&self) -> Vec<Breaking> {
        let mut orders = total_orders(self.constraints.len());
        if self.constraints.len() > self.stats.prices.total_orders {
            orders.truncate(1);
        }
        orders
    }

    /// Whether each subgraph is met in one total order of vertices that are all alike.
    fn is_ordered(&self, credited: &Credited) -> bool {
        self.is_clique && credited.is_alike(&self.query.pattern)
    }

    /// The search that meets each edge of the graph once though it matters which end is which, where the core is an edge that no
    /// restriction orders. All of the symmetry is left to divide by.
    fn folded(&self, tail: u32, sets: &[Breaking], left: u128, credited: Credited) -> Option<OrderSearch<'_>> {
        let core = self.query.pattern.vertex_mask() & !tail;
        if !self.folds || core.count_ones() != 2 {
            return None;
        }
        let ends = (core.trailing_zeros() as usize, core.ilog2() as usize);
        let is_end = |pair: &(usize, usize)| *pair == ends || *pair == (ends.1, ends.0);
        if sets.iter().any(|breaking| breaking.pairs.iter().any(is_end)) {
            return None;
        }
        let halves = sets.iter().all(|breaking| !breaking.pairs.is_empty());
        let factor = if halves { self.stats.prices.whole_rows } else { 1.0 };
        let search = self.search(tail, self.estimator(tail, &[ends], credited), Breaking::none(left), credited);
        Some(OrderSearch { factor, ..search })
    }

    fn search<'s>(
        &'s self,
        tail: u32,
        estimator: Estimator<'s>,
        breaking: Breaking,
        credited: Credited,
    ) -> OrderSearch<'s> {
        OrderSearch {
            query: self.query,
            estimator,
            core: self.query.pattern.vertex_mask() & !tail,
            tail,
            overhead: self.overhead,
            factor: 1.0,
            breaking,
            credited,
        }
    }

    fn estimator(&self, tail: u32, pairs: &[(usize, usize)], credited: Credited) -> Estimator<'_> {
        let estimator = Estimator::new(self.stats, &self.constraints, &self.fraction, pairs, tail).with_hubs(self.hubs);
        let tables = Tables { lookups: self.lookups.to_vec(), credited: credited.vertices };
        let predicate = self.query.pattern.predicate();
        estimator
            .with_predicate(predicate, self.query.disabled)
            .with_implied(predicate, self.query.disabled)
            .with_tables(tables)
    }
}

/// Whether all vertices are matched by the same data vertices, as far as these are looked at one by one.
fn is_of_one_class(pattern: &Pattern) -> bool {
    let has_conditions = pattern.predicate().conjuncts().iter().any(Condition::is_of_class);
    !has_conditions && (1..pattern.num_vertices()).all(|u| pattern.vertex_label(u) == pattern.vertex_label(0))
}
