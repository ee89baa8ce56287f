//! The plan for a query: the search for one, on what is known of the graph, and samples where it cannot tell.

use gpm_plan::cost::{GraphStats, Prices};
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
    /// The plan for a query that is searched for next, for which devices may get ready meanwhile: then it is for these, unless the session has
    /// plans for others already, of which it would share less. [`EngineError::is_stopped`] if the run is stopped meanwhile.
    pub(super) fn plan_in(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Plan, EngineError> {
        let may_change = self.prices.is_none() && !session.is_of_parts() && !session.has_plans();
        let tell = |seconds| self.executor.expect_seconds(seconds).filter(|_| may_change);
        self.plan_telling(session, query, control, tell)
    }

    /// The same for a query that is perhaps not searched for: nothing gets ready.
    pub(super) fn plan_only(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Plan, EngineError> {
        self.plan_telling(session, query, control, |_| None)
    }

    /// Tells how long the search is expected to take, before near ties are settled, and plans anew by the prices that this gives.
    fn plan_telling(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
        tell: impl Fn(f64) -> Option<Prices> + Sync,
    ) -> Result<Plan, EngineError> {
        let graph = session.graph();
        graph.ensure_valid()?;
        control.ensure_running()?;
        self.pool.install(|| {
            let (classes, by_label) = (class_stats(graph, query, control)?, label_stats(graph, query, control)?);
            let prices = self.prices(session);
            let (of_session, memo) = session.planning(query.disabled, prices);
            // What is listed is not counted for later queries.
            let mut apart = Memo::default();
            let memo = if query.output == Output::List { &mut apart } else { memo };
            memo.interrupt_by(control.interrupt());
            let mut stats = GraphStats { classes, by_label, ..of_session.clone() };
            let mut choices = Plan::shortlist(query, &stats, memo);
            let elements = choices.first().map(|best| best.rank() / self.pool.current_num_threads() as f64);
            if let Some(prices) = elements.and_then(|elements| tell(elements * stats.prices.nanoseconds * 1e-9)) {
                (of_session.prices, stats.prices) = (prices, prices);
                memo.forget_choices();
                choices = Plan::shortlist(query, &stats, memo);
            }
            let stats = &stats;
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
