//! The engine: plans a query for a graph, binds it, runs it and reports.

mod analysis;
mod announce;
mod config;
mod devices_used;
mod error;
mod lookups;
mod matches;
mod near_ties;
mod orbits;
mod planned;
mod questions;
mod report;
mod run_log;
mod leave;
mod session;
mod smaller;
mod statistics;
mod tabulate;
mod executor;
#[cfg(feature = "cuda")]
mod either;
#[cfg(feature = "cuda")]
mod gpu;
#[cfg(feature = "cuda")]
mod race;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gpm_plan::cost::{GraphStats, Prices};
use gpm_plan::nest::LoopNest;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use crate::control::Control;
use crate::cpu::Sink;
use crate::table::{Lookup, Table};
use crate::view::{BindError, Bound, class_stats, label_stats};
use announce::searched;
use executor::{Done, Executor, Search, executor};
use lookups::Made;
use near_ties::Question;
use session::Known;
use smaller::with_smaller_numbers;

pub use analysis::{Analysis, AnalyzedLevel, AnalyzedNest, AnalyzedPart, AnalyzedPlan, Runs};
pub use config::{Devices, EngineConfig, SAMPLE_ABOVE};
pub use devices_used::{DevicesUsed, GpuUsed};
pub use error::EngineError;
pub use leave::leave;
pub use matches::{Match, Matches};
pub use orbits::OrbitCounts;
pub use planned::{Answer, Options, Planned};
pub use report::{GpuReport, QueueStats, Report, Seconds};
pub use session::Session;
pub use statistics::stats_for_planning;
pub use tabulate::Tabulated;

/// Runs queries on the CPU or on GPUs. Keeps what the next query can use again: threads, and on GPUs the graph, compiled
/// kernels and memory.
///
/// ```
/// use gpm::{Engine, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let engine = Engine::auto()?;
/// assert_eq!(engine.count(&graph, "triangle")?.count, 1);
/// assert_eq!(engine.count(&graph, "a-b-c")?.count, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    pool: rayon::ThreadPool,
    executor: Box<dyn Executor>,
    /// [`EngineConfig::sample_above`].
    sample_above: f64,
    /// [`EngineConfig::prices`].
    prices: Option<Prices>,
}

impl Engine {
    /// The best engine of this machine: all of its cores for what they do at once, its GPU, if it can be used, for the rest.
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads.
    pub fn auto() -> Result<Engine, EngineError> {
        Engine::new(&EngineConfig::default())
    }

    /// An engine on the CPU, whatever the configuration says of devices.
    ///
    /// ```
    /// let engine = gpm::Engine::cpu(&gpm::EngineConfig::default())?;
    /// assert_eq!(engine.device().kind(), "cpu");
    /// # Ok::<(), gpm::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads.
    pub fn cpu(config: &EngineConfig) -> Result<Engine, EngineError> {
        Engine::new(&EngineConfig { devices: Devices::Cpu, ..config.clone() })
    }

    /// The engine that a configuration asks for. Opening a GPU takes some tenths of a second, on a thread of its own: the first
    /// query waits for it, and so does dropping the engine.
    ///
    /// ```
    /// use gpm::{Devices, Engine, EngineConfig};
    ///
    /// let config = EngineConfig { devices: Devices::Cpu, threads: Some(2), ..EngineConfig::default() };
    /// assert_eq!(Engine::new(&config)?.device().threads(), Some(2));
    /// # Ok::<(), gpm::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no threads; `EngineError::Gpu` if a GPU is asked for and the driver or the
    /// compiler is missing. What else may be amiss with it the first query says, or [`Engine::ready_devices`].
    pub fn new(config: &EngineConfig) -> Result<Engine, EngineError> {
        let pool = pool(config.threads.unwrap_or(0))?;
        let EngineConfig { sample_above, prices, .. } = *config;
        Ok(Engine { pool, executor: executor(config)?, sample_above, prices })
    }

    /// To be called before something that takes long, such as reading a large graph: waits until it is known that the GPUs
    /// asked for are there, and begins to open the one that [`Devices::Auto`] may use.
    ///
    /// # Errors
    /// `EngineError::Gpu` with what is missing.
    pub fn ready_devices(&self) -> Result<(), EngineError> {
        self.executor.ready_devices()
    }

    /// What queries run on.
    pub fn device(&self) -> DevicesUsed {
        self.executor.device(&self.pool)
    }

    /// What plans are priced by.
    fn prices(&self) -> Prices {
        self.prices.unwrap_or_else(|| self.executor.prices())
    }

    /// The plan for a query; [`EngineError::is_stopped`] if the run is stopped meanwhile.
    fn plan_in(&self, session: &mut Session<'_>, query: &Query, control: &Control) -> Result<Plan, EngineError> {
        let graph = session.graph();
        graph.ensure_valid()?;
        control.ensure_running()?;
        self.pool.install(|| {
            let (classes, by_label) = (class_stats(graph, query, control)?, label_stats(graph, query, control)?);
            let (stats, memo) = session.planning(query.disabled, self.prices());
            memo.interrupt_by(control.interrupt());
            let stats = &GraphStats { classes, by_label, ..stats.clone() };
            let mut choices = Plan::shortlist(query, stats, memo);
            let above = self.sample_above * Prices::CPU.nanoseconds / stats.prices.nanoseconds;
            let question = Question { query, graph, stats, above, control };
            if near_ties::settle_terms(&choices, question, memo)? {
                choices = Plan::shortlist(query, stats, memo);
            }
            near_ties::settle(&mut choices, question, memo)?;
            Ok(Plan::from_choices(query.clone(), choices, stats, memo)?)
        })
    }

    fn answer(
        &self,
        session: &mut Session<'_>,
        plan: Plan,
        start: Instant,
        control: &Control,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<Report, EngineError> {
        let (query, may_fit) = (plan.query.clone(), !plan.overflows_as_answer());
        let search = |session: &mut Session<'_>| {
            let Some(found) = self.search(session, &plan, start, control, sink)? else { return Ok(None) };
            let count = plan.answer(&found.totals, found.complete)?;
            Ok(found.is_exact.then(|| Report { count, ..found.report(plan) }))
        };
        let again = |session: &mut Session<'_>, query: &Query| self.counted(session, query, control);
        match with_smaller_numbers(session, (&query, may_fit), search, again) {
            Err(error) if error.is_stopped() => Ok(self.stopped(query, start)),
            answer => answer,
        }
    }

    /// Binds and runs the nests of a plan; `None` if there can be no tables such as they look up.
    fn search(
        &self,
        session: &mut Session<'_>,
        plan: &Plan,
        start: Instant,
        control: &Control,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<Option<Found>, EngineError> {
        let fused = session.fused(plan);
        let mut bound = self.bind(session, plan, &fused, control)?;
        let planned = start.elapsed();
        let (tables, mut done) = match self.make_lookups(session, plan, &mut bound, control)? {
            Made::All(seconds) => (seconds, self.run_all(session, (plan, &fused), &bound, control, sink)?),
            Made::Stopped => (Seconds::default(), Vec::new()),
            Made::Impossible => return Ok(None),
        };
        let elapsed = start.elapsed() - planned;
        let is_exact = bound.iter().flatten().flat_map(|bound| &bound.tables).all(Lookup::is_exact);
        let compile = done.iter().map(|done| done.finding.compile).sum::<Duration>().as_secs_f64() + tables.compile;
        let complete = done.len() == bound.len() && done.iter().all(|done| done.finding.complete);
        if let Some(log) = &mut session.log {
            log.end_plan(plan, bound, planned);
        }
        let seconds = Seconds {
            plan: planned.as_secs_f64() + tables.plan,
            compile,
            run: (elapsed.as_secs_f64() - compile - tables.plan).max(0.0),
            kernel: kernel_seconds(done.iter().map(|done| done.kernel).chain(tables.kernel.map(Some))),
        };
        Ok(Some(Found {
            totals: done.iter().flat_map(|done| done.finding.totals.iter().copied()).collect(),
            tables: done.iter_mut().filter_map(|done| done.table.take()).collect(),
            complete,
            is_exact,
            partial: !complete && !control.ended_by_sink(),
            device: self.devices_of(&done),
            seconds,
            gpu: done.into_iter().filter_map(|done| done.gpu).reduce(GpuReport::then),
        }))
    }

    /// What ran nests, each once.
    fn devices_of(&self, done: &[Done]) -> DevicesUsed {
        DevicesUsed::of_all(done.iter().map(|done| &done.device)).unwrap_or_else(|| self.device())
    }

    /// Binds the nests of a plan, or the fused ones that they are part of, but those whose totals are known.
    fn bind<'g>(
        &self,
        session: &Session<'g>,
        plan: &Plan,
        fused: &[LoopNest],
        control: &Control,
    ) -> Result<Vec<Option<Bound<'g>>>, EngineError> {
        let graph = session.graph();
        graph.ensure_valid()?;
        let is_known: Vec<bool> = plan.nests().map(|nest| session.known(nest).is_some()).collect();
        let bind = || {
            let bound = plan.nests().zip(&is_known);
            let bind = |nest| Bound::under(graph, searched(nest, fused), control);
            let bound = bound.map(|(nest, is_known)| (!is_known).then(|| bind(nest)).transpose());
            bound.collect::<Result<Vec<_>, BindError>>()
        };
        // Rows that are lent as they are take no work, and waking threads for it takes as long as a small query.
        let is_plain = |nest: &LoopNest| nest.classes.len() == 1 && nest.columns().is_empty();
        let is_lent = graph.has_splits() && !graph.is_directed() && plan.nests().all(is_plain);
        Ok(if is_lent { bind() } else { self.pool.install(bind) }?)
    }

    /// Runs the nests of a plan one after the other, but those whose totals are known, until the run is stopped.
    fn run_all(
        &self,
        session: &mut Session<'_>,
        (plan, fused): (&Plan, &[LoopNest]),
        bound: &[Option<Bound<'_>>],
        control: &Control,
        mut sink: Option<&mut Sink<'_>>,
    ) -> Result<Vec<Done>, EngineError> {
        let mut all: Vec<Done> = Vec::new();
        let graph = session.graph();
        let to_run: Vec<_> = plan
            .nests()
            .zip(bound)
            .filter_map(|(nest, bound)| Some((searched(nest, fused), bound.as_ref()?)))
            .collect();
        let prepared = if to_run.len() > 1 { self.executor.prepare(&to_run, control) } else { Duration::ZERO };
        if let Some(log) = &mut session.log {
            log.begin_plan();
        }
        for (place, (nest, bound)) in plan.nests().zip(bound).enumerate() {
            let bound = match (session.known(nest).cloned(), bound) {
                (Some(Known { total, table }), _) => {
                    if let Some(log) = &mut session.log {
                        log.know_nest(place);
                    }
                    all.push(Done { table, ..Done::known(total, self.device()) });
                    continue;
                }
                (None, Some(bound)) => bound,
                (None, None) => unreachable!("what is not known was bound"),
            };
            // Re-borrowed, since the sink outlives each run.
            let sink = sink.as_deref_mut();
            let began = Instant::now();
            let searched = searched(nest, fused);
            let mut done =
                self.executor.run(Search { graph, nest: searched, bound, control, pool: &self.pool }, sink)?;
            let took = began.elapsed();
            log::debug!("{:.3} s: {}\n{searched}", took.as_secs_f64(), nest.pattern);
            if let Some(log) = &mut session.log {
                log.end_nest(place, &done, took);
            }
            let is_complete = done.finding.complete;
            done.table = self.table(graph, nest, bound, done.finding.table.take());
            let table = done.table.clone();
            let found: Vec<_> = searched.parts().iter().zip(std::mem::take(&mut done.finding.totals)).collect();
            let own = found.iter().filter(|(part, _)| part.is_same_search(nest)).map(|&(_, total)| total);
            done.finding.totals.extend(own);
            all.push(done);
            if !is_complete {
                break;
            }
            // What was counted with tables that are not exact is no count.
            let is_exact = bound.tables.iter().all(Lookup::is_exact);
            for (part, total) in found.into_iter().filter(|_| is_exact) {
                session.keep(part, Known { total, table: table.clone() });
            }
        }
        if let Some(first) = all.first_mut() {
            first.finding.compile += prepared;
        }
        Ok(all)
    }
}

/// What the nests of a plan counted, and what it took.
#[derive(Debug)]
struct Found {
    /// By nest, of those that were run.
    totals: Vec<i128>,
    /// The same by entry, if the pattern has anchors.
    tables: Vec<Arc<Table>>,
    /// Whether all nests were searched to their end.
    complete: bool,
    /// Whether all tables that were looked up are exact. Else the totals may be less than they should be.
    is_exact: bool,
    partial: bool,
    device: DevicesUsed,
    seconds: Seconds,
    gpu: Option<GpuReport>,
}

impl Found {
    /// The report without a count.
    fn report(self, plan: Plan) -> Report {
        let Found { partial, device, seconds, gpu, .. } = self;
        Report { count: 0, partial, device, seconds, gpu, query: plan.query.clone(), plan: Some(plan) }
    }
}

/// The seconds of all kernels, if there were any and each is known. (A sum of no floats is -0.)
fn kernel_seconds(each: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    each.reduce(|sum, own| Some(sum? + own?)).flatten()
}

/// So many threads, or one a core for 0.
fn pool(threads: usize) -> Result<rayon::ThreadPool, EngineError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| EngineError::Threads { threads, reason: error.to_string() })
}
