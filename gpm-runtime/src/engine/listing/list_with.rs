//! Matches handed over one by one, to a function.

use std::ops::ControlFlow;
use std::time::Instant;

use gpm_plan::query::Query;

use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, Report};
use crate::graph::{Graph, VertexId};
use crate::run::Sink;

impl Engine {
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
    pub(in crate::engine) fn listed(
        &self,
        session: &mut Session<'_>,
        query: Query,
        control: &Control,
        sink: &mut Sink<'_>,
    ) -> Result<Report, EngineError> {
        self.in_run(control, |control| self.listed_within(session, query.list(), control, sink))
    }

    /// As [`Engine::list_with`], for a query that lists, within a time limit that runs already.
    pub(in crate::engine) fn listed_within(
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
