//! Rewrites `decomposition` and `edge-decomposition`: parts of a pattern that hang on one vertex are counted once for each data
//! vertex, those that hang on one edge once for each arc, and looked up [DecoMine, ESCAPE].
//!
//! Say the rest of the pattern, its *core*, is matched by `k`, and part `i` hangs on the core vertex, or edge, `c_i`. The ways to
//! complete `k` are the product of the ways to place each part by itself, `T_i[k(c_i)]`, less the ways in which parts run into
//! each other or into the core. In the latter some vertices coincide, so they are matches of the pattern in which these are one:
//! `maps(P) = Σ over k of Π T_i[k(c_i)] - Σ over σ of maps(P / σ)`. Each `P / σ` is smaller than the pattern, connected, and
//! planned by itself; isomorphic ones are one term, and those whose labels or arcs contradict each other none. Anchors lie in the
//! core, so the sum holds entry by entry.
//!
//! A part on an edge may be a single vertex: then a lookup takes the place of an intersection. Only unlabelled undirected patterns
//! have parts on edges. Beside these single vertices may hang on vertices too, and in any case in counts by vertex or edge: there a
//! vertex that is none of the last counted costs a level more without, and codegrees can be looked up in what is left.

use std::collections::BTreeMap;

use super::choice::Choice;
use super::context::Context;
use super::parts::{components, mask, rank};
use super::shortlist::Shortlist;
use super::sum::SumBuilder;
use super::weight::Weight;
use super::{codegree, orders};
use crate::limits::DECOMPOSED;
use crate::nest::{Entry, Level};
use crate::passes::Pass;
use crate::pattern::{NoQuotient, Pattern, Semantics, bits};
use crate::query::{Output, Query, Unit};

/// Vertices that a part on a vertex has at least where none hang on edges: fewer are counted by set sizes, without a table. *guess*
const SMALLEST_PART: u32 = 2;

/// Whether the rewrite may be offered, if enough is known of the graph: to counts of edge-induced patterns in which nothing must be
/// absent.
pub(super) fn is_cut(query: &Query) -> bool {
    applies(query) && cores(&query.pattern).any(|core| Cut::new(&query.pattern, core, has_edge_parts(query)).is_some())
}

/// Adds a choice for each core; where many are kept, of any cost, else of those that cost less than what there is.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    let pattern = &context.query.pattern;
    if !applies(context.query) || pattern.has_labels() && context.stats.by_label.is_none() {
        return;
    }
    // What unlabelled cuts are made of is in other sums too, and planned for them.
    let limit = if pattern.has_labels() || pattern.is_directed() { best.most_of_sums() } else { f64::INFINITY };
    let on_edges = has_edge_parts(context.query);
    let cuts = cores(pattern).filter_map(|core| Cut::new(pattern, core, on_edges));
    best.extend(cuts.filter_map(|cut| cut.choice(context, limit)));
}

/// Whether parts may hang on edges.
fn has_edge_parts(query: &Query) -> bool {
    let pattern = &query.pattern;
    let is_plain = !pattern.has_labels() && !pattern.is_directed();
    is_plain && !query.disabled.contains(Pass::EdgeDecomposition)
}

fn applies(query: &Query) -> bool {
    let pattern = &query.pattern;
    pattern.num_vertices() <= DECOMPOSED
        && pattern.predicate().is_empty()
        && !pattern.has_anti_edges()
        && query.semantics == Semantics::EdgeInduced
        && query.output == Output::Count
        && !query.disabled.contains(Pass::Decomposition)
}

/// All sets of vertices that may be the core.
fn cores(pattern: &Pattern) -> impl Iterator<Item = u32> + use<> {
    1..pattern.vertex_mask()
}

/// A core, and the parts that hang on it.
struct Cut<'a> {
    pattern: &'a Pattern,
    /// The core, as a mask.
    core: u32,
    /// Of each part the core vertex, or the two ends of the core edge, that it hangs on, and its own vertices as a mask.
    parts: Vec<(Vec<usize>, u32)>,
    on_edges: bool,
}

impl<'a> Cut<'a> {
    /// If the core holds the anchors, is connected, and each component of the rest hangs on one vertex or, if `on_edges`, edge.
    fn new(pattern: &'a Pattern, core: u32, on_edges: bool) -> Option<Cut<'a>> {
        let anchored = pattern.anchors().iter().all(|&u| core >> u & 1 == 1);
        if !anchored || core.count_ones() < 2 || components(pattern, core).len() != 1 {
            return None;
        }
        let hanging = |part: u32| {
            let held = bits(part).fold(0, |held, u| held | pattern.neighbor_mask(u)) & core;
            let at: Vec<usize> = bits(held).collect();
            let fits = match at[..] {
                [_] => on_edges || part.count_ones() >= SMALLEST_PART,
                // What hangs on the only edge of the core is the pattern itself.
                [u, v] => on_edges && pattern.are_adjacent(u, v) && held | part != pattern.vertex_mask(),
                _ => false,
            };
            fits.then_some((at, part))
        };
        let rest = pattern.vertex_mask() & !core;
        let parts: Vec<(Vec<usize>, u32)> =
            components(pattern, rest).into_iter().map(hanging).collect::<Option<_>>()?;
        // Where nothing hangs on an edge, the set sizes of a plain count do what tables of degrees would.
        let is_small = |(at, part): &(Vec<usize>, u32)| at.len() == 1 && part.count_ones() < SMALLEST_PART;
        let is_on_vertices = parts.iter().all(|(at, _)| at.len() == 1);
        if pattern.anchors().is_empty() && is_on_vertices && parts.iter().any(is_small) {
            return None;
        }
        Some(Cut { pattern, core, parts, on_edges })
    }

    /// The choice, if it costs less than `limit`.
    fn choice(&self, context: &mut Context<'_>, limit: f64) -> Option<Choice> {
        let mut sum = SumBuilder::default();
        self.add_product(&mut sum, context, limit)?;
        for (shrunk, times) in self.shrunk()? {
            let best = context.cheapest(&shrunk)?;
            let weight = context.per_automorphism(-times * order(&shrunk)?)?;
            sum.add(best, weight, context.memo.is_counted(&shrunk))?;
            (sum.cost(context.memo) < limit).then_some(())?;
        }
        sum.choice(Pass::Decomposition, context.query.disabled, context.memo)
    }

    /// Adds the core, each match times the entries of the tables of all parts.
    fn add_product(&self, sum: &mut SumBuilder, context: &mut Context<'_>, limit: f64) -> Option<()> {
        let core = self.pattern.induced_by(self.core).ok()?.renamed_by_number();
        let at = |(at, _): &(Vec<usize>, u32)| at.iter().fold(0, |by, &u| by | 1 << rank(u, self.core));
        let lookups: Vec<u32> = self.parts.iter().map(at).collect();
        let looped: Vec<usize> = bits(lookups.iter().fold(0, |looped, by| looped | by)).collect();
        let group = core.automorphisms(Semantics::EdgeInduced);
        let query = Query { pattern: core, unit: Unit::Subgraphs, ..context.query.clone() };
        let stats = context.stats.of_part(&query.pattern);
        let mut best = Shortlist::new(1, context.interrupt());
        let mut asked = context.ask(&query, &group, &stats);
        orders::looking_up(&asked, &lookups, &mut best);
        if self.on_edges && asked.allows_all(codegree::SWITCHES) {
            best.extend(codegree::choices(&mut asked, &looped, best.worst()));
        }
        let mut best = best.into_cheapest().filter(|choice| choice.cost < limit)?;
        let [term] = &mut best.terms[..] else { return None };
        let mut times = i128::try_from(group.stabilizer_order(&looped)).ok()?;
        let level = |&u: &usize| Level::of(rank(u, self.core), &term.outline.order);
        let mut entries = Vec::new();
        for (at, part) in &self.parts {
            // By the arc from the end that is bound first: the other is often drawn from its row.
            let mut at = at.clone();
            at.sort_by_key(level);
            let hanging = *part | mask(&at);
            let anchors: Vec<usize> = at.iter().map(|&u| rank(u, hanging)).collect();
            let table = self.pattern.induced_by(hanging).and_then(|hanging| hanging.with_anchors(&anchors));
            let table = table.ok()?.canonical();
            times = times.checked_mul(order(&table)?)?;
            context.cheapest(&table)?;
            let at = at.iter().map(level).collect();
            entries.push(Entry { table, semantics: Semantics::EdgeInduced, at });
        }
        term.outline.entries = entries;
        term.weight = Weight::ONE;
        sum.add(best, context.per_automorphism(times)?, false)?;
        (sum.cost(context.memo) < limit).then_some(())
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
        // A part by itself is placed without running into what it hangs on.
        let apart = own.map_or(0, |(at, part)| at.iter().fold(*part, |apart, &v| apart | 1 << v));
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

/// Order of the group of an edge-induced pattern.
fn order(pattern: &Pattern) -> Option<i128> {
    i128::try_from(pattern.automorphisms(Semantics::EdgeInduced).order()).ok()
}
