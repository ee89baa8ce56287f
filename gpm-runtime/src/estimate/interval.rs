//! Confidence intervals for means of skewed numbers.

use super::moments::Moments;

/// A mean, and what is known of how it scatters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scatter {
    pub(crate) mean: f64,
    /// Of the mean.
    pub(crate) variance: f64,
    /// The third central moment of the mean.
    pub(crate) third: f64,
}

/// Where a number lies with some confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Interval {
    /// A two-sided interval. Counts are skewed: samples that are much larger than the mean are rare, and until one is met both the mean and its
    /// variance are too small. The transformation of [Hall1992] takes the skewness that was seen into account, and moves the interval up.
    pub(crate) fn of(Scatter { mean, variance, third }: Scatter, confidence: f64) -> Interval {
        let (error, z) = (variance.sqrt(), quantile(0.5 + confidence / 2.0));
        if error == 0.0 {
            return Interval { low: mean, high: mean };
        }
        let skewness = third / (variance * error);
        let pivot = |z: f64| match skewness.abs() < 1e-9 {
            true => z,
            false => 3.0 / skewness * ((1.0 + skewness * (z - skewness / 6.0)).cbrt() - 1.0),
        };
        let (low, high) = (mean - error * pivot(z), mean - error * pivot(-z));
        // Where there is more skewness than the transformation is made for, it is at least as wide as a plain one.
        Interval { low: low.min(mean - z * error).max(0.0), high: high.max(mean + z * error) }
    }

    /// The same where the scatter is that of few numbers.
    pub(crate) fn of_few(scatter: Scatter, number: u64, confidence: f64) -> Interval {
        let wider = wider(number, confidence);
        let Scatter { mean, variance, third } = scatter;
        // As skewed as before.
        Interval::of(Scatter { mean, variance: variance * wider.powi(2), third: third * wider.powi(3) }, confidence)
    }

    pub(crate) fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// How much wider an interval is that comes from so few numbers: by the quantile of Student's distribution, to some digits
/// [AbramowitzStegun1964] 26.7.5.
fn wider(number: u64, confidence: f64) -> f64 {
    let (z, freedom) = (quantile(0.5 + confidence / 2.0), number.max(2) as f64 - 1.0);
    let z = z.powi(2);
    1.0 + (z + 1.0) / (4.0 * freedom)
        + ((5.0 * z + 16.0) * z + 3.0) / (96.0 * freedom.powi(2))
        + (((3.0 * z + 19.0) * z + 17.0) * z - 15.0) / (384.0 * freedom.powi(3))
}

/// The upper end of a two-sided interval for the mean of log-normal numbers, whose logarithms these are: by Cox's method [ZhouGao1997].
pub(crate) fn log_normal_end(logs: Moments, confidence: f64) -> f64 {
    let number = logs.samples.max(2) as f64;
    let variance = logs.squares / (number - 1.0);
    let error = (variance / number + variance.powi(2) / (2.0 * (number - 1.0))).sqrt();
    (logs.mean + variance / 2.0 + quantile(0.5 + confidence / 2.0) * wider(logs.samples, confidence) * error).exp()
}

/// The quantile of the normal distribution, to a relative error of 10^-7 [Wichura1988]. `part` lies between 0 and 1.
pub(crate) fn quantile(part: f64) -> f64 {
    let polynomial = |of: f64, factors: &[f64]| factors.iter().rev().fold(0.0, |sum, factor| sum * of + factor);
    let from_middle = part - 0.5;
    if from_middle.abs() <= 0.425 {
        let r = 0.180625 - from_middle * from_middle;
        const OVER: [f64; 4] = [3.3871327179, 50.434271938, 159.29113202, 59.109374720];
        const UNDER: [f64; 4] = [1.0, 17.895169469, 78.757757664, 67.187563600];
        return from_middle * polynomial(r, &OVER) / polynomial(r, &UNDER);
    }
    let r = (-part.min(1.0 - part).ln()).sqrt();
    let value = if r <= 5.0 {
        const OVER: [f64; 4] = [1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103];
        const UNDER: [f64; 3] = [1.0, 0.73700164250, 0.12021132975];
        polynomial(r - 1.6, &OVER) / polynomial(r - 1.6, &UNDER)
    } else {
        const OVER: [f64; 4] = [6.6579051150, 3.0812263860, 0.42868294337, 0.017337203997];
        const UNDER: [f64; 3] = [1.0, 0.24197894225, 0.012258202635];
        polynomial(r - 5.0, &OVER) / polynomial(r - 5.0, &UNDER)
    };
    value.copysign(from_middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (part, known) in [(0.5, 0.0), (0.9, 1.2815516), (0.975, 1.9599640), (0.995, 2.5758293), (0.9999, 3.7190165)]
        {
            assert!((quantile(part) - known).abs() < 1e-6, "{part}: {}", quantile(part));
            assert!((quantile(1.0 - part) + known).abs() < 1e-6, "{part}");
        }
        assert!((quantile(1.0 - 1e-12) - 7.0344838).abs() < 1e-4);
    }

    #[test]
    fn intervals_of_few_numbers_are_wider() {
        let of =
            |number| Interval::of_few(Scatter { mean: 100.0, variance: 1.0, third: 0.0 }, number, 0.95).half_width();
        for (number, known) in [(6, 2.5706), (16, 2.1314), (101, 1.9840)] {
            assert!((of(number) / known - 1.0).abs() < 2e-3, "{number}: {}", of(number));
        }
    }

    #[test]
    fn what_is_missing_of_log_normal_numbers_is_expected() {
        let of = |logs: &[f64]| log_normal_end(Moments::of(logs.iter().map(|&log| (log, 1))), 0.95);
        assert!((of(&[1.0; 9]) / 1f64.exp() - 1.0).abs() < 1e-12);
        // 5 numbers, variance 0.5: exp(0.25 + 2.776 * sqrt(0.1 + 0.03125)).
        let known = (0.25f64 + 2.776 * 0.13125f64.sqrt()).exp();
        assert!((of(&[-1.0, 0.0, 0.0, 0.0, 1.0]) / known - 1.0).abs() < 1e-2);
    }

    #[test]
    fn skewed_numbers_move_the_interval_up() {
        let plain = Interval::of(Scatter { mean: 100.0, variance: 25.0, third: 0.0 }, 0.95);
        assert!((plain.low - 90.2).abs() < 0.01 && (plain.high - 109.8).abs() < 0.01);
        let skewed = Interval::of(Scatter { mean: 100.0, variance: 25.0, third: 60.0 }, 0.95);
        assert!(skewed.high > plain.high + 1.0 && skewed.low <= plain.low);
        assert_eq!(
            Interval::of(Scatter { mean: 7.0, variance: 0.0, third: 0.0 }, 0.9),
            Interval { low: 7.0, high: 7.0 }
        );
    }
}
