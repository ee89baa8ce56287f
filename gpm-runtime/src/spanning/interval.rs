//! Where a number lies of which some independent draws were hits.

use crate::estimate::{Interval, quantile};

/// Hits from which on it matters that they scatter less than those of rare events. *guess*
const MANY: f64 = 100.0;

/// The interval for the number of hits on average: about that of a Poisson distribution for rare hits [WilsonHilferty1931]. Hits of which each draw has
/// a good chance scatter by a `part` of that.
pub(super) fn of_hits(hits: u64, part: f64, confidence: f64) -> Interval {
    let z = quantile(0.5 + confidence / 2.0);
    let part = if hits as f64 >= MANY { part.clamp(1e-9, 1.0) } else { 1.0 };
    // As many rare ones say as much.
    let alike = hits as f64 / part;
    let end = |number: f64, z: f64| number * (1.0 - 1.0 / (9.0 * number) + z / (3.0 * number.sqrt())).powi(3).max(0.0);
    let low = if hits == 0 { 0.0 } else { end(alike, -z) };
    let high = if hits == 0 { -((1.0 - confidence) / 2.0).ln() } else { end(alike + 1.0, z) };
    Interval { low: part * low, high: part * high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_rare_hits_are_those_of_tables() {
        // [Garwood1936]
        for (hits, low, high) in [(0, 0.0, 3.689), (1, 0.0253, 5.572), (5, 1.623, 11.668), (50, 37.11, 65.92)] {
            let found = of_hits(hits, 1.0, 0.95);
            assert!((found.low - low).abs() < 0.03 && (found.high - high).abs() < 0.03, "{hits}: {found:?}");
        }
    }

    #[test]
    fn hits_that_are_likely_scatter_less() {
        // Nine draws in ten: the variance is a tenth of the number.
        let found = of_hits(9000, 0.1, 0.95);
        assert!((found.half_width() - 1.96 * 900f64.sqrt()).abs() < 1.0 && found.low < 9000.0 && found.high > 9000.0);
    }
}
