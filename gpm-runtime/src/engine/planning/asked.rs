//! The query that an argument stands for.

use gpm_plan::query::Query;

use crate::engine::terms::EngineError;
use crate::graph::Graph;
use crate::view::with_literals;

/// The query that an argument stands for, asked of this graph.
pub(in crate::engine) fn asked(
    graph: &Graph,
    query: impl TryInto<Query, Error: Into<EngineError>>,
) -> Result<Query, EngineError> {
    query.try_into().map(|query| with_literals(graph, query)).map_err(Into::into)
}
