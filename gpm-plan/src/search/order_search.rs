//! The search over connected orders of the core of a pattern.

use super::beam::{Beam, Front};
use super::credited::Credited;
use super::shortlist::Shortlist;
use crate::cost::{Estimator, Prefix};
use crate::nest::Restriction;
use crate::nest::build::Outline;
use crate::passes::Pass;
use crate::pattern::bits;
use crate::query::{Output, Query};
use crate::symmetry::Breaking;

/// A tail with restrictions, of which all orders of the core are searched.
pub(super) struct OrderSearch<'a> {
    pub(super) query: &'a Query,
    pub(super) estimator: Estimator<'a>,
    /// The vertices that are loops, as a mask.
    pub(super) core: u32,
    /// The vertices that are counted together at the end, as a mask.
    pub(super) tail: u32,
    /// What the nest costs in any case.
    pub(super) overhead: f64,
    /// What the cost of the search is multiplied by.
    pub(super) factor: f64,
    pub(super) breaking: Breaking,
    pub(super) credited: Credited,
}

impl OrderSearch<'_> {
    /// Offers the orders found along a beam, but none that costs more than `most`.
    pub(super) fn run(&self, best: &mut Shortlist, beam: Beam, most: f64) {
        let size = self.core.count_ones() as usize;
        let anchors = if self.credited.comes_first { self.query.pattern.anchors() } else { &[] };
        let roots = bits(self.core).filter(|&u| anchors.first().is_none_or(|&anchor| anchor == u));
        let mut prefixes: Vec<Prefix> = roots.map(|u| self.start(u)).collect();
        for placed in 1..size {
            let mut front = Front::new(beam, placed + 1 == size);
            for prefix in &prefixes {
                if best.is_interrupted() {
                    return;
                }
                let due = |&u: &usize| anchors.get(placed).is_none_or(|&anchor| anchor == u);
                for u in self.connected(prefix).filter(due) {
                    let worst = best.worst().min(most.min(front.limit()).next_up());
                    if let Some(next) = self.estimator.extend_below(prefix, u, worst) {
                        front.add(next);
                    }
                }
            }
            prefixes = front.into_prefixes();
        }
        for prefix in prefixes {
            let cost = match self.walks_tail() {
                true => self.estimator.extend(&prefix, self.tail.trailing_zeros() as usize).cost,
                false => prefix.cost,
            };
            let cost = self.overhead + self.factor * self.shared(&prefix, cost - self.overhead);
            best.offer(self.query, cost, || self.outline(prefix.order()));
        }
    }

    /// What a search costs if one root keeps others waiting.
    fn shared(&self, prefix: &Prefix, all: f64) -> f64 {
        if prefix.is_local() { self.estimator.with_rebuilt(prefix, all) } else { all }
    }

    /// The root alone, with what the nest costs in any case.
    pub(super) fn start(&self, root: usize) -> Prefix {
        let mut start = self.estimator.start(root);
        start.cost += self.overhead;
        start
    }

    /// Whether the tail, then one vertex, is looked at candidate by candidate.
    fn walks_tail(&self) -> bool {
        self.query.pattern.predicate().searched_vertices() & self.tail != 0
    }

    /// The core in the order of vertex numbers.
    pub(super) fn ordered(&self) -> Prefix {
        bits(self.core).skip(1).fold(self.start(0), |prefix, u| self.estimator.extend(&prefix, u))
    }

    /// Offers an order of the core, whose tail costs nothing.
    pub(super) fn offer(&self, prefix: &Prefix, best: &mut Shortlist) {
        best.offer(self.query, prefix.cost, || self.outline(prefix.order()));
    }

    /// Core vertices that may come next: every prefix stays connected.
    fn connected(&self, prefix: &Prefix) -> impl Iterator<Item = usize> + use<> {
        let reached = prefix.order().fold(0, |mask, v| mask | self.estimator.adjacent(v));
        bits(self.core & reached & !prefix.placed)
    }

    fn outline(&self, core: impl Iterator<Item = usize>) -> Outline {
        let order: Vec<usize> = core.chain(bits(self.tail)).collect();
        Outline {
            tail: self.tail.count_ones() as usize,
            restrictions: Restriction::all_in(&order, &self.breaking.pairs),
            divisor: self.breaking.divisor,
            emit: self.query.output == Output::List,
            filter: !self.query.disabled.contains(Pass::CandidateFilter),
            tail_may_coincide: false,
            reach: false,
            credited: self.credited.levels(&order),
            entries: Vec::new(),
            walks: Vec::new(),
            order,
        }
    }
}
