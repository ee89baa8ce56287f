//! Estimates of rows in the cost model: how long they are, which part of a row is read against others, and what share of that is rows of
//! hubs.

use super::pairs::direction;
use super::prefix::{Drawn, Part, Placed};
use super::{Estimator, Operator, Prefix, RowStats};
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

    /// Expected size of (the part that `block` needs of) the row of the vertex at level `k`.
    pub(super) fn row(&self, prefix: &Prefix, block: u32, k: usize) -> f64 {
        let m = &self.stats.moments;
        let edges = self.stats.edges.max(1.0);
        // A vertex is met in proportion to a power of its degree, one for each draw into its row and out of it.
        let tilt = m.ddd / m.dd.max(1.0) / m.dd.max(1.0);
        let (v, Placed { drawn, draws, first, .. }) = (prefix.vertex(k), prefix.levels[k]);
        let part = self.part(v, block);
        let (whole, below, above) = match (drawn, draws, first) {
            (Drawn::Root, 0, _) => {
                let mean = edges / self.stats.vertices.max(1.0);
                (2.0 * mean, mean, mean)
            }
            (Drawn::Root, _, Part::Below) => (m.db / edges, m.bb / edges, m.ab / edges),
            (Drawn::Root, _, Part::Above) => (m.da / edges, m.ab / edges, m.aa / edges),
            (Drawn::Root, 1, Part::Whole) | (Drawn::FromRow, 0, _) => {
                (m.dd / (2.0 * edges), m.db / (2.0 * edges), m.da / (2.0 * edges))
            }
            (Drawn::Root | Drawn::FromRow, ..) => (tilt * m.dd, tilt * m.db, tilt * m.da),
            (Drawn::FromBelow, ..) => (m.da / edges, m.ab / edges, m.aa / edges),
            (Drawn::FromAbove, ..) => (m.db / edges, m.bb / edges, m.ab / edges),
        };
        if let Some(classes) = &self.stats.classes {
            let tilt = |row: &RowStats| match usize::from(draws) + usize::from(drawn != Drawn::Root) {
                0 => 1.0,
                met => row.tilts[met.min(2) - 1],
            };
            let rows = bits(block).map(|w| &classes.rows[v][w]).filter(|row| row.mean > 0.0);
            let whole = rows.map(|row| row.mean * tilt(row)).reduce(f64::min).unwrap_or(0.0);
            return if part == Part::Whole { whole } else { whole / 2.0 };
        }
        let directed = bits(block).map(|w| direction(&self.constraints[v][w])).fold(1.0, f64::min);
        let size = match part {
            Part::Whole => whole,
            Part::Below => below,
            Part::Above => above,
        };
        size * directed
    }
}
