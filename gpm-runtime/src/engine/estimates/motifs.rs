//! Estimates of how often all patterns of a size occur.

use std::time::Instant;

use gpm_plan::pattern::{Pattern, all_connected};
use gpm_plan::query::Query;
use gpm_plan::spanning::Forest;
use rayon::prelude::*;

use super::absent::is_absent;
use super::estimate::{Estimate, EstimateOptions, check};
use crate::control::{Control, Stopped};
use crate::engine::kept::{Engine, Session};
use crate::engine::place::{OfEngine, TreeSamples};
use crate::engine::terms::EngineError;
use crate::estimate::Goal;
use crate::graph::{Csr, Graph};
use crate::spanning::{Census, OnThreads, Tally, Trees, Weights};

/// Sizes of patterns.
const SIZES: std::ops::RangeInclusive<usize> = 2..=8;
/// Vertices of patterns that are counted where that takes no time: there are so many larger ones that planning them all takes longer than
/// an estimate. *guess*
const PLANNED: usize = 6;
/// Walks of two steps in graphs in which patterns are counted where that takes no time, before samples are taken. *guess*
const SMALL: f64 = 2e7;

impl Engine {
    /// Estimates how often each connected pattern of a size occurs, vertex-induced, in a graph without directions, whatever its labels. One set of
    /// samples serves all patterns: see [`EstimateOptions`] for when there are enough. Patterns that are expected to be counted in
    /// no time are counted. In the order of [`all_connected`].
    ///
    /// Samples are matches of trees, drawn by the threads of the engine or by its GPU if it is to use nothing else; the same seed gives the
    /// same estimates on both. Cost: 8 bytes for each entry of the graph's rows and each of the branches that trees of the size have: one for four and five
    /// vertices, 3, 4 and 8 for six to eight.
    ///
    /// ```
    /// use gpm::{Control, Engine, EstimateOptions, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let found = Engine::auto()?.estimate_motifs(&graph, 3, EstimateOptions::default(), &Control::new())?;
    /// let counts: Vec<Option<u128>> = found.iter().map(|own| own.count).collect();
    /// assert_eq!(counts, [Some(2), Some(1)]); // wedges and triangles
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Option`] for options that mean nothing, sizes beyond 2 to 8, and directed graphs; [`EngineError::NotEnoughMemory`]; what the
    /// device says.
    pub fn estimate_motifs(
        &self,
        graph: &Graph,
        size: usize,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Vec<Estimate>, EngineError> {
        check(&options)?;
        if !SIZES.contains(&size) {
            return Err(EngineError::Option { what: "the size of motifs that are estimated", must: "from 2 to 8" });
        }
        if graph.is_directed() {
            return Err(EngineError::Option {
                what: "the graph whose motifs are estimated together",
                must: "undirected",
            });
        }
        graph.ensure_valid()?;
        self.in_run(control, |control| self.motifs(&mut Session::new(graph), size, options, control))
    }

    fn motifs(
        &self,
        session: &mut Session<'_>,
        size: usize,
        options: EstimateOptions,
        control: &Control,
    ) -> Result<Vec<Estimate>, EngineError> {
        let start = Instant::now();
        let patterns = all_connected(size);
        let queries: Vec<Query> = patterns.iter().map(|own| Query::from(own.clone()).vertex_induced()).collect();
        let none = |query: Query| Estimate::none(query, options, start);
        let absent = |query: &Query| is_absent(session.graph(), query).then(|| none(query.clone()).empty());
        let mut found: Vec<Option<Estimate>> = queries.iter().map(absent).collect();
        let may_count = options.may_count && size <= PLANNED;
        let is_small = walks(session.graph().out()) <= SMALL;
        if may_count && is_small {
            for (own, query) in found.iter_mut().zip(&queries).filter(|(own, _)| own.is_none()) {
                *own = self.counted_in_no_time(session, query, options, control)?;
            }
        }
        if found.iter().any(Option::is_none) {
            let sampled = match self.motifs_by_trees(session.graph(), &patterns, options, control) {
                Ok(sampled) => sampled,
                Err(error) if error.is_stopped() => Vec::new(),
                Err(error) => return Err(error),
            };
            for ((own, query), (tally, kernel_seconds)) in found.iter_mut().zip(&queries).zip(sampled) {
                let is_missing = own.is_none() && !tally.is_reached && may_count && !is_small;
                if is_missing && !control.is_stopped() {
                    *own = self.counted_in_no_time(session, query, options, control)?;
                }
                own.get_or_insert_with(|| none(query.clone()).of_tally(tally, 1.0, kernel_seconds));
            }
        }
        Ok(found.into_iter().zip(queries).map(|(own, query)| own.unwrap_or_else(|| none(query))).collect())
    }

    /// What samples of trees say of each pattern, and how long their kernels took.
    fn motifs_by_trees(
        &self,
        graph: &Graph,
        patterns: &[Pattern],
        EstimateOptions { rel_error, confidence, samples, seed, .. }: EstimateOptions,
        control: &Control,
    ) -> Result<Vec<(Tally, Option<f64>)>, EngineError> {
        self.pool.install(|| {
            let (rows, forest) = (graph.out(), Forest::new(patterns[0].num_vertices()));
            let weights = Weights::new(&forest, rows, control)?.ok_or(Stopped)?;
            let trees = Trees::of_forest(rows, &forest, &weights, seed);
            let totals: Vec<f64> = (0..forest.trees.len()).map(|tree| trees.total(tree)).collect();
            let on_threads = || -> TreeSamples<'_> { Box::new(OfEngine(OnThreads(&trees))) };
            let drawer = self.executor.tree_samples(&trees, control)?.unwrap_or_else(on_threads);
            let goal = Goal { rel_error, confidence, samples };
            let mut census = Census::of_all(drawer, (&forest, &totals), patterns, goal);
            census.run(control)?;
            let kernel_seconds = census.kernel_seconds();
            Ok((0..patterns.len()).map(|pattern| (census.tally(pattern), kernel_seconds)).collect())
        })
    }
}

/// Walks of two steps.
fn walks(rows: &Csr) -> f64 {
    rows.offsets().par_windows(2).map(|ends| ((ends[1] - ends[0]) as f64).powi(2)).sum()
}
