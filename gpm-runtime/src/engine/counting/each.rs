//! Batches: many queries on one graph, planned and searched side by side.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use gpm_plan::cost::GraphStats;
use gpm_plan::query::Query;

use crate::control::{Control, NoThread};
use crate::engine::kept::{Engine, Session};
use crate::engine::labelled::{Brief, WAVE};
use crate::engine::place::Executor;
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, InVain, Report};
use crate::graph::Graph;

/// How the queries of a batch are answered.
///
/// ```
/// use std::time::Duration;
///
/// let options = gpm::EachOptions { query_time_limit: Some(Duration::from_secs(1)), ..Default::default() };
/// assert!(options.limit.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EachOptions {
    /// The time that each query has, planning included. Then its count is partial, and the others go on.
    /// An engine that has nothing but GPUs may have tried it in a wave before.
    pub query_time_limit: Option<Duration>,
    /// Counts no further than that, as [`Engine::count_up_to_in`].
    pub limit: Option<NonZeroU64>,
}

impl Engine {
    /// Counts for each of many queries on one graph. While there are at least as many queries as threads, each thread plans and searches one
    /// by itself; threads for which no query is left join the searches of the others. Queries share what is known of the graph, and nothing
    /// else: each is planned as it would be alone.
    ///
    /// `answered` is called on the calling thread with the place of a query among `queries` and what came of it, once for each query
    /// that was begun and in the order in which they end; a query that fails does not hold up the rest. When it breaks, or `control` stops the
    /// run, the queries under way end with partial counts, and no further one is begun.
    ///
    /// Runs on the CPU; a search for a labelled pattern that turns out long is handed over to a GPU of the engine that has nothing else to do. An engine
    /// that has nothing but GPUs takes one query after the other, but labelled patterns in waves: many in one search, each with an equal part of its time,
    /// and one after the other those that take long.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use gpm::{Control, EachOptions, Engine, Graph, Query};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let queries = ["triangle", "a-b-c", "a-b"].map(|text| text.parse::<Query>().expect("a pattern"));
    /// let mut counts = [0; 3];
    /// Engine::auto()?.count_each(&graph, &queries, EachOptions::default(), &Control::new(), |place, answer| {
    ///     counts[place] = answer.expect("it fits the graph").count;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(counts, [1, 5, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph is damaged, [`EngineError::Threads`]. What is wrong with a query is its own answer.
    pub fn count_each(
        &self,
        graph: &Graph,
        queries: &[Query],
        options: EachOptions,
        control: &Control,
        mut answered: impl FnMut(usize, Result<Report, EngineError>) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        graph.ensure_valid()?;
        let (mut places, mut fitting) = (Vec::new(), Vec::new());
        for (place, query) in queries.iter().enumerate() {
            match asked(graph, query.clone()) {
                Ok(query) => {
                    places.push(place);
                    fitting.push(query);
                }
                Err(error) => {
                    if answered(place, Err(error)).is_break() {
                        return Ok(());
                    }
                }
            }
        }
        let answered = |at: usize, answer: Result<Report, EngineError>| answered(places[at], answer);
        self.in_run(control, |control| self.answer_each(graph, &fitting, options, control, answered))
    }

    fn answer_each(
        &self,
        graph: &Graph,
        queries: &[Query],
        options: EachOptions,
        control: &Control,
        mut answered: impl FnMut(usize, Result<Report, EngineError>) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        let on_cpu = self.on_cpu();
        let (engine, is_on_cpu) = (on_cpu.as_ref().unwrap_or(self), on_cpu.is_some());
        let prices = engine.prices(&Session::new(graph));
        let stats = GraphStats { prices, ..engine.known.of(graph).stats(graph, &engine.pool).clone() };
        let brief = engine.pool.install(|| Brief::of_batch(graph, queries, control));
        let (next, executor) = (AtomicUsize::new(0), (&*self.executor, is_on_cpu));
        let batch = Batch { graph, queries, options, control, stats, brief, executor, next };
        control.begin(queries.len() as u64);
        let (answers, taken) = channel();
        scope(|scope| {
            let batch = &batch;
            let work = move || match is_on_cpu {
                true => engine.pool.broadcast(|_| batch.work(engine, &answers)).into_iter().collect(),
                false => batch.work_in_waves(engine, &answers),
            };
            Builder::new().name("gpm-batch".to_owned()).spawn_scoped(scope, work).map_err(NoThread::from)?;
            let _listener = Listener(control);
            for (place, answer) in taken {
                if !control.has_enough() && answered(place, answer).is_break() {
                    control.end();
                }
            }
            Ok(())
        })
    }
}

/// Ends the searches if the caller's function that takes the answers panics: nobody is left to search for.
pub(super) struct Listener<'a>(pub(super) &'a Control);

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// Queries, and how far they are.
struct Batch<'a> {
    graph: &'a Graph,
    queries: &'a [Query],
    options: EachOptions,
    control: &'a Control,
    stats: GraphStats,
    brief: Option<Brief>,
    /// What it runs on, and whether the CPU is part of that.
    executor: (&'a dyn Executor, bool),
    /// The first query that nobody has begun.
    next: AtomicUsize,
}

/// What came of the query at a place.
type Answered = (usize, Result<Report, EngineError>);

impl Batch<'_> {
    /// Answers queries until none is left, or the run is stopped.
    fn work(&self, engine: &Engine, answers: &Sender<Answered>) {
        while !self.control.is_stopped() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(query) = self.queries.get(place) else { return };
            let answer = self.within_limit(|control| self.answer(engine, query, control));
            self.send(answers, place, answer);
        }
    }

    /// The same by devices alone: what a wave of queries does not end is answered one after the other.
    fn work_in_waves(&self, engine: &Engine, answers: &Sender<Answered>) {
        let (Some(brief), None) = (&self.brief, self.options.limit) else { return self.work(engine, answers) };
        for (wave, queries) in self.queries.chunks(WAVE).enumerate() {
            if self.control.is_stopped() {
                return;
            }
            let first = wave * WAVE;
            let search = |control: &Control| brief.answer_wave(self.executor.0, (self.graph, queries), control);
            let found = self.within_limit(|control| Ok(engine.pool.install(|| search(control))));
            let mut left = Vec::new();
            // Without a thread for the time limit each says so for itself.
            let found = found.unwrap_or_else(|_| queries.iter().map(|_| None).collect());
            for (place, answer) in (first..).zip(found) {
                match answer {
                    Some(answer) => self.send(answers, place, Ok(answer)),
                    None => left.push(place),
                }
            }
            for place in left {
                let query = &self.queries[place];
                let answer = match self.control.is_stopped() {
                    // It was begun.
                    true => Ok(engine.stopped(query.clone(), Instant::now())),
                    false => self.within_limit(|control| self.answer(engine, query, control)),
                };
                self.send(answers, place, answer);
            }
        }
    }

    /// Runs what answers a query, or several, until its time is over, or that of all.
    fn within_limit<T>(&self, run: impl FnOnce(&Control) -> Result<T, EngineError>) -> Result<T, EngineError> {
        self.control.question(self.options.query_time_limit).run(run)?
    }

    fn send(&self, answers: &Sender<Answered>, place: usize, answer: Result<Report, EngineError>) {
        self.control.advance(1);
        // Whoever asked takes all of them.
        let _ = answers.send((place, answer));
    }

    /// Without a plan if that is soon done. Devices alone have tried that in a wave.
    fn answer(&self, engine: &Engine, query: &Query, control: &Control) -> Result<Report, EngineError> {
        let (limit, start) = (self.options.limit, Instant::now());
        let answer = match (&self.brief, self.executor) {
            (Some(brief), (executor, true)) => brief.answer((self.graph, query), limit, (1, executor), control),
            (Some(brief), (executor, false)) if limit.is_none() => {
                brief.answer_on(executor, (self.graph, query), true, control)?.ok_or(0)
            }
            _ => Err(0),
        };
        let at_least = match answer {
            Ok(report) => return Ok(report),
            Err(at_least) => at_least,
        };
        let in_vain = InVain { took: start.elapsed(), at_least };
        let session = &mut Session::with_stats(self.graph, &self.stats);
        let planned = match limit {
            Some(limit) => engine.counted_up_to_by_plan(session, query, limit, control),
            None => engine.counted_by_plan(session, query, control),
        };
        Ok(planned?.after(in_vain))
    }
}
