//! Which vertices may be left to the end and counted together: pairwise unconstrained, with a connected rest.

use std::collections::BTreeSet;

use crate::opt::MAX_EXPANDED;
use crate::pattern::{Label, PairConstraint, PatternBuilder, Semantics, bits};
use crate::query::{Output, Query};

/// Patterns up to this size have all their tails tried.
const EXHAUSTIVE: usize = 8;

/// Candidate tails, as masks; at least one, each leaving a non-empty connected core. Every single vertex whose removal
/// leaves the pattern connected is one; larger ones only where inclusion-exclusion may be used.
pub(super) fn tails(query: &Query, constraints: &[Vec<PairConstraint>]) -> Vec<u32> {
    distinct(query, all_tails(query, constraints))
}

/// Drops tails that an automorphism maps to an earlier one: they are told by the canonical form of the pattern with its tail
/// labelled. Only unlabelled undirected patterns have enough symmetry to make that worth while.
fn distinct(query: &Query, mut tails: Vec<u32>) -> Vec<u32> {
    let pattern = &query.pattern;
    let labelled = pattern.has_vertex_labels() || pattern.has_edge_labels();
    if labelled || pattern.is_directed() || pattern.has_anti_edges() || !pattern.predicate().is_empty() {
        return tails;
    }
    let mut seen = BTreeSet::new();
    tails.retain(|&tail| {
        let mut marked = PatternBuilder::numbered(pattern.num_vertices());
        bits(tail).for_each(|u| {
            marked.vertex_label(u, "tail");
        });
        pattern.edges().for_each(|edge| {
            marked.edge(edge.from, edge.to, None);
        });
        marked.build().map_or(true, |marked| seen.insert(marked.canonical()))
    });
    tails
}

fn all_tails(query: &Query, constraints: &[Vec<PairConstraint>]) -> Vec<u32> {
    let n = constraints.len();
    let mut tails: Vec<u32> = (0..n).map(|u| 1 << u).filter(|&tail| leaves_connected(constraints, tail)).collect();
    if query.output == Output::List || query.disabled.contains("inclusion-exclusion") {
        return tails;
    }
    if n <= EXHAUSTIVE {
        let larger = (1..query.pattern.vertex_mask()).filter(|tail: &u32| tail.count_ones() > 1);
        tails.extend(larger.filter(|&tail| is_tail(query, constraints, tail)));
    } else {
        // One greedy tail around each vertex, preferring vertices with few neighbors, which close the fewest loops.
        let by_degree = ordered(constraints);
        for seed in 0..n {
            let tail = greedy(query, constraints, std::iter::once(seed).chain(by_degree.iter().copied()));
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
    constraints[u].iter().filter(|pair| pair.is_positive()).count()
}

fn is_tail(query: &Query, constraints: &[Vec<PairConstraint>], tail: u32) -> bool {
    let independent = bits(tail).all(|u| bits(tail).all(|v| constraints[u][v].is_free()));
    // What is compared with other vertices must be looked at one by one.
    let is_compared = query.pattern.predicate().searched_vertices() & tail != 0;
    independent && !is_compared && leaves_connected(constraints, tail) && expands(query, constraints, tail)
}

/// Whether the polynomial stays small: of vertices that may coincide there are few, or they are interchangeable.
fn expands(query: &Query, constraints: &[Vec<PairConstraint>], tail: u32) -> bool {
    if query.semantics == Semantics::Homomorphism {
        return true;
    }
    let label = |u: usize| query.pattern.vertex_label(u);
    let may_coincide = |u: usize, v: usize| label(u).is_none() || label(v).is_none() || label(u) == label(v);
    let twins = |u: usize, v: usize| label(u) == label(v) && constraints[u] == constraints[v];
    bits(tail).all(|u| {
        let group: Vec<usize> = bits(tail).filter(|&v| may_coincide(u, v)).collect();
        let alike = group.iter().all(|&v| twins(u, v));
        group.len() <= MAX_EXPANDED || (alike && !query.disabled.contains("choose"))
    })
}

/// How many tail vertices there are of each kind that may coincide: those of one label, with those of none in every kind.
/// Interchangeable ones count as one, since their polynomial is a binomial.
pub(super) fn groups(query: &Query, tail: u32) -> Vec<usize> {
    if query.semantics == Semantics::Homomorphism {
        return Vec::new();
    }
    let pattern = &query.pattern;
    let mut groups: Vec<(Option<&Label>, Vec<usize>)> = Vec::new();
    for u in bits(tail) {
        let label = pattern.vertex_label(u);
        match groups.iter_mut().find(|(known, _)| *known == label || known.is_none() || label.is_none()) {
            Some((_, members)) => members.push(u),
            None => groups.push((label, vec![u])),
        }
    }
    let alike =
        |members: &[usize]| members.iter().all(|&u| pattern.neighbor_mask(u) == pattern.neighbor_mask(members[0]));
    groups.into_iter().map(|(_, members)| if alike(&members) { 1 } else { members.len() }).collect()
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
