//! What a search meets level by level: of all roots where that does not take long, else from a sample, with its standard error.

use gpm_plan::cost::{LevelWork, Prices};
use gpm_plan::nest::LoopNest;
use rayon::prelude::*;

use super::walk::{Walk, Widths};
use super::{FEWEST, MOST, WIDTHS, below, mean, strata};
use crate::control::{Control, Stopped};
use crate::graph::VertexId;
use crate::view::Bound;

/// Elements that a sample looks at: some hundredths of a second of one core. *guess*
const SAMPLE: f64 = 1.6e7;
/// Every candidate of every level.
const ALL: Widths<'_> = Widths { candidates: &[usize::MAX; gpm_plan::pattern::MAX_VERTICES], rows: usize::MAX };

/// What a walk over a search met.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// By level, outermost first.
    pub levels: Vec<MetLevel>,
    /// Roots that were looked at.
    pub roots: usize,
    /// Whether these are all roots, and all that lies below them.
    pub is_whole: bool,
}

/// What was met at one level: exact, or means of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MetLevel {
    /// The loop, and what is done in its rounds.
    pub of: LevelWork,
    /// The standard errors of the candidates, the matches and the cost; 0 where all was walked.
    pub errors: [f64; 3],
}

/// Walks over a nest's search: over all of it if that looks at no more than about `most` elements, on the threads of the current rayon
/// pool, else over a sample, on one thread. Errors of costs are by `prices`.
///
/// A sample is taken first, and looks at some ten million elements; below hubs it may take several times as many.
///
/// # Errors
/// [`Stopped`] if the run was stopped before a sample was large enough. A walk over everything that is stopped leaves the sample.
pub fn measure(
    nest: &LoopNest,
    bound: &Bound<'_>,
    (most, prices): (f64, Prices),
    control: &Control,
) -> Result<Walked, Stopped> {
    let (sampled, effort) = sampled(nest, bound, prices, control)?;
    let whole = if effort <= most { whole(nest, bound, control).ok() } else { None };
    Ok(whole.unwrap_or(sampled))
}

/// What a sample met, and how many elements a walk over everything is expected to look at.
fn sampled(nest: &LoopNest, bound: &Bound<'_>, prices: Prices, control: &Control) -> Result<(Walked, f64), Stopped> {
    let mut walk = Walk::new(nest, bound, WIDTHS, control.stop_flag());
    let strata = strata(bound.num_roots());
    let mut rounds: Vec<Vec<LevelWork>> = Vec::new();
    let mut effort = 0.0;
    while rounds.len() < FEWEST || (rounds.len() < MOST && walk.looked_at() < SAMPLE) {
        let mut levels = vec![LevelWork::default(); nest.blocks().len() - 1];
        for stratum in strata.iter().enumerate() {
            let own = below(&mut walk, bound, stratum, rounds.len());
            levels.iter_mut().zip(&own).for_each(|(all, own)| all.add_times(own, 1.0));
        }
        match control.ensure_running() {
            Ok(()) => rounds.push(levels),
            // What was noted last is not whole.
            Err(_) if rounds.len() >= FEWEST => break,
            Err(stopped) => return Err(stopped),
        }
        effort += walk.take_effort();
    }
    let level = |level: usize| {
        let each: Vec<LevelWork> = rounds.iter().map(|levels| levels[level]).collect();
        let error = |of: &dyn Fn(&LevelWork) -> f64| mean(each.iter().map(of)).1.sqrt();
        let mut of = LevelWork::default();
        each.iter().for_each(|own| of.add_times(own, 1.0 / each.len() as f64));
        let cost = |own: &LevelWork| own.work.cost(&prices);
        MetLevel { of, errors: [error(&|own| own.candidates), error(&|own| own.matches), error(&cost)] }
    };
    let levels = (0..rounds[0].len()).map(level).collect();
    let number = rounds.len();
    Ok((Walked { levels, roots: number * strata.len(), is_whole: false }, effort / number as f64))
}

/// What all of the search met.
fn whole(nest: &LoopNest, bound: &Bound<'_>, control: &Control) -> Result<Walked, Stopped> {
    let start = Walk::new(nest, bound, ALL, control.stop_flag());
    let walk = || start.clone();
    // Counts are whole numbers, so that it does not matter in which order they are added.
    let roots = (0..bound.num_roots()).into_par_iter().map(|index| bound.root(index));
    let parts = roots.fold(walk, with_root).map(|mut walk| walk.take());
    let levels = parts.reduce(
        || walk().take(),
        |mut all, part| {
            all.iter_mut().zip(&part).for_each(|(own, other)| own.add_times(other, 1.0));
            all
        },
    );
    control.ensure_running()?;
    let levels = levels.into_iter().map(|of| MetLevel { of, errors: [0.0; 3] }).collect();
    Ok(Walked { levels, roots: bound.num_roots(), is_whole: true })
}

/// A walk that has been below one more root.
fn with_root(mut walk: Walk<'_>, root: VertexId) -> Walk<'_> {
    walk.below_root(root, 1.0);
    walk
}
