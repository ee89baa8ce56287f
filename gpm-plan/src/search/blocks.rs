//! Choices that cut a pattern at single vertices where vertices may coincide: what hangs on each is counted by itself, and nothing
//! need be taken off. This is dynamic programming over the tree of blocks, the parts that no vertex cuts [DecoMine].
//!
//! One block is the core. What hangs on a core vertex is a table of the maps that take its one anchor there, planned by itself,
//! which is how the programming goes on. Trees take linear time, and so do cacti but for their cycles.

use super::conversion::cheapest_of;
use super::decomposition::{components, rank};
use super::{Best, Choice, Memo, Weight, plain, walks};
use crate::cost::GraphStats;
use crate::nest::{Entry, Level};
use crate::opt::PassSet;
use crate::pattern::{Pattern, Semantics, bits};
use crate::query::{Query, Unit};

/// A choice for each block that has all anchors, for maps of a bare pattern.
pub(super) fn choices(query: &Query, stats: &GraphStats, memo: &mut Memo) -> Vec<Choice> {
    let pattern = &query.pattern;
    if query.disabled.contains("decomposition") {
        return Vec::new();
    }
    let anchored = pattern.anchors().iter().fold(0u32, |mask, &u| mask | 1 << u);
    let all = pattern.vertex_mask();
    let leaves = |core: u32| {
        let open = components(pattern, all & !core).into_iter();
        open.filter(|part| part.is_power_of_two()).fold(core, |core, leaf| core | leaf)
    };
    // Leaves may stay with the core, where sizes count them.
    let blocks = blocks(pattern, all).into_iter().filter(|block| anchored & !block == 0);
    let mut cores: Vec<u32> = blocks.flat_map(|block| [block, leaves(block)]).filter(|&core| core != all).collect();
    cores.sort_unstable();
    cores.dedup();
    cores.into_iter().filter_map(|core| choice(query, core, stats, memo)).collect()
}

fn choice(query: &Query, core: u32, stats: &GraphStats, memo: &mut Memo) -> Option<Choice> {
    let pattern = &query.pattern;
    let holder = |part: u32| {
        let held = bits(part).fold(0, |held, u| held | pattern.neighbor_mask(u)) & core;
        held.is_power_of_two().then_some((held.trailing_zeros() as usize, part))
    };
    let parts: Vec<(usize, u32)> =
        components(pattern, pattern.vertex_mask() & !core).into_iter().map(holder).collect::<Option<_>>()?;
    let mut fixed: Vec<usize> = parts.iter().map(|&(at, _)| rank(at, core)).collect();
    fixed.sort_unstable();
    fixed.dedup();
    let own = pattern.induced_by(core).ok()?.renamed_by_number();
    // No two vertices of a clique can coincide, so that its symmetry may be broken.
    let semantics = if own.is_clique() { Semantics::EdgeInduced } else { Semantics::Homomorphism };
    let group = own.automorphisms(semantics);
    let asked = Query { pattern: own, semantics, unit: Unit::Subgraphs, ..query.clone() };
    let mut best = Best::new(1, memo);
    let lookups: Vec<u32> = fixed.iter().map(|&u| 1 << u).collect();
    plain(&asked, &group, &lookups, stats, &mut best);
    if semantics == Semantics::Homomorphism {
        walks::choices(&asked, &fixed, None, stats).into_iter().for_each(|choice| best.insert(choice));
    }
    let mut choice = best.choices.pop()?;
    let mut term = choice.terms.pop()?;
    for &(at, part) in &parts {
        let hanging = pattern.induced_by(part | 1 << at);
        let table = hanging.and_then(|hanging| hanging.with_anchors(&[rank(at, part)])).ok()?.canonical();
        let made = cheapest_of(&table, Semantics::Homomorphism, query, stats, memo)?;
        let is_counted = memo.is_counted_as(&table, Semantics::Homomorphism);
        choice.cost += if is_counted { 0.0 } else { made.cost };
        let level = term.outline.order.iter().position(|&u| u == rank(at, core)).expect("orders have all vertices");
        let at = vec![Level(level as u8)];
        term.outline.entries.push(Entry { table, semantics: Semantics::Homomorphism, at });
    }
    let maps = if semantics == Semantics::EdgeInduced { group.stabilizer_order(&fixed) } else { 1 };
    term.weight = Weight::whole(i64::try_from(maps).ok()?);
    Some(Choice::sum(vec![term], choice.cost, PassSet::of("decomposition")))
}

/// Masks of the parts of a connected subpattern that no vertex cuts: edges, and what has two ways between any two vertices.
fn blocks(pattern: &Pattern, vertices: u32) -> Vec<u32> {
    let parts = |u: usize| components(pattern, vertices & !(1 << u));
    match bits(vertices).map(|u| (u, parts(u))).find(|(_, parts)| parts.len() > 1) {
        Some((u, parts)) => parts.into_iter().flat_map(|part| blocks(pattern, part | 1 << u)).collect(),
        None => vec![vertices],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_vertices_are_in_several_blocks() {
        let pattern: Pattern = "a-b, b-c, c-a, c-d, d-e".parse().expect("it is one");
        let mut found = blocks(&pattern, pattern.vertex_mask());
        found.sort_unstable();
        assert_eq!(found, [0b00111, 0b01100, 0b11000]);
    }
}
