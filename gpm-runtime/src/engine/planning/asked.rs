//! The query that an argument stands for.

use std::collections::BTreeSet;
use std::ops::Range;

use gpm_plan::pattern::Semantics;
use gpm_plan::pattern::predicate::{Attribute, Owner};
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
    Ok(with_labels_of_records(graph, query)?)
}

/// The query with what is known of the graph's records, where it binds such: the labels that they and the vertices have, and the order of
/// their ids.
///
/// # Errors
/// Where records would be taken for vertices, or vertices for records.
fn with_labels_of_records(graph: &Graph, query: Query) -> Result<Query, BindError> {
    check_records(graph, &query)?;
    check_columns(graph, &query)?;
    Ok(match query.pattern.has_records() {
        true => {
            let pattern = query.pattern.for_labels_of_records(graph.vertex_label_names().iter());
            Query {
                pattern: pattern
                    .for_ascending_records(graph.record_ids().map_or_else(Vec::new, |ids| ids.ascending.clone())),
                ..query
            }
        }
        false => query,
    })
}

/// Refuses a plan that was made for records of another graph, with other labels: it would leave some out.
pub(in crate::engine) fn ensure_planned_for(graph: &Graph, query: &Query) -> Result<(), BindError> {
    let own = with_labels_of_records(graph, query.clone())?;
    if own.pattern == query.pattern { Ok(()) } else { Err(BindError::OtherRecords) }
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

/// Refuses conditions on columns of what has none: nothing would satisfy them. Cost: a look at the first values of a column, or at all where
/// there are none.
fn check_columns(graph: &Graph, query: &Query) -> Result<(), BindError> {
    let (Some(ids), pattern) = (graph.record_ids(), &query.pattern) else { return Ok(()) };
    let records = ids.range.start as usize..ids.range.end as usize;
    let mut asked: BTreeSet<(usize, &str)> = BTreeSet::new();
    for condition in pattern.predicate().conjuncts() {
        condition.visit(&mut |owner, attribute| {
            let is_own = !matches!(attribute, Attribute::OfSet(_));
            if let (Owner::Vertex(u), Some(column), true) = (owner, attribute.column(), is_own) {
                asked.insert((u, column));
            }
        });
    }
    for (u, name) in asked {
        let Some(column) = graph.vertex_column(name) else { continue };
        let has = |mut range: Range<usize>| range.any(|v| column.has(v));
        let of_records = || has(records.clone());
        let of_vertices = || has(0..records.start) || has(records.end..graph.num_vertices());
        let (have, others, is_missing) = match pattern.is_record(u) {
            true => ("vertices", "records", !of_records() && of_vertices()),
            false => ("records", "vertices", !of_vertices() && of_records()),
        };
        if is_missing {
            let (column, name) = (name.to_owned(), pattern.vertex_name(u).to_owned());
            return Err(BindError::ColumnOfOthers { name, column, have, others });
        }
    }
    Ok(())
}

/// Refuses a question without a pattern, which would take records for vertices.
pub(in crate::engine) fn ensure_simple(graph: &Graph) -> Result<(), BindError> {
    if graph.has_records() { Err(BindError::RecordsAsVertices) } else { Ok(()) }
}

/// Refuses what is told by edge of a graph of records, whose edges are none of the user's.
pub(in crate::engine) fn refuse_records(graph: &Graph) -> Result<(), BindError> {
    if graph.has_records() { Err(BindError::RecordsPerEdge) } else { Ok(()) }
}
