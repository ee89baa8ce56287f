//! The query that an argument stands for.

use gpm_plan::pattern::Semantics;
use gpm_plan::query::Query;

use crate::engine::terms::EngineError;
use crate::graph::Graph;
use crate::view::{BindError, with_literals};

/// The query that an argument stands for, asked of this graph.
pub(in crate::engine) fn asked(
    graph: &Graph,
    query: impl TryInto<Query, Error: Into<EngineError>>,
) -> Result<Query, EngineError> {
    let query = query.try_into().map(|query| with_literals(graph, query)).map_err(Into::into)?;
    check_records(graph, &query)?;
    Ok(query)
}

/// Refuses to take records for vertices, or vertices for records.
fn check_records(graph: &Graph, query: &Query) -> Result<(), BindError> {
    match (query.pattern.has_records(), graph.has_records()) {
        (true, false) => Err(BindError::NoRecords),
        (false, true) => Err(BindError::OnlyRecords),
        (true, true) if query.semantics != Semantics::EdgeInduced => Err(BindError::RecordsMeaning),
        _ => Ok(()),
    }
}

/// Refuses what is told by vertex or edge of a graph of records, of which records would be vertices.
pub(in crate::engine) fn refuse_records(graph: &Graph) -> Result<(), BindError> {
    if graph.has_records() { Err(BindError::RecordsPerPlace) } else { Ok(()) }
}
