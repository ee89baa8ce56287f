//! Intervals of what samples say, at 95 %.

/// Where a number lies in 95 of 100 such comparisons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Standard deviations on either side of the mean that have 95 % of a normal distribution between them.
const NORMAL: f64 = 1.959964;

impl Interval {
    /// Half its length.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// That of a probability, of which `successes` of `samples` are seen [Wilson1927]. All of 0 to 1 without samples.
    pub(super) fn of_probability(successes: u64, samples: u64) -> Interval {
        if samples == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (n, square) = (samples as f64, NORMAL * NORMAL);
        let seen = successes as f64 / n;
        let centre = (seen + square / (2.0 * n)) / (1.0 + square / n);
        let half = NORMAL / (1.0 + square / n) * (seen * (1.0 - seen) / n + square / (4.0 * n * n)).sqrt();
        // At the ends rounding may go beyond.
        let low = if successes == 0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if successes == samples { 1.0 } else { (centre + half).min(1.0) };
        Interval { low, high }
    }

    /// That of a z-score, whose mean and deviation are those of so many samples: both err. Its variance is 1/n + z²/2n where
    /// samples are normal.
    pub(super) fn of_z(z: f64, samples: u64) -> Interval {
        let n = samples as f64;
        let half = NORMAL * (1.0 / n + z * z / (2.0 * n)).sqrt();
        Interval { low: z - half, high: z + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agresti and Coull's example: 0 and 5 of 10.
    #[test]
    fn of_probabilities_as_in_books() {
        let close = |interval: Interval, low: f64, high: f64| {
            assert!((interval.low - low).abs() < 5e-4 && (interval.high - high).abs() < 5e-4, "{interval:?}");
        };
        close(Interval::of_probability(0, 10), 0.0, 0.2775);
        close(Interval::of_probability(5, 10), 0.2366, 0.7634);
        close(Interval::of_probability(10, 10), 0.7225, 1.0);
        close(Interval::of_probability(0, 0), 0.0, 1.0);
    }

    #[test]
    fn large_z_are_less_certain() {
        assert!(Interval::of_z(0.0, 100).half() < Interval::of_z(10.0, 100).half());
        assert!((Interval::of_z(0.0, 100).half() - 0.196).abs() < 1e-3);
    }
}
