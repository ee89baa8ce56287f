//! What samples say of each stratum of the roots.

use std::ops::Range;

use super::interval::Scatter;
use super::moments::Moments;
use crate::sample::strata;

/// Samples that must have counted something before it is believed how a stratum scatters. *guess*
const KNOWN: u64 = 100;

/// Roots that follow each other, and what is known of them.
#[derive(Clone, Debug)]
pub(super) struct Stratum {
    pub(super) roots: Range<usize>,
    /// What samples of it said.
    pub(super) found: Moments,
}

impl Stratum {
    /// Those of so many roots, before any sample.
    pub(super) fn all(num_roots: usize) -> Vec<Stratum> {
        let of = |roots| Stratum { roots, found: Moments::default() };
        strata(num_roots).into_iter().map(of).collect()
    }

    /// Takes what more samples say.
    pub(super) fn add(&mut self, found: Moments) {
        self.found = self.found.joined(found);
    }

    /// What all of its roots count together.
    pub(super) fn scatter(&self) -> Scatter {
        let (len, number) = (self.roots.len() as f64, self.found.samples.max(1) as f64);
        let variance = self.variance();
        Scatter {
            mean: len * self.found.mean,
            variance: len * len * variance / number,
            third: len.powi(3) * self.found.cubes / number.powi(3),
        }
    }

    /// Of one sample.
    fn variance(&self) -> f64 {
        self.found.squares / (self.found.samples.max(2) - 1) as f64
    }

    /// How many samples it is worth, beside others: as many as it scatters, over the root of what one costs. Until enough samples counted
    /// anything, it is taken to scatter as if the next one did, and that were as large as `square` says: the mean square of samples that
    /// counted something below roots like these, or heavier ones.
    fn weight(&self, square: f64) -> f64 {
        let unseen = (self.found.valid + 1) as f64 / self.found.samples.max(1) as f64 * square;
        let each = if self.is_known() { self.variance() } else { self.variance().max(unseen) };
        self.roots.len() as f64 * each.sqrt() / self.cost().max(1.0).sqrt()
    }

    /// Whether enough is known of how it scatters.
    fn is_known(&self) -> bool {
        self.found.valid >= KNOWN
    }

    /// The sum of the squares of all samples.
    fn raw_squares(&self) -> f64 {
        self.found.squares + self.found.samples as f64 * self.found.mean * self.found.mean
    }

    /// Candidates that a sample visits on average.
    pub(super) fn cost(&self) -> f64 {
        self.found.visited as f64 / self.found.samples.max(1) as f64
    }
}

/// How many samples each stratum is worth, beside the others.
pub(super) fn weights(strata: &[Stratum]) -> Vec<f64> {
    let valid = strata.iter().map(|own| own.found.valid).sum::<u64>().max(1) as f64;
    let mut square = strata.iter().map(Stratum::raw_squares).sum::<f64>() / valid;
    let weight = |own: &Stratum| {
        if own.is_known() {
            square = own.raw_squares() / own.found.valid as f64;
        }
        own.weight(square)
    };
    strata.iter().map(weight).collect()
}

/// An upper bound of what all strata count together, where no sample counted anything and none can count more than `largest`; it is too small with a
/// probability of `risk`. What a stratum counts needs samples that count something: of a stratum of `len` roots that counts `total`, each does with a
/// probability of at least `total / (len * largest)`, and all of `samples` miss with one of `exp(-samples * total / (len * largest))` at most. This is
/// the worst case, all matches in the stratum with the fewest samples for its roots.
pub(super) fn unseen(strata: &[Stratum], largest: f64, risk: f64) -> f64 {
    let roots_a_sample = strata.iter().map(|own| own.roots.len() as f64 / own.found.samples as f64);
    roots_a_sample.fold(0.0, f64::max) * largest * (1.0 / risk).ln()
}

/// What all strata count together.
pub(super) fn total(strata: &[Stratum]) -> Scatter {
    let none = Scatter { mean: 0.0, variance: 0.0, third: 0.0 };
    strata.iter().map(Stratum::scatter).fold(none, |all, own| Scatter {
        mean: all.mean + own.mean,
        variance: all.variance + own.variance,
        third: all.third + own.third,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_seen_is_bounded() {
        let mut strata = Stratum::all(3);
        strata.iter_mut().for_each(|own| own.add(Moments::of((0..10).map(|_| (0.0, 1)))));
        // If both roots of the second stratum had one match each of the five there may be, ten samples would miss them with 0.8^10.
        let bound = unseen(&strata, 5.0, 0.05);
        assert!((bound - 2.0 / 10.0 * 5.0 * 20f64.ln()).abs() < 1e-9 && bound > 2.0);
        assert_eq!(unseen(&Stratum::all(1), 5.0, 0.05), f64::INFINITY);
    }
}
