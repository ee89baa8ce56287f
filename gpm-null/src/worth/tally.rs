//! Counts of samples beside the observed one, summed up.

/// An observed count, and what is kept of the counts of samples: how many are at least or at most as large, their mean and their spread.
///
/// Whether a sample has as many is decided on integers, and means and spreads are those of differences from the observed count, so that
/// nothing is lost where large counts differ by little.
///
/// ```
/// use gpm_null::Tally;
///
/// let mut tally = Tally::new(10);
/// [8, 12, 10].into_iter().for_each(|count| tally.add(count));
/// assert_eq!((tally.samples(), tally.at_least(), tally.at_most()), (3, 2, 2));
/// assert_eq!((tally.mean(), tally.deviation()), (Some(10.0), Some(2.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    observed: u128,
    samples: u64,
    at_least: u64,
    at_most: u64,
    /// Mean of count − observed.
    mean: f64,
    /// Sum of the squares of what the differences differ from their mean.
    squares: f64,
}

impl Tally {
    /// No samples yet.
    pub fn new(observed: u128) -> Tally {
        Tally { observed, samples: 0, at_least: 0, at_most: 0, mean: 0.0, squares: 0.0 }
    }

    /// Adds the count of a sample [Welford1962].
    pub fn add(&mut self, count: u128) {
        self.samples += 1;
        self.at_least += u64::from(count >= self.observed);
        self.at_most += u64::from(count <= self.observed);
        let distance = count.abs_diff(self.observed) as f64;
        let difference = if count < self.observed { -distance } else { distance };
        let from_mean = difference - self.mean;
        self.mean += from_mean / self.samples as f64;
        self.squares += from_mean * (difference - self.mean);
    }

    /// Number of samples.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Samples that have at least the observed count.
    pub fn at_least(&self) -> u64 {
        self.at_least
    }

    /// Samples that have at most the observed count.
    pub fn at_most(&self) -> u64 {
        self.at_most
    }

    /// The observed count.
    pub fn observed(&self) -> u128 {
        self.observed
    }

    /// Mean of samples less the observed count; `None` without samples.
    pub(super) fn excess(&self) -> Option<f64> {
        (self.samples > 0).then_some(self.mean)
    }

    /// Mean of the samples; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        self.excess().map(|excess| self.observed as f64 + excess)
    }

    /// Standard deviation of the samples (with n − 1); `None` of fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        (self.samples > 1).then(|| (self.squares / (self.samples - 1) as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_differences_of_large_counts_are_kept() {
        let large = u128::from(u64::MAX) << 20;
        let mut tally = Tally::new(large);
        [large - 1, large + 1, large, large].into_iter().for_each(|count| tally.add(count));
        assert_eq!((tally.at_least(), tally.at_most(), tally.excess()), (3, 3, Some(0.0)));
        assert!((tally.deviation().unwrap() - (2.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn of_nothing_nothing_is_known() {
        let mut tally = Tally::new(3);
        assert_eq!((tally.mean(), tally.deviation()), (None, None));
        tally.add(5);
        assert_eq!((tally.mean(), tally.deviation()), (Some(5.0), None));
    }
}
