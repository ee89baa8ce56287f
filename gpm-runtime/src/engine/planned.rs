//! Patterns that were planned while the program compiled: no planner and no code generator runs any more.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use gpm_plan::plan::Scale;
use gpm_plan::query::Query;

use crate::control::{Control, Ending};
use crate::cpu::kit::{NestError, Run};
use crate::engine::kept::Engine;
use crate::engine::listing::Matches;
use crate::engine::terms::{Devices, DevicesUsed, EngineConfig, EngineError, Report, Seconds, pool};
use crate::graph::{Graph, VertexId};
use crate::process::is_forked;
use crate::run::Sink;

/// How a pattern that is code already is looked for. None of it changes an answer.
///
/// ```
/// use gpm::{Graph, Options};
///
/// gpm::pattern!(Triangle = a-b-c-a;);
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let options = Options { threads: Some(1), ..Options::default() };
/// assert_eq!(Triangle.count_with(&graph, &options)?.count, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to run: the CPU, unless told otherwise. Elsewhere an [`Engine`] is made for the call and plans for the graph at
    /// hand; a program that asks often keeps one and asks it [`Planned::query`].
    pub devices: Devices,
    /// Worker threads; as many as the current rayon pool has, usually one a core, if `None`. Counts run on that pool, listings on
    /// threads of their own.
    pub threads: Option<usize>,
    /// Stops the run, limits its time and watches it.
    pub control: Control,
}

impl Default for Options {
    fn default() -> Self {
        Options { devices: Devices::Cpu, threads: None, control: Control::new() }
    }
}

/// What a pattern that is code already found.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Answer {
    /// How many there are; for listings, how many were handed over.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::decimal"))]
    pub count: u128,
    /// Whether the run was stopped early, so that there may be more.
    pub partial: bool,
    /// Whether the search ended since whoever took the matches wanted no more. There may be more.
    pub limited: bool,
    /// What it ran on.
    pub device: DevicesUsed,
    /// How long it took.
    pub seconds: Seconds,
}

impl From<Report> for Answer {
    fn from(report: Report) -> Self {
        let Report { count, partial, limited, device, seconds, gpu: _, query: _, plan: _ } = report;
        Answer { count, partial, limited, device, seconds }
    }
}

/// A pattern that was planned while the program compiled. The `pattern!` macro implements it; its types have the same
/// methods of their own.
///
/// ```
/// use gpm::{Graph, GraphError, Planned};
///
/// gpm::pattern! {
///     Triangle = a-b-c-a;
///     Wedge = a-b-c;
/// }
///
/// /// Works for every declared pattern.
/// fn density(pattern: &impl Planned, graph: &Graph) -> f64 {
///     pattern.count(graph) as f64 / graph.num_vertices() as f64
/// }
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// assert_eq!((density(&Triangle, &graph), density(&Wedge, &graph)), (0.25, 1.25));
/// # Ok::<(), GraphError>(())
/// ```
pub trait Planned: Sync {
    /// The pattern, as the pattern language writes it.
    const PATTERN: &'static str;
    /// The loops that count it.
    const PLAN: &'static str;
    /// Its number of vertices.
    const SIZE: usize;
    /// Whether its nests are code. If not, an engine plans it for each graph that it is asked of.
    #[doc(hidden)]
    const IS_CODE: bool = true;

    /// The same question for an [`Engine`], which plans it for the graph at hand. Engines refuse conditions in Rust.
    fn query() -> Query;

    /// What the totals of [`count_nests`](Self::count_nests) mean.
    #[doc(hidden)]
    fn counting() -> Scale;

    /// What the totals of [`list_nests`](Self::list_nests) mean.
    #[doc(hidden)]
    fn listing() -> Scale;

    /// Searches the nests that count.
    #[doc(hidden)]
    fn count_nests(&self, run: &mut Run<'_, '_>) -> Result<(), NestError>;

    /// Searches the nests that list.
    #[doc(hidden)]
    fn list_nests(&self, run: &mut Run<'_, '_>) -> Result<(), NestError>;

    /// Counts on all cores.
    ///
    /// # Panics
    /// Where [`count_with`](Self::count_with) gives an error.
    #[track_caller]
    fn count(&self, graph: &Graph) -> u128 {
        succeed(self.count_with(graph, &Options::default())).count
    }

    /// Counts.
    ///
    /// # Errors
    /// [`EngineError`]: a label or directions that the graph lacks, a count beyond 128 bits, a device that is not there.
    fn count_with(&self, graph: &Graph, options: &Options) -> Result<Answer, EngineError> {
        match elsewhere::<Self>(options)? {
            Some((engine, query)) => Ok(engine.count_with(graph, &query, &options.control)?.into()),
            None => run(graph, options, Self::SIZE, &Self::counting(), &|run| self.count_nests(run), None),
        }
    }

    /// Hands each match to `found` until it breaks, and returns how many it took.
    ///
    /// # Panics
    /// Where [`for_each_with`](Self::for_each_with) gives an error.
    #[track_caller]
    fn for_each<const SIZE: usize>(
        &self,
        graph: &Graph,
        found: impl FnMut(&[VertexId; SIZE]) -> ControlFlow<()> + Send,
    ) -> u128 {
        succeed(self.for_each_with(graph, &Options::default(), found)).count
    }

    /// Hands each match to `found` until it breaks: one call at a time, matches in no particular order, the vertices of each
    /// in the order in which the pattern names them. Memory does not grow with their number. `found` may use other patterns, this
    /// one, and engines.
    ///
    /// # Errors
    /// As [`count_with`](Self::count_with).
    ///
    /// # Panics
    /// If `found` does, with its panic, once the search has ended.
    fn for_each_with<const SIZE: usize>(
        &self,
        graph: &Graph,
        options: &Options,
        mut found: impl FnMut(&[VertexId; SIZE]) -> ControlFlow<()> + Send,
    ) -> Result<Answer, EngineError> {
        const { assert!(SIZE == Self::SIZE, "a match has as many vertices as the pattern") };
        let mut sink = |vertices: &[VertexId]| match vertices.first_chunk() {
            Some(vertices) => found(vertices),
            None => unreachable!("a match has as many vertices as the pattern"),
        };
        match elsewhere::<Self>(options)? {
            Some((engine, query)) => Ok(engine.list_with(graph, &query, &options.control, &mut sink)?.into()),
            None => run(graph, options, SIZE, &Self::listing(), &|run| self.list_nests(run), Some(&mut sink)),
        }
    }

    /// As [`for_each_with`](Self::for_each_with), in batches of `size` matches; the last may be smaller.
    ///
    /// # Errors
    /// As [`count_with`](Self::count_with).
    fn for_each_batch<const SIZE: usize>(
        &self,
        graph: &Graph,
        options: &Options,
        size: usize,
        mut found: impl FnMut(&[[VertexId; SIZE]]) -> ControlFlow<()> + Send,
    ) -> Result<Answer, EngineError> {
        let mut batch = Vec::with_capacity(size.max(1));
        let mut flow = ControlFlow::Continue(());
        let answer = self.for_each_with::<SIZE>(graph, options, |vertices| {
            batch.push(*vertices);
            if batch.len() >= size.max(1) {
                flow = found(&batch);
                batch.clear();
            }
            flow
        })?;
        if !batch.is_empty() && flow.is_continue() {
            // Nothing is left to break off.
            let _ = found(&batch);
        }
        Ok(answer)
    }

    /// The matches as an iterator, searched by threads of its own while they are taken. See [`Matches`].
    ///
    /// # Errors
    /// [`EngineError::Threads`] if the system gives no thread. The items tell of all else.
    fn matches<const SIZE: usize>(self, graph: &Arc<Graph>) -> Result<Matches<[VertexId; SIZE], Answer>, EngineError>
    where
        Self: Sized + Send + 'static,
    {
        self.matches_with(graph, &Options::default())
    }

    /// As [`matches`](Self::matches), as `options` say.
    ///
    /// # Errors
    /// As [`matches`](Self::matches); [`EngineError::NoIterator`] if the options ask for GPUs.
    fn matches_with<const SIZE: usize>(
        self,
        graph: &Arc<Graph>,
        options: &Options,
    ) -> Result<Matches<[VertexId; SIZE], Answer>, EngineError>
    where
        Self: Sized + Send + 'static,
    {
        const { assert!(SIZE == Self::SIZE, "a match has as many vertices as the pattern") };
        if let Devices::Gpu(_) = options.devices {
            return Err(EngineError::NoIterator);
        }
        // The current pool may be that of whoever takes the matches, and waits for them.
        let threads = Some(options.threads.unwrap_or(0));
        let (graph, options) = (Arc::clone(graph), Options { threads, ..options.clone() });
        let control = options.control.clone();
        let search = move |control: &Control, sink: &mut Sink<'_>| {
            let options = Options { control: control.clone(), ..options };
            if !Self::IS_CODE {
                let on_threads = Options { devices: Devices::Cpu, ..options };
                let (engine, query) = elsewhere::<Self>(&on_threads)?.expect("an engine plans what is no code");
                return Ok(engine.list_with(&graph, &query, control, sink)?.into());
            }
            run(&graph, &options, SIZE, &Self::listing(), &|run| self.list_nests(run), Some(sink))
        };
        Matches::begin((SIZE, array), &control, search)
    }
}

/// A match as an array.
fn array<const SIZE: usize>(found: &[VertexId]) -> [VertexId; SIZE] {
    *found.first_chunk().expect("a match has as many vertices as the pattern")
}

/// The answer of a call that has no way to tell of errors.
#[track_caller]
fn succeed(answer: Result<Answer, EngineError>) -> Answer {
    match answer {
        Ok(answer) => answer,
        Err(error) => panic!("{error}"),
    }
}

/// The engine to ask and what to ask it, if the options say so, or the pattern does.
fn elsewhere<P: Planned + ?Sized>(options: &Options) -> Result<Option<(Engine, Query)>, EngineError> {
    if P::IS_CODE && options.devices == Devices::Cpu {
        return Ok(None);
    }
    let query = P::query();
    // Where the choice is ours, conditions in Rust stay where they can be evaluated.
    if options.devices == Devices::Auto && query.pattern.predicate().codes().next().is_some() {
        return Ok(None);
    }
    let config = EngineConfig { devices: options.devices.clone(), threads: options.threads, ..EngineConfig::default() };
    Ok(Some((Engine::new(&config)?, query)))
}

/// Searches the nests of a plan.
type Nests<'a> = dyn Fn(&mut Run<'_, '_>) -> Result<(), NestError> + Sync + 'a;

/// Runs the nests of a plan. Not generic, so that patterns share it.
fn run(
    graph: &Graph,
    options: &Options,
    positions: usize,
    scale: &Scale,
    nests: &Nests<'_>,
    sink: Option<&mut Sink<'_>>,
) -> Result<Answer, EngineError> {
    graph.ensure_valid()?;
    // The threads of the global pool stay with the parent.
    let threads = options.threads.or(is_forked().then_some(0));
    let pool = threads.map(pool).transpose()?;
    let start = Instant::now();
    let work = move |control: &Control| -> Result<_, EngineError> {
        let mut run = Run::new(graph, control, positions, sink);
        nests(&mut run)?;
        let ending = control.ending(run.complete);
        Ok((run.totals, run.complete, ending, run.binding, rayon::current_num_threads()))
    };
    let work = move || options.control.run(work)?;
    let (totals, complete, ending, binding, threads) = match &pool {
        Some(pool) => pool.install(work),
        None => work(),
    }?;
    let seconds = Seconds {
        plan: binding.as_secs_f64(),
        run: start.elapsed().saturating_sub(binding).as_secs_f64(),
        ..Seconds::default()
    };
    Ok(Answer {
        count: scale.answer(&totals, complete)?,
        partial: ending == Ending::Stopped,
        limited: ending == Ending::BySink,
        device: DevicesUsed::cpu(threads),
        seconds,
    })
}
