//! Counts for each vertex or edge in shards: what all of them counted is added up entry by entry.

use std::sync::Arc;
use std::time::Instant;

use gpm_plan::pattern::OrbitsOf;
use gpm_plan::plan::{AnswerError, Plan};
use gpm_plan::query::{Output, Query};

use super::count::{ShardTable, sum_of};
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::{asked, refuse_records};
use crate::engine::running::{ensure_places, num_places, with_smaller_numbers};
use crate::engine::tables::{PlaceRows, in_session};
use crate::engine::terms::{DevicesUsed, EngineError, Report, Seconds};
use crate::graph::VertexId;
use crate::table::{Table, sum_up};

/// What a shard adds to the counts of all orbits.
#[derive(Clone, Debug)]
pub struct ShardOrbits {
    /// By number of the orbit, its rows in the order of [`OrbitCounts::counts`](crate::engine::OrbitCounts::counts).
    pub tables: Vec<ShardTable>,
    /// The edges that rows stand for, if they do.
    pub edges: Vec<[VertexId; 2]>,
    /// What it ran on.
    pub device: DevicesUsed,
    /// How long it took.
    pub seconds: Seconds,
}

impl ShardTable {
    /// The same table with other rows, each the sum of some of these.
    pub(super) fn with_rows(self, rows: &PlaceRows, is_symmetric: bool) -> Result<ShardTable, AnswerError> {
        Ok(ShardTable { sums: rows.sums_of_arcs(self.sums, is_symmetric)?, ..self })
    }
}

impl Engine {
    /// As [`Engine::count_per_anchor_in`], below the roots of the shard that a session is for; `None` if the run was stopped.
    /// The count of the report is 0: what the shard adds to it is the table's [total](ShardTable::total).
    ///
    /// # Errors
    /// As [`Engine::count_per_anchor`].
    pub fn count_shard_per_anchor_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
    ) -> Result<Option<(ShardTable, Report)>, EngineError> {
        let query = asked(session.graph(), query)?;
        if query.pattern.anchors().len() > 1 {
            refuse_records(session.graph())?;
        }
        ensure_places(session.graph(), &query.pattern)?;
        match self.in_run(control, |control| self.planned_shard_table(session, &query, control)) {
            Err(error) if error.is_stopped() => Ok(None),
            tabulated => tabulated,
        }
    }

    /// As [`Engine::count_orbits`] of graphlets of up to `size` vertices, below the roots of the shard that a session is for; `None` if the
    /// run was stopped. There is a table for each orbit, which [`ShardTable::merge`] adds to those of the other shards. The session keeps
    /// what was counted, which takes as much memory again.
    ///
    /// # Errors
    /// As [`Engine::count_orbits`].
    ///
    /// # Panics
    /// As there.
    pub fn count_shard_orbits_in(
        &self,
        session: &mut Session<'_>,
        of: OrbitsOf,
        size: usize,
        control: &Control,
    ) -> Result<Option<ShardOrbits>, EngineError> {
        let map = |rows: &PlaceRows, table: ShardTable, is_symmetric| table.with_rows(rows, is_symmetric);
        if of == OrbitsOf::Edges && session.graph().is_directed() {
            return Err(EngineError::NoArc);
        }
        let orbits = |control: &Control| {
            let tabulate = |session: &mut Session<'_>, plan: Plan, start: Instant| {
                let found = self.shard_table(session, plan, start, control)?;
                Ok(found.map(|(table, report)| (table, report.seconds)))
            };
            in_session(self, session, (of, size), control, tabulate, map)
        };
        let found = match self.in_run(control, orbits) {
            Err(error) if error.is_stopped() => return Ok(None),
            found => found?,
        };
        Ok(found.map(|(tables, rows, seconds)| ShardOrbits {
            tables,
            edges: rows.into_edges(),
            device: self.device(),
            seconds,
        }))
    }

    fn planned_shard_table(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Option<(ShardTable, Report)>, EngineError> {
        let (start, query) = (Instant::now(), Query { output: Output::Count, ..query.clone() });
        let plan = self.plan_in(session, &query, control)?;
        self.shard_table(session, plan, start, control)
    }

    fn shard_table(
        &self,
        session: &mut Session<'_>,
        plan: Plan,
        start: Instant,
        control: &Control,
    ) -> Result<Option<(ShardTable, Report)>, EngineError> {
        let (query, may_fit) = (plan.query.clone(), !plan.overflows_as_answer());
        let search = |session: &mut Session<'_>| {
            let Some(found) = self.search(session, (&plan, start), control, None)? else { return Ok(None) };
            if !found.is_exact {
                return Ok(None);
            }
            if !found.complete {
                return Ok(Some(None));
            }
            let total = sum_of(session, &plan, &found.totals)?;
            let tables: Vec<&Table> = found.tables.iter().map(Arc::as_ref).collect();
            let (entries, scale) = (num_places(session.graph(), &query.pattern), plan.scale().common()?);
            let sums = self.pool.install(|| sum_up(&tables, entries, &scale))?;
            Ok(Some(Some((ShardTable { total, sums }, found.report(plan)))))
        };
        let again = |session: &mut Session<'_>, query: &Query| self.planned_shard_table(session, query, control);
        with_smaller_numbers(session, (&query, may_fit), search, again)
    }
}
