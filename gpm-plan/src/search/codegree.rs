//! Choices that look common neighborhoods up by codegree [ChibaNishizeki1985], where each tail vertex hangs on the root and
//! on one more core vertex: 4-cycle, K2,n, house, 5-cycle.
//!
//! A core vertex without a neighbor before it is drawn from the two-hop reach of the root. Two tail vertices with different
//! partners may coincide; intersecting three rows for that would cost more than all the rest, so the matches in which they do
//! are counted as a pattern of their own and subtracted: whichever way is cheapest where the restrictions are just what breaks its
//! symmetry, else under the same ones.

use super::choice::{Choice, ChoiceTerm};
use super::context::Context;
use super::orders::under;
use super::parts::{is_bare, mask};
use super::shortlist::Shortlist;
use super::weight::Weight;
use crate::cost::{Estimator, GraphStats, Kind, Loop, Operator, Work};
use crate::forecast::counting;
use crate::limits::WITH_CODEGREES;
use crate::nest::build::Outline;
use crate::nest::{Level, Levels, Restriction};
use crate::passes::{Pass, PassSet};
use crate::pattern::{Pattern, Semantics, bits};
use crate::query::{Output, Query};
use crate::symmetry::{Breaking, Stabilizers, breakings};

/// The switches of the rewrite.
pub(super) const SWITCHES: &[Pass] = &[Pass::Codegree, Pass::InclusionExclusion];

/// Adds all such choices.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    let found = choices(context, &[], best.worst());
    best.extend(found);
}

/// All such choices that cost less than `limit`; none for patterns or questions that the rewrite is not for. Vertices in `looped` are
/// loops, and symmetry that moves them is not broken.
pub(super) fn choices(context: &mut Context<'_>, looped: &[usize], limit: f64) -> Vec<Choice> {
    let query = context.query;
    let pattern = &query.pattern;
    let n = pattern.num_vertices();
    if !is_bare(pattern)
        || !WITH_CODEGREES.contains(&n)
        || query.semantics != Semantics::EdgeInduced
        || query.output == Output::List
    {
        return Vec::new();
    }
    let (mut found, mut stabilizers) = (Vec::new(), Stabilizers::new(context.group));
    let first = pattern.anchors().first();
    let loops = mask(pattern.anchors()) | mask(looped);
    for root in (0..n).filter(|root| first.is_none_or(|first| first == root)) {
        for tail in (1..pattern.vertex_mask()).filter(|tail| tail & loops == 0) {
            let core = pattern.vertex_mask() & !tail;
            let Some(tail) = RootedTail::new(pattern, root, tail) else { continue };
            if context.is_interrupted() {
                return Vec::new();
            }
            // What is taken off knows nothing of the tables looked up here.
            if tail.partners.len() == 2 && !looped.is_empty() {
                continue;
            }
            for breaking in breakings(pattern, &mut stabilizers, looped, core, context.allows(Pass::Orientation)) {
                found.extend(tail.choice(context, &breaking, limit));
            }
        }
    }
    found
}

/// What the loops of a core are expected to meet.
struct Loops {
    matches: f64,
    /// In elements streamed.
    cost: f64,
}

/// A root and a tail to which the rewrite applies.
struct RootedTail<'a> {
    pattern: &'a Pattern,
    root: usize,
    tail: Vec<usize>,
    /// Core vertices that tail vertices share with the root: one, or one for each of two tail vertices.
    partners: Vec<usize>,
}

impl<'a> RootedTail<'a> {
    fn new(pattern: &'a Pattern, root: usize, tail: u32) -> Option<RootedTail<'a>> {
        let partner = |t: usize| {
            let others = pattern.neighbor_mask(t) & !(1 << root);
            (pattern.are_adjacent(root, t) && others.count_ones() == 1 && others & tail == 0)
                .then(|| others.trailing_zeros() as usize)
        };
        if tail >> root & 1 == 1 {
            return None;
        }
        let tail: Vec<usize> = bits(tail).collect();
        let mut partners = tail.iter().map(|&t| partner(t)).collect::<Option<Vec<_>>>()?;
        partners.dedup();
        let fits = partners.len() == 1 || (partners.len() == 2 && tail.len() == 2);
        fits.then_some(RootedTail { pattern, root, tail, partners })
    }

    /// The choice under one set of restrictions, if tail vertices are bounded by nothing but the root, all alike, and every
    /// vertex to be drawn from the reach by nothing but the root.
    fn choice(&self, context: &mut Context<'_>, breaking: &Breaking, limit: f64) -> Option<Choice> {
        let (query, stats) = (context.query, context.stats);
        let order = self.order(breaking)?;
        let bounds_of = |t: usize| {
            let with = |other: usize| (breaking.pairs.contains(&(t, other)), breaking.pairs.contains(&(other, t)));
            let foreign = (0..self.pattern.num_vertices()).filter(|&v| v != t && v != self.root);
            (with(self.root), foreign.map(with).any(|(below, above)| below || above))
        };
        let first = bounds_of(self.tail[0]);
        if first.1 || self.tail.iter().any(|&t| bounds_of(t) != first) {
            return None;
        }
        let coincide = self.partners.len() == 2;
        let outline = outline(&order, self.tail.len(), breaking, coincide, query);
        let mut choice = Choice::plain(query, outline, 0.0);
        let loops = self.loops(stats, &order, breaking);
        let cost = loops.cost + stats.overhead(self.pattern);
        (cost < limit).then_some(())?;
        let counting = counting(&choice.terms[0].sketch(query.disabled)).map(|operator| operator.cost(&stats.prices));
        let cost = cost + loops.matches * counting.iter().sum::<f64>();
        choice.reprice(cost);
        let merged = if coincide { Some(self.merged(context, breaking)?) } else { None };
        let (mut terms, mut rewrites) = (choice.terms, PassSet::from(Pass::Codegree));
        let Some(merged) = merged else { return Some(Choice::sum(terms, cost, rewrites)) };
        let nests = cost + merged.cost - merged.tables;
        rewrites = rewrites.union(merged.rewrites);
        // Matches in which the two coincide are counted, and taken off.
        for term in merged.terms {
            terms.push(ChoiceTerm { weight: term.weight.times(Weight::whole(-1))?, ..term });
        }
        Some(Choice::sum(terms, nests, rewrites).with_tables(merged.tables))
    }

    /// The root, then the rest of the core, each hanging on an earlier vertex if it can; at most one is drawn from the reach,
    /// first, and it must be a partner bounded by the root alone.
    fn order(&self, breaking: &Breaking) -> Option<Vec<usize>> {
        let mut order = vec![self.root];
        let mut open: Vec<usize> =
            (0..self.pattern.num_vertices()).filter(|v| *v != self.root && !self.tail.contains(v)).collect();
        // A second anchor is the next vertex in any case.
        if let Some(&anchor) = self.pattern.anchors().get(1) {
            open.retain(|&v| v != anchor);
            order.push(anchor);
        }
        while !open.is_empty() {
            let rows = |v: usize| order.iter().filter(|&&w| self.pattern.are_adjacent(v, w)).count();
            // The one with the most rows to be in has the fewest candidates.
            let hanging = (0..open.len()).filter(|&i| rows(open[i]) > 0);
            let next = match hanging.min_by_key(|&i| std::cmp::Reverse(rows(open[i]))) {
                Some(next) => next,
                None if order.len() == 1 => open.iter().position(|v| self.partners.contains(v))?,
                None => return None,
            };
            order.push(open.remove(next));
        }
        let drawn = order.get(1).filter(|&&v| !self.pattern.are_adjacent(self.root, v));
        let unbounded = drawn.is_none_or(|&v| {
            let related = |&(a, b): &(usize, usize)| (a == self.root && b == v) || (a == v && b == self.root);
            let bound: Vec<_> = breaking.pairs.iter().filter(|pair| related(pair)).collect();
            let partners = self.partners.iter().filter(|&&p| p != v);
            // The reach has the bounds that all partners have with the root.
            partners.into_iter().all(|&p| {
                let swapped = |x: usize| if x == v { p } else { x };
                bound.iter().all(|&&(a, b)| breaking.pairs.contains(&(swapped(a), swapped(b))))
            })
        });
        order.extend(&self.tail);
        unbounded.then_some(order)
    }

    /// Two-hop paths of all roots, then what is looked up; what is counted for each match comes on top.
    fn loops(&self, stats: &GraphStats, order: &[usize], breaking: &Breaking) -> Loops {
        let bound = |a: usize, b: usize| (breaking.pairs.contains(&(a, b)), breaking.pairs.contains(&(b, a)));
        // Pairs of a root and another end in the row of a middle vertex that is above the root, below it, or either.
        let (above, below) = bound(self.root, self.tail[0]);
        let counted = stats.paths(above, below);
        let core = &order[..order.len() - self.tail.len()];
        let constraints = Estimator::constraints(self.pattern, Semantics::EdgeInduced);
        let mut work = Work::default();
        counted.add_to(&mut work, 1.0);
        let paths = work.of(Kind::Path);
        let walks = work.cost(&stats.prices);
        let is_drawn = core.get(1).is_some_and(|&v| !self.pattern.are_adjacent(self.root, v));
        let (matches, cost) = match is_drawn {
            true => (self.add_loops(&mut work, (core, paths), stats, bound), 0.0),
            false => {
                let (fraction, tail) = (vec![1.0; order.len()], mask(&self.tail));
                let estimator = Estimator::new(stats, &constraints, &fraction, &breaking.pairs, tail);
                let estimator = estimator.with_looked_up(tail);
                let start = estimator.start(self.root);
                let prefix = core[1..].iter().fold(start, |prefix, &v| estimator.extend(&prefix, v));
                (prefix.matches, prefix.cost)
            }
        };
        Operator::LookUp.add_to(&mut work, matches * self.partners.len() as f64);
        let all = cost + work.cost(&stats.prices);
        let cost = stats.with_walks(all, (core.len() > 1 && !is_drawn).then_some(walks), (above, below));
        Loops { matches, cost }
    }

    /// Adds the loops over a core that is drawn from the reach, in which so many paths end. Returns how many matches it has.
    fn add_loops(
        &self,
        work: &mut Work,
        (core, paths): (&[usize], f64),
        stats: &GraphStats,
        bound: impl Fn(usize, usize) -> (bool, bool),
    ) -> f64 {
        let (m, edges) = (&stats.moments, stats.edges.max(1.0));
        let mut matches = stats.vertices;
        Operator::Root.add_to(work, matches);
        for (i, &v) in core.iter().enumerate().skip(1) {
            let owner = core[..i].iter().find(|&&w| self.pattern.are_adjacent(v, w));
            // Half of the ends of paths lie on one side of the root, as do half of the neighbors of others that are bounded by it.
            matches *= match owner {
                None => paths / stats.vertices.max(1.0) / 2.0,
                Some(&w) if w == self.root => 2.0 * edges / stats.vertices.max(1.0),
                Some(&w) => match bound(v, w) {
                    (true, _) => m.db / (2.0 * edges),
                    (_, true) => m.da / (2.0 * edges),
                    _ => m.dd / (2.0 * edges),
                },
            };
            if bound(self.root, v) != (false, false) && owner.is_some() {
                matches /= 2.0;
            }
            let ranges = if i + 1 == core.len() { Loop::Lookups } else { Loop::List };
            Operator::Round(ranges).add_to(work, matches);
            Operator::OuterRound.add_to(work, if ranges == Loop::List { matches } else { 0.0 });
        }
        matches
    }

    /// The matches of the pattern in which the two tail vertices are one, under the same restrictions.
    fn merged(&self, context: &mut Context<'_>, breaking: &Breaking) -> Option<Choice> {
        let (kept, gone) = (self.tail[0], self.tail[1]);
        let renamed = |v: usize| {
            let v = if v == gone { kept } else { v };
            v - usize::from(v > gone)
        };
        let mut edges: Vec<(usize, usize)> = self
            .pattern
            .edges()
            .map(|edge| (renamed(edge.from), renamed(edge.to)))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let anchors: Vec<usize> = self.pattern.anchors().iter().map(|&u| renamed(u)).collect();
        let pattern = Pattern::from_edges(self.pattern.num_vertices() - 1, &edges).ok()?.with_anchors(&anchors).ok()?;
        let mut pairs: Vec<(usize, usize)> = breaking.pairs.iter().map(|&(s, l)| (renamed(s), renamed(l))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let breaking = Breaking { pairs, divisor: breaking.divisor };
        let whole = whole(context, &pattern, &breaking);
        let query = Query { pattern, ..context.query.clone() };
        let restricted = under(&query, &breaking, context.stats, &context.interrupt());
        whole.into_iter().chain(restricted).min_by(|a, b| a.rank().total_cmp(&b.rank()))
    }
}

/// The cheapest way to count the matches of a pattern under restrictions that are just what breaks its symmetry, or none, if so
/// many count as one.
fn whole(context: &mut Context<'_>, pattern: &Pattern, under: &Breaking) -> Option<Choice> {
    let group = pattern.automorphisms(Semantics::EdgeInduced);
    let met = match under.pairs[..] {
        [] => group.order(),
        _ => {
            let all = breakings(pattern, &mut Stabilizers::new(&group), &[], pattern.vertex_mask(), true);
            all.into_iter().find(|breaking| breaking.pairs == under.pairs)?.divisor
        }
    };
    let weight = Weight::new(i128::try_from(met).ok()?, under.divisor)?;
    let pattern = pattern.canonical();
    let best = context.cheapest(&pattern)?;
    let (cost, tables) = if context.memo.is_counted(&pattern) { (0.0, 0.0) } else { (best.cost, best.tables) };
    let weighted = |term: ChoiceTerm| Some(ChoiceTerm { weight: term.weight.times(weight)?, ..term });
    let terms = best.terms.into_iter().map(weighted).collect::<Option<_>>()?;
    Some(Choice { terms, cost, tables, ..best })
}

fn outline(order: &[usize], tail: usize, breaking: &Breaking, coincide: bool, query: &Query) -> Outline {
    Outline {
        order: order.to_vec(),
        tail,
        restrictions: Restriction::all_in(order, &breaking.pairs),
        divisor: breaking.divisor,
        emit: false,
        filter: !query.disabled.contains(Pass::CandidateFilter),
        tail_may_coincide: coincide,
        reach: true,
        credited: Levels::before(Level(query.pattern.anchors().len() as u8)),
        entries: Vec::new(),
        walks: Vec::new(),
    }
}
