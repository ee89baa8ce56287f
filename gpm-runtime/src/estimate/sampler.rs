//! Drawing samples of a nest until enough is known.

use super::drawer::{Drawer, Way, parts};
use super::interval::Interval;
use super::strata::{Stratum, total, unseen, weights};
use crate::control::{Control, Stopped};

/// How many candidates the loops below a root visit: the last number stands for all deeper loops. The most frugal first. *guess*
const WAYS: [&[usize]; 5] = [&[1], &[4, 2, 1], &[4, 4, 2], &[16, 4, 4, 2], &[64, 16, 4]];
/// Samples of each stratum that are drawn at first while a way is tried. *guess*
const TRIALS: u64 = 4;
/// Samples that must have counted something for a way to be judged by them. *guess*
const FOUND: u64 = 256;
/// Candidates that a trial of a way may visit. The next way visits more for each sample. *guess*
const MOST_TRIED: f64 = 4e6;
/// The same for each sample that the estimate may have. *guess*
const TRIED_OF_ALL: f64 = 10.0;
/// The part of the time limit that trials may take. *guess*
const TRYING: f64 = 0.25;
/// Samples of each stratum that are taken at first, where the goal allows. *guess*
const FEWEST: u64 = 64;
/// Samples of each stratum that are taken in any case. *guess*
const LEAST: u64 = 8;
/// Samples after which an interval is believed. *guess*; `cargo bench --bench coverage` says how many intervals hold.
const BELIEVED: u64 = 4096;
/// Samples that counted something, below which nothing is known of the largest ones. *guess*
const FEW: u64 = 16;
/// Most samples that are drawn before the interval is looked at again. *guess*
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
pub(crate) struct Sampler<D> {
    drawer: D,
    way: Way,
    /// No root counts more.
    largest: f64,
    strata: Vec<Stratum>,
}

impl<D: Drawer> Sampler<D>
where
    D::Error: From<Stopped>,
{
    /// For a nest with so many roots, below none of which more than `largest` is counted. Finds out which way of sampling tells most for what it
    /// costs.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile; what the drawer says.
    pub(crate) fn new(
        drawer: D,
        (num_roots, largest): (usize, f64),
        (goal, seed): (Goal, u64),
        control: &Control,
    ) -> Result<Sampler<D>, D::Error> {
        // Draws of trials are not drawn again.
        let way = |picks, seed| Way { picks, seed };
        let strata = Stratum::all(num_roots);
        let mut own = Sampler { drawer, way: way(WAYS[0], seed), largest, strata };
        let most = MOST_TRIED.min(TRIED_OF_ALL * goal.samples as f64);
        let mut best = (f64::INFINITY, WAYS[0]);
        // Where time is limited, the best of the ways that there was time for is taken.
        let trying = match control.time_limit() {
            Some(limit) => control.within(limit.mul_f64(TRYING)),
            None => control.clone(),
        };
        let try_all = |trying: &Control| -> Result<bool, D::Error> {
            for (number, picks) in WAYS.into_iter().enumerate() {
                own.strata = Stratum::all(num_roots);
                own.way = way(picks, !seed ^ number as u64);
                // Those before it found little: it is the next one also where there is no time to try it.
                if best.0 == f64::INFINITY {
                    best.1 = picks;
                }
                let Some(visited) = own.try_out(most, trying)? else { return Ok(false) };
                let scatter = total(&own.strata);
                // A way that finds little says nothing of how it scatters: a more thorough one is taken.
                let is_known = own.valid() >= FOUND;
                let price = if is_known { visited * scatter.variance / scatter.mean.powi(2) } else { f64::INFINITY };
                if price < best.0 || best.0 == f64::INFINITY {
                    best = (price, picks);
                }
                if is_known && visited > most {
                    break;
                }
            }
            Ok(true)
        };
        // What keeps the time of the run keeps this one, too.
        if !trying.run(try_all).map_err(|_| Stopped)?? {
            control.ensure_running()?;
        }
        (own.way, own.strata) = (way(best.1, seed), Stratum::all(num_roots));
        Ok(own)
    }

    /// Draws until enough is found for a way to be judged by, or too many candidates were visited; how many were, or `None` if the run was
    /// stopped.
    fn try_out(&mut self, most: f64, control: &Control) -> Result<Option<f64>, D::Error> {
        let (mut visited, mut each) = (0.0, TRIALS);
        while self.valid() < FOUND && visited <= most && !self.strata.is_empty() {
            if !self.draw(&vec![each; self.strata.len()], control)? {
                return Ok(None);
            }
            visited = self.strata.iter().map(|own| own.found.visited as f64).sum();
            each *= 2;
        }
        Ok(Some(visited))
    }

    /// Draws until the goal is reached; whether it was, before there were too many samples or the run was stopped. What a stopped run was
    /// about to draw is left out.
    ///
    /// # Errors
    /// What the drawer says.
    pub(crate) fn run(&mut self, goal: Goal, control: &Control) -> Result<bool, D::Error> {
        // A stratum of which nothing is known would be missing in the estimate.
        let first = (goal.samples / self.strata.len().max(1) as u64).clamp(LEAST, FEWEST);
        let mut next = vec![first; self.strata.len()];
        let mut most = LEAST;
        while next.iter().any(|&wanted| wanted > 0) {
            // The first ones a few at a time: what a stopped run has drawn is not to be lost.
            while next.iter().any(|&wanted| wanted > 0) {
                let now: Vec<u64> = next.iter().map(|&wanted| wanted.min(most)).collect();
                if !self.draw(&now, control)? {
                    return Ok(false);
                }
                next.iter_mut().zip(now).for_each(|(wanted, drawn)| *wanted -= drawn);
                most = most.saturating_mul(2);
            }
            let (mean, interval) = (total(&self.strata).mean, self.interval(goal.confidence));
            if !mean.is_finite() {
                return Ok(false);
            }
            let is_reached = mean > 0.0 && interval.half_width() <= goal.rel_error * mean;
            if is_reached && self.samples() >= BELIEVED.min(goal.samples) {
                return Ok(true);
            }
            let ratio = (interval.half_width() / (goal.rel_error * mean).max(f64::MIN_POSITIVE)).powi(2);
            let samples = self.samples();
            let missing = (ratio - 1.0) * samples as f64;
            let wanted = (missing as u64).clamp(samples / 4, samples).min(BATCH);
            next = self.shared(wanted.min(goal.samples.saturating_sub(samples)));
        }
        Ok(false)
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
        unseen(&self.strata, self.largest, 1.0 - confidence)
    }

    /// Seconds of kernels; `None` if there are none, or the driver cannot tell.
    pub(crate) fn kernel_seconds(&self) -> Option<f64> {
        self.drawer.kernel_seconds()
    }

    /// The estimate.
    pub(crate) fn mean(&self) -> f64 {
        total(&self.strata).mean
    }

    /// Samples taken.
    pub(crate) fn samples(&self) -> u64 {
        self.strata.iter().map(|own| own.found.samples).sum()
    }

    /// Samples that counted anything.
    pub(crate) fn valid(&self) -> u64 {
        self.strata.iter().map(|own| own.found.valid).sum()
    }

    /// So many samples, shared out among the strata.
    fn shared(&self, wanted: u64) -> Vec<u64> {
        let weights = weights(&self.strata);
        let all: f64 = weights.iter().sum();
        let even = 1.0 / self.strata.len().max(1) as f64;
        weights.iter().map(|weight| (wanted as f64 * if all > 0.0 { weight / all } else { even }) as u64).collect()
    }

    /// Draws so many samples of each stratum; whether it did, before the run was stopped.
    fn draw(&mut self, wanted: &[u64], control: &Control) -> Result<bool, D::Error> {
        if control.is_stopped() {
            return Ok(false);
        }
        let of = |(at, (own, &wanted)): (usize, (&Stratum, &u64))| {
            parts(at, &own.roots, own.found.samples..own.found.samples + wanted)
        };
        let parts: Vec<_> = self.strata.iter().zip(wanted).enumerate().flat_map(of).collect();
        let Some(found) = self.drawer.draw(self.way, &parts, control)?.filter(|_| !control.is_stopped()) else {
            return Ok(false);
        };
        parts.iter().zip(found).for_each(|(part, found)| self.strata[part.stratum].add(found));
        Ok(true)
    }
}
