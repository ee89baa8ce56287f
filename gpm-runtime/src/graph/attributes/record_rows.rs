//! Reading a table of edges for its rows, each for itself.

use std::ops::Range;
use std::path::Path;

#[cfg(feature = "parquet")]
use super::parquet_rows;
use super::{TableFile, TableOptions, listed, table};
use crate::graph::{Graph, GraphError, VertexId};

pub(in crate::graph) use super::table::RecordRows;

/// Which ids records have.
#[derive(Clone, Debug)]
pub(crate) struct RecordIds {
    /// Those of all records: a vertex has a smaller id, and another a greater.
    pub(crate) range: Range<VertexId>,
    /// The columns by which they ascend, the second where the first is equal; none if they are in no such order. Each record has values in
    /// them.
    pub(crate) ascending: Vec<String>,
}

/// The rows of a table of delimited text, or of a Parquet file, about edges between vertices of a graph.
pub(in crate::graph) fn record_rows(
    graph: &Graph,
    path: &Path,
    options: &TableOptions,
) -> Result<RecordRows, GraphError> {
    let file = TableFile::open(path)?;
    #[cfg(feature = "parquet")]
    if file.is_parquet() {
        return parquet_rows::rows(graph, file, options);
    }
    if listed::of_file(&file, graph.is_directed())?.is_some() {
        let what = "records are read from delimited text or Parquet: write the table as csv";
        return Err(GraphError::Unsupported { path: file.name, what });
    }
    table::rows(graph, &file, options)
}
