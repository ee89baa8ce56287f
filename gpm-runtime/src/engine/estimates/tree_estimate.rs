//! Estimates without a plan: by trees that are matched at random, and of labelled patterns by populations of partial matches.

use gpm_plan::passes::Pass;
use gpm_plan::query::Query;
use gpm_plan::spanning::Forest;

use super::estimate::{Estimate, EstimateOptions};
use crate::control::{Control, Stopped};
use crate::engine::kept::{Engine, Session};
use crate::engine::labelled::each;
use crate::engine::place::{OfEngine, TreeSamples};
use crate::engine::terms::EngineError;
use crate::estimate::Goal;
use crate::graph::Graph;
use crate::spanning::{Census, OnThreads, PAIRS, Tally, Trees, Weights};

/// Trees that are matched at random, which takes a thread some tenths of a second, and how many of them must be matches of a labelled
/// pattern: else populations are asked, which say more of it sooner. *guess*
const OF_LABELLED: (u64, u64) = (1 << 16, 100);
/// The same for patterns without labels: else walks are asked, which with their counted tails say more. *guess*
const OF_OTHERS: (u64, u64) = (1 << 16, 256);
/// The same on a GPU, which has samples to spare. *guess*
const OF_GPU: (u64, u64) = (1 << 27, 100);

impl Engine {
    /// What populations say, filled in where nothing was known; `None` for a query that needs a plan, which walks estimate.
    pub(super) fn by_populations(
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
    pub(super) fn by_trees(
        &self,
        session: &mut Session<'_>,
        none: Estimate,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Option<(Estimate, bool)>, EngineError> {
        let EstimateOptions { rel_error, confidence, samples, seed, .. } = options;
        let graph = session.graph();
        let goal = Goal { rel_error, confidence, samples };
        let tally = if none.query.pattern.has_labels() {
            let Some(brief) = self.laid_out(session, &none.query, control)? else { return Ok(None) };
            let Some(tree) = self.pool.install(|| brief.tree(graph, &none.query)) else { return Ok(None) };
            self.tally_of(&tree.trees(seed), (goal, OF_LABELLED), control)
        } else if is_plain(&none.query, graph) {
            graph.ensure_valid()?;
            self.pool.install(|| {
                let Query { pattern, semantics, .. } = &none.query;
                let (forest, order) = Forest::spanning(pattern);
                // Walks take no memory.
                let Ok(weights) = Weights::new(&forest, graph.out(), control) else { return Ok(None) };
                let weights = weights.ok_or(Stopped)?;
                let parts = (graph.out(), &forest, &weights);
                match Trees::of_pattern(parts, (pattern, *semantics, &order), seed) {
                    Some(trees) => self.tally_of(&trees, (goal, OF_OTHERS), control),
                    None => Ok(None),
                }
            })
        } else {
            Ok(None)
        }?;
        let Some((tally, is_enough, kernel_seconds)) = tally else { return Ok(None) };
        let each = each(&none.query) as f64;
        let found = none.of_tally(tally, each, kernel_seconds);
        let is_last = is_enough || found.count.is_some() || control.is_stopped();
        Ok(Some((found, is_last)))
    }

    /// What matches of the one tree say, whether they are enough, and how long their kernels took. `None` if there is too much to look at.
    fn tally_of(
        &self,
        trees: &Trees<'_>,
        (goal, on_threads): (Goal, (u64, u64)),
        control: &Control,
    ) -> Result<Option<(Tally, bool, Option<f64>)>, EngineError> {
        if trees.trees[0].pairs.len() > PAIRS || !trees.total(0).is_finite() {
            return Ok(None);
        }
        self.pool.install(|| {
            let (drawer, asked): (TreeSamples<'_>, (u64, u64)) = match self.executor.tree_samples(trees, control)? {
                Some(drawer) => (drawer, OF_GPU),
                None => (Box::new(OfEngine(OnThreads(trees))), on_threads),
            };
            let mut census = Census::of_one(drawer, trees.total(0), goal, asked);
            census.run(control)?;
            let tally = census.tally(0);
            Ok(Some((tally, tally.hits >= asked.1, census.kernel_seconds())))
        })
    }
}

/// Whether a pattern has nothing but edges without directions, and the graph too, so that a tree and its other edges are all that a match needs.
fn is_plain(query: &Query, graph: &Graph) -> bool {
    let pattern = &query.pattern;
    let is_bare = pattern.anchors().is_empty() && pattern.predicate().is_empty() && !pattern.has_anti_edges();
    is_bare
        && pattern.num_vertices() >= 2
        && !pattern.is_directed()
        && !graph.is_directed()
        && !query.disabled.contains(Pass::Brief)
}
