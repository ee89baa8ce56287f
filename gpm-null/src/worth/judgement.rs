//! z-scores, p-values and verdicts of several counts that were compared with the same samples.

use super::interval::Interval;
use super::tally::Tally;

/// Whether a count differs from what the null model says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is more than the null model has.
    More,
    /// There is less than the null model has.
    Fewer,
    /// What there is would be nothing special in the null model.
    Usual,
    /// There are too few samples to find anything: no p-value of so few could be small enough.
    Open,
}

impl Verdict {
    /// As it is written in tables.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::More => "more",
            Verdict::Fewer => "fewer",
            Verdict::Usual => "usual",
            Verdict::Open => "open",
        }
    }
}

/// What an observed count is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The observed count.
    pub observed: u128,
    /// Number of samples.
    pub samples: u64,
    /// Mean count of the samples; `None` without any.
    pub mean: Option<f64>,
    /// Standard deviation of the samples; `None` of fewer than two.
    pub deviation: Option<f64>,
    /// How many standard deviations the observed count is above the mean; `None` where samples do not differ, as then it is as far above
    /// as one likes, or not at all.
    pub z: Option<f64>,
    /// Where z lies with 95 %, as its mean and deviation are those of finitely many samples.
    pub z_interval: Option<Interval>,
    /// The chance that a random graph has at least as many: (r + 1)/(n + 1) for r of n samples that do, the observed graph being one of
    /// n + 1 [DavisonHinkley1997].
    pub p_more: f64,
    /// The chance that a random graph has at most as many.
    pub p_fewer: f64,
    /// Twice the lesser of these, at most 1: the two-sided p-value.
    pub p: f64,
    /// Where the lesser of the two chances lies with 95 %.
    pub p_interval: Interval,
    /// The p-value, adjusted for so many counts judged at once: of those called different at this level at most that part is so by chance
    /// [BenjaminiHochberg1995].
    pub q: f64,
    /// z divided by the length of the vector of all z: the significance profile [MiloEtAl2004]. 0 where z is not known.
    pub profile: f64,
    /// Whether q is at most the level.
    pub verdict: Verdict,
}

impl Judgement {
    /// Whether more samples would change little: half the interval of z is at most `part` of it, or of 1 if it is less, or half the
    /// interval of p is at most `part`.
    pub fn is_settled(&self, part: f64) -> bool {
        // Means and deviations of a handful of samples say nothing of their own error.
        const FEWEST: u64 = 20;
        let z = self.z.zip(self.z_interval).is_some_and(|(z, interval)| interval.half() <= part * z.abs().max(1.0));
        self.samples >= FEWEST && (z || self.p_interval.half() <= part)
    }
}

/// Judges counts that were compared with the same samples, at a level such as 0.05: as many judgements in the same order.
///
/// ```
/// use gpm_null::{Tally, Verdict, judge};
///
/// let mut tallies = [Tally::new(50), Tally::new(5)];
/// for sample in 0..99 {
///     tallies[0].add(20 + sample % 7);
///     tallies[1].add(sample % 11);
/// }
/// let [first, second] = judge(&tallies, 0.05)[..] else { unreachable!() };
/// assert_eq!((first.verdict, second.verdict), (Verdict::More, Verdict::Usual));
/// assert_eq!((first.p, first.q), (0.02, 0.04));
/// assert!(first.z.is_some_and(|z| z > 10.0));
/// ```
pub fn judge(tallies: &[Tally], level: f64) -> Vec<Judgement> {
    let mut judgements: Vec<Judgement> = tallies.iter().map(alone).collect();
    adjust(&mut judgements);
    let length = judgements.iter().filter_map(|judgement| judgement.z).map(|z| z * z).sum::<f64>().sqrt();
    for judgement in &mut judgements {
        judgement.profile = judgement.z.filter(|_| length > 0.0).map_or(0.0, |z| z / length);
        judgement.verdict = match judgement.q <= level {
            true if judgement.p_more < judgement.p_fewer => Verdict::More,
            true => Verdict::Fewer,
            false if least_p(judgement.samples) > level => Verdict::Open,
            false => Verdict::Usual,
        };
    }
    judgements
}

/// The least two-sided p-value that so many samples can give.
fn least_p(samples: u64) -> f64 {
    (2.0 / (samples as f64 + 1.0)).min(1.0)
}

fn alone(tally: &Tally) -> Judgement {
    let samples = tally.samples();
    let chance = |as_far: u64| (as_far as f64 + 1.0) / (samples as f64 + 1.0);
    let (p_more, p_fewer) = (chance(tally.at_least()), chance(tally.at_most()));
    let spread = tally.excess().zip(tally.deviation()).filter(|&(_, deviation)| deviation > 0.0);
    let z = spread.map(|(excess, deviation)| -excess / deviation);
    Judgement {
        observed: tally.observed(),
        samples,
        mean: tally.mean(),
        deviation: tally.deviation(),
        z,
        z_interval: z.map(|z| Interval::of_z(z, samples)),
        p_more,
        p_fewer,
        p: (2.0 * p_more.min(p_fewer)).min(1.0),
        p_interval: Interval::of_probability(tally.at_least().min(tally.at_most()), samples),
        q: 1.0,
        profile: 0.0,
        verdict: Verdict::Open,
    }
}

/// Sets the adjusted p-values: the i-th smallest of m is multiplied by m/i, and none is larger than that of a larger p.
fn adjust(judgements: &mut [Judgement]) {
    let count = judgements.len() as f64;
    let mut order: Vec<usize> = (0..judgements.len()).collect();
    order.sort_by(|&a, &b| judgements[b].p.total_cmp(&judgements[a].p));
    let mut least = 1.0_f64;
    for (larger, place) in order.into_iter().enumerate() {
        let rank = count - larger as f64;
        least = least.min(judgements[place].p * count / rank);
        judgements[place].q = least;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(observed: u128, counts: impl IntoIterator<Item = u128>) -> Tally {
        let mut tally = Tally::new(observed);
        counts.into_iter().for_each(|count| tally.add(count));
        tally
    }

    /// The example of Benjamini and Hochberg, of 15 p-values: four are significant at 0.05.
    #[test]
    fn p_values_are_adjusted_as_published() {
        let published = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let mut judgements: Vec<Judgement> =
            published.iter().map(|&p| Judgement { p, ..alone(&Tally::new(0)) }).collect();
        judgements.reverse();
        adjust(&mut judgements);
        assert_eq!(judgements.iter().filter(|judgement| judgement.q <= 0.05).count(), 4);
        let last = judgements.last().unwrap();
        assert!((last.q - 0.0015).abs() < 1e-12 && judgements[0].q == 1.0);
    }

    #[test]
    fn samples_that_do_not_differ_have_no_z() {
        let [same, other] = judge(&[tally(7, [7; 99]), tally(8, [7; 99])], 0.05)[..] else { panic!() };
        assert_eq!((same.z, same.p, same.verdict), (None, 1.0, Verdict::Usual));
        assert_eq!((other.z, other.p, other.verdict), (None, 0.02, Verdict::More));
        assert_eq!((same.profile, other.profile), (0.0, 0.0));
    }

    #[test]
    fn few_samples_leave_it_open() {
        assert_eq!(judge(&[tally(9, [1, 2, 3])], 0.05)[0].verdict, Verdict::Open);
        assert_eq!(judge(&[tally(9, [])], 0.05)[0].verdict, Verdict::Open);
    }

    #[test]
    fn profiles_have_length_one() {
        let profile = judge(&[tally(9, [1, 2, 3, 4]), tally(0, [5, 6, 8, 7])], 0.05);
        assert!((profile.iter().map(|one| one.profile * one.profile).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(profile[0].profile > 0.0 && profile[1].profile < 0.0);
    }

    #[test]
    fn intervals_shrink_until_it_is_settled() {
        let of = |samples: u128| judge(&[tally(50, (0..samples).map(|sample| sample * 37 % 101))], 0.05)[0];
        assert!(!of(10).is_settled(0.5) && of(100).is_settled(0.3) && !of(100).is_settled(0.01));
        assert!(of(50_000).is_settled(0.01));
    }
}
