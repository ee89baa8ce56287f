//! Columns of matches: the ids of vertices, and the rows of records.

use gpm::{OriginalId, Pattern, VertexId};
use pyo3::prelude::*;

use crate::buffer::Buffer;
use crate::graph::CoreGraph;

/// Names of the columns of the matches of a pattern, and whether each is one of records.
pub(crate) fn columns_of(pattern: &Pattern) -> Vec<(String, bool)> {
    (0..pattern.num_vertices()).map(|u| (pattern.vertex_name(u).to_owned(), pattern.is_record(u))).collect()
}

/// What is gathered of one column: numbers where each id is one by itself, else vertices whose ids are looked up at the end.
#[derive(Clone)]
pub(crate) enum IdColumn {
    Signed(Vec<i64>),
    Vertices(Vec<VertexId>),
    Rows(Vec<i64>),
}

impl IdColumn {
    /// An empty column of ids, or of rows of records.
    pub(crate) fn new(graph: &CoreGraph, is_of_records: bool) -> IdColumn {
        if is_of_records {
            return IdColumn::Rows(Vec::new());
        }
        let of_last = graph.order().last().map(|&v| graph.graph.original_id(v));
        let is_signed = matches!(of_last, Some(OriginalId::Integer(id)) if i64::try_from(id).is_ok());
        if is_signed { IdColumn::Signed(Vec::new()) } else { IdColumn::Vertices(Vec::new()) }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            IdColumn::Signed(ids) | IdColumn::Rows(ids) => ids.len(),
            IdColumn::Vertices(vertices) => vertices.len(),
        }
    }

    /// Adds the ids of vertices of the graph, or the rows of records.
    pub(crate) fn extend(&mut self, graph: &CoreGraph, vertices: &[VertexId]) {
        match self {
            IdColumn::Signed(ids) => ids.extend(graph.integers_of(vertices).unwrap_or_default()),
            IdColumn::Vertices(all) => all.extend_from_slice(vertices),
            IdColumn::Rows(rows) => rows.extend(rows_of(graph, vertices)),
        }
    }

    pub(crate) fn into_ids<'py>(self, py: Python<'py>, graph: &CoreGraph) -> PyResult<Bound<'py, PyAny>> {
        match self {
            IdColumn::Signed(ids) | IdColumn::Rows(ids) => Ok(Bound::new(py, Buffer::of_integers(ids))?.into_any()),
            IdColumn::Vertices(vertices) => graph.ids_of(py, &vertices),
        }
    }
}

/// The rows of records, from 0 as Python counts rows.
pub(crate) fn rows_of(graph: &CoreGraph, records: &[VertexId]) -> impl Iterator<Item = i64> {
    let row = |&record: &VertexId| graph.graph.row_of_record(record).map_or(0, |row| row as i64 - 1);
    records.iter().map(row)
}

/// A column of a batch of matches: ids, or rows of records.
pub(crate) fn column_of<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    is_of_records: bool,
    vertices: &[VertexId],
) -> PyResult<Bound<'py, PyAny>> {
    match is_of_records {
        true => Ok(Bound::new(py, Buffer::of_integers(rows_of(graph, vertices).collect()))?.into_any()),
        false => graph.ids_of(py, vertices),
    }
}
