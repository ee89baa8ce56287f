//! Attributes that a graph file itself has: data of GraphML and GML, values of Pajek and Matrix Market.

use super::cells::Cells;
use super::directory::Directory;
use super::report::TableReport;
use super::table::{check_left_out, finish_edges};
use super::{Column, EdgeRows, TableFile, TableOptions, TextColumn, Way};
#[cfg(feature = "parquet")]
use crate::graph::load::{EdgeColumns, Source};
use crate::graph::load::{Field, Listed, ListedColumn, ListedIds, ValueKind, listed_in};
use crate::graph::{Graph, GraphError, OriginalId, VertexId};

impl Graph {
    /// Adds all attributes of the file called `name` that the graph was read from; says what was added and what was left out.
    pub(crate) fn add_listed(&mut self, name: &str, listed: Listed) -> Result<Vec<String>, GraphError> {
        let mut notes = listed.notes.clone();
        let of_vertices = vertices(self, &listed)?;
        let of_edges = edges(self, name, listed, &TableOptions::default())?;
        self.attributes.are_own();
        notes.extend(of_vertices.as_note("vertices"));
        notes.extend(of_edges.as_note("edges"));
        Ok(notes)
    }

    /// The same for the columns of a Parquet table.
    #[cfg(feature = "parquet")]
    pub(crate) fn add_own_table(
        &mut self,
        name: &str,
        source: Source,
        columns: Option<EdgeColumns>,
    ) -> Result<Vec<String>, GraphError> {
        let file = TableFile { name: name.to_owned(), source };
        let options = TableOptions { columns, ..TableOptions::default() };
        let report = super::parquet::edges(self, file, &options)?;
        self.attributes.are_own();
        Ok(report.as_note("edges"))
    }
}

/// The attributes of a file that is a graph and no table, if it is one.
pub(super) fn of_file(file: &TableFile, is_directed: bool) -> Result<Option<Listed>, GraphError> {
    listed_in(&file.name, file.source.bytes(), is_directed)
}

/// Adds the attributes of its vertices.
pub(super) fn vertices(graph: &mut Graph, listed: &Listed) -> Result<TableReport, GraphError> {
    let places = places(graph, &listed.ids);
    let strangers = places.iter().filter(|place| place.is_none()).count() as u64;
    let mut report = TableReport { rows: places.len() as u64, strangers, ..TableReport::default() };
    let mut columns = Vec::new();
    for column in listed.vertex_values.columns() {
        let Some(values) = column_of(column, places.len(), &mut report) else { continue };
        let mut all = values.missing(graph.num_vertices());
        for (row, place) in places.iter().enumerate() {
            if let Some(vertex) = *place {
                all.set(vertex as usize, &values, row);
            }
        }
        columns.push((column.name.clone(), all));
    }
    graph.keep_vertex_columns(columns)?;
    graph.leave_out(&report.skipped, false);
    Ok(report)
}

/// Adds the attributes of its edges.
pub(super) fn edges(
    graph: &mut Graph,
    name: &str,
    listed: Listed,
    options: &TableOptions,
) -> Result<TableReport, GraphError> {
    let places = places(graph, &listed.ids);
    let rows = listed.edges.len();
    let mut report = TableReport { rows: rows as u64, ..TableReport::default() };
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for column in listed.edge_values.columns() {
        if let Some(values_of) = column_of(column, rows, &mut report) {
            names.push(column.name.clone());
            values.push(values_of);
        }
    }
    for (name, column) in listed.edge_columns {
        report.added(&name, column.what());
        names.push(name);
        values.push(column);
    }
    check_left_out(name, options, &report)?;
    let kinds: Vec<(&str, Column)> =
        names.iter().zip(&values).map(|(name, column)| (name.as_str(), column.missing(0))).collect();
    let mut edge_rows = EdgeRows::new(graph, name, &kinds, &options.combine)?;
    let key = |[u, v]: [u32; 2]| places[u as usize].zip(places[v as usize]);
    let keys: Vec<Option<(VertexId, VertexId)>> = listed.edges.iter().map(|edge| key(edge.ends)).collect();
    let way = |row: usize| Way::of_direction(!listed.edges[row].is_both_ways);
    let loops = listed.edges.iter().filter(|edge| edge.is_loop()).count() as u64;
    report.strangers = edge_rows.add(&keys, way, &values) - loops;
    report.repeated = edge_rows.repeated();
    let finished = edge_rows.finish();
    finish_edges(graph, finished, report)
}

/// The vertex of each number in the file, if the graph has it.
fn places(graph: &Graph, ids: &ListedIds) -> Vec<Option<VertexId>> {
    let directory = Directory::new(graph);
    match ids {
        ListedIds::From(first, count) => (*first..first + count).map(|id| directory.numbered(id)).collect(),
        ListedIds::Integers(ids) => ids.iter().map(|&id| directory.numbered(id)).collect(),
        ListedIds::Names(names) => names.iter().map(|name| directory.vertex(OriginalId::Name(name))).collect(),
    }
}

/// The values of all rows; `None` if they can be no column, which the report says.
fn column_of(column: &ListedColumn, rows: usize, report: &mut TableReport) -> Option<Column> {
    let values = column.by_row(rows);
    let found = truths(column.kind, &values).or_else(|| {
        let mut cells = Cells::default();
        // What the file declares to be text is no missing value, whatever it says.
        let is_text = column.kind == ValueKind::Text;
        let field =
            |value: &&str| Field { text: value.as_bytes().to_vec().into(), is_quoted: is_text && !value.is_empty() };
        (1..).zip(&values).for_each(|(row, value)| cells.push(&field(value), row));
        if cells.is_text() {
            (1..).zip(&values).for_each(|(row, value)| cells.push_text(&field(value), row));
        }
        // Lines of the file are not known.
        let mut own = TableReport::default();
        let found = cells.finish(&column.name, &mut own);
        report.skipped.append(&mut own.skipped);
        match found {
            Some(Column::Integers(_) | Column::Floats(_)) if column.kind == ValueKind::Text => {
                let text = values.iter().map(|&value| Some(value).filter(|value| !value.is_empty()));
                Some(Column::Text(text.collect::<TextColumn>()))
            }
            found => found,
        }
    })?;
    report.added(&column.name, found.what());
    Some(found)
}

/// `true` and `false` as 1 and 0, if all values are these and so the file says.
fn truths(kind: ValueKind, values: &[&str]) -> Option<Column> {
    let truth = |value: &&str| match *value {
        "true" | "1" => Some(Some(1)),
        "false" | "0" => Some(Some(0)),
        "" => Some(None),
        _ => None,
    };
    let truths: Option<Vec<Option<i64>>> = values.iter().map(truth).collect();
    truths.filter(|_| kind == ValueKind::Boolean).map(Column::from)
}
