//! Which vertices may be left to the end and counted together: pairwise unconstrained, with a connected rest.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::interrupt::Interrupt;
use super::parts::{is_bare, mask};
use crate::limits::{EXHAUSTIVE, tails_tried};
use crate::opt::{Kinds, MAX_EXPANDED, RegionFormula};
use crate::passes::Pass;
use crate::pattern::predicate::Condition;
use crate::pattern::{PairConstraint, PatternBuilder, Semantics, bits};
use crate::query::{Output, Query};

/// Candidate tails, as masks; at least one, each leaving a non-empty connected core. Every single vertex whose removal
/// leaves the pattern connected is one; larger ones only where inclusion-exclusion may be used.
///
/// Anchors, and the vertices of `looped`, are bound by loops: no tail holds one. Where nothing else can be a tail, it is empty.
///
/// Where planning is interrupted meanwhile there are fewer.
pub(super) fn tails(
    query: &Query,
    constraints: &[Vec<PairConstraint>],
    looped: u32,
    interrupt: &Interrupt,
) -> Vec<u32> {
    let loops = looped | mask(query.pattern.anchors());
    let mut tails = all_tails(query, constraints, loops);
    tails.retain(|tail| tail & loops == 0);
    if tails.is_empty() {
        tails.push(0);
    }
    let most = tails_tried(constraints.len());
    if tails.len() > most {
        // The fewer loops a nest has, the cheaper it is likely to be.
        tails.sort_by_key(|tail| Reverse(tail.count_ones()));
    }
    let mut tails = distinct(query, tails, most, interrupt);
    tails.truncate(most);
    tails
}

/// Keeps one of several tails that automorphisms map to each other, and `most` tails in all. Equal tails are told by the canonical form of
/// the pattern with its tail labelled. Only unlabelled undirected patterns have enough symmetry to make that worth while.
fn distinct(query: &Query, mut tails: Vec<u32>, most: usize, interrupt: &Interrupt) -> Vec<u32> {
    let pattern = &query.pattern;
    if !is_bare(pattern) || pattern.automorphisms(query.semantics).order() == 1 {
        return tails;
    }
    let mut seen = BTreeSet::new();
    tails.retain(|&tail| {
        if seen.len() == most || interrupt.is_due() {
            return false;
        }
        let mut marked = PatternBuilder::numbered(pattern.num_vertices());
        bits(tail).for_each(|u| {
            marked.vertex_label(u, "tail");
        });
        pattern.edges().for_each(|edge| {
            marked.edge(edge.from, edge.to, None);
        });
        let marked = marked.build().and_then(|marked| marked.with_anchors(pattern.anchors()));
        marked.map_or(true, |marked| seen.insert(marked.canonical()))
    });
    tails
}

/// Whether a mask is a tail of some nest, an empty one included.
pub(super) fn may_be(query: &Query, constraints: &[Vec<PairConstraint>], tail: u32) -> bool {
    match tail.count_ones() {
        0 => true,
        1 => leaves_connected(constraints, tail),
        _ => is_counted_together(query) && is_tail(query, constraints, tail),
    }
}

/// Whether several vertices may be counted together.
fn is_counted_together(query: &Query) -> bool {
    query.output != Output::List && !query.disabled.contains(Pass::InclusionExclusion)
}

fn all_tails(query: &Query, constraints: &[Vec<PairConstraint>], loops: u32) -> Vec<u32> {
    let n = constraints.len();
    let mut tails: Vec<u32> = (0..n).map(|u| 1 << u).filter(|&tail| leaves_connected(constraints, tail)).collect();
    if !is_counted_together(query) {
        return tails;
    }
    if n <= EXHAUSTIVE {
        let larger = (1..query.pattern.vertex_mask()).filter(|tail: &u32| tail.count_ones() > 1);
        tails.extend(larger.filter(|&tail| is_tail(query, constraints, tail)));
    } else {
        // One greedy tail around each vertex, preferring vertices with few neighbors, which close the fewest loops.
        let by_degree = ordered(constraints);
        let is_free = |u: &usize| loops >> u & 1 == 0;
        for seed in (0..n).filter(is_free) {
            let others = by_degree.iter().copied().filter(is_free);
            let tail = greedy(query, constraints, std::iter::once(seed).chain(others));
            if tail.count_ones() > 1 && !tails.contains(&tail) {
                tails.push(tail);
            }
        }
    }
    tails
}

/// Adds vertices one by one while the mask stays a tail.
fn greedy(query: &Query, constraints: &[Vec<PairConstraint>], vertices: impl Iterator<Item = usize>) -> u32 {
    vertices.fold(0, |tail, u| {
        let next = tail | 1 << u;
        if is_tail(query, constraints, next) { next } else { tail }
    })
}

fn ordered(constraints: &[Vec<PairConstraint>]) -> Vec<usize> {
    let mut vertices: Vec<usize> = (0..constraints.len()).collect();
    vertices.sort_by_key(|&u| degree(constraints, u));
    vertices
}

fn degree(constraints: &[Vec<PairConstraint>], u: usize) -> usize {
    positive(&constraints[u]).count_ones() as usize
}

/// The vertices that are joined with one, as a mask.
fn positive(row: &[PairConstraint]) -> u32 {
    let joined = row.iter().enumerate().filter(|(_, pair)| pair.is_positive());
    joined.fold(0, |mask, (w, _)| mask | 1 << w)
}

fn is_tail(query: &Query, constraints: &[Vec<PairConstraint>], tail: u32) -> bool {
    let independent = bits(tail).all(|u| bits(tail).all(|v| constraints[u][v].is_free()));
    // What is compared with other vertices must be looked at one by one.
    let is_compared = query.pattern.predicate().searched_vertices() & tail != 0;
    // A record has one vertex at an end: to take sets of one vertex apart costs more than to look at it.
    let is_end = |u: usize| bits(positive(&constraints[u])).any(|w| query.pattern.is_record(w));
    let has_ends = query.pattern.has_records() && bits(tail).any(is_end);
    independent && !is_compared && !has_ends && leaves_connected(constraints, tail) && expands(query, constraints, tail)
}

/// Whether the polynomial stays small: of vertices that may coincide there are few, or they are interchangeable.
fn expands(query: &Query, constraints: &[Vec<PairConstraint>], tail: u32) -> bool {
    if query.semantics == Semantics::Homomorphism {
        return true;
    }
    let label = |u: usize| query.pattern.vertex_label(u);
    let may_coincide = |u: usize, v: usize| label(u).zip(label(v)).is_none_or(|(own, other)| own.meets(other));
    let twins = |u: usize, v: usize| {
        label(u) == label(v) && constraints[u] == constraints[v] && conditions(query, u) == conditions(query, v)
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for u in bits(tail) {
        let group = bits(tail).filter(|&v| may_coincide(u, v)).collect();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups.iter().all(|group| {
        let u = group[0];
        let alike = group.iter().all(|&v| twins(u, v));
        group.len() <= MAX_EXPANDED
            || (alike && !query.disabled.contains(Pass::Choose))
            || has_formula(query, group, tail)
    })
}

/// What a predicate demands of a vertex alone.
fn conditions(query: &Query, u: usize) -> Vec<Condition> {
    let conditions = query.pattern.predicate().conjuncts().iter();
    conditions.filter(|condition| condition.vertices() == 1 << u).map(|condition| condition.mapped(&|_| 0)).collect()
}

/// Whether tail vertices that may coincide are counted by a closed formula.
fn has_formula(query: &Query, group: &[usize], tail: u32) -> bool {
    if query.disabled.contains(Pass::Fringe) {
        return false;
    }
    let fringe = group.iter().map(|u| 1 << u).sum();
    let kinds = Kinds::new(&query.pattern, query.semantics, (fringe, tail), &[]);
    kinds.is_some_and(|kinds| RegionFormula::new(&kinds, MAX_EXPANDED).is_some())
}

fn leaves_connected(constraints: &[Vec<PairConstraint>], tail: u32) -> bool {
    let core = (0..constraints.len()).map(|u| 1u32 << u).sum::<u32>() & !tail;
    let mut reached = core & core.wrapping_neg();
    loop {
        let adjacent =
            bits(reached).flat_map(|u| (0..constraints.len()).filter(move |&v| constraints[u][v].is_positive()));
        let next = reached | adjacent.map(|v| 1u32 << v).fold(0, |a, b| a | b) & core;
        if next == reached {
            return core != 0 && reached == core;
        }
        reached = next;
    }
}
