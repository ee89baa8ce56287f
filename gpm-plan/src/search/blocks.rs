//! Choices that cut a pattern at single vertices where vertices may coincide: what hangs on each is counted by itself, and nothing
//! need be taken off. This is dynamic programming over the tree of blocks, the parts that no vertex cuts [DecoMine].
//!
//! One block is the core. What hangs on a core vertex is a table of the maps that take its one anchor there, planned by itself,
//! which is how the programming goes on. Trees take linear time, and so do cacti but for their cycles.

use super::choice::Choice;
use super::context::Context;
use super::parts::{blocks, components, is_bare, is_of_edges, mask, rank};
use super::shortlist::Shortlist;
use super::weight::Weight;
use super::{orders, walks};
use crate::nest::{Entry, Level};
use crate::passes::{Pass, PassSet};
use crate::pattern::{Pattern, Semantics, bits};
use crate::query::{Output, Query, Unit};

/// Whether the rewrite may be offered, if enough is known of the graph.
pub(super) fn is_cut(query: &Query) -> bool {
    applies(query) && !cores(&query.pattern).is_empty()
}

/// Adds a choice for each block that has all anchors.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    let pattern = &context.query.pattern;
    if applies(context.query) && !(pattern.has_labels() && context.stats.by_label.is_none()) {
        best.extend(cores(pattern).into_iter().filter_map(|core| choice(context, core)));
    }
}

fn applies(query: &Query) -> bool {
    query.semantics == Semantics::Homomorphism
        && query.output == Output::Count
        && is_of_edges(&query.pattern)
        && !query.disabled.contains(Pass::Decomposition)
}

/// The blocks that have all anchors, each with the leaves that hang on it, and in bare patterns also without.
fn cores(pattern: &Pattern) -> Vec<u32> {
    let anchored = mask(pattern.anchors());
    let all = pattern.vertex_mask();
    let leaves = |core: u32| {
        let open = components(pattern, all & !core).into_iter();
        open.filter(|part| part.is_power_of_two()).fold(core, |core, leaf| core | leaf)
    };
    // Leaves may stay with the core, where sizes count them: for less than a table costs, but where walks count what is left.
    let blocks = blocks(pattern, all).into_iter().filter(|block| anchored & !block == 0);
    let with_leaves = |block| [block, leaves(block)].into_iter().skip(usize::from(!is_bare(pattern)));
    let mut cores: Vec<u32> = blocks.flat_map(with_leaves).filter(|&core| core != all).collect();
    cores.sort_unstable();
    cores.dedup();
    cores
}

fn choice(context: &mut Context<'_>, core: u32) -> Option<Choice> {
    let (query, stats) = (context.query, context.stats);
    let pattern = &query.pattern;
    let holder = |part: u32| {
        let held = bits(part).fold(0, |held, u| held | pattern.neighbor_mask(u)) & core;
        held.is_power_of_two().then_some((held.trailing_zeros() as usize, part))
    };
    let parts: Vec<(usize, u32)> =
        components(pattern, pattern.vertex_mask() & !core).into_iter().map(holder).collect::<Option<_>>()?;
    let mut looped: Vec<usize> = parts.iter().map(|&(at, _)| rank(at, core)).collect();
    looped.sort_unstable();
    looped.dedup();
    let own = pattern.induced_by(core).ok()?.renamed_by_number();
    // No two vertices of a clique can coincide, so that its symmetry may be broken.
    let semantics = if own.is_clique() { Semantics::EdgeInduced } else { Semantics::Homomorphism };
    let (group, stats) = (own.automorphisms(semantics), &stats.of_part(&own));
    let asked = Query { pattern: own, semantics, unit: Unit::Subgraphs, ..query.clone() };
    let mut best = Shortlist::new(1, context.interrupt());
    let lookups: Vec<u32> = looped.iter().map(|&u| 1 << u).collect();
    orders::looking_up(&context.ask(&asked, &group, stats), &lookups, &mut best);
    if semantics == Semantics::Homomorphism && is_bare(&asked.pattern) && context.allows(Pass::Codegree) {
        best.extend(walks::choices(&asked, &looped, None, stats));
    }
    let mut choice = best.into_cheapest()?;
    let mut term = choice.terms.pop()?;
    for &(at, part) in &parts {
        let hanging = pattern.induced_by(part | 1 << at);
        let table = hanging.and_then(|hanging| hanging.with_anchors(&[rank(at, part)])).ok()?.canonical();
        context.cheapest_of(&table, Semantics::Homomorphism)?;
        let at = vec![Level::of(rank(at, core), &term.outline.order)];
        term.outline.entries.push(Entry { table, semantics: Semantics::Homomorphism, at });
    }
    let tables = context.memo.tables_cost(&term.outline.entries);
    let maps = if semantics == Semantics::EdgeInduced { group.stabilizer_order(&looped) } else { 1 };
    term.weight = Weight::whole(i64::try_from(maps).ok()?);
    Some(Choice::sum(vec![term], choice.cost, PassSet::from(Pass::Decomposition)).with_tables(tables))
}
