//! Choices that count paths between the root and other vertices by the numbers of walks, where vertices may coincide: cycles, and
//! whatever consists of paths with two or three steps from one vertex to a few others.
//!
//! The numbers of walks of two steps are codegrees. Those of three steps come from these by one more pass over rows: a root
//! costs as much as the rows of all that it reaches in two steps have entries.

use super::choice::{Choice, ChoiceTerm};
use super::context::Context;
use super::parts::{asks_for_maps, components, mask};
use super::shortlist::Shortlist;
use super::weight::Weight;
use crate::cost::{GraphStats, Loop, Operator, Work};
use crate::limits::WALKED;
use crate::nest::build::Outline;
use crate::nest::{Level, Levels, Restriction, Walk};
use crate::passes::{Pass, PassSet};
use crate::pattern::{Pattern, Semantics, bits};
use crate::query::Query;

/// Adds all such choices for maps of bare patterns.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    if asks_for_maps(context.query) {
        best.extend(choices(context.query, &[], None, context.stats));
    }
}

/// All such choices for maps of a bare pattern, in which vertices may coincide. Vertices in `looped` are loops. Where a vertex
/// is `least`, it is the root, and only maps count that take it to a smaller vertex than all others.
pub(super) fn choices(query: &Query, looped: &[usize], least: Option<usize>, stats: &GraphStats) -> Vec<Choice> {
    let pattern = &query.pattern;
    let n = pattern.num_vertices();
    let anchors = pattern.anchors();
    let loops = mask(looped) | mask(anchors);
    let is_root = |u: &usize| least.is_none_or(|least| least == *u) && anchors.first().is_none_or(|first| first == u);
    let mut found = Vec::new();
    for root in (0..n).filter(is_root) {
        let small = if n <= WALKED.0 { 1..pattern.vertex_mask() } else { 0..0 };
        let small = small.filter(|core| core >> root & 1 == 0 && core.count_ones() <= WALKED.1);
        let large = cores(pattern, root, loops).into_iter().filter(|core| n > WALKED.0 || core.count_ones() > WALKED.1);
        for core in small.chain(large).filter(|core| loops & !(core | 1 << root) == 0) {
            let Some(walks) = RootedWalks::new(pattern, root, core) else { continue };
            found.extend(walks.choices(query, least.is_some(), stats));
        }
    }
    found
}

/// What is left of a pattern without the root, its walks and the leaves: with the walks as long, and as short, as they can be.
/// Vertices in `loops` are left.
fn cores(pattern: &Pattern, root: usize, loops: u32) -> Vec<u32> {
    let of_degree = |degree: usize| {
        let vertices = (0..pattern.num_vertices()).filter(|&u| pattern.degree(u) == degree);
        vertices.fold(0u32, |mask, u| mask | 1 << u) & !loops & !(1 << root)
    };
    let (leaves, passed) = (of_degree(1), of_degree(2));
    let is_in = |u: usize, mask: u32| mask >> u & 1 == 1;
    let beyond = |u: usize, from: usize| bits(pattern.neighbor_mask(u) & !(1 << from)).next();
    let left = |longest: usize| {
        let (mut inner, mut ends) = (0u32, 0u32);
        for first in bits(pattern.neighbor_mask(root) & passed) {
            let Some(second) = beyond(first, root).filter(|_| !is_in(first, inner | ends)) else { continue };
            let may_pass = longest == 2 && is_in(second, passed) && !is_in(second, inner | ends);
            let may_end = |end: &usize| !is_in(*end, inner | leaves | 1 << root);
            let third = beyond(second, first).filter(|third| may_pass && may_end(third));
            let (own, end) = match third {
                Some(third) => (1 << first | 1 << second, third),
                None => (1 << first, second),
            };
            if may_end(&end) {
                inner |= own;
                ends |= 1 << end;
            }
        }
        pattern.vertex_mask() & !(inner | leaves | 1 << root)
    };
    let mut cores = vec![left(2), left(1)];
    cores.dedup();
    cores
}

/// A root, vertices bound by loops below it, and paths between the two.
struct RootedWalks<'a> {
    pattern: &'a Pattern,
    root: usize,
    core: Vec<usize>,
    /// Of each path how long it is and at which core vertex it ends.
    walks: Vec<(u8, usize)>,
    /// The inner vertices of all paths.
    inner: Vec<usize>,
    /// Vertices that hang on the root or on a core vertex.
    leaves: Vec<usize>,
}

impl<'a> RootedWalks<'a> {
    /// If all other vertices are leaves or inner vertices of paths, and there is a path.
    fn new(pattern: &'a Pattern, root: usize, core: u32) -> Option<RootedWalks<'a>> {
        let rest = pattern.vertex_mask() & !core & !(1 << root);
        let mut walks = RootedWalks {
            pattern,
            root,
            core: bits(core).collect(),
            walks: Vec::new(),
            inner: Vec::new(),
            leaves: Vec::new(),
        };
        for part in components(pattern, rest) {
            let vertices: Vec<usize> = bits(part).collect();
            let held = |u: usize| pattern.neighbor_mask(u) & (core | 1 << root);
            let ends = match vertices[..] {
                [leaf] if held(leaf).count_ones() == 1 => {
                    walks.leaves.push(leaf);
                    continue;
                }
                [middle] => held(middle),
                [a, b] if held(a).count_ones() == 1 && held(b).count_ones() == 1 && held(a) != held(b) => {
                    held(a) | held(b)
                }
                _ => return None,
            };
            if ends.count_ones() != 2 || ends >> root & 1 == 0 {
                return None;
            }
            walks.walks.push((1 + vertices.len() as u8, (ends & !(1 << root)).trailing_zeros() as usize));
            walks.inner.extend(vertices);
        }
        walks.walks.sort_unstable();
        (!walks.walks.is_empty()).then_some(walks)
    }

    /// One for each core vertex that can be drawn first, from a row or a reach, where the others can be drawn from rows after it.
    fn choices(&self, query: &Query, is_least: bool, stats: &GraphStats) -> Vec<Choice> {
        let adjacent = |u: usize, v: usize| self.pattern.are_adjacent(u, v);
        let second = self.pattern.anchors().get(1);
        let is_drawn = |first: usize| {
            let is_due = second.is_none_or(|&anchor| anchor == first && adjacent(self.root, first));
            is_due && (adjacent(self.root, first) || self.walks.iter().any(|&(_, to)| to == first))
        };
        let firsts = self.core.iter().copied().filter(|&first| is_drawn(first));
        let orders = firsts.filter_map(|first| self.order(first));
        orders.map(|order| self.choice(query, &order, is_least, stats)).collect()
    }

    /// The core vertices from the first on, each with the most neighbors before it; `None` if one has none.
    fn order(&self, first: usize) -> Option<Vec<usize>> {
        let mut order = vec![first];
        let mut open: Vec<usize> = self.core.iter().copied().filter(|&u| u != first).collect();
        while !open.is_empty() {
            let place = (0..open.len()).max_by_key(|&i| (self.num_rows(&order, open[i]), std::cmp::Reverse(i)))?;
            let next = open.remove(place);
            (self.num_rows(&order, next) > 0).then(|| order.push(next))?;
        }
        Some(order)
    }

    /// How many rows a core vertex is drawn from, after others and the root.
    fn num_rows(&self, before: &[usize], u: usize) -> usize {
        before.iter().chain([&self.root]).filter(|&&v| self.pattern.are_adjacent(u, v)).count()
    }

    fn choice(&self, query: &Query, core: &[usize], is_least: bool, stats: &GraphStats) -> Choice {
        let order = [&[self.root], core, &self.inner, &self.leaves].concat();
        let below_all = |larger: usize| Restriction { smaller: Level(0), larger: Level(larger as u8) };
        let outline = Outline {
            tail: self.inner.len() + self.leaves.len(),
            restrictions: if is_least { (1..order.len()).map(below_all).collect() } else { Vec::new() },
            divisor: 1,
            emit: false,
            filter: !query.disabled.contains(Pass::CandidateFilter),
            tail_may_coincide: true,
            reach: true,
            credited: Levels::before(Level(query.pattern.anchors().len() as u8)),
            entries: Vec::new(),
            walks: self.walks.iter().map(|&(steps, to)| Walk { steps, to: Level::of(to, &order) }).collect(),
            order: order.clone(),
        };
        let cost = self.cost(core, is_least, stats) + stats.overhead(self.pattern);
        let (pattern, semantics) = (query.pattern.clone(), Semantics::Homomorphism);
        let term = ChoiceTerm { weight: Weight::ONE, pattern, semantics, outline, cost };
        Choice::sum(vec![term], cost, PassSet::from(Pass::Codegree))
    }

    /// Walks of all roots, then what is looked up.
    fn cost(&self, core: &[usize], is_least: bool, stats: &GraphStats) -> f64 {
        let sizes = stats.walk_sizes(is_least);
        let has_three = self.walks.iter().any(|&(steps, _)| steps == 3);
        let mut work = Work::default();
        Operator::Root.add_to(&mut work, stats.vertices);
        Operator::Paths { rows: sizes.rows, steps: sizes.paths }.add_to(&mut work, 1.0);
        let further = Operator::LongPaths { rows: sizes.reached, steps: sizes.further };
        further.add_to(&mut work, if has_three { 1.0 } else { 0.0 });
        let walks = work.cost(&stats.prices);
        let can_cut = self.pattern.are_adjacent(self.root, core[0]);
        let mut matches = match self.walks.iter().filter(|&&(_, to)| to == core[0]).map(|&(steps, _)| steps).min() {
            _ if can_cut => sizes.rows,
            Some(2) => sizes.reached,
            _ => sizes.reached_further,
        };
        for (at, &v) in core.iter().enumerate() {
            if at > 0 {
                let hangs = core[..at].iter().any(|&w| self.pattern.are_adjacent(v, w));
                let is_joined = self.num_rows(&core[..at], v) > 1;
                let join = Operator::Probe { list: sizes.row, dense: 0.0, marked: sizes.row };
                join.add_to(&mut work, if is_joined { matches } else { 0.0 });
                matches *= match hangs {
                    true if is_joined => (sizes.row * stats.closure()).max(1.0),
                    true => sizes.row,
                    false => sizes.side,
                };
            }
            let ranges = if at + 1 == core.len() { Loop::Lookups } else { Loop::List };
            Operator::Round(ranges).add_to(&mut work, matches);
            Operator::OuterRound.add_to(&mut work, if ranges == Loop::List { matches } else { 0.0 });
        }
        Operator::LookUp.add_to(&mut work, matches * self.walks.len() as f64);
        stats.with_walks(work.cost(&stats.prices), can_cut.then_some(walks), (is_least, false))
    }
}
