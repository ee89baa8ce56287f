//! Tables of counts: a row for each vertex or each edge, by ascending original id.

use gpm::{Graph, VertexId};

use super::cell::{Cell, ColumnHead, Columns};
use super::output_args::RowFormat;
use super::packed_file::PackedFile;
use super::row_writer::RowWriter;
use crate::process::Failure;

/// What the rows of a table stand for.
pub(crate) enum Places {
    /// Row `v` is vertex `v`; those that are records have none.
    Vertices,
    /// Row `v` is vertex `v`; those that are no records have none.
    Records,
    /// Row `i` is the edge between (from and to, if directed) these vertices.
    Edges(Vec<[VertexId; 2]>),
}

/// Counts by column and row.
pub(crate) struct CountTable<'a, F> {
    pub(crate) graph: &'a Graph,
    pub(crate) places: Places,
    pub(crate) columns: Vec<ColumnHead>,
    /// The count of a column in a row.
    pub(crate) count: F,
}

impl<F: Fn(usize, usize) -> u128> CountTable<'_, F> {
    /// Writes the rows. That of an undirected edge names the smaller id first.
    pub(crate) fn write(self, format: RowFormat, file: PackedFile) -> Result<(), Failure> {
        let Self { graph, places, columns, count } = self;
        let num_columns = columns.len();
        let ids: &[&str] = match places {
            Places::Vertices => &["vertex"],
            Places::Records => &["record"],
            Places::Edges(_) => &["source", "target"],
        };
        let columns = Columns { vertices: ids.iter().map(|&id| id.to_owned()).collect(), values: columns };
        let mut rows = RowWriter::new(format, graph, columns, file)?;
        let mut write = |row: usize, ends: &[VertexId]| {
            rows.push(ends, (0..num_columns).map(|column| Cell::Count(count(column, row))))
        };
        match places {
            Places::Vertices => {
                let vertices = graph.input_order().into_iter().filter(|&v| !graph.is_record(v));
                vertices.into_iter().try_for_each(|v| write(v as usize, &[v]))?;
            }
            Places::Records => {
                // Numbers of rows, also where ids are texts.
                let row = |&v: &VertexId| {
                    let text = graph.original_id(v).to_string();
                    (text.len(), text)
                };
                let mut records: Vec<VertexId> =
                    (0..graph.num_vertices() as VertexId).filter(|&v| graph.is_record(v)).collect();
                records.sort_by_cached_key(row);
                records.into_iter().try_for_each(|v| write(v as usize, &[v]))?;
            }
            Places::Edges(edges) => {
                for (row, ends) in in_order(graph, edges) {
                    write(row, &ends)?;
                }
            }
        }
        rows.keep(true).map(|_| ())
    }
}

/// Edges with their rows, by the original ids of their ends.
fn in_order(graph: &Graph, edges: Vec<[VertexId; 2]>) -> Vec<(usize, [VertexId; 2])> {
    let id = |&v: &VertexId| graph.original_id(v);
    let mut rows: Vec<(usize, [VertexId; 2])> = edges.into_iter().enumerate().collect();
    if !graph.is_directed() {
        rows.iter_mut().for_each(|(_, ends)| ends.sort_by_key(id));
    }
    rows.sort_by(|(_, left), (_, right)| left.iter().map(id).cmp(right.iter().map(id)));
    rows
}
