//! Which part of a row is read against others, and how much of that are rows of hubs.

use super::prefix::Drawn;
use super::{Estimator, Operator, Prefix};
use crate::pattern::bits;

impl Estimator<'_> {
    /// The part of the row of the vertex at `level` that is streamed for a block: earlier vertices that lie in the row may bound the block
    /// further than its own vertex does.
    pub(super) fn kept(&self, prefix: &Prefix, block: u32, level: usize) -> f64 {
        let v = prefix.vertex(level);
        let is_below = |small: usize, large: usize| self.larger[small] >> large & 1 == 1;
        let is_between = |a: usize, mid: usize, b: usize| {
            is_below(a, mid) && is_below(mid, b) || is_below(b, mid) && is_below(mid, a)
        };
        let others = bits(prefix.placed_before(level) & self.pairs.positive[v]);
        let bounds = others.filter(|&other| bits(block).all(|w| is_between(w, other, v))).count();
        1.0 / (1 + bounds) as f64
    }

    /// How so many elements of the row of the vertex at `level` are looked up in marks. Where that is all there is to do, a triangle
    /// counted, dense rows are known to the devices that hold them as bits.
    pub(super) fn probe(&self, prefix: &Prefix, level: usize, list: f64, marked: f64) -> Operator {
        let moments = &self.stats.moments;
        let is_lower = self.constraints.len() == 3 && level == 1 && prefix.levels[1].drawn == Drawn::FromBelow;
        let dense = if is_lower { list * moments.ab_dense / moments.ab.max(1.0) } else { 0.0 };
        Operator::Probe { list, dense, marked }
    }
}
