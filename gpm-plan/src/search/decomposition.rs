//! Rewrite `decomposition`: parts of a pattern that hang on one vertex are counted once for each data vertex, and looked up
//! [DecoMine].
//!
//! Say the rest of the pattern, its *core*, is matched by `k`, and part `i` hangs on the core vertex `c_i`. The ways to complete `k`
//! are the product of the ways to place each part by itself, `T_i[k(c_i)]`, less the ways in which parts run into each other or
//! into the core. In the latter some vertices coincide, so they are matches of the pattern in which these are one:
//! `maps(P) = Σ over k of Π T_i[k(c_i)] - Σ over σ of maps(P / σ)`. Each `P / σ` is smaller than the pattern, connected, and
//! planned by itself; isomorphic ones are one term, and those whose labels or arcs contradict each other none. Anchors lie in the
//! core, so the sum holds entry by entry.

use std::collections::BTreeMap;

use super::conversion::cheapest;
use super::{Best, Choice, Memo, Term, Weight, plain};
use crate::cost::{GraphStats, binding_cost};
use crate::nest::{Entry, Level};
use crate::opt::PassSet;
use crate::pattern::{Automorphisms, NoQuotient, Pattern, Semantics, bits};
use crate::query::{Output, Query, Unit};

/// Patterns up to this size are decomposed, for planning to stay quick.
const LARGEST: usize = 7;
/// A part has so many vertices at least: fewer are counted by set sizes.
const SMALLEST_PART: u32 = 2;

/// Whether the rewrite may be offered, if enough is known of the graph: to counts of edge-induced patterns in which nothing must be
/// absent.
pub fn is_cut(query: &Query) -> bool {
    applies(query) && cores(&query.pattern).any(|core| Cut::new(&query.pattern, core).is_some())
}

/// A choice for each core, of those that cost less than `limit`.
pub(super) fn choices(
    query: &Query,
    group: &Automorphisms,
    stats: &GraphStats,
    limit: f64,
    memo: &mut Memo,
) -> Vec<Choice> {
    let pattern = &query.pattern;
    if !applies(query) || pattern.has_labels() && stats.by_label.is_none() {
        return Vec::new();
    }
    // What unlabelled cuts are made of is in other sums too, and planned for them.
    let limit = if pattern.has_labels() || pattern.is_directed() { limit } else { f64::INFINITY };
    let asked = Asked { query, own: group.order(), stats, limit };
    cores(pattern).filter_map(|core| Cut::new(pattern, core)?.choice(&asked, memo)).collect()
}

fn applies(query: &Query) -> bool {
    let pattern = &query.pattern;
    pattern.num_vertices() <= LARGEST
        && pattern.predicate().is_empty()
        && !pattern.has_anti_edges()
        && query.semantics == Semantics::EdgeInduced
        && query.output == Output::Count
        && !query.disabled.contains("decomposition")
}

/// All sets of vertices that may be the core.
fn cores(pattern: &Pattern) -> impl Iterator<Item = u32> + use<> {
    1..pattern.vertex_mask()
}

/// What is asked, and of what graph.
struct Asked<'a> {
    query: &'a Query,
    /// Order of the group of the query's pattern.
    own: u128,
    stats: &'a GraphStats,
    /// Sums of this cost and more are of no interest.
    limit: f64,
}

/// A core, and the parts that hang on it.
struct Cut<'a> {
    pattern: &'a Pattern,
    /// The core, as a mask.
    core: u32,
    /// Of each part the core vertex that it hangs on, and its own vertices as a mask.
    parts: Vec<(usize, u32)>,
}

impl<'a> Cut<'a> {
    /// If the core holds the anchors, is connected, and each component of the rest hangs on one vertex.
    fn new(pattern: &'a Pattern, core: u32) -> Option<Cut<'a>> {
        let anchored = pattern.anchors().iter().all(|&u| core >> u & 1 == 1);
        if !anchored || core.count_ones() < 2 || components(pattern, core).len() != 1 {
            return None;
        }
        let hanging = |part: u32| {
            let held = bits(part).fold(0, |held, u| held | pattern.neighbor_mask(u)) & core;
            let fits = held.is_power_of_two() && part.count_ones() >= SMALLEST_PART;
            fits.then(|| (held.trailing_zeros() as usize, part))
        };
        let rest = pattern.vertex_mask() & !core;
        let parts = components(pattern, rest).into_iter().map(hanging).collect::<Option<_>>()?;
        Some(Cut { pattern, core, parts })
    }

    fn choice(&self, asked: &Asked<'_>, memo: &mut Memo) -> Option<Choice> {
        let (product, mut cost) = self.product(asked, memo)?;
        let (mut terms, mut rewrites) = (vec![product], PassSet::of("decomposition"));
        for (shrunk, times) in self.shrunk()? {
            let best = cheapest(&shrunk, asked.query, asked.stats, memo);
            rewrites = rewrites.union(best.rewrites);
            let weight = Weight::new(-times * order(&shrunk)?, asked.own)?;
            cost = asked.with(cost, &shrunk, &best, memo)?;
            for term in best.terms {
                terms.push(Term { weight: term.weight.times(weight)?, ..term });
            }
        }
        Some(Choice::sum(terms, cost, rewrites))
    }

    /// The core, each match times the entries of the tables of all parts.
    fn product(&self, asked: &Asked<'_>, memo: &mut Memo) -> Option<(Term, f64)> {
        let core = self.pattern.induced_by(self.core).ok()?.renamed_by_number();
        let mut fixed: Vec<usize> = self.parts.iter().map(|&(at, _)| rank(at, self.core)).collect();
        fixed.sort_unstable();
        fixed.dedup();
        let group = core.automorphisms(Semantics::EdgeInduced);
        let query = Query { pattern: core, unit: Unit::Subgraphs, ..asked.query.clone() };
        let mut best = Best { keep: 1, choices: Vec::new() };
        plain(&query, &group, &fixed, &asked.stats.of_part(&query.pattern), &mut best);
        let Choice { mut terms, mut cost, .. } = best.choices.pop().filter(|choice| choice.cost < asked.limit)?;
        let mut term = terms.pop()?;
        let mut times = i128::try_from(group.stabilizer_order(&fixed)).ok()?;
        for &(at, part) in &self.parts {
            let hanging = self.pattern.induced_by(part | 1 << at);
            let hanging = hanging.and_then(|hanging| hanging.with_anchors(&[rank(at, part)]));
            let table = hanging.ok()?.canonical();
            times = times.checked_mul(order(&table)?)?;
            let made = cheapest(&table, asked.query, asked.stats, memo);
            cost = asked.with(cost, &table, &made, memo)?;
            let level = term.outline.order.iter().position(|&u| u == rank(at, self.core))?;
            term.outline.entries.push(Entry { table, semantics: Semantics::EdgeInduced, level: Level(level as u8) });
        }
        term.weight = Weight::new(times, asked.own)?;
        Some((term, cost))
    }

    /// The patterns in which some vertices of different parts, or of a part and the core, are one, and in how many ways.
    fn shrunk(&self) -> Option<BTreeMap<Pattern, i128>> {
        let mut merging =
            Merging { cut: self, classes: bits(self.core).map(|u| 1 << u).collect(), found: Some(BTreeMap::new()) };
        let hanging: Vec<usize> = self.parts.iter().flat_map(|&(_, part)| bits(part)).collect();
        merging.place(&hanging);
        merging.found
    }
}

/// The ways in which the vertices of parts may coincide with others.
struct Merging<'a> {
    cut: &'a Cut<'a>,
    /// Masks of vertices that are one; the first are those of the core.
    classes: Vec<u32>,
    /// `None` once one could not be made.
    found: Option<BTreeMap<Pattern, i128>>,
}

impl Merging<'_> {
    fn place(&mut self, open: &[usize]) {
        let Some((&u, rest)) = open.split_first() else { return self.take() };
        let own = self.cut.parts.iter().find(|(_, part)| part >> u & 1 == 1);
        // A part by itself is placed without running into the vertex that it hangs on.
        let apart = own.map_or(0, |&(at, part)| part | 1 << at);
        for class in 0..self.classes.len() {
            if self.classes[class] & apart == 0 {
                self.classes[class] |= 1 << u;
                self.place(rest);
                self.classes[class] &= !(1 << u);
            }
        }
        self.classes.push(1 << u);
        self.place(rest);
        self.classes.pop();
    }

    fn take(&mut self) {
        let pattern = self.cut.pattern;
        if self.classes.len() == pattern.num_vertices() {
            return;
        }
        match (pattern.quotient(&self.classes), &mut self.found) {
            (Ok(shrunk), Some(found)) => *found.entry(shrunk.canonical()).or_default() += 1,
            (Err(NoQuotient::Unwritable), found) => *found = None,
            (Err(NoQuotient::Contradiction), _) | (Ok(_), None) => {}
        }
    }
}

impl Asked<'_> {
    /// The cost of a sum with one more term or table, which is made by `best`; `None` at the limit.
    fn with(&self, cost: f64, pattern: &Pattern, best: &Choice, memo: &Memo) -> Option<f64> {
        let added = match memo.is_counted(pattern) {
            true => 0.0,
            false => best.cost + binding_cost(pattern, &self.stats.of_part(pattern)),
        };
        (cost + added < self.limit).then_some(cost + added)
    }
}

/// Order of the group of an edge-induced pattern.
fn order(pattern: &Pattern) -> Option<i128> {
    i128::try_from(pattern.automorphisms(Semantics::EdgeInduced).order()).ok()
}

/// How many vertices of a mask come before `u`: its number in the part on the mask, with `u` itself or not.
fn rank(u: usize, mask: u32) -> usize {
    (mask & ((1 << u) - 1)).count_ones() as usize
}

/// Masks of the connected components of the subpattern on some vertices.
pub(super) fn components(pattern: &Pattern, vertices: u32) -> Vec<u32> {
    let (mut open, mut components) = (vertices, Vec::new());
    while open != 0 {
        let (mut component, mut reached) = (0, open & open.wrapping_neg());
        while component != reached {
            component = reached;
            reached = bits(component).fold(component, |mask, u| mask | pattern.neighbor_mask(u) & vertices);
        }
        components.push(component);
        open &= !component;
    }
    components
}
