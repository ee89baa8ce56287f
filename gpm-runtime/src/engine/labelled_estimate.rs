//! Estimates of labelled patterns without a plan: by trees that are matched at random, and by populations of partial matches.

use super::brief::each;
use super::error::EngineError;
use super::estimate::{Estimate, EstimateOptions};
use super::place::{OfEngine, TreeSamples};
use super::session::Session;
use super::setup::Engine;
use crate::control::{Control, Stopped};
use crate::estimate::Goal;
use crate::spanning::{Census, OnThreads, Tally};

/// Trees that are matched at random though too few of them are matches of their pattern: some tenths of a second, of one thread or of a GPU. Of so few
/// matches nothing is known.
const MANY_TREES: u64 = 1 << 16;
const MANY_ON_GPU: u64 = 1 << 27;
const HITS: u64 = 100;

impl Engine {
    /// What populations say, filled in where nothing was known; `None` for a query that needs a plan, which walks estimate.
    pub(super) fn populated(
        &self,
        session: &mut Session<'_>,
        none: Estimate,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Option<Estimate>, EngineError> {
        let EstimateOptions { rel_error, confidence, samples, seed, .. } = options;
        let goal = Goal { rel_error, confidence, samples };
        let graph = session.graph();
        let Some(brief) = self.laid_out(session, &none.query, control)? else { return Ok(None) };
        let found = match self.pool.install(|| brief.estimate((graph, &none.query), (goal, seed), control)) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(None),
            Err(Stopped) => return Ok(Some(none)),
        };
        let each = each(&none.query) as f64;
        Ok(Some(Estimate {
            estimate: found.mean / each,
            low: found.interval.low / each,
            high: found.interval.high / each,
            samples: found.samples,
            valid: found.valid,
            count: found.is_count.then_some((found.mean / each) as u128),
            is_reached: found.is_reached,
            ..none
        }))
    }

    /// What trees say that are matched at random, and whether they are matches of the pattern often enough.
    pub(super) fn treed(
        &self,
        session: &mut Session<'_>,
        none: Estimate,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Option<(Estimate, bool)>, EngineError> {
        let EstimateOptions { rel_error, confidence, samples, seed, .. } = options;
        let graph = session.graph();
        let Some(brief) = self.laid_out(session, &none.query, control)? else { return Ok(None) };
        let Some(tree) = self.pool.install(|| brief.tree(graph, &none.query)) else { return Ok(None) };
        let trees = tree.trees(seed);
        let (total, each) = (trees.total(0), each(&none.query) as f64);
        if total == 0.0 {
            return Ok(Some((Estimate { high: 0.0, count: Some(0), is_reached: true, ..none }, true)));
        }
        let (tally, kernel_seconds) = self.pool.install(|| {
            let (drawer, many): (TreeSamples<'_>, u64) = match self.executor.tree_samples(&trees, control)? {
                Some(drawer) => (drawer, MANY_ON_GPU),
                None => (Box::new(OfEngine(OnThreads(&trees))), MANY_TREES),
            };
            let mut census = Census::of_one(drawer, total, (Goal { rel_error, confidence, samples }, many));
            census.run(control)?;
            Ok::<_, EngineError>((census.tally(0), census.kernel_seconds()))
        })?;
        let Tally { mean, interval, samples, hits, is_reached } = tally;
        let found = Estimate {
            estimate: mean / each,
            low: interval.low / each,
            high: interval.high / each,
            samples,
            valid: hits,
            is_reached,
            kernel_seconds,
            ..none
        };
        Ok(Some((found, hits >= HITS || control.is_stopped())))
    }
}
