//! Single queries that need no plan.

use std::num::NonZeroU64;
use std::time::Instant;

use gpm_plan::query::Query;

use super::brief::Brief;
use super::error::EngineError;
use super::report::Report;
use super::session::Session;
use super::setup::Engine;
use crate::brief::Question;
use crate::control::Control;
use crate::sched::Shard;

impl Engine {
    /// The answer to a query of a session up to a limit, if it needs no plan: it is one that is answered on the CPU as a whole, and nobody
    /// wants to see its plan, or keep what is done of it.
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph is damaged.
    pub(super) fn brief(
        &self,
        session: &mut Session<'_>,
        (query, limit): (&Query, Option<NonZeroU64>),
        control: &Control,
    ) -> Result<Option<Report>, EngineError> {
        let is_whole = session.roots() == Shard::WHOLE && !session.is_of_parts();
        let is_watched = session.log.is_some() || session.announced(query).is_some();
        let graph = session.graph();
        if !is_whole || is_watched || self.on_cpu().is_none() || Question::new(query, graph).is_none() {
            return Ok(None);
        }
        graph.ensure_valid()?;
        let start = Instant::now();
        let kept = &mut session.brief;
        kept.asked += 1;
        if kept.brief.is_none() {
            kept.brief = self.pool.install(|| Brief::new(graph, kept.asked, control));
        }
        let laid_out = start.elapsed().as_secs_f64();
        let threads = self.pool.current_num_threads();
        let answer = kept.brief.as_ref().and_then(|brief| brief.answer((graph, query), limit, threads, control));
        Ok(answer.map(|mut report| {
            report.seconds.plan += laid_out;
            report
        }))
    }
}
