//! The plan for a query: the search for one, on what is known of the graph, and samples where it cannot tell.

use gpm_plan::cost::GraphStats;
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};
use gpm_plan::search::Memo;

use super::error::EngineError;
use super::near_ties::{Question, above, settle, settle_terms};
use super::session::Session;
use super::setup::Engine;
use crate::control::Control;
use crate::view::{class_stats, label_stats};

impl Engine {
    /// The plan for a query that is searched for next, for which devices may get ready meanwhile; [`EngineError::is_stopped`] if the run is
    /// stopped meanwhile.
    pub(super) fn plan_in(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Plan, EngineError> {
        self.plan_telling(session, query, control, |seconds| self.executor.expect_seconds(seconds))
    }

    /// The same for a query that is perhaps not searched for: nothing gets ready.
    pub(super) fn plan_only(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Plan, EngineError> {
        self.plan_telling(session, query, control, |_| ())
    }

    /// Tells how long the search is expected to take, before near ties are settled.
    fn plan_telling(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
        tell: impl Fn(f64) + Sync,
    ) -> Result<Plan, EngineError> {
        let graph = session.graph();
        graph.ensure_valid()?;
        control.ensure_running()?;
        self.pool.install(|| {
            let (classes, by_label) = (class_stats(graph, query, control)?, label_stats(graph, query, control)?);
            let prices = self.prices(session);
            let (stats, memo) = session.planning(query.disabled, prices);
            // What is listed is not counted for later queries.
            let mut apart = Memo::default();
            let memo = if query.output == Output::List { &mut apart } else { memo };
            memo.interrupt_by(control.interrupt());
            let stats = &GraphStats { classes, by_label, ..stats.clone() };
            let mut choices = Plan::shortlist(query, stats, memo);
            if let Some(best) = choices.first() {
                let elements = best.rank() / self.pool.current_num_threads() as f64;
                tell(elements * stats.prices.nanoseconds * 1e-9);
            }
            let above = above(self.sample_above, &stats.prices);
            let question = Question { query, graph, stats, above, control };
            if settle_terms(&choices, question, memo)? {
                choices = Plan::shortlist(query, stats, memo);
            }
            settle(&mut choices, question, memo)?;
            Ok(Plan::from_choices(query.clone(), choices, stats, memo)?)
        })
    }
}
