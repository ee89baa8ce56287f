//! Stragglers in the cost model: what share of a search its heaviest root is expected to be, and what waiting for it costs.

use super::prefix::Part;
use super::{DegreeMoments, Estimator, GraphStats, Lone, Operator, Prefix};
use crate::pattern::bits;

impl DegreeMoments {
    /// The one of products of two parts of rows.
    fn of(&self, parts: [Part; 2]) -> f64 {
        match parts {
            [Part::Whole, Part::Whole] => self.dd,
            [Part::Below, Part::Below] => self.bb,
            [Part::Above, Part::Above] => self.aa,
            [Part::Whole, Part::Below] | [Part::Below, Part::Whole] => self.db,
            [Part::Whole, Part::Above] | [Part::Above, Part::Whole] => self.da,
            [Part::Below, Part::Above] | [Part::Above, Part::Below] => self.ab,
        }
    }
}

impl GraphStats {
    /// The cost of a search that counts walks from each root, through smaller or larger vertices alone, with the wait for its heaviest
    /// root. `all` is the cost of all roots together; it is spread over them as edges are. `walks` is the part of it that counting walks
    /// takes, where the loops below a root can be cut.
    pub(crate) fn with_walks(&self, all: f64, walks: Option<f64>, (above, below): (bool, bool)) -> f64 {
        let part = match (above, below) {
            (true, _) => Part::Above,
            (_, true) => Part::Below,
            _ => Part::Whole,
        };
        let rows = if part == Part::Whole { 2.0 * self.edges } else { self.edges };
        let heaviest = |all: f64| all * self.longest(part) / rows.max(1.0);
        let lone = walks.map_or(Lone::Uncut, |walks| Lone::Recounted(heaviest(walks)));
        self.prices.alone.cost((all, heaviest(all)), lone)
    }

    /// The length of the longest part of a row.
    fn longest(&self, part: Part) -> f64 {
        self.largest.of([part; 2]).sqrt()
    }
}

impl Estimator<'_> {
    /// The cost of a search in bit matrices, with the wait for its heaviest root. `all` is the cost of all roots together; it is spread
    /// over them as pairs of their neighbors are.
    pub(crate) fn with_rebuilt(&self, prefix: &Prefix, all: f64) -> f64 {
        let (root, stats) = (prefix.vertex(0), self.stats);
        let mut parts = prefix.order().skip(1).chain(bits(self.tail)).map(|u| self.part(root, 1 << u));
        let first = parts.next().unwrap_or(Part::Whole);
        let pair = [first, parts.next().unwrap_or(first)];
        let heaviest = all * stats.largest.of(pair) / stats.moments.of(pair).max(1.0);
        let longest = stats.longest(self.matrix_part(root));
        let Operator::Matrix { rows, entries, .. } = self.matrices(prefix) else { return all };
        let matrix =
            Operator::Matrix { rows: longest, entries: longest * entries / rows.max(1.0), bits: longest * longest };
        stats.prices.alone.cost((all, heaviest), Lone::Rebuilt(matrix.cost(&stats.prices)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Prices;

    #[test]
    fn hubs_are_heavy_where_their_rows_are_read() {
        // A root that is adjacent to a tenth of all vertices.
        let largest = DegreeMoments { aa: 1e10, ..GraphStats::typical().largest };
        let [gpu, cpu] =
            [Prices::GPU, Prices::CPU].map(|prices| GraphStats { prices, largest, ..GraphStats::typical() });
        let (low, high) = ((true, false), (false, true));
        assert!(gpu.with_walks(1e9, None, low) > gpu.with_walks(1e9, Some(1e8), low));
        assert!(gpu.with_walks(1e9, Some(1e8), low) > 1e9);
        assert_eq!((gpu.with_walks(1e9, None, high), cpu.with_walks(1e9, None, low)), (1e9, 1e9));
    }
}
