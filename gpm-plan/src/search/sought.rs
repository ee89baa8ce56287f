//! What is looked for where the sizes of sets are counted: matched vertices that may be among their members, and bounds.

use std::borrow::Borrow;

use super::parts::is_bare;
use crate::nest::{Demands, Membership};
use crate::pattern::{PairConstraint, Pattern, Semantics, bits};
use crate::query::{Output, Query};

/// How many matched vertices are looked for in the sets of which counting the tail takes sizes, for one partial match under restrictions
/// `pairs`, where these are lists: those that may be members or not, and the bound of a vertex in whose row a set is not. There is a set for
/// each two tail vertices too if they `coincide`, as in joins; larger blocks are left out.
pub(super) fn sought(
    query: &Query,
    (constraints, pairs): (&[Vec<PairConstraint>], &[(usize, usize)]),
    tail: u32,
    coincide: bool,
) -> f64 {
    if query.semantics == Semantics::Homomorphism || query.output == Output::List {
        return 0.0;
    }
    let restricted = Restricted { pattern: &query.pattern, is_bare: is_bare(&query.pattern), constraints, pairs };
    let core = query.pattern.vertex_mask() & !tail;
    // Of vertices with the same candidates these are counted once.
    let mut kinds: Vec<usize> = Vec::new();
    for u in bits(tail) {
        if !kinds.iter().any(|&known| restricted.are_twins(known, u, core)) {
            kinds.push(u);
        }
    }
    let may_coincide = |a: usize, b: usize| restricted.membership_of_one(a, b, core) != Membership::Stranger;
    let alone = kinds.iter().map(|&u| restricted.sought(&[u], core));
    let both = kinds.iter().flat_map(|&a| kinds.iter().map(move |&b| (a, b)));
    let both =
        both.filter(|&(a, b)| coincide && a < b && may_coincide(a, b)).map(|(a, b)| restricted.sought(&[a, b], core));
    alone.chain(both).sum::<usize>() as f64
}

/// A pattern under restrictions, by the numbers of its vertices.
struct Restricted<'a> {
    pattern: &'a Pattern,
    is_bare: bool,
    constraints: &'a [Vec<PairConstraint>],
    pairs: &'a [(usize, usize)],
}

impl Restricted<'_> {
    /// Matched vertices that are looked for in the candidates of a block.
    fn sought(&self, block: &[usize], core: u32) -> usize {
        let is_unknown = |&w: &usize| self.membership(w, block.iter().copied(), core) == Membership::Unknown;
        // The bound of a neighbor is where its row is cut.
        let is_foreign = |&(w, u): &(usize, usize)| !self.constraints[w][u].is_positive();
        let with_core = bits(core).flat_map(|w| block.iter().map(move |&u| (w, u)));
        let is_bound = |&(w, u): &(usize, usize)| self.is_below(w, u) || self.is_below(u, w);
        bits(core).filter(is_unknown).count() + usize::from(with_core.filter(is_bound).any(|pair| is_foreign(&pair)))
    }

    /// Whether two tail vertices have the same candidates.
    fn are_twins(&self, a: usize, b: usize, core: u32) -> bool {
        self.pattern.vertex_label(a) == self.pattern.vertex_label(b)
            && bits(core).all(|w| {
                self.constraints[w][a] == self.constraints[w][b]
                    && self.is_below(w, a) == self.is_below(w, b)
                    && self.is_below(a, w) == self.is_below(b, w)
            })
    }
}

impl Demands for Restricted<'_> {
    fn pair(&self, i: usize, j: usize) -> impl Borrow<PairConstraint> {
        &self.constraints[i][j]
    }

    fn is_below(&self, i: usize, j: usize) -> bool {
        self.pairs.contains(&(i, j))
    }

    fn admits(&self, i: usize, j: usize) -> Option<bool> {
        match (self.pattern.vertex_label(i), self.pattern.vertex_label(j)) {
            (Some(one), Some(other)) if !one.meets(other) => Some(false),
            // What is demanded of vertices one by one is not compared.
            _ => self.is_bare.then_some(true),
        }
    }
}
