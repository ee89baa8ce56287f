//! What a nest costs on a graph, from a sample: the nest is walked below a few roots only, and below these for a few candidates
//! of each level, each standing for those that are left out \[Knuth1975\].
//!
//! Work is counted, not timed, by the [operators](gpm_plan::cost::Operator) of the planner's model, and what is picked does not
//! depend on chance: the same nest and graph give the same numbers on any machine. [`sample`] says what a nest costs, for planning;
//! [`measure`] says what is met at each level, of the whole search where that does not take long.

mod lists;
mod measure;
mod pick;
mod strata;
mod walk;

use std::ops::Range;

use gpm_plan::cost::{Kind, LevelWork, Prices, Work};
use gpm_plan::forecast::lone;
use gpm_plan::nest::LoopNest;

use crate::control::{Control, Stopped};
use crate::view::Bound;
use pick::Starts;
use rayon::prelude::*;
use walk::{Walk, Widths};

pub use measure::{MetLevel, Walked, measure};
pub(crate) use strata::strata;

/// Roots taken of each stratum at least. *guess*
const FEWEST: usize = 6;
/// Roots taken of each stratum at most. *guess*
const MOST: usize = 384;
/// So many times the budget may be spent on the fewest roots; a sample that would take more is given up. *guess*
const OVERDRAFT: f64 = 8.0;
/// Elements of some rounds that are worth several threads: some ten microseconds. *guess*
const SHARED: f64 = 3e4;

/// Roots of a graph on which one round may take long. *guess*
const MANY_ROOTS: usize = 1 << 16;

/// Candidates walked of the second and the third level, and one of each deeper one: more roots say more than more below each. Rows looked
/// at below a hub. *guess*
const WIDTHS: Widths<'_> = Widths { candidates: &[4, 2], rows: 512 };

/// What a nest is expected to cost, in elements streamed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampled {
    /// The mean over the rounds of the sample.
    pub cost: f64,
    /// The square of its standard error.
    pub variance: f64,
}

impl Sampled {
    /// Of two nests that are both searched.
    pub fn plus(self, other: Sampled) -> Sampled {
        Sampled { cost: self.cost + other.cost, variance: self.variance + other.variance }
    }

    /// The upper end of its standard error, which is reckoned with so that nothing is chosen for its luck.
    pub fn upper(&self) -> f64 {
        self.cost + self.variance.sqrt()
    }
}

/// Samples a nest until about `budget` elements have been looked at; `None` if that is too little, as below hubs it may be.
///
/// Roots are drawn from `strata`. A round takes one root of each. Entries of tables and bit matrices cost what `prices` say. Cost: at least six rounds, each some dozen set operations for each doubling of the roots.
///
/// # Errors
/// [`Stopped`] if the run that the sample is for was stopped meanwhile.
pub fn sample(
    nest: &LoopNest,
    bound: &Bound<'_>,
    (budget, prices): (f64, Prices),
    control: &Control,
) -> Result<Option<Sampled>, Stopped> {
    let Some(Rounds { strata, works }) = Rounds::walk(nest, bound, (budget, true), control)? else { return Ok(None) };
    let cost = |work: &Work| work.cost(&prices);
    let (all, variance) = mean(works.iter().map(|round| round.iter().map(cost).sum()));
    let root = |at: usize, of: &dyn Fn(&Work) -> f64| {
        mean(works.iter().map(|round| of(&round[at]))).0 / strata[at].len() as f64
    };
    // The mean root of each stratum.
    let heaviest = (0..strata.len()).map(|at| (at, root(at, &cost))).max_by(|one, other| one.1.total_cmp(&other.1));
    let (at, heaviest) = heaviest.unwrap_or_default();
    let prepared = if strata.is_empty() { 0.0 } else { root(at, &|work| of_prepared(work, &prices)) };
    Ok(Some(Sampled { cost: prices.alone.cost((all, heaviest), lone(nest, prepared)), variance }))
}

/// Roots that follow each other, and what is expected of the search below all of them.
#[derive(Clone, Debug)]
pub(crate) struct RootsWork {
    pub(crate) roots: Range<usize>,
    pub(crate) work: Work,
}

/// How the work of a nest lies on its roots, from a sample as [`sample`] takes it, by this thread alone: it may be a worker of a search that
/// has all of the pool's. `None` if the budget is too little.
///
/// # Errors
/// [`Stopped`] if the run that it is for was stopped meanwhile.
pub(crate) fn profile_alone(
    nest: &LoopNest,
    bound: &Bound<'_>,
    budget: f64,
    control: &Control,
) -> Result<Option<Vec<RootsWork>>, Stopped> {
    Ok(Rounds::walk(nest, bound, (budget, false), control)?.map(Rounds::by_roots))
}

/// How the work of a nest lies on its roots, from a sample as [`sample`] takes it; `None` if the budget is too little.
///
/// # Errors
/// [`Stopped`] if the run that it is for was stopped meanwhile.
#[cfg(feature = "cuda")]
pub(crate) fn profile(
    nest: &LoopNest,
    bound: &Bound<'_>,
    budget: f64,
    control: &Control,
) -> Result<Option<Vec<RootsWork>>, Stopped> {
    Ok(Rounds::walk(nest, bound, (budget, true), control)?.map(Rounds::by_roots))
}

/// What each round of a sample noted of each stratum.
struct Rounds {
    strata: Vec<Range<usize>>,
    works: Vec<Vec<Work>>,
}

impl Rounds {
    /// Rounds until about `budget` elements have been looked at; `None` if the fewest would take far more. Each root has a stream of its own, so
    /// that the threads of the pool that calls may share those of a batch of rounds where they take long, and it makes no difference.
    fn walk(
        nest: &LoopNest,
        bound: &Bound<'_>,
        (budget, may_share): (f64, bool),
        control: &Control,
    ) -> Result<Option<Rounds>, Stopped> {
        let start = Walk::new(nest, bound, WIDTHS, control.stop_flag());
        let strata = strata(bound.num_roots());
        let mut rounds = Rounds { works: Vec::new(), strata };
        let (mut looked_at, mut batch) = (0.0, 1);
        while batch > 0 {
            let number = rounds.works.len();
            let each = looked_at / number.max(1) as f64;
            // How long the first takes is not known.
            let is_long = if number == 0 { bound.num_roots() > MANY_ROOTS } else { each * batch as f64 > SHARED };
            looked_at += rounds.add(&start, bound, (number..number + batch, is_long && may_share));
            control.ensure_running()?;
            let number = rounds.works.len();
            let each = looked_at / number as f64;
            if number < FEWEST && each * FEWEST as f64 > OVERDRAFT * budget {
                return Ok(None);
            }
            let affordable = ((budget - looked_at) / each.max(1.0)).ceil().max(0.0) as usize;
            batch = affordable.min(MOST - number).max(FEWEST.saturating_sub(number));
        }
        Ok(Some(rounds))
    }

    /// What is expected of the search below the roots of each stratum.
    fn by_roots(self) -> Vec<RootsWork> {
        let part = (self.works.len() as f64).recip();
        let expected = |(at, roots): (usize, Range<usize>)| {
            let mut work = Work::default();
            self.works.iter().for_each(|round| work.add_times(&round[at], part));
            RootsWork { roots, work }
        };
        self.strata.iter().cloned().enumerate().map(expected).collect()
    }

    /// Adds some rounds, by several threads or this one; returns how many elements were looked at.
    fn add(&mut self, start: &Walk<'_>, bound: &Bound<'_>, (numbers, are_shared): (Range<usize>, bool)) -> f64 {
        let (strata, batch) = (&self.strata, numbers.len());
        let all: Vec<(usize, usize)> =
            numbers.flat_map(|round| (0..strata.len()).map(move |stratum| (round, stratum))).collect();
        // Elements are whole numbers, so that it does not matter which roots a walk was below before.
        let of_root = |walk: &mut Walk<'_>, &(round, stratum): &(usize, usize)| {
            let before = walk.looked_at();
            let work = together(&below(walk, bound, (stratum, &strata[stratum]), round));
            (work, walk.looked_at() - before)
        };
        let found: Vec<(Work, f64)> = match are_shared {
            true => all.par_iter().map_init(|| start.clone(), of_root).collect(),
            false => {
                let mut walk = start.clone();
                all.iter().map(|root| of_root(&mut walk, root)).collect()
            }
        };
        let looked_at = found.iter().map(|(_, own)| own).sum();
        let round = |number: usize| &found[number * strata.len()..(number + 1) * strata.len()];
        self.works.extend((0..batch).map(|number| round(number).iter().map(|&(work, _)| work).collect()));
        looked_at
    }
}

/// What the search below each root costs, by a walk that leaves nothing out.
#[cfg(test)]
pub(crate) fn below_each(nest: &LoopNest, bound: &Bound<'_>) -> Vec<f64> {
    let nobody = std::sync::atomic::AtomicBool::new(false);
    let mut walk = Walk::new(nest, bound, Widths { candidates: &[usize::MAX; 8], rows: usize::MAX }, &nobody);
    let mut below = |root: usize| {
        walk.below_root(bound.root(root), 1.0);
        together(&walk.take()).cost(&Prices::CPU)
    };
    (0..bound.num_roots()).map(&mut below).collect()
}

fn together(levels: &[LevelWork]) -> Work {
    let mut all = Work::default();
    levels.iter().for_each(|level| all.add_times(&level.work, 1.0));
    all
}

/// What of it bit matrices and walks cost, which a team prepares for a root.
fn of_prepared(work: &Work, prices: &Prices) -> f64 {
    let kinds = [Kind::MatrixRow, Kind::MatrixEntry, Kind::MatrixWord, Kind::PathRow, Kind::Path, Kind::LongPath];
    kinds.into_iter().map(|kind| work.of(kind) * prices.of(kind)).sum()
}

/// What is noted of one root of a stratum, which stands for all of them, in one round.
fn below(
    walk: &mut Walk<'_>,
    bound: &Bound<'_>,
    (stratum, roots): (usize, &Range<usize>),
    round: usize,
) -> Vec<LevelWork> {
    walk.starts = Starts::of(round, stratum);
    walk.below_root(bound.root(roots.start + pick::spread(round, roots.len())), roots.len() as f64);
    walk.take()
}

/// The mean of some numbers, two at least, and the square of its standard error.
fn mean(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let number = numbers.len() as f64;
    let mean = numbers.clone().sum::<f64>() / number;
    let squares = numbers.map(|own| (own - mean).powi(2)).sum::<f64>();
    (mean, squares / (number * (number - 1.0)))
}

#[cfg(test)]
mod tests;
