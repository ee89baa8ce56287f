//! The plan for a query: the search for one, on what is known of the graph, and samples where it cannot tell.

use std::sync::Arc;

use gpm_plan::cost::{ClassStats, GraphStats, LabelStats, Prices};
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};
use gpm_plan::search::Memo;

use super::asked::asked;
use super::near_ties::{Question, above, is_due, settle, settle_branches, settle_terms};
use crate::control::Control;
use crate::engine::kept::{Engine, KnownPlan, Session};
use crate::engine::terms::EngineError;
use crate::graph::Graph;
use crate::view::{BindError, Under, class_stats, is_plain, label_stats};

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

    /// The plan for a query that is searched next. Devices may get ready for it meanwhile, and the plan is then made for these; not so if
    /// the session already has plans for other devices, with which it would share less. [`EngineError::is_stopped`] if the run is stopped
    /// meanwhile.
    pub(in crate::engine) fn plan_in(
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
    pub(in crate::engine) fn plan_only(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<Plan, EngineError> {
        self.plan_telling(session, query, control, |_| None)
    }

    /// Announces in a session that the edge-induced subgraphs like these are counted in any case, by all passes.
    pub(in crate::engine) fn expect_counted(
        &self,
        session: &mut Session<'_>,
        patterns: impl IntoIterator<Item = Pattern>,
    ) {
        let (graph, prices, known) = (session.graph(), self.prices(session), self.known.of(session.graph()));
        session.expect(prices, known.stats(graph, &self.pool), patterns);
    }

    /// What the planner wants to know of the candidates of a query.
    pub(in crate::engine) fn measured(
        &self,
        session: &Session<'_>,
        query: &Query,
        control: &Control,
    ) -> Result<(Option<ClassStats>, Option<LabelStats>), BindError> {
        if is_plain(query) {
            return Ok((None, None));
        }
        let (graph, under) = (session.graph(), Under { known: &session.candidates, control });
        self.pool.install(|| Ok((class_stats(graph, query, under)?, label_stats(graph, query, control)?)))
    }

    /// Tells how long the search is expected to take, before near ties are settled, and plans anew by the prices that this gives. What is
    /// asked by itself is planned once, and once more with its near ties settled when its searches were worth that together.
    fn plan_telling(
        &self,
        session: &mut Session<'_>,
        query: &Query,
        control: &Control,
        tell: impl Fn(f64) -> Option<Prices> + Sync,
    ) -> Result<Plan, EngineError> {
        let (graph, first_prices) = (session.graph(), self.prices(session));
        graph.ensure_valid()?;
        control.ensure_running()?;
        // What is planned first for one query follows from it and the graph alone.
        let (known, is_alone) = (self.known.of(graph), session.is_for_one() && !session.has_plans());
        let before = is_alone.then(|| known.plan(query, first_prices, &tell)).flatten();
        let mut sample_above = self.sample_above;
        if let Some(KnownPlan { plan, spent, is_settled, .. }) = before {
            if is_settled || !is_due(spent, (sample_above, &plan.stats.prices), self.pool.current_num_threads()) {
                return Ok((*plan).clone());
            }
            sample_above = 0.0;
        }
        let (classes, by_label) = self.measured(session, query, control)?;
        let candidates = Arc::clone(&session.candidates);
        let (of_session, memo) = session.planning(query.disabled, first_prices, known.stats(graph, &self.pool));
        // What is listed is not counted for later queries.
        let mut apart = Memo::default();
        let memo = if query.output == Output::List { &mut apart } else { memo };
        memo.interrupt_by(control.interrupt());
        let mut stats = GraphStats { classes, by_label, ..of_session.clone() };
        let mut choices = Plan::shortlist(query, &stats, memo);
        let elements = choices.first().map(|best| best.rank() / self.pool.current_num_threads() as f64);
        let seconds = elements.map(|elements| elements * stats.prices.nanoseconds * 1e-9);
        if let Some(prices) = seconds.and_then(&tell) {
            (of_session.prices, stats.prices) = (prices, prices);
            memo.forget_choices();
            choices = Plan::shortlist(query, &stats, memo);
        }
        let (stats, pool) = (&stats, &*self.pool);
        let above = above(sample_above, &stats.prices);
        let question = Question { query, graph, stats, above, pool, under: Under { known: &candidates, control } };
        let is_settled = choices.first().is_some_and(|best| best.rank() > above);
        if settle_terms(&choices, question, memo)? {
            choices = Plan::shortlist(query, stats, memo);
        }
        settle(&mut choices, question, memo)?;
        settle_branches(&mut choices, question, memo)?;
        let plan = Plan::from_choices(query.clone(), choices, stats, memo)?;
        // Tables that are looked up are planned with what looks them up.
        let has_tables = plan.nests().any(|nest| !nest.entries.is_empty());
        if let Some(seconds) = seconds.filter(|_| is_alone && !has_tables) {
            let (prices, plan) = (first_prices, Arc::new(plan.clone()));
            known.keep(KnownPlan { prices, seconds, plan, spent: 0.0, is_settled });
        }
        Ok(plan)
    }
}
