//! Single queries that need no plan.

use std::num::NonZeroU64;
use std::time::Instant;

use gpm_plan::query::Query;

use crate::brief::Question;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::labelled::Brief;
use crate::engine::terms::{EngineError, InVain, Report};
use crate::sched::Shard;

impl Session<'_> {
    /// Why a query is to be answered by a plan, whatever it asks.
    pub(super) fn needs_plan(&self, query: &Query) -> Option<&'static str> {
        let is_whole = self.roots() == Shard::WHOLE && !self.is_of_parts();
        let of_parts = (!is_whole).then_some("it is counted in parts, whose plans must agree");
        let seen = || self.log.is_some().then_some("its plan is to be seen");
        let made = || self.announced(query).is_some().then_some("its plan is there already");
        of_parts.or_else(seen).or_else(made)
    }
}

impl Engine {
    /// The answer to a query of a session up to a limit, if it needs no plan: it is one that is answered on the CPU as a whole, and nobody
    /// wants to see its plan, or keep what is done of it. Else what it took to find that out.
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph is damaged.
    pub(in crate::engine) fn brief(
        &self,
        session: &mut Session<'_>,
        (query, limit): (&Query, Option<NonZeroU64>),
        control: &Control,
    ) -> Result<Result<Report, InVain>, EngineError> {
        let (graph, start) = (session.graph(), Instant::now());
        let in_vain = |at_least: u128| InVain { took: start.elapsed(), at_least };
        let is_for_cpu = self.on_cpu().is_some();
        // Devices count all matches.
        if !is_for_cpu && limit.is_some() {
            return Ok(Err(in_vain(0)));
        }
        let Some(brief) = self.laid_out(session, query, control)? else { return Ok(Err(in_vain(0))) };
        let laid_out = start.elapsed().as_secs_f64();
        let threads = self.pool.current_num_threads();
        let answer = match is_for_cpu {
            true => self.pool.install(|| brief.answer((graph, query), limit, (threads, &*self.executor), control)),
            false => brief.answer_on(&*self.executor, (graph, query), false, control)?.ok_or(0),
        };
        Ok(answer.map_err(in_vain).map(|mut report| {
            report.seconds.plan += laid_out;
            report
        }))
    }

    /// What a session keeps for queries that need no plan, if this is one; `None` also if the run was stopped.
    ///
    /// # Errors
    /// [`EngineError::Graph`] if the graph is damaged.
    pub(in crate::engine) fn laid_out<'s>(
        &self,
        session: &'s mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Option<&'s Brief>, EngineError> {
        let graph = session.graph();
        if session.needs_plan(query).is_some() || Question::new(query, graph).is_none() {
            return Ok(None);
        }
        graph.ensure_valid()?;
        let kept = &mut session.brief;
        kept.asked += 1;
        if kept.brief.is_none() {
            kept.brief = self.pool.install(|| Brief::new(graph, kept.asked, control));
        }
        Ok(kept.brief.as_ref())
    }
}
