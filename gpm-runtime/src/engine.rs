//! The engine: plans a query for a graph, binds it, runs it and reports.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gpm_plan::cost::{DegreeMoments, GraphStats};
use gpm_plan::plan::{AnswerError, Plan, PlanError};
use gpm_plan::query::{Output, Query};
use rayon::prelude::*;
use thiserror::Error;

use crate::control::Control;
use crate::cpu::{Backend, Finding, RunError, Sink, run};
use crate::graph::{Graph, GraphError, VertexId};
use crate::set::kernels;
use crate::view::{BindError, Bound, class_stats};

/// Why a query gave no answer.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The planner failed: a bug.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The pattern does not fit the graph.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The graph's file is damaged.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The totals give no answer.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The worker threads could not be started.
    #[error("cannot start {threads} worker threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}

impl EngineError {
    /// Whether other input would help, as opposed to another machine or another version.
    pub fn is_input(&self) -> bool {
        matches!(self, EngineError::Bind(_))
    }
}

/// How an engine runs.
#[derive(Clone, Debug, Default)]
pub struct EngineConfig {
    /// Worker threads; all cores if `None`.
    pub threads: Option<usize>,
    /// Interpret nests instead of compiling them: slow, for tests.
    pub interpret: bool,
}

/// Seconds of each stage of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds {
    /// Choosing the plan and laying out the rows it needs.
    pub plan: f64,
    /// Making native code.
    pub compile: f64,
    /// Searching.
    pub run: f64,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Report {
    /// How many there are; for listings, how many were handed over.
    pub count: u128,
    /// Whether the run was stopped early, so that there may be more.
    pub partial: bool,
    /// What it ran on.
    pub device: String,
    /// How long it took.
    pub seconds: Seconds,
    /// The plan that was run.
    pub plan: Plan,
}

/// Runs queries on the CPU.
#[derive(Debug)]
pub struct Engine {
    pool: rayon::ThreadPool,
    backend: Backend,
}

impl Engine {
    /// The best engine of this machine, with all of its cores.
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads.
    pub fn auto() -> Result<Engine, EngineError> {
        Engine::cpu(&EngineConfig::default())
    }

    /// An engine on the CPU.
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads.
    pub fn cpu(config: &EngineConfig) -> Result<Engine, EngineError> {
        let threads = config.threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| EngineError::Threads { threads, reason: error.to_string() })?;
        let backend = if config.interpret { Backend::Interpreted } else { Backend::Compiled };
        Ok(Engine { pool, backend })
    }

    /// What queries run on.
    pub fn device(&self) -> String {
        format!("cpu, {} threads, {}", self.pool.current_num_threads(), kernels().name)
    }

    /// The plan for a query on a graph.
    ///
    /// # Errors
    /// [`EngineError::Bind`] for a pattern that does not fit the graph; [`EngineError::Plan`], a bug.
    pub fn plan(&self, graph: &Graph, query: &Query) -> Result<Plan, EngineError> {
        graph.ensure_valid()?;
        let stats = self.pool.install(|| {
            let classes = class_stats(graph, query)?;
            Ok::<_, BindError>(GraphStats { classes, ..stats_for_planning(graph) })
        })?;
        Ok(Plan::new(query.clone(), &stats)?)
    }

    /// Counts.
    ///
    /// # Errors
    /// [`EngineError`]: a pattern that does not fit the graph, or a count beyond 128 bits.
    pub fn count(&self, graph: &Graph, query: &Query) -> Result<Report, EngineError> {
        self.count_with(graph, query, &Control::new())
    }

    /// Counts, under a handle that may stop the run.
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn count_with(&self, graph: &Graph, query: &Query, control: &Control) -> Result<Report, EngineError> {
        let start = Instant::now();
        let plan = self.plan(graph, &Query { output: Output::Count, ..query.clone() })?;
        self.answer(graph, plan, start, control, None)
    }

    /// Counts by a plan made before. A plan made for another graph gives the same count, at another cost.
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn count_planned(&self, graph: &Graph, plan: &Plan, control: &Control) -> Result<Report, EngineError> {
        self.answer(graph, plan.clone(), Instant::now(), control, None)
    }

    /// Hands each match to `sink`, as data vertices in pattern-vertex order, in no particular order of matches, until it
    /// breaks. Memory does not grow with the number of matches.
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn list_with(
        &self,
        graph: &Graph,
        query: &Query,
        control: &Control,
        sink: &mut (dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send),
    ) -> Result<Report, EngineError> {
        let start = Instant::now();
        let plan = self.plan(graph, &Query { output: Output::List, ..query.clone() })?;
        self.answer(graph, plan, start, control, Some(sink))
    }

    fn answer(
        &self,
        graph: &Graph,
        plan: Plan,
        start: Instant,
        control: &Control,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<Report, EngineError> {
        graph.ensure_valid()?;
        let bound = self
            .pool
            .install(|| plan.nests().map(|nest| Bound::new(graph, nest)).collect::<Result<Vec<_>, BindError>>())?;
        let planned = start.elapsed();
        let findings = self.pool.install(|| control.timed(|| self.run_all(&plan, &bound, control, sink)))?;
        let elapsed = start.elapsed() - planned;
        let compile: Duration = findings.iter().map(|finding| finding.compile).sum();
        let complete = findings.len() == bound.len() && findings.iter().all(|finding| finding.complete);
        let totals: Vec<i128> = findings.iter().map(|finding| finding.total).collect();
        let seconds = Seconds {
            plan: planned.as_secs_f64(),
            compile: compile.as_secs_f64(),
            run: (elapsed - compile).as_secs_f64(),
        };
        let partial = !complete && !control.ended_by_sink();
        Ok(Report { count: plan.answer(&totals, complete)?, partial, device: self.device(), seconds, plan })
    }

    /// Runs the nests of a plan one after the other, until the run is stopped.
    fn run_all(
        &self,
        plan: &Plan,
        bound: &[Bound<'_>],
        control: &Control,
        mut sink: Option<&mut Sink<'_>>,
    ) -> Result<Vec<Finding>, RunError> {
        let mut findings = Vec::new();
        for (nest, bound) in plan.nests().zip(bound) {
            // Re-borrowed, since the sink outlives each run.
            let sink = sink.as_deref_mut();
            let finding = run(nest, bound, self.backend, control, sink)?;
            findings.push(finding);
            if !finding.complete {
                break;
            }
        }
        Ok(findings)
    }
}

/// What the planner wants to know of a graph. Costs a pass over the vertices, and counting triangles on a sample.
pub fn stats_for_planning(graph: &Graph) -> GraphStats {
    let rows = graph.out();
    let splits = graph.splits();
    let moments = (0..graph.num_vertices())
        .into_par_iter()
        .map(|v| {
            let (d, b) = (rows.degree(v as VertexId) as f64, f64::from(splits[v]));
            let a = d - b;
            DegreeMoments { dd: d * d, db: d * b, da: d * a, bb: b * b, ab: a * b, aa: a * a }
        })
        .reduce(DegreeMoments::default, |x, y| DegreeMoments {
            dd: x.dd + y.dd,
            db: x.db + y.db,
            da: x.da + y.da,
            bb: x.bb + y.bb,
            ab: x.ab + y.ab,
            aa: x.aa + y.aa,
        });
    let entries = rows.num_entries() as f64;
    let edges = if graph.is_directed() { entries } else { entries / 2.0 };
    let total = graph.num_vertices().max(1) as f64;
    let mut count = vec![0u64; graph.vertex_label_names().len()];
    graph.vertex_labels().unwrap_or(&[]).iter().for_each(|&label| count[label as usize] += 1);
    let names = graph.vertex_label_names().iter().map(str::to_owned);
    let labels = names.zip(count.into_iter().map(|n| n as f64 / total)).collect();
    let triangles = sampled_closure(graph) * (moments.dd / 2.0 - edges).max(0.0) / 3.0;
    GraphStats { vertices: graph.num_vertices() as f64, edges, moments, triangles, labels, classes: None }
}

/// The part of wedges that are closed, on an even sample of a few thousand vertices weighted by their wedges.
fn sampled_closure(graph: &Graph) -> f64 {
    const CENTERS: usize = 2048;
    const PAIRS: usize = 16;
    let n = graph.num_vertices();
    let rows = graph.out();
    let step = n.div_ceil(CENTERS).max(1);
    let (closed, all) = (0..n)
        .into_par_iter()
        .step_by(step)
        .map(|v| {
            let row = rows.row(v as VertexId);
            let wedges = (row.len() * row.len().saturating_sub(1)) as f64 / 2.0;
            if wedges == 0.0 {
                return (0.0, 0.0);
            }
            let pair = |i: usize| {
                // A fixed stride over the pairs: the plan must not depend on chance.
                let (x, y) = ((i * 7919) % row.len(), (i * 104_729 + 1 + i) % row.len());
                x != y && (rows.has_edge(row[x], row[y]) || rows.has_edge(row[y], row[x]))
            };
            let closed = (0..PAIRS).filter(|&i| pair(i)).count() as f64;
            (wedges * closed / PAIRS as f64, wedges)
        })
        .reduce(|| (0.0, 0.0), |x, y| (x.0 + y.0, x.1 + y.1));
    if all == 0.0 { 0.0 } else { closed / all }
}
