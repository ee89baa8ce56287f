//! Rewrite `homomorphism-basis`: subgraphs counted as maps in which vertices may coincide, less those in which some do
//! [Lovasz1967] [CurticapeanDellMarx2017].
//!
//! The vertices that a map takes to the same place form a partition of the pattern into sets without an edge inside, and the map is
//! an injective one of the pattern in which each set is one vertex. So `maps(P) = hom(P) - Σ over π of maps(P / π)`, over all such
//! partitions but the finest. Each `P / π` is smaller than the pattern, connected, and planned by itself, as a sum of this kind too
//! where that is the cheapest: unrolled all the way this is the sum over all `π` with Möbius weights
//! `Π (-1)^(b - 1) (b - 1)!` over the sizes `b` of the sets. It pays where `hom(P)` is cheap, which it is for patterns of treewidth 2:
//! blocks are counted by themselves, and paths by walks. Anchors lie in sets of their own places, so the sum holds entry by
//! entry.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::choice::Choice;
use super::context::Context;
use super::parts::is_bare;
use super::shortlist::Shortlist;
use super::sum::SumBuilder;
use crate::limits::{FOLDED, FOLDED_PARTITION, FOLDED_PARTITIONS};
use crate::passes::Pass;
use crate::pattern::{Pattern, Semantics, bits};
use crate::query::Output;

/// Adds the sum, for counts of bare edge-induced patterns, if it is better than the others.
pub(super) fn offer(context: &mut Context<'_>, best: &mut Shortlist) {
    let (query, pattern) = (context.query, &context.query.pattern);
    let applies = is_bare(pattern)
        && query.semantics == Semantics::EdgeInduced
        && query.output == Output::Count
        && !pattern.is_clique()
        && has_treewidth_two(pattern);
    if applies && is_planned_within(pattern, best.rank()) {
        best.extend(choice(context, Choice::sum_within(best.rank())));
    }
}

/// Whether planning the sum is cheap beside a cost.
fn is_planned_within(pattern: &Pattern, cost: f64) -> bool {
    if pattern.num_vertices() <= FOLDED {
        return true;
    }
    let mut partitions = 0;
    let all = partition(pattern, 0, &mut Vec::new(), &mut |_| {
        partitions += 1;
        if partitions > FOLDED_PARTITIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    all.is_continue() && FOLDED_PARTITION * partitions as f64 <= cost
}

fn choice(context: &mut Context<'_>, limit: f64) -> Option<Choice> {
    let pattern = &context.query.pattern;
    let mut sum = SumBuilder::default();
    let maps = context.cheapest_of(&pattern.canonical(), Semantics::Homomorphism)?;
    if maps.cost >= limit {
        return None;
    }
    let is_counted = context.memo.is_counted_as(pattern, Semantics::Homomorphism);
    sum.add(maps, context.per_automorphism(1)?, is_counted)?;
    for (shrunk, times) in quotients(pattern)? {
        let maps = i128::try_from(shrunk.automorphisms(Semantics::EdgeInduced).order()).ok()?;
        let is_counted = context.memo.is_counted(&shrunk);
        let best = context.cheapest(&shrunk)?;
        sum.add(best, context.per_automorphism(-times.checked_mul(maps)?)?, is_counted)?;
        if sum.cost(context.memo) >= limit {
            return None;
        }
    }
    sum.choice(Pass::HomomorphismBasis, context.query.disabled, context.memo)
}

/// Whether vertices with at most two neighbors, which are joined as they go, can be taken away until nothing is left.
fn has_treewidth_two(pattern: &Pattern) -> bool {
    let n = pattern.num_vertices();
    let mut rows: Vec<u32> = (0..n).map(|u| pattern.neighbor_mask(u)).collect();
    let mut open = pattern.vertex_mask();
    while open != 0 {
        let Some(u) = bits(open).find(|&u| rows[u].count_ones() <= 2) else { return false };
        let ends = rows[u];
        open &= !(1 << u);
        bits(ends).for_each(|v| rows[v] = (rows[v] | ends) & open & !(1 << v));
    }
    true
}

/// The patterns in which some vertices without an edge between them are one, and in how many ways; `None` if one cannot be made.
fn quotients(pattern: &Pattern) -> Option<BTreeMap<Pattern, i128>> {
    // Many are the same before they are in canonical form, which takes longer than making them.
    let mut made = BTreeMap::<Pattern, i128>::new();
    let all = partition(pattern, 0, &mut Vec::new(), &mut |classes| {
        if classes.len() < pattern.num_vertices() {
            let Ok(shrunk) = pattern.quotient(classes) else { return ControlFlow::Break(()) };
            *made.entry(shrunk).or_default() += 1;
        }
        ControlFlow::Continue(())
    });
    all.is_continue().then_some(())?;
    let mut found = BTreeMap::new();
    for (shrunk, times) in made {
        *found.entry(shrunk.canonical()).or_default() += times;
    }
    Some(found)
}

/// Calls `take` for each partition of the vertices from `u` on, added to `classes`, into sets without an edge inside, until it breaks.
fn partition(
    pattern: &Pattern,
    u: usize,
    classes: &mut Vec<u32>,
    take: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if u == pattern.num_vertices() {
        return take(classes);
    }
    for class in 0..classes.len() {
        if classes[class] & pattern.neighbor_mask(u) == 0 {
            classes[class] |= 1 << u;
            partition(pattern, u + 1, classes, take)?;
            classes[class] &= !(1 << u);
        }
    }
    classes.push(1 << u);
    partition(pattern, u + 1, classes, take)?;
    classes.pop();
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_of_six_folds_into_nine_patterns() {
        let six: Pattern = "cycle:6".parse().expect("it is one");
        let found = quotients(&six).expect("all are patterns");
        assert_eq!(found.len(), 9);
        // By 40 of the 41 partitions of its vertices into sets without an edge inside.
        assert_eq!(found.values().sum::<i128>(), 40);
    }

    #[test]
    fn treewidth_is_told() {
        let has = |pattern: &str| has_treewidth_two(&pattern.parse().expect("it is a pattern"));
        assert!(has("cycle:7") && has("path:5") && has("diamond") && has("butterfly"));
        assert!(!has("clique:4") && !has("a-x, a-y, a-z, b-x, b-y, b-z, c-x, c-y, c-z"));
    }
}
