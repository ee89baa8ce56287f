//! How long a chain has to be: one is watched, and the slowest of what is seen decides.
//!
//! Watched are sums over edges, or over places that edges take, all of them fractions of a thing that swaps renew: how
//! many of the observed edges are there, whose ends have high degrees, and how many triangles are closed. Each has an
//! integrated autocorrelation time τ: values that are k·τ apart are correlated by about exp(−k) if the slowest motion
//! dominates [Sokal1997]. The rule is a length of [`FACTOR`]·τ, for the largest τ.

use rand::rngs::SmallRng;
use rand::seq::index;

use crate::chain::{Chain, Walk};
use crate::edges::Edges;
use crate::error::NullError;
use crate::model::Length;
use crate::random::{Purpose, stream};

/// What was seen of a chain whose length was judged. Lengths and times are in the `unit`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixing {
    /// `"swaps an edge"`, tried and counted for each edge that has another to swap with, or `"rounds"`.
    pub unit: &'static str,
    /// The length that is advised: twenty times the longest of the times of [`Mixing::statistics`], *guess*. Ten where
    /// nothing that is watched can change.
    pub advised: f64,
    /// The length that samples have: as advised, but no less than [`LEAST_STEPS`](crate::LEAST_STEPS) in all.
    pub used: f64,
    /// How long the chain was watched.
    pub watched: f64,
    /// Whether that was at least five times as long as is advised. If not, watching was given up, and the advice may be
    /// too short.
    pub settled: bool,
    /// What was watched and did change.
    pub statistics: Vec<Statistic>,
}

/// How fast something forgets what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    /// What it counts, in words.
    pub name: &'static str,
    /// Its integrated autocorrelation time, or the time in which it loses all but 1/e of what the start had too much,
    /// if that is longer.
    pub time: f64,
    /// The autocorrelation that was measured at the length used.
    pub correlation: f64,
    /// The standard deviation of that measurement: smaller correlations are as good as none.
    pub noise: f64,
}

/// How many autocorrelation times a sample is from the start: exp(−20) of what the observed graph has too much is left,
/// some 10⁻⁹. *guess*
const FACTOR: f64 = 20.0;

/// The length advised where nothing that is watched changes, in units. *guess*
const USUAL: f64 = 10.0;

/// Samples that watching is as long as, at least; at most twice as many. *guess*
const SAMPLES: f64 = 5.0;

/// Units after which watching is given up. *guess*
const LONGEST: f64 = 1000.0;

/// Points of a series, after every other one was dropped and before. *guess*
const POINTS: usize = 128;

/// Points at first for each unit, where steps are finer than that. *guess*
const POINTS_PER_UNIT: f64 = 5.0;

/// Edges that are watched at most, and those whose triangles are. *guess*
const WATCHED: usize = 4096;
const WATCHED_TRIANGLES: usize = 1024;

/// Neighbors of an end that triangles are sought with, at most. *guess*
const NEIGHBORS: usize = 16;

/// The sum of autocorrelations goes so many of its own values far [Sokal1997].
const WINDOW: f64 = 5.0;

const NAMES: [&str; 3] = ["observed edges that are there", "degrees of joined vertices", "triangles"];

/// How many steps samples have, and what was seen of the chain where that is judged.
///
/// # Errors
/// If the length is no positive number.
pub(crate) fn length(
    observed: &Edges,
    chain: &dyn Chain,
    length: Length,
    seed: u64,
) -> Result<(u64, Option<Mixing>), NullError> {
    let steps = |units: f64| ((units * chain.rate()).ceil() as u64).max(chain.least());
    match length {
        Length::Times(units) if units.is_finite() && units > 0.0 => Ok((steps(units), None)),
        Length::Times(value) => {
            Err(NullError::Number { what: "the length of the chain", value, wanted: "more than 0, and finite" })
        }
        Length::Judged if chain.items().is_empty() => Ok((0, None)),
        Length::Judged => {
            let mut watch = Watch::new(observed, chain, seed);
            let mut advised;
            loop {
                watch.fill();
                advised = watch.slowest().map_or(USUAL, |time| FACTOR * time);
                if watch.length() >= (SAMPLES * advised).min(LONGEST) {
                    break;
                }
                watch.thin();
            }
            let steps = steps(advised);
            Ok((steps, Some(watch.report(advised, steps))))
        }
    }
}

/// A chain that is being watched.
struct Watch<'a> {
    chain: &'a dyn Chain,
    walk: Box<dyn Walk + 'a>,
    rng: SmallRng,
    /// Edges that are watched, and their ends at the start.
    items: Vec<(u32, [u32; 2])>,
    /// What each vertex adds for each edge: the logarithm of its degree, so that vertices of high degree are not all
    /// that counts.
    weights: Vec<f64>,
    /// Steps between two points.
    stride: u64,
    /// A series for each statistic, from the start on.
    series: [Vec<f64>; 3],
    /// For each statistic the time in which it came near its mean, in units, as found with the shortest stride.
    falls: [Option<f64>; 3],
}

impl<'a> Watch<'a> {
    fn new(observed: &Edges, chain: &'a dyn Chain, seed: u64) -> Watch<'a> {
        let mut rng = stream(seed, 0, Purpose::Mixing);
        let all = chain.items();
        let walk = chain.begin();
        let chosen = index::sample(&mut rng, all.len(), all.len().min(WATCHED));
        let items = chosen.iter().map(|at| (all[at], walk.ends(all[at]))).collect();
        let (out, into) = observed.degrees();
        let weights =
            out.iter().zip(&into).map(|(&out, &into)| (1.0 + f64::from(out) + f64::from(into)).ln()).collect();
        let stride = (chain.rate() / POINTS_PER_UNIT).ceil().max(1.0) as u64;
        Watch { chain, walk, rng, items, weights, stride, series: Default::default(), falls: [None; 3] }
    }

    /// Watches on until series are full.
    fn fill(&mut self) {
        if self.series[0].is_empty() {
            self.look();
        }
        while self.series[0].len() < 2 * POINTS {
            self.walk.advance(self.stride, &mut self.rng);
            self.look();
        }
        let unit = self.stride as f64 / self.chain.rate();
        for (fall, series) in self.falls.iter_mut().zip(&self.series) {
            *fall = fall.or_else(|| fall_time(series).map(|points| points * unit));
        }
    }

    /// Drops every other point: the next ones are twice as far apart.
    fn thin(&mut self) {
        for series in &mut self.series {
            *series = series.iter().copied().step_by(2).collect();
        }
        self.stride *= 2;
    }

    /// Takes a point of each series.
    fn look(&mut self) {
        let walk = &self.walk;
        let (mut kept, mut degrees, mut triangles) = (0u32, 0.0, 0u32);
        for &(item, [u, v]) in &self.items {
            kept += u32::from(walk.joined(u, v));
            let [u, v] = walk.ends(item);
            degrees += self.weights[u as usize] * self.weights[v as usize];
        }
        for &(item, _) in self.items.iter().take(WATCHED_TRIANGLES) {
            let [u, v] = walk.ends(item);
            let closed = walk.neighbors(v).iter().take(NEIGHBORS).filter(|&&w| w != u && walk.joined(u, w));
            triangles += closed.count() as u32;
        }
        for (series, value) in self.series.iter_mut().zip([f64::from(kept), degrees, f64::from(triangles)]) {
            series.push(value);
        }
    }

    /// How long the chain was watched, in units.
    fn length(&self) -> f64 {
        (self.series[0].len() - 1) as f64 * self.stride as f64 / self.chain.rate()
    }

    /// The time of each statistic that changes, in units.
    fn times(&self) -> [Option<f64>; 3] {
        let unit = self.stride as f64 / self.chain.rate();
        std::array::from_fn(|at| {
            let time = autocorrelation_time(settled(&self.series[at]))? * unit;
            Some(self.falls[at].map_or(time, |fall| fall.max(time)))
        })
    }

    fn slowest(&self) -> Option<f64> {
        self.times().into_iter().flatten().max_by(f64::total_cmp)
    }

    fn report(&self, advised: f64, steps: u64) -> Mixing {
        let lag = (steps as f64 / self.stride as f64).round().max(1.0) as usize;
        let unit = self.stride as f64 / self.chain.rate();
        let statistic = |(at, time): (usize, Option<f64>)| {
            let series = settled(&self.series[at]);
            // Bartlett: the variance is the sum of all squared autocorrelations, about a time, over the number of
            // pairs.
            let pairs = series.len().saturating_sub(lag).max(1) as f64;
            time.map(|time| Statistic {
                name: NAMES[at],
                time,
                correlation: correlation(series, lag),
                noise: (time / unit / pairs).max(1.0 / pairs).sqrt().min(1.0),
            })
        };
        let (used, watched) = (steps as f64 / self.chain.rate(), self.length());
        Mixing {
            unit: self.chain.unit(),
            advised,
            used,
            watched,
            settled: watched >= SAMPLES * advised,
            statistics: self.times().into_iter().enumerate().filter_map(statistic).collect(),
        }
    }
}

/// A series without its first eighth, where the start may be felt.
fn settled(series: &[f64]) -> &[f64] {
    &series[series.len() / 8..]
}

fn mean(series: &[f64]) -> f64 {
    series.iter().sum::<f64>() / series.len().max(1) as f64
}

/// The autocorrelation at a lag, 0 where a series is constant or shorter.
fn correlation(series: &[f64], lag: usize) -> f64 {
    let mean = mean(series);
    let variance: f64 = series.iter().map(|value| (value - mean).powi(2)).sum();
    let Some(later) = series.get(lag..) else { return 0.0 };
    let covariance: f64 = series.iter().zip(later).map(|(one, other)| (one - mean) * (other - mean)).sum();
    if variance > 0.0 { covariance / variance } else { 0.0 }
}

/// The integrated autocorrelation time in points, 1/2 at least; `None` if the series is constant.
fn autocorrelation_time(series: &[f64]) -> Option<f64> {
    let first = series.first()?;
    // Sums of the same numbers in another order differ a little.
    if series.iter().all(|value| (value - first).abs() <= 1e-9 * first.abs()) {
        return None;
    }
    let mut time = 0.5;
    for lag in 1..series.len() {
        time += correlation(series, lag);
        if lag as f64 >= WINDOW * time {
            break;
        }
    }
    Some(time.max(0.5))
}

/// After how many points a series has lost all but 1/e of how far it was from its mean at the start; `None` if that is
/// not more than chance.
fn fall_time(series: &[f64]) -> Option<f64> {
    let rest = &series[series.len() / 2..];
    let mean = mean(rest);
    let deviation = (rest.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / rest.len() as f64).sqrt();
    let start = series.first()? - mean;
    // Five standard deviations are not chance. *guess*
    if start.abs() <= 5.0 * deviation {
        return None;
    }
    let left = |value: &f64| (value - mean) / start;
    let after = series.iter().position(|value| left(value) <= (-1f64).exp())?;
    // Between points it falls like an exponential function.
    let (before, below) = (left(&series[after - 1]).ln(), left(&series[after]).max(1e-9).ln());
    Some(after as f64 - 1.0 + (before + 1.0) / (before - below))
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    /// A series in which each value is that before, by a factor, and chance.
    fn series(factor: f64, start: f64, count: usize) -> Vec<f64> {
        let mut rng = stream(3, 0, Purpose::Trial);
        let mut value = start;
        (0..count)
            .map(|_| {
                let now = value;
                value = factor * value + rng.random::<f64>() - 0.5;
                now
            })
            .collect()
    }

    #[test]
    fn times_are_those_of_series_that_are_known() {
        // 1/2 + Σ f^k is 1/2 + f/(1 − f).
        for factor in [0.0, 0.5, 0.9] {
            let time = autocorrelation_time(&series(factor, 0.0, 20_000)).expect("changes");
            let exact = 0.5 + factor / (1.0 - factor);
            assert!((time / exact - 1.0).abs() < 0.15, "{time} instead of {exact}");
        }
        assert_eq!(autocorrelation_time(&[3.0; 50]), None);
        assert_eq!(autocorrelation_time(&[]), None);
    }

    #[test]
    fn a_start_far_off_is_seen() {
        // exp(−t/τ) with a factor of 0.9 a point.
        let time = fall_time(&series(0.9, 1000.0, 500)).expect("far");
        assert!((time + 1.0 / 0.9f64.ln()).abs() < 0.1, "{time}");
        assert_eq!(fall_time(&series(0.9, 0.0, 500)), None);
        // It falls at once.
        let time = fall_time(&[100.0, 0.1, -0.1, 0.1, -0.1, 0.1]).expect("far");
        assert!((0.0..1.0).contains(&time), "{time}");
    }

    #[test]
    fn correlations_at_lags() {
        let values = series(0.8, 0.0, 20_000);
        for lag in 1..5 {
            assert!((correlation(&values, lag) - 0.8f64.powi(lag as i32)).abs() < 0.05);
        }
        assert_eq!(correlation(&values, 30_000), 0.0);
        assert_eq!(correlation(&[1.0; 9], 2), 0.0);
    }
}
