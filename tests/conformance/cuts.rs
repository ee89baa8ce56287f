//! Plans by decomposition of random patterns, which the planner offers but seldom prefers on small graphs.

use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::{Memo, choices, is_cut};
use gpm_runtime::engine::Engine;
use gpm_runtime::graph::Graph;

use crate::random_patterns::Kind;

/// More than any pattern is offered.
const ALL: usize = 10_000;

/// Queries for patterns of a kind that may be cut, by turns with an anchor and without, for subgraphs and for maps.
pub(crate) fn queries(kind: &Kind, count: usize) -> Vec<Query> {
    let anchored = |(at, pattern): (usize, Pattern)| match at % 3 {
        0 => pattern.with_anchors(&[at % 2]).expect("a pattern has two vertices"),
        _ => pattern,
    };
    let all = kind.patterns(count).into_iter().enumerate().map(anchored).map(Query::from);
    all.flat_map(|query| [query.clone(), query.homomorphism()]).filter(is_cut).collect()
}

/// The plans for a query that look tables up, in the order in which they are preferred in a graph.
pub(crate) fn plans(engine: &Engine, graph: &Graph, query: &Query) -> Vec<Plan> {
    let stats = engine.plan(graph, query).expect("the query can be planned").stats;
    let all = choices(query, &stats, ALL, &mut Memo::default());
    let looks_up = all.into_iter().filter(|choice| !choice.outline().entries.is_empty());
    let plan = |choice| Plan::alone(query.clone(), choice, &stats).expect("the nest is valid");
    looks_up.map(plan).collect()
}
