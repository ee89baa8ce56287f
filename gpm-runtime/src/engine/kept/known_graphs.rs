//! What an engine knows of the graphs that it was asked about: what the planner wants to know of each, and the plans of queries.
//!
//! To measure a graph is a pass over its vertices, and to plan a query may be to sample its search. A small query takes a GPU less time
//! than either.

use std::sync::{Arc, Mutex};

use gpm_plan::cost::{GraphStats, Prices};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use rayon::ThreadPool;

use super::kept_plans::KeptPlans;
use super::statistics::stats_for_planning;
use crate::graph::Graph;
use crate::lock::lock;
use crate::on_demand::OnDemand;
use crate::recent::Recent;

/// Graphs that are kept. *guess*
const GRAPHS: usize = 16;
/// Plans of each graph that are kept. *guess*
const PLANS: usize = 64;

/// What an engine knows of the graphs that it was asked about.
#[derive(Debug, Default)]
pub(in crate::engine) struct KnownGraphs {
    graphs: Mutex<Recent<Arc<KnownGraph>, GRAPHS>>,
    /// Plans that may do for graphs to come.
    pub(in crate::engine) kept_plans: KeptPlans,
}

/// What is known of a graph.
#[derive(Debug)]
pub(in crate::engine) struct KnownGraph {
    /// [`Graph::id`].
    id: u64,
    stats: OnDemand<GraphStats>,
    plans: Mutex<Recent<KnownPlan, PLANS>>,
}

/// The plan of a query that is asked by itself.
#[derive(Clone, Debug)]
pub(in crate::engine) struct KnownPlan {
    /// The prices by which the query was to be planned at first, and the seconds that it was expected to take. The plan may be by other
    /// prices, named by the executor when it was told these seconds.
    pub(in crate::engine) prices: Prices,
    pub(in crate::engine) seconds: f64,
    pub(in crate::engine) plan: Arc<Plan>,
    /// What searches by this plan took until now.
    pub(in crate::engine) spent: f64,
    /// Whether its near ties were looked at.
    pub(in crate::engine) is_settled: bool,
}

impl KnownPlan {
    fn is_for(&self, query: &Query, prices: Prices) -> bool {
        self.prices == prices && self.plan.query == *query
    }
}

impl KnownGraphs {
    /// What is known of a graph.
    pub(in crate::engine) fn of(&self, graph: &Graph) -> Arc<KnownGraph> {
        let mut graphs = lock(&self.graphs);
        if let Some(known) = graphs.find(|known| known.id == graph.id()) {
            return Arc::clone(known);
        }
        let new = KnownGraph { id: graph.id(), stats: OnDemand::new(), plans: Mutex::default() };
        Arc::clone(graphs.add(Arc::new(new)))
    }
}

impl KnownGraph {
    /// What the planner wants to know of the graph, with prices of the CPU. Threads of the pool measure it.
    pub(in crate::engine) fn stats(&self, graph: &Graph, pool: &ThreadPool) -> &GraphStats {
        // Waking threads takes as long as planning a small pattern.
        self.stats.get_or_make(|| pool.install(|| stats_for_planning(graph)))
    }

    /// The plan that was made of a query. `tell` is told what the search is expected to take, as the planner would, and names the prices
    /// to plan by if they are others now.
    pub(in crate::engine) fn plan(
        &self,
        query: &Query,
        prices: Prices,
        tell: impl FnOnce(f64) -> Option<Prices>,
    ) -> Option<KnownPlan> {
        let seconds = lock(&self.plans).find(|known| known.is_for(query, prices))?.seconds;
        let named = tell(seconds).unwrap_or(prices);
        let is_it = |known: &KnownPlan| known.is_for(query, prices) && known.plan.stats.prices == named;
        lock(&self.plans).find(is_it).cloned()
    }

    /// Keeps a plan, in place of the one for the same query and prices.
    pub(in crate::engine) fn keep(&self, plan: KnownPlan) {
        let mut plans = lock(&self.plans);
        let own = (&plan.plan.query, plan.prices, plan.plan.stats.prices);
        plans.retain(|known| (&known.plan.query, known.prices, known.plan.stats.prices) != own);
        plans.add(plan);
    }

    /// Notes what a search by a plan took.
    pub(in crate::engine) fn spend(&self, plan: &Plan, seconds: f64) {
        let is_it =
            |known: &&mut KnownPlan| (&known.plan.query, known.plan.stats.prices) == (&plan.query, plan.stats.prices);
        lock(&self.plans).iter_mut().filter(is_it).for_each(|known| known.spent += seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(vertices: u32) -> Graph {
        Graph::from_edges(vertices as usize, (1..vertices).map(|v| (v - 1, v))).expect("a graph")
    }

    fn known_plan(graph: &KnownGraph, of: &Graph, query: &Query, prices: Prices) -> Arc<Plan> {
        let plan = Plan::new(query.clone(), &GraphStats { prices, ..stats_for_planning(of) }).expect("a plan");
        let plan = Arc::new(plan);
        let own = Arc::clone(&plan);
        graph.keep(KnownPlan { prices: Prices::CPU, seconds: 1.0, plan: own, spent: 0.0, is_settled: false });
        plan
    }

    #[test]
    fn the_graphs_asked_about_last_are_kept() {
        let (graphs, known) = (Vec::from_iter((2..2 + GRAPHS as u32 + 1).map(path)), KnownGraphs::default());
        let first = known.of(&graphs[0]);
        assert!(Arc::ptr_eq(&first, &known.of(&graphs[0])));
        graphs[1..GRAPHS].iter().for_each(|graph| drop(known.of(graph)));
        known.of(&graphs[0]);
        known.of(&graphs[GRAPHS]);
        assert!(Arc::ptr_eq(&first, &known.of(&graphs[0])));
        assert_eq!(lock(&known.graphs).len(), GRAPHS);
        assert!(!lock(&known.graphs).iter().any(|known| known.id == graphs[1].id()));
    }

    #[test]
    fn a_plan_is_that_of_the_same_query_and_prices() {
        let (graph, known) = (path(4), KnownGraphs::default());
        let (known, query) = (known.of(&graph), "wedge".parse::<Query>().expect("a pattern"));
        assert!(known.plan(&query, Prices::CPU, |_| unreachable!("nothing is known")).is_none());
        let for_cpu = known_plan(&known, &graph, &query, Prices::CPU);
        let found = |prices, told| known.plan(&query, prices, |_| told).map(|known| known.plan);
        assert!(Arc::ptr_eq(&for_cpu, &found(Prices::CPU, None).expect("it was kept")));
        assert!(found(Prices::CPU, Some(Prices::GPU)).is_none());
        assert!(found(Prices::GPU, None).is_none());
        let for_gpu = known_plan(&known, &graph, &query, Prices::GPU);
        assert!(Arc::ptr_eq(&for_gpu, &found(Prices::CPU, Some(Prices::GPU)).expect("it was kept")));
        assert!(known.plan(&query.vertex_induced(), Prices::CPU, |_| None).is_none());
    }

    #[test]
    fn what_searches_took_adds_up_until_there_is_another_plan() {
        let (graph, known) = (path(4), KnownGraphs::default());
        let (known, query) = (known.of(&graph), "wedge".parse::<Query>().expect("a pattern"));
        let spent = || known.plan(&query, Prices::CPU, |_| None).expect("it was kept").spent;
        let plan = known_plan(&known, &graph, &query, Prices::CPU);
        known.spend(&plan, 1.0);
        known.spend(&plan, 0.5);
        assert_eq!(spent(), 1.5);
        known_plan(&known, &graph, &query, Prices::CPU);
        assert_eq!((spent(), lock(&known.plans).len()), (0.0, 1));
    }
}
