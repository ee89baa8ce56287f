//! What a pattern demands of pairs of vertices, as masks and small numbers: an estimate asks for it thousands of times.

use crate::pattern::{PairConstraint, PairStates, bits};

/// The demands on all pairs.
#[derive(Debug)]
pub(super) struct Pairs {
    /// By vertex, those that must be adjacent to it in some way, as a mask.
    pub(super) positive: Vec<u32>,
    /// By vertex, those of which something is demanded, as a mask.
    pub(super) bound: Vec<u32>,
    /// By pair, a number for what is demanded: equal ones are equal.
    demands: Vec<u16>,
    /// By that number.
    is_positive: Vec<bool>,
}

impl Pairs {
    /// For `constraints[u][v]`.
    pub(super) fn new(constraints: &[Vec<PairConstraint>]) -> Pairs {
        let mask = |row: &[PairConstraint], holds: fn(&PairConstraint) -> bool| {
            row.iter().enumerate().filter(|(_, pair)| holds(pair)).fold(0, |mask, (v, _)| mask | 1 << v)
        };
        let mut distinct: Vec<&PairConstraint> = Vec::new();
        let mut demands = Vec::with_capacity(constraints.len() * constraints.len());
        for pair in constraints.iter().flatten() {
            let known = distinct.iter().position(|other| *other == pair);
            demands.push(known.unwrap_or(distinct.len()) as u16);
            if known.is_none() {
                distinct.push(pair);
            }
        }
        Pairs {
            positive: constraints.iter().map(|row| mask(row, PairConstraint::is_positive)).collect(),
            bound: constraints.iter().map(|row| mask(row, |pair| !pair.is_free())).collect(),
            demands,
            is_positive: distinct.iter().map(|pair| pair.is_positive()).collect(),
        }
    }

    /// The distinct demands on pairs of `v` and one of a block, but for those that demand nothing.
    pub(super) fn demands(&self, v: usize, block: u32) -> impl Iterator<Item = u16> {
        let bound = block & self.bound[v];
        let is_new = move |&w: &usize| bits(bound & ((1 << w) - 1)).all(|earlier| self.of(v, earlier) != self.of(v, w));
        bits(bound).filter(is_new).map(move |w| self.of(v, w))
    }

    /// Whether the same is demanded of `v` with either block.
    pub(super) fn are_same(&self, v: usize, one: u32, other: u32) -> bool {
        match one.is_power_of_two() && other.is_power_of_two() {
            true => self.of(v, one.ilog2() as usize) == self.of(v, other.ilog2() as usize),
            false => self.demands(v, one).eq(self.demands(v, other)),
        }
    }

    fn of(&self, v: usize, w: usize) -> u16 {
        self.demands[v * self.bound.len() + w]
    }

    /// Whether a demand is for adjacency.
    pub(super) fn is_positive(&self, demand: u16) -> bool {
        self.is_positive[usize::from(demand)]
    }
}

/// The part of all neighbors that a relation keeps: half of them for one direction.
pub(super) fn direction(pair: &PairConstraint) -> f64 {
    if pair.allowed == PairStates::ANY_EDGE || pair.is_negative() { 1.0 } else { 0.5 }
}
