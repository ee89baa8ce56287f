//! How often each pattern occurs, from samples of trees: which are taken until all numbers are known well enough.

use gpm_plan::pattern::Pattern;
use gpm_plan::spanning::{Classes, Forest};
use rayon::prelude::*;

use super::draw::Drawer;
use super::interval::of_hits;
use crate::control::Control;
use crate::estimate::{Goal, Interval, quantile};

/// Samples of each tree that are taken at first. *guess*
const FIRST: u64 = 1 << 14;
/// One part of so many of the samples that there are is taken at once later: what is under way when a run is stopped is lost. *guess*
const PIECES: u64 = 8;
/// Factor: of the samples that seem to be missing, so many more are taken, as the number that says so is itself an estimate. *guess*
const MARGIN: f64 = 1.05;
/// Hits after which an interval is believed. *guess*; `cargo bench --bench coverage` says how many intervals hold.
const BELIEVED: u64 = 100;
/// Samples of its tree that a pattern may ask for that will not be known well enough: about a second of a CPU. *guess*
const WORTH: u64 = 1 << 20;

/// What samples say of a pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    /// How many there are, and where that number lies.
    pub(crate) mean: f64,
    pub(crate) interval: Interval,
    /// Samples of trees that span it, and those that met one.
    pub(crate) samples: u64,
    pub(crate) hits: u64,
    /// Whether the interval is short enough.
    pub(crate) is_reached: bool,
}

/// Which pattern a match of a tree is whose code this is.
type ClassOf<'a> = Box<dyn Fn(usize, usize) -> usize + Sync + 'a>;

/// Samples of trees, and what they met.
pub(crate) struct Census<'a, D> {
    drawer: D,
    class_of: ClassOf<'a>,
    /// By pattern, by tree: how likely a sample is to meet one match of the pattern.
    chances: Vec<Vec<f64>>,
    /// By tree.
    taken: Vec<u64>,
    /// By pattern.
    hits: Vec<u64>,
    goal: Goal,
    /// Samples of its tree that a pattern may ask for that will not be known well enough.
    worth: u64,
    /// Hits that it takes for a pattern to be worth more, if it is alone.
    least: Option<u64>,
}

impl<'a, D: Drawer> Census<'a, D> {
    /// For all connected patterns of the size of the trees, which have so many homomorphisms each.
    pub(crate) fn of_all(drawer: D, (forest, totals): (&'a Forest, &[f64]), patterns: &[Pattern], goal: Goal) -> Self {
        let chance = |(ways, &total): (u64, &f64)| if total > 0.0 { ways as f64 / total } else { 0.0 };
        let of_pattern = |pattern: &Pattern| forest.ways(pattern).into_iter().zip(totals).map(chance).collect();
        let classes = Classes::new(patterns);
        Census {
            drawer,
            class_of: Box::new(move |tree, code| classes.of(forest.trees[tree].joined(code))),
            chances: patterns.par_iter().map(of_pattern).collect(),
            taken: vec![0; totals.len()],
            hits: vec![0; patterns.len()],
            goal,
            worth: WORTH,
            least: None,
        }
    }

    /// For one pattern, of one tree that has so many homomorphisms, each match of the pattern one of them. It is given up if `worth` samples have fewer
    /// than `least` hits.
    pub(crate) fn of_one(drawer: D, total: f64, goal: Goal, (worth, least): (u64, u64)) -> Self {
        let chances = vec![vec![if total > 0.0 { 1.0 / total } else { 0.0 }]];
        Census {
            drawer,
            class_of: Box::new(|_, _| 0),
            chances,
            taken: vec![0],
            hits: vec![0],
            goal,
            worth,
            least: Some(least),
        }
    }

    /// Takes samples until the goal is reached for each pattern, there are as many as may be, or the run is stopped.
    ///
    /// # Errors
    /// What the drawer says.
    pub(crate) fn run(&mut self, control: &Control) -> Result<(), D::Error> {
        // A tree that no part of the graph can hold has no homomorphism.
        let serves = |tree: usize| self.chances.iter().any(|own| own[tree] > 0.0);
        let mut wanted: Vec<u64> = (0..self.taken.len()).map(|tree| FIRST * u64::from(serves(tree))).collect();
        loop {
            wanted = self.affordable(wanted);
            if wanted.iter().all(|&number| number == 0) {
                return Ok(());
            }
            for (tree, number) in wanted.iter().enumerate().filter(|(_, number)| **number > 0) {
                if !self.draw(tree, *number, control)? {
                    return Ok(());
                }
            }
            wanted = self.missing();
        }
    }

    /// What is known of a pattern.
    pub(crate) fn tally(&self, pattern: usize) -> Tally {
        let (chances, hits) = (&self.chances[pattern], self.hits[pattern]);
        let each: f64 = chances.iter().zip(&self.taken).map(|(chance, &taken)| chance * taken as f64).sum();
        let samples =
            chances.iter().zip(&self.taken).filter(|(chance, _)| **chance > 0.0).map(|(_, taken)| taken).sum();
        if each == 0.0 {
            // No tree that spans it is anywhere: neither is the pattern. Else nothing is known.
            let is_nowhere = chances.iter().all(|&chance| chance == 0.0);
            let interval = Interval { low: 0.0, high: if is_nowhere { 0.0 } else { f64::INFINITY } };
            return Tally { mean: 0.0, interval, samples, hits, is_reached: is_nowhere };
        }
        let mean = hits as f64 / each;
        let scatter = |(chance, &taken): (&f64, &u64)| {
            let likely = (chance * mean).min(1.0);
            taken as f64 * likely * (1.0 - likely)
        };
        let variance: f64 = chances.iter().zip(&self.taken).map(scatter).sum();
        let Interval { low, high } = of_hits(hits, variance / hits.max(1) as f64, self.goal.confidence);
        let interval = Interval { low: low / each, high: high / each };
        let is_reached = hits >= BELIEVED && interval.half_width() <= self.goal.rel_error * mean;
        Tally { mean, interval, samples, hits, is_reached }
    }

    /// Seconds of kernels; `None` if there are none, or the driver cannot tell.
    pub(crate) fn kernel_seconds(&self) -> Option<f64> {
        self.drawer.kernel_seconds()
    }

    /// By tree, the samples that seem to be missing: each pattern asks the tree that is likeliest to meet it. Not more than were taken, as they are
    /// expected from these.
    fn missing(&self) -> Vec<u64> {
        let mut wanted = vec![0.0f64; self.taken.len()];
        for (pattern, chances) in self.chances.iter().enumerate() {
            let tally = self.tally(pattern);
            let best = (0..chances.len()).max_by(|&one, &other| chances[one].total_cmp(&chances[other]));
            let Some(tree) = best.filter(|_| !tally.is_reached) else { continue };
            wanted[tree] = wanted[tree].max(self.missing_for(&tally, chances[tree], self.taken[tree]));
        }
        let most = self.taken.iter().sum::<u64>() as f64;
        wanted.into_iter().map(|own| own.min(most).ceil() as u64).collect()
    }

    /// The samples that seem to be missing of a tree for a pattern of which it meets one match with this chance.
    fn missing_for(&self, tally: &Tally, chance: f64, taken: u64) -> f64 {
        let Goal { rel_error, samples, confidence } = self.goal;
        // Hits that make an interval short enough.
        let enough = (quantile(0.5 + confidence / 2.0) / rel_error).powi(2).max(BELIEVED as f64);
        // Even if there are as many matches as there may be.
        let is_hopeless = || enough / (chance * tally.interval.high) > samples as f64;
        if self.least.map_or_else(is_hopeless, |least| tally.hits < least) {
            return self.worth.saturating_sub(taken) as f64;
        }
        let hits = enough.max(tally.hits as f64 * (tally.interval.half_width() / (rel_error * tally.mean)).powi(2));
        MARGIN * (hits - tally.hits as f64).max(BELIEVED as f64) / (chance * tally.mean)
    }

    /// As many of these as may be taken.
    fn affordable(&self, wanted: Vec<u64>) -> Vec<u64> {
        let left = self.goal.samples.saturating_sub(self.taken.iter().sum());
        let all: u64 = wanted.iter().sum();
        let part = if all > left { left as f64 / all as f64 } else { 1.0 };
        wanted.into_iter().map(|own| (own as f64 * part) as u64).collect()
    }

    /// Takes so many samples of a tree, a few at a time: what a stopped run has taken is not to be lost. Whether it took them, before the run was
    /// stopped.
    fn draw(&mut self, tree: usize, number: u64, control: &Control) -> Result<bool, D::Error> {
        let end = self.taken[tree] + number;
        while self.taken[tree] < end {
            let first = self.taken[tree];
            let next = end.min(first + (first / PIECES).max(FIRST));
            let Some(counts) = self.drawer.draw(tree, first..next, control)? else { return Ok(false) };
            self.taken[tree] = next;
            let class_of = &self.class_of;
            let met = counts.par_iter().enumerate().filter(|(_, count)| **count > 0);
            let met: Vec<(usize, u64)> = met.map(|(code, &count)| (class_of(tree, code), count)).collect();
            met.into_iter().for_each(|(class, count)| self.hits[class] += count);
        }
        Ok(true)
    }
}
