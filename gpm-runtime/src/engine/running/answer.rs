//! The answer to a query by a plan: its count, or its matches.

use std::time::Instant;

use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};

use super::smaller::with_smaller_numbers;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::terms::{EngineError, Report, Seconds};
use crate::run::Sink;

impl Engine {
    /// The count of a query that is not answered without a plan.
    pub(in crate::engine) fn counted_by_plan(
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
    pub(in crate::engine) fn planned(
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
    pub(in crate::engine) fn answer(
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
    pub(in crate::engine) fn stopped(&self, query: Query, start: Instant) -> Report {
        let seconds = Seconds { plan: start.elapsed().as_secs_f64(), ..Seconds::default() };
        Report { count: 0, partial: true, limited: false, device: self.device(), seconds, gpu: None, query, plan: None }
    }
}
