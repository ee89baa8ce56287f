//! Kinds of fringe vertices: those of whom the same is demanded are interchangeable, and candidate sets of different kinds
//! meet in a set that more is demanded of.

use std::collections::BTreeMap;

use super::length;
use crate::limits::{FORMULA_KINDS, FORMULA_TERMS};
use crate::pattern::{Label, PairConstraint, Pattern, Semantics, bits};

/// A fringe by kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kinds {
    /// How many vertices there are of each kind.
    pub(super) counts: Vec<u8>,
    /// A vertex of each kind.
    pub(super) examples: Vec<usize>,
    /// By mask of kinds the number of the set in which their candidates meet; `None` if they never do.
    meets: Vec<Option<usize>>,
    /// Of each set the fewest kinds that meet in it, as a mask.
    pub(super) sets: Vec<u32>,
}

/// What is demanded of a candidate, in a form in which equal demands are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Demand {
    label: Option<Label>,
    /// Of the pair of a core vertex with the candidate, in ascending order.
    pairs: Vec<(usize, PairConstraint)>,
    /// Core vertices that it must be smaller than, as a mask.
    below: u32,
    /// Core vertices that it must be larger than.
    above: u32,
}

impl Kinds {
    /// The kinds of the vertices of `fringe`, which is all of `tail` or a part; both are masks, and the other vertices of the
    /// pattern are the core. `restrictions` are pairs of a smaller and a larger vertex. `None` if there are fewer than two
    /// kinds or too many, if their formula is soon seen to be too long, or if a predicate has to do with them.
    pub(crate) fn new(
        pattern: &Pattern,
        semantics: Semantics,
        (fringe, tail): (u32, u32),
        restrictions: &[(usize, usize)],
    ) -> Option<Kinds> {
        let conditions = pattern.predicate().conjuncts();
        if conditions.iter().any(|condition| condition.vertices() & fringe != 0) {
            return None;
        }
        let core = pattern.vertex_mask() & !tail;
        let mut demands: Vec<Demand> = Vec::new();
        let (mut counts, mut examples) = (Vec::new(), Vec::new());
        for u in bits(fringe) {
            let pairs = bits(core).map(|v| (v, pattern.constraint(v, u, semantics)));
            let mask = |others: &mut dyn Iterator<Item = usize>| others.map(|other| 1 << other).sum();
            let mut larger = restrictions.iter().filter(|(smaller, _)| *smaller == u).map(|&(_, larger)| larger);
            let mut smaller = restrictions.iter().filter(|(_, larger)| *larger == u).map(|&(smaller, _)| smaller);
            let demand = Demand {
                label: pattern.vertex_label(u).cloned(),
                pairs: pairs.filter(|(_, pair)| !pair.is_free()).collect(),
                below: mask(&mut larger),
                above: mask(&mut smaller),
            };
            match demands.iter().position(|known| *known == demand) {
                Some(kind) => counts[kind] += 1,
                None if demands.len() == FORMULA_KINDS => return None,
                None => {
                    demands.push(demand);
                    counts.push(1);
                    examples.push(u);
                }
            }
        }
        let is_long = || least_terms(&demands, &counts).is_some_and(|terms| terms > FORMULA_TERMS as u128);
        (demands.len() > 1 && !is_long()).then(|| Kinds::of_demands(&demands, counts, examples))
    }

    fn of_demands(demands: &[Demand], counts: Vec<u8>, examples: Vec<usize>) -> Kinds {
        let mut joined: Vec<Option<Demand>> = vec![None; 1 << demands.len()];
        let mut masks: Vec<u32> = (1..1 << demands.len()).collect();
        for &mask in &masks {
            let (lowest, rest) = (&demands[mask.trailing_zeros() as usize], mask & (mask - 1));
            joined[mask as usize] = match rest {
                0 => Some(lowest.clone()),
                _ => joined[rest as usize].as_ref().and_then(|demand| demand.and(lowest)),
            };
        }
        masks.sort_by_key(|mask| (mask.count_ones(), *mask));
        let (mut known, mut sets) = (BTreeMap::new(), Vec::new());
        let mut meets = vec![None; joined.len()];
        for mask in masks {
            let Some(demand) = joined[mask as usize].take() else { continue };
            let set = *known.entry(demand).or_insert_with(|| {
                sets.push(mask);
                sets.len() - 1
            });
            meets[mask as usize] = Some(set);
        }
        Kinds { counts, examples, meets, sets }
    }

    /// The set in which the candidates of all kinds of `mask` meet.
    pub(super) fn meet(&self, mask: u32) -> Option<usize> {
        self.meets[mask as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// How many vertices there are.
    pub(super) fn num_vertices(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }
}

/// Terms that a formula has at least; `None` where different core vertices may be asked for in different ways.
fn least_terms(demands: &[Demand], counts: &[u8]) -> Option<u128> {
    let (_, pair) = demands.first()?.pairs.first()?;
    let is_plain = |demand: &Demand| {
        demand.label == demands[0].label
            && demand.below | demand.above == 0
            && demand.pairs.iter().all(|(_, own)| own == pair)
    };
    let neighbors = |demand: &Demand| demand.pairs.iter().map(|(v, _)| 1 << v).sum();
    let neighbors: Vec<u32> = demands.iter().map(neighbors).collect();
    demands.iter().all(is_plain).then(|| length::least_terms(&neighbors, counts, FORMULA_TERMS as u128))
}

impl Demand {
    /// Both at once; `None` if that cannot be.
    fn and(&self, other: &Demand) -> Option<Demand> {
        let label = match (&self.label, &other.label) {
            (Some(own), Some(other)) => Some(own.and(other)?),
            (label, None) | (None, label) => label.clone(),
        };
        let mut pairs = self.pairs.clone();
        for (v, pair) in &other.pairs {
            let alike = |known: &&mut (usize, PairConstraint)| {
                known.0 == *v
                    && known.1.forward_label == pair.forward_label
                    && known.1.backward_label == pair.backward_label
            };
            match pairs.iter_mut().find(alike) {
                Some((_, known)) => known.allowed = known.allowed.intersection(pair.allowed),
                None => pairs.push((*v, pair.clone())),
            }
        }
        pairs.sort();
        let (below, above) = (self.below | other.below, self.above | other.above);
        let is_possible = pairs.iter().all(|(_, pair)| !pair.allowed.is_empty()) && below & above == 0;
        is_possible.then_some(Demand { label, pairs, below, above })
    }
}
