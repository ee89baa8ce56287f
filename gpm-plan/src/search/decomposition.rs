//! Rewrite `decomposition`: parts of a pattern that hang on one vertex are counted once for each data vertex, and looked up
//! [DecoMine].
//!
//! Say the rest of the pattern, its *core*, is matched by `k`, and part `i` hangs on the core vertex `c_i`. The ways to complete `k`
//! are the product of the ways to place each part by itself, `T_i[k(c_i)]`, less the ways in which parts run into each other or
//! into the core. In the latter some vertices coincide, so they are matches of the pattern in which these are one:
//! `maps(P) = Σ over k of Π T_i[k(c_i)] - Σ over σ of maps(P / σ)`. Each `P / σ` is smaller than the pattern, connected, and
//! planned by itself; isomorphic ones are one term. Anchors lie in the core, so the sum holds entry by entry.

use std::collections::BTreeMap;

use super::conversion::cheapest;
use super::{Best, Choice, Memo, Term, Weight, plain};
use crate::cost::GraphStats;
use crate::nest::{Entry, Level};
use crate::pattern::{Automorphisms, Pattern, Semantics, bits};
use crate::query::{Output, Query, Unit};

/// Patterns up to this size are decomposed, for planning to stay quick.
const LARGEST: usize = 7;
/// A part has so many vertices at least: fewer are counted by set sizes.
const SMALLEST_PART: u32 = 2;

/// A choice for each core, for counts of unlabelled undirected edge-induced patterns.
pub(super) fn choices(query: &Query, group: &Automorphisms, stats: &GraphStats, memo: &mut Memo) -> Vec<Choice> {
    let pattern = &query.pattern;
    let labelled = pattern.has_vertex_labels() || pattern.has_edge_labels();
    let plain = !labelled && !pattern.is_directed() && !pattern.has_anti_edges() && pattern.predicate().is_empty();
    if !plain
        || pattern.num_vertices() > LARGEST
        || query.semantics != Semantics::EdgeInduced
        || query.output == Output::List
        || query.disabled.contains("decomposition")
    {
        return Vec::new();
    }
    let cut = |core: u32| Cut::new(pattern, core)?.choice(query, group, stats, memo);
    (1..pattern.vertex_mask()).filter_map(cut).collect()
}

/// A core, and the parts that hang on it.
struct Cut<'a> {
    pattern: &'a Pattern,
    /// Vertices of the core, ascending.
    core: Vec<usize>,
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
        Some(Cut { pattern, core: bits(core).collect(), parts })
    }

    fn choice(&self, query: &Query, group: &Automorphisms, stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
        let own = group.order();
        let (product, mut cost) = self.product(own, query, stats, memo)?;
        let mut terms = vec![product];
        for (shrunk, times) in self.shrunk()? {
            let best = cheapest(&shrunk, query, stats, memo);
            let weight = Weight::new(-times * order(&shrunk)?, own)?;
            cost += if memo.is_counted(&shrunk) { 0.0 } else { best.cost };
            for term in best.terms {
                terms.push(Term { weight: term.weight.times(weight)?, ..term });
            }
        }
        Some(Choice { terms, cost })
    }

    /// The core, each match times the entries of the tables of all parts.
    fn product(&self, own: u128, query: &Query, stats: &GraphStats, memo: &mut Memo) -> Option<(Term, f64)> {
        let number = |u: usize| self.core.iter().position(|&v| v == u).expect("a vertex of the core");
        let anchors: Vec<usize> = self.pattern.anchors().iter().map(|&u| number(u)).collect();
        let core = self.induced(&self.core)?.with_anchors(&anchors).ok()?;
        let mut fixed: Vec<usize> = self.parts.iter().map(|&(at, _)| number(at)).collect();
        fixed.sort_unstable();
        fixed.dedup();
        let group = core.automorphisms(Semantics::EdgeInduced);
        let asked = Query { pattern: core, semantics: Semantics::EdgeInduced, unit: Unit::Subgraphs, ..query.clone() };
        let mut best = Best { keep: 1, choices: Vec::new() };
        plain(&asked, &group, &fixed, stats, &mut best);
        let mut choice = best.choices.pop()?;
        let mut term = choice.terms.pop()?;
        let mut times = i128::try_from(group.stabilizer_order(&fixed)).ok()?;
        for &(at, part) in &self.parts {
            let vertices: Vec<usize> = std::iter::once(at).chain(bits(part)).collect();
            let table = self.induced(&vertices)?.with_anchors(&[0]).ok()?.canonical();
            times = times.checked_mul(order(&table)?)?;
            let made = cheapest(&table, query, stats, memo);
            choice.cost += if memo.is_counted(&table) { 0.0 } else { made.cost };
            let level = term.outline.order.iter().position(|&u| u == number(at)).expect("orders have all vertices");
            term.outline.entries.push(Entry { table, semantics: Semantics::EdgeInduced, level: Level(level as u8) });
        }
        term.weight = Weight::new(times, own)?;
        Some((term, choice.cost))
    }

    /// The patterns in which some vertices of different parts, or of a part and the core, are one, and in how many ways.
    fn shrunk(&self) -> Option<BTreeMap<Pattern, i128>> {
        let mut merging =
            Merging { cut: self, classes: self.core.iter().map(|&u| 1 << u).collect(), found: Some(BTreeMap::new()) };
        let hanging: Vec<usize> = self.parts.iter().flat_map(|&(_, part)| bits(part)).collect();
        merging.place(&hanging);
        merging.found
    }

    /// The subpattern on some vertices, numbered as listed, without anchors.
    fn induced(&self, vertices: &[usize]) -> Option<Pattern> {
        let number = |u: usize| vertices.iter().position(|&v| v == u);
        let edges = self.pattern.edges().filter_map(|edge| Some((number(edge.from)?, number(edge.to)?)));
        Pattern::from_edges(vertices.len(), &edges.collect::<Vec<_>>()).ok()
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
        let class = |u: usize| self.classes.iter().position(|mask| mask >> u & 1 == 1).expect("all are placed");
        let mut edges: Vec<(usize, usize)> = pattern.edges().map(|edge| (class(edge.from), class(edge.to))).collect();
        edges.iter_mut().for_each(|(a, b)| (*a, *b) = (*a.min(b), *a.max(b)));
        edges.sort_unstable();
        edges.dedup();
        let anchors: Vec<usize> = pattern.anchors().iter().map(|&u| class(u)).collect();
        let shrunk = Pattern::from_edges(self.classes.len(), &edges).and_then(|shrunk| shrunk.with_anchors(&anchors));
        match (&mut self.found, shrunk) {
            (Some(found), Ok(shrunk)) => *found.entry(shrunk.canonical()).or_default() += 1,
            _ => self.found = None,
        }
    }
}

/// Order of the group of an edge-induced pattern.
fn order(pattern: &Pattern) -> Option<i128> {
    i128::try_from(pattern.automorphisms(Semantics::EdgeInduced).order()).ok()
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
