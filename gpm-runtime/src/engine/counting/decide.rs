//! How counts are come by: what the planner's decision depends on, as an engine finds it.

use gpm_plan::decision::{Decision, Setting, choose, flaw_of_query};
use gpm_plan::query::Query;
use gpm_plan::strategy::Strategy;

use crate::brief::Question;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::EngineError;
use crate::graph::Graph;

impl Engine {
    /// How a count on a graph is come by, and why.
    ///
    /// ```
    /// use gpm::{Devices, Engine, EngineConfig, Graph, Strategy};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let engine = Engine::new(&EngineConfig { devices: Devices::Cpu, ..EngineConfig::default() })?;
    /// assert_eq!(engine.decision(&graph, "clique:8")?.strategy, Strategy::Pivots);
    /// assert_eq!(engine.decision(&graph, "triangle")?.to_string().lines().next(), Some("nests: nests count whatever can be asked"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Strategy`] if the query demands a strategy that does not suit; [`EngineError::Pattern`].
    pub fn decision(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
    ) -> Result<Decision, EngineError> {
        self.decide(&Session::for_one(graph), &asked(graph, query)?)
    }

    pub(super) fn decide(&self, session: &Session<'_>, query: &Query) -> Result<Decision, EngineError> {
        decision_on(session.graph(), query, self.executor.is_cpu_alone(), session.needs_plan(query))
    }
}

/// How a count on a graph is come by, on threads alone or with devices; `needs_plan` says why by a plan, if so.
///
/// # Errors
/// [`EngineError::Strategy`].
#[doc(hidden)]
pub fn decision_on(
    graph: &Graph,
    query: &Query,
    is_cpu_alone: bool,
    needs_plan: Option<&'static str>,
) -> Result<Decision, EngineError> {
    let may_be_adaptive = flaw_of_query(Strategy::Adaptive, query).is_none();
    let setting = Setting {
        is_directed: graph.is_directed(),
        has_edge_labels: !graph.edge_label_names().is_empty(),
        lacks_labels: may_be_adaptive && Question::new(query, graph).is_none(),
        is_cpu_alone,
        needs_plan,
    };
    let refused = |flaw| EngineError::Strategy { strategy: query.strategy.unwrap_or(Strategy::Nests), flaw };
    choose(query, &setting).map_err(refused)
}
