//! What is done once a vertex of a matching order is placed: tables are read, rows marked, and sets made.

use super::estimate::union;
use super::{Estimator, Operator, Prefix};
use crate::pattern::bits;

impl Estimator<'_> {
    /// Cost of what is done once the last vertex is placed, for one partial match; part of it once it is above `limit`.
    pub(super) fn entering_cost(&self, prefix: &Prefix, limit: f64) -> f64 {
        let mut cost = 0.0;
        self.entering(prefix, |operator| {
            cost += operator.cost(&self.stats.prices);
            cost <= limit
        });
        cost
    }

    /// Calls `take` with what is done once the last vertex is placed, for one partial match, as long as it goes on: tables, the row that
    /// is marked, and the sets that the vertex completes.
    pub(super) fn entering(&self, prefix: &Prefix, mut take: impl FnMut(Operator) -> bool) {
        if !self.tables.operators(prefix, self.is_whole(prefix)).all(&mut take) {
            return;
        }
        if self.marked(prefix).is_some_and(|elements| !take(Operator::Mark(elements))) {
            return;
        }
        self.joins(prefix, take);
    }

    /// Calls `take` with how each set is made that the last placed vertex completes, for one partial match, as long as it goes on.
    fn joins(&self, prefix: &Prefix, mut take: impl FnMut(Operator) -> bool) {
        let level = prefix.num_levels - 1;
        let last = self.pairs.bound[prefix.vertex(level)];
        let open = self.open(prefix);
        let mut seen: Vec<(u32, u32, u32)> = Vec::new();
        for block in self.blocks(open).filter(|block| last & block != 0) {
            let owners = union(&self.pairs.bound, block) & prefix.placed;
            if self.num_rows(owners, block) < 2 {
                continue;
            }
            let bounds = union(&self.ordered, block) & prefix.placed;
            let is_same = |&(other, of, with): &(u32, u32, u32)| {
                (of, with) == (owners, bounds) && bits(owners).all(|v| self.pairs.are_same(v, block, other))
            };
            if !seen.iter().any(is_same) {
                if let Some(join) = self.operation(prefix, block, level) {
                    let is_apart = self.is_outer(prefix) && !prefix.is_local;
                    if !take(join) || (is_apart && !take(Operator::OuterJoin)) {
                        return;
                    }
                }
                seen.push((block, owners, bounds));
            }
        }
    }

    /// The vertices whose candidates are still to be made, as a mask.
    fn open(&self, prefix: &Prefix) -> u32 {
        let all = (1u64 << self.constraints.len()) as u32;
        all.wrapping_sub(1) & !prefix.placed & !self.looked_up
    }

    /// How long the row of the last placed vertex is, if it is marked: it alone bounds a vertex that a later loop's row bounds too.
    fn marked(&self, prefix: &Prefix) -> Option<f64> {
        if prefix.is_local {
            return None;
        }
        let (level, open) = (prefix.num_levels - 1, self.open(prefix));
        let v = prefix.vertex(level);
        let loops = open & !self.tail;
        let is_met_again = |u: &usize| self.pairs.bound[*u] & loops != 0 && self.num_rows(prefix.placed, 1 << u) == 1;
        let met = bits(open & self.pairs.positive[v]).filter(is_met_again);
        met.map(|u| self.row(prefix, 1 << u, level)).reduce(f64::max)
    }

    /// The sets wanted for open vertices: each by itself, and blocks of two of the tail.
    fn blocks(&self, open: u32) -> impl Iterator<Item = u32> {
        let tail = open & self.tail;
        let pairs = bits(tail).flat_map(move |a| bits(tail & ((1 << a) - 1)).map(move |b| 1 << a | 1 << b));
        bits(open).map(|u| 1 << u).chain(pairs)
    }

    /// How many rows of the vertices `placed` the candidates of a block of coinciding vertices are made of.
    pub(super) fn num_rows(&self, placed: u32, block: u32) -> usize {
        let owners = union(&self.pairs.bound, block) & placed;
        match block.is_power_of_two() {
            true => owners.count_ones() as usize,
            false => bits(owners).map(|v| self.pairs.demands(v, block).count()).sum(),
        }
    }
}
