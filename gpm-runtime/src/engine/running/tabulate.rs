//! The answer to a query whose pattern has anchors: a count for each vertex or edge. A plan may look up such tables, which are smaller
//! questions: each passes all steps by itself.

use std::sync::Arc;
use std::time::Instant;

use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};

use super::search::Found;
use super::smaller::with_smaller_numbers;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::terms::{EngineError, Report, Seconds};
use crate::graph::Graph;
use crate::table::{Counts, Lookup, Table, combine};

/// The counts of a query for each place of its pattern's anchors, and what it took.
///
/// ```
/// use gpm::{Engine, Graph, Pattern};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let corner = "triangle".parse::<Pattern>()?.with_anchors(&[0])?;
/// let found = Engine::auto()?.count_per_anchor(&graph, corner)?;
/// assert_eq!((found.counts.get(3), found.report.count), (0, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tabulated {
    /// With one anchor, a count for each [`VertexId`](crate::graph::VertexId); with two, one for each entry of
    /// [`Graph::out`]'s rows, an arc from its owner. An undirected edge has an entry in the row of each of its ends, and the
    /// anchors lie there both ways.
    pub counts: Counts,
    /// The sum of all counts, and what it took.
    pub report: Report,
}

impl Engine {
    /// As [`Engine::count_per_anchor_in`], within a time limit that runs already.
    pub(in crate::engine) fn counted_per_anchor(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Tabulated, EngineError> {
        let start = Instant::now();
        ensure_places(session.graph(), &query.pattern)?;
        let query = Query { output: Output::Count, ..query.clone() };
        match self.plan_in(session, &query, control) {
            Err(error) if error.is_stopped() => Ok(self.stopped_table(session, query, start)),
            plan => self.tabulate(session, plan?, start, control),
        }
    }

    /// A table to be looked up by the nests of a plan, with what it took; `None` if the run was stopped. Its numbers may be less than
    /// the counts where these do not fit, and it says so.
    pub(super) fn lookup_for(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Option<(Lookup, Seconds)>, EngineError> {
        ensure_places(session.graph(), &query.pattern)?;
        let start = Instant::now();
        let plan = match self.plan_in(session, query, control) {
            Err(error) if error.is_stopped() => return Ok(None),
            plan => plan?,
        };
        let may_be_less = plan.overflows_as_answer();
        let (made, is_exact) = self.tabulated(session, (plan, start), control, may_be_less)?;
        if made.report.partial {
            return Ok(None);
        }
        let lookup = |counts| if is_exact { Lookup::new(counts) } else { Lookup::at_most(counts) };
        Ok(Some((self.pool.install(|| lookup(made.counts)), made.report.seconds)))
    }

    /// The counts for each place of the anchors of a plan's pattern.
    pub(in crate::engine) fn tabulate(
        &self,
        session: &mut Session<'_>,
        plan: Plan,
        start: Instant,
        control: &Control,
    ) -> Result<Tabulated, EngineError> {
        self.tabulated(session, (plan, start), control, false).map(|(tabulated, _)| tabulated)
    }

    /// The same, by a plan that was begun at some time, and whether the counts are exact. Else they are at most what they should be,
    /// which only happens where they `may_be_less`.
    fn tabulated(
        &self,
        session: &mut Session<'_>,
        (plan, start): (Plan, Instant),
        control: &Control,
        may_be_less: bool,
    ) -> Result<(Tabulated, bool), EngineError> {
        let (query, may_fit) = (plan.query.clone(), !plan.overflows_as_answer());
        let search = |session: &mut Session<'_>| {
            let found = self.search(session, (&plan, start), control, None)?;
            let found = found.filter(|found| found.is_exact || may_be_less);
            let combined = |found: Found| {
                let is_exact = found.is_exact;
                Ok((self.combined(session, plan, found)?, is_exact))
            };
            found.map(combined).transpose()
        };
        let again =
            |session: &mut Session<'_>, query: &Query| Ok((self.counted_per_anchor(session, query, control)?, true));
        match with_smaller_numbers(session, (&query, may_fit), search, again) {
            Err(error) if error.is_stopped() => Ok((self.stopped_table(session, query, start), true)),
            answer => answer,
        }
    }

    /// The zeros of a run that was stopped before its search began.
    fn stopped_table(&self, session: &Session<'_>, query: Query, start: Instant) -> Tabulated {
        let counts = Counts::Narrow(vec![0; num_places(session.graph(), &query.pattern)]);
        Tabulated { counts, report: self.stopped(query, start) }
    }

    /// The tables of all nests of a plan, added.
    fn combined(&self, session: &Session<'_>, plan: Plan, mut found: Found) -> Result<Tabulated, EngineError> {
        let combining = Instant::now();
        let tables: Vec<&Table> = found.tables.iter().map(Arc::as_ref).collect();
        let entries = num_places(session.graph(), &plan.query.pattern);
        let sum = plan.scale().common()?;
        let counts = self.pool.install(|| combine(&tables, entries, &sum, found.complete))?;
        found.seconds.run += combining.elapsed().as_secs_f64();
        let count = plan.answer(&found.totals, found.complete)?;
        Ok(Tabulated { counts, report: Report { count, ..found.report(plan) } })
    }
}

/// How many places the anchors of a pattern may have.
pub(in crate::engine) fn num_places(graph: &Graph, pattern: &Pattern) -> usize {
    match pattern.anchors() {
        [_] => graph.num_vertices(),
        _ => graph.out().neighbors().len(),
    }
}

/// Whether the pattern has anchors, and the graph places for them.
pub(in crate::engine) fn ensure_places(graph: &Graph, pattern: &Pattern) -> Result<(), EngineError> {
    match pattern.anchors() {
        [] => Err(EngineError::NoAnchors),
        [_, _] if graph.is_directed() && !pattern.is_directed() => Err(EngineError::NoArc),
        _ => Ok(()),
    }
}
