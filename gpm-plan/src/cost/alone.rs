//! What a search takes where one root is much of it: other workers may have to wait for the one that has it.

use super::prefix::Part;
use super::{DegreeMoments, Estimator, GraphStats, Operator, Prefix};
use crate::pattern::bits;

/// What keeps the root that costs most from being shared among workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lone {
    /// Nothing does.
    No,
    /// Walks from it are counted: it is never cut.
    Uncut,
    /// Its bit matrix is made again for each part that is given away, which costs so much, in elements streamed.
    Rebuilt(f64),
}

/// How much longer a search takes where one root is much of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alone {
    /// How many times as long an element takes below a root that is never cut: the other blocks have nothing to do.
    pub uncut: f64,
    /// How many times longer each element below a root takes, for each element that making its bit matrix again costs.
    pub rebuilt: f64,
    /// Elements after which parts are so large that this no longer matters.
    pub shared_after: f64,
}

impl Alone {
    /// Workers that each have roots of their own, or share the matrix of one.
    pub(super) const NONE: Alone = Alone { uncut: 1.0, rebuilt: 0.0, shared_after: 0.0 };

    /// What a search costs whose roots cost so much together, and the heaviest of them so much.
    pub fn cost(&self, (all, heaviest): (f64, f64), lone: Lone) -> f64 {
        all.max(match lone {
            Lone::No => heaviest,
            Lone::Uncut => self.uncut * heaviest,
            Lone::Rebuilt(matrix) => ((1.0 + self.rebuilt * matrix) * heaviest).min(all + self.shared_after),
        })
    }
}

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
    /// What a search costs in which walks are counted from each root, through smaller or larger vertices alone, and all roots cost so much:
    /// it lies on these as edges do.
    pub(crate) fn with_uncut(&self, all: f64, (above, below): (bool, bool)) -> f64 {
        let part = match (above, below) {
            (true, _) => Part::Above,
            (_, true) => Part::Below,
            _ => Part::Whole,
        };
        let rows = if part == Part::Whole { 2.0 * self.edges } else { self.edges };
        self.prices.alone.cost((all, all * self.longest(part) / rows.max(1.0)), Lone::Uncut)
    }

    /// The length of the longest part of a row.
    fn longest(&self, part: Part) -> f64 {
        self.largest.of([part; 2]).sqrt()
    }
}

impl Estimator<'_> {
    /// What a search in bit matrices costs of which all roots cost so much: it lies on these as pairs of their neighbors do.
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
    fn others_wait_for_a_heavy_root() {
        let alone = Alone { uncut: 100.0, rebuilt: 1e-3, shared_after: 500.0 };
        let cost = |lone| alone.cost((1000.0, 50.0), lone);
        assert_eq!((cost(Lone::No), cost(Lone::Uncut)), (1000.0, 5000.0));
        assert_eq!([0.0, 23e3, 1e9].map(|matrix| cost(Lone::Rebuilt(matrix))), [1000.0, 1200.0, 1500.0]);
        assert_eq!(Alone::NONE.cost((1000.0, 50.0), Lone::Uncut), 1000.0);
    }

    #[test]
    fn hubs_are_heavy_where_their_rows_are_read() {
        let [gpu, cpu] = [Prices::GPU, Prices::CPU].map(|prices| GraphStats { prices, ..GraphStats::typical() });
        assert!(gpu.with_uncut(1e9, (true, false)) > 1e9);
        assert_eq!((gpu.with_uncut(1e9, (false, true)), cpu.with_uncut(1e9, (true, false))), (1e9, 1e9));
    }
}
