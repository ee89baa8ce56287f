//! Counts of one pattern. A question is text, a pattern or a query.

use std::time::Instant;

use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::strategy::Strategy;

use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::{asked, ensure_planned_for};
use crate::engine::terms::{EngineError, Report};
use crate::graph::Graph;

impl Engine {
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
    pub(in crate::engine) fn counted(
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

    /// Counts by a plan made before. A plan made for another graph gives the same count, at another cost.
    ///
    /// # Errors
    /// As [`Engine::count`].
    pub fn count_planned(&self, graph: &Graph, plan: &Plan, control: &Control) -> Result<Report, EngineError> {
        ensure_planned_for(graph, &plan.query)?;
        let session = &mut Session::with_stats(graph, &plan.stats);
        self.in_run(control, |control| self.answer(session, plan.clone(), Instant::now(), control, None))
    }
}
