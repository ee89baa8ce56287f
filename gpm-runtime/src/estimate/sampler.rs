//! Drawing samples of a nest until enough is known.

use std::sync::atomic::AtomicBool;

use gpm_plan::nest::LoopNest;
use rayon::prelude::*;

use super::interval::Interval;
use super::strata::{Stratum, total, unseen, weights};
use crate::control::{Control, Stopped};
use crate::cpu::{Draws, Interpreter};
use crate::view::{Bound, largest_below_root};

/// How many candidates the loops below a root visit: the last number stands for all deeper loops. The most frugal first.
const WAYS: [&[usize]; 5] = [&[1], &[4, 2, 1], &[4, 4, 2], &[16, 4, 4, 2], &[64, 16, 4]];
/// Samples of each stratum that are drawn at first while a way is tried.
const TRIALS: u64 = 4;
/// Samples that must have counted something for a way to be judged by them.
const FOUND: u64 = 256;
/// Candidates that a trial of a way may visit. The next way visits more for each sample.
const MOST_TRIED: f64 = 4e6;
/// ... for each sample that the estimate may have.
const TRIED_OF_ALL: f64 = 10.0;
/// The part of the time limit that trials may take.
const TRYING: f64 = 0.25;
/// Samples of each stratum that are taken at first, and those that are taken in any case.
const FEWEST: u64 = 64;
const LEAST: u64 = 8;
/// Samples after which an interval is believed.
const BELIEVED: u64 = 4096;
/// Samples that counted something, below which nothing is known of the largest ones.
const FEW: u64 = 16;
/// Most samples that are drawn before the interval is looked at again.
const BATCH: u64 = 1 << 18;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// Half the length of the interval, over the estimate.
    pub(crate) rel_error: f64,
    pub(crate) confidence: f64,
    /// Samples at most.
    pub(crate) samples: u64,
}

/// Samples of one nest.
pub(crate) struct Sampler<'a> {
    nest: &'a LoopNest,
    bound: &'a Bound<'a>,
    seed: u64,
    picks: &'static [usize],
    strata: Vec<Stratum>,
}

impl<'a> Sampler<'a> {
    /// For a nest with one total, which is to be right on average. Finds out which way of sampling tells most for what it costs.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(crate) fn new(
        nest: &'a LoopNest,
        bound: &'a Bound<'a>,
        (goal, seed): (Goal, u64),
        control: &Control,
    ) -> Result<Sampler<'a>, Stopped> {
        let most = MOST_TRIED.min(TRIED_OF_ALL * goal.samples as f64);
        // Draws of trials are not drawn again.
        let with = |picks, seed| Sampler { nest, bound, seed, picks, strata: Stratum::all(bound.num_roots()) };
        let mut best = (f64::INFINITY, WAYS[0]);
        // Where time is limited, the best of the ways that there was time for is taken.
        let limited = control.time_limit().map(|limit| control.within(limit.mul_f64(TRYING)));
        let trying = limited.as_ref().unwrap_or(control);
        let mut try_all = || -> Result<(), Stopped> {
            for (way, picks) in WAYS.into_iter().enumerate() {
                let mut trial = with(picks, !seed ^ way as u64);
                // Those before it found little: it is the next one also where there is no time to try it.
                if best.0 == f64::INFINITY {
                    best.1 = picks;
                }
                let visited = trial.try_out(most, trying)?;
                let scatter = total(&trial.strata);
                // A way that finds little says nothing of how it scatters: a more thorough one is taken.
                let is_known = trial.valid() >= FOUND;
                let price = if is_known { visited * scatter.variance / scatter.mean.powi(2) } else { f64::INFINITY };
                if price < best.0 || best.0 == f64::INFINITY {
                    best = (price, picks);
                }
                if is_known && visited > most {
                    break;
                }
            }
            Ok(())
        };
        if trying.timed(&mut try_all).is_err() {
            control.ensure_running()?;
        }
        Ok(with(best.1, seed))
    }

    /// Draws until enough is found for a way to be judged by, or too many candidates were visited; how many were.
    fn try_out(&mut self, most: f64, control: &Control) -> Result<f64, Stopped> {
        let (mut visited, mut each) = (0.0, TRIALS);
        while self.valid() < FOUND && visited <= most && !self.strata.is_empty() {
            self.draw(&vec![each; self.strata.len()], control)?;
            visited = self.strata.iter().map(|own| own.cost() * own.samples as f64).sum();
            each *= 2;
        }
        Ok(visited)
    }

    /// Draws until the goal is reached; whether it was, before there were too many samples or the run was stopped. What a stopped run was
    /// about to draw is left out.
    pub(crate) fn run(&mut self, goal: Goal, control: &Control) -> bool {
        // A stratum of which nothing is known would be missing in the estimate.
        let first = (goal.samples / self.strata.len().max(1) as u64).clamp(LEAST, FEWEST);
        let mut next = vec![first; self.strata.len()];
        let mut most = LEAST;
        while next.iter().any(|&wanted| wanted > 0) {
            // The first ones a few at a time: what a stopped run has drawn is not to be lost.
            while next.iter().any(|&wanted| wanted > 0) {
                let now: Vec<u64> = next.iter().map(|&wanted| wanted.min(most)).collect();
                if self.draw(&now, control).is_err() {
                    return false;
                }
                next.iter_mut().zip(now).for_each(|(wanted, drawn)| *wanted -= drawn);
                most = most.saturating_mul(2);
            }
            let (mean, interval) = (total(&self.strata).mean, self.interval(goal.confidence));
            if !mean.is_finite() {
                return false;
            }
            let is_reached = mean > 0.0 && interval.half_width() <= goal.rel_error * mean;
            if is_reached && self.samples() >= BELIEVED.min(goal.samples) {
                return true;
            }
            let ratio = (interval.half_width() / (goal.rel_error * mean).max(f64::MIN_POSITIVE)).powi(2);
            let samples = self.samples();
            let missing = (ratio - 1.0) * samples as f64;
            let wanted = (missing as u64).clamp(samples / 4, samples).min(BATCH);
            next = self.shared(wanted.min(goal.samples.saturating_sub(samples)));
        }
        false
    }

    /// Where the number lies.
    pub(crate) fn interval(&self, confidence: f64) -> Interval {
        match self.valid() {
            0 => Interval { low: 0.0, high: self.unseen(confidence) },
            // So few say hardly more than none.
            1..FEW => {
                let Interval { low, high } = Interval::of(total(&self.strata), confidence);
                Interval { low, high: high.max(self.unseen(confidence)) }
            }
            _ => Interval::of(total(&self.strata), confidence),
        }
    }

    /// What the number is at most if samples met none of it.
    fn unseen(&self, confidence: f64) -> f64 {
        let largest = largest_below_root(self.nest, self.bound);
        unseen(&self.strata, largest, 1.0 - confidence)
    }

    /// The estimate.
    pub(crate) fn mean(&self) -> f64 {
        total(&self.strata).mean
    }

    /// Samples taken.
    pub(crate) fn samples(&self) -> u64 {
        self.strata.iter().map(|own| own.samples).sum()
    }

    /// Samples that counted anything.
    pub(crate) fn valid(&self) -> u64 {
        self.strata.iter().map(|own| own.valid).sum()
    }

    /// So many samples, shared out among the strata.
    fn shared(&self, wanted: u64) -> Vec<u64> {
        let weights = weights(&self.strata);
        let all: f64 = weights.iter().sum();
        let even = 1.0 / self.strata.len().max(1) as f64;
        weights.iter().map(|weight| (wanted as f64 * if all > 0.0 { weight / all } else { even }) as u64).collect()
    }

    /// Draws so many samples of each stratum.
    fn draw(&mut self, wanted: &[u64], control: &Control) -> Result<(), Stopped> {
        control.ensure_running()?;
        let of = |(at, &wanted): (usize, &u64)| {
            let before = self.strata[at].samples;
            (before..before + wanted).map(move |index| (at, index))
        };
        let draws: Vec<(usize, u64)> = wanted.iter().enumerate().flat_map(of).collect();
        let stop: &AtomicBool = control.stop_flag();
        let interpreter = || Interpreter::sampling(self.nest, self.bound, self.picks, stop);
        let sample = |interpreter: &mut Interpreter<'_>, &(at, index): &(usize, u64)| {
            let roots = &self.strata[at].roots;
            let mut draws = Draws::new(self.seed, at as u64, index);
            let root = self.bound.root(roots.start + draws.below(roots.len()));
            interpreter.sample_root(root, draws)
        };
        // An interpreter takes memory: not many for each thread.
        let least = draws.len() / (8 * rayon::current_num_threads()) + 1;
        let found: Option<Vec<(f64, u64)>> =
            draws.par_iter().with_min_len(least).map_init(interpreter, sample).collect();
        let found = found.ok_or(Stopped)?;
        control.ensure_running()?;
        draws.iter().zip(found).for_each(|((at, _), (value, visited))| self.strata[*at].add(value, visited));
        Ok(())
    }
}
