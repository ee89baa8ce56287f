//! What an engine can be asked of one pattern. A question is text, a pattern or a query.

use std::ops::ControlFlow;
use std::time::Instant;

use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};
use gpm_plan::strategy::Strategy;

use super::error::EngineError;
use super::report::{Report, Seconds};
use super::session::Session;
use super::setup::Engine;
use super::smaller::with_smaller_numbers;
use crate::control::Control;
use crate::graph::{Graph, VertexId};
use crate::run::Sink;
use crate::view::with_literals;

impl Engine {
    /// The plan for a query on a graph.
    ///
    /// ```
    /// use gpm::{Engine, Explained, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// println!("{}", Explained(&Engine::auto()?.plan(&graph, "house")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Pattern`] for text that is no pattern; [`EngineError::Bind`] for a pattern that does not fit the graph;
    /// [`EngineError::Plan`], a bug.
    pub fn plan(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
    ) -> Result<Plan, EngineError> {
        self.in_run(&Control::new(), |control| {
            self.plan_only(&mut Session::for_one(graph), &asked(graph, query)?, control)
        })
    }

    /// Counts what a query asks for. A query is text in the pattern language, a [`Pattern`](gpm_plan::pattern::Pattern) or a
    /// [`Query`].
    ///
    /// # Errors
    /// [`EngineError`]: text that is no pattern, a pattern that does not fit the graph, or a count beyond 128 bits.
    pub fn count(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
    ) -> Result<Report, EngineError> {
        self.count_with(graph, query, &Control::new())
    }

    /// Counts, under a handle that may stop the run.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let control = Control::new().with_time_limit(Duration::from_secs(60));
    /// let report = Engine::auto()?.count_with(&graph, "tailed-triangle", &control)?;
    /// assert_eq!((report.count, report.partial), (1, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn count_with(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Report, EngineError> {
        self.count_in(&mut Session::for_one(graph), query, control)
    }

    /// Counts on the graph of a session, sharing what earlier queries found.
    ///
    /// # Errors
    /// As [`Engine::count`]; [`EngineError::OfShard`] if the session is for a shard.
    pub fn count_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Report, EngineError> {
        let query = asked(session.graph(), query)?;
        session.ensure_whole()?;
        self.in_run(control, |control| self.counted(session, &query, control))
    }

    /// As [`Engine::count_in`], within a time limit that runs already.
    pub(super) fn counted(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Report, EngineError> {
        let decision = self.decide(session, query)?;
        log::debug!("{}, {decision}", query.pattern);
        match decision.strategy {
            Strategy::Adaptive => match self.brief(session, (query, None), control)? {
                Ok(report) => Ok(report),
                Err(in_vain) => Ok(self.counted_by_plan(session, query, control)?.after(in_vain)),
            },
            Strategy::Pivots => self.by_pivots(session, query, control),
            Strategy::Nests => self.counted_by_plan(session, query, control),
        }
    }

    /// The same, for a query that is not answered without a plan.
    pub(super) fn counted_by_plan(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Report, EngineError> {
        let start = Instant::now();
        match self.planned(session, query, (control, start)) {
            Err(error) if error.is_stopped() => Ok(self.stopped(query.clone(), start)),
            planned => {
                let (plan, start) = planned?;
                let report = self.answer(session, plan, start, control, None)?;
                if let Some(plan) = report.plan.as_ref().filter(|_| session.is_for_one()) {
                    let seconds = report.seconds.kernel.unwrap_or(report.seconds.run);
                    self.known.of(session.graph()).spend(plan, seconds);
                }
                Ok(report)
            }
        }
    }

    /// The plan that counts by a query, and when it was begun: earlier than `start` if it was announced.
    pub(super) fn planned(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        (control, start): (&Control, Instant),
    ) -> Result<(Plan, Instant), EngineError> {
        let query = Query { output: Output::Count, ..query.clone() };
        match session.announced(&query) {
            Some((plan, took)) => Ok((plan, start.checked_sub(took).unwrap_or(start))),
            None => Ok((self.plan_in(session, &query, control)?, start)),
        }
    }

    /// The answer to a plan's query. Where numbers on the way to it are too large, the query is asked again without the passes that made
    /// them.
    pub(super) fn answer(
        &self,
        session: &mut Session<'_>,
        plan: Plan,
        start: Instant,
        control: &Control,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<Report, EngineError> {
        let (query, may_fit) = (plan.query.clone(), !plan.overflows_as_answer());
        let search = |session: &mut Session<'_>| {
            let Some(found) = self.search(session, (&plan, start), control, sink)? else { return Ok(None) };
            let count = plan.answer(&found.totals, found.complete)?;
            Ok(found.is_exact.then(|| Report { count, ..found.report(plan) }))
        };
        let again = |session: &mut Session<'_>, query: &Query| self.counted_by_plan(session, query, control);
        match with_smaller_numbers(session, (&query, may_fit), search, again) {
            Err(error) if error.is_stopped() => Ok(self.stopped(query, start)),
            answer => answer,
        }
    }

    /// The report of a run that was stopped before its search began: of what there is nothing was counted yet.
    pub(super) fn stopped(&self, query: Query, start: Instant) -> Report {
        let seconds = Seconds { plan: start.elapsed().as_secs_f64(), ..Seconds::default() };
        Report { count: 0, partial: true, limited: false, device: self.device(), seconds, gpu: None, query, plan: None }
    }

    /// Counts by a plan made before. A plan made for another graph gives the same count, at another cost.
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn count_planned(&self, graph: &Graph, plan: &Plan, control: &Control) -> Result<Report, EngineError> {
        let session = &mut Session::with_stats(graph, &plan.stats);
        self.in_run(control, |control| self.answer(session, plan.clone(), Instant::now(), control, None))
    }

    /// Hands each match to `sink`, as data vertices in pattern-vertex order, in no particular order of matches, until it
    /// breaks. Memory does not grow with the number of matches. One call of `sink` at a time, on the threads of this listing; it
    /// may use this engine and others.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let mut largest = 0;
    /// let report = Engine::auto()?.list_with(&graph, "triangle", &Control::new(), &mut |found| {
    ///     largest = found.iter().copied().max().unwrap_or(0);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((report.count, largest), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count`].
    ///
    /// # Panics
    /// If `sink` does, with its panic, once the search has ended.
    pub fn list_with(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
        sink: &mut (dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send),
    ) -> Result<Report, EngineError> {
        self.listed(&mut Session::for_one(graph), asked(graph, query)?, control, sink)
    }

    /// Lists on the graph of a session, below the roots of its shard.
    pub(super) fn listed(
        &self,
        session: &mut Session<'_>,
        query: Query,
        control: &Control,
        sink: &mut Sink<'_>,
    ) -> Result<Report, EngineError> {
        self.in_run(control, |control| self.listed_within(session, query.list(), control, sink))
    }

    /// As [`Engine::list_with`], for a query that lists, within a time limit that runs already.
    pub(super) fn listed_within(
        &self,
        session: &mut Session<'_>,
        query: Query,
        control: &Control,
        sink: &mut Sink<'_>,
    ) -> Result<Report, EngineError> {
        let start = Instant::now();
        match self.plan_in(session, &query, control) {
            Err(error) if error.is_stopped() => Ok(self.stopped(query, start)),
            plan => self.answer(session, plan?, start, control, Some(sink)),
        }
    }
}

/// The query that an argument stands for, asked of this graph.
pub(super) fn asked(graph: &Graph, query: impl TryInto<Query, Error: Into<EngineError>>) -> Result<Query, EngineError> {
    query.try_into().map(|query| with_literals(graph, query)).map_err(Into::into)
}
