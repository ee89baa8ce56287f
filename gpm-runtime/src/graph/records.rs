//! Graphs of records: each row of a table of edges is a vertex of its own between the two that it joins, beside the simple graph.
//!
//! ```text
//! rows (a, b, amount, time) ──┐
//!                             ├── a ── (row) ──> b,  a ──> b      for patterns with bound edges, `a-[p:]->b`
//! simple graph ───────────────┘
//! ```
//! So several payments between two accounts stay several, each with its columns, and all that searches a graph searches records.
//! The ids of records ascend in the order of their times, if they have such: what lies within seven days of a record is a range of ids.
//! Memory: the simple graph again, two entries and a label for each row, and a value of each column for each row and vertex.

use std::cmp::Ordering;
use std::ops::Range;
use std::path::Path;

use gpm_plan::pattern::{VERTEX, is_record_label, record_label};

use super::attributes::{Column, RecordIds, RecordRows, record_rows};
use super::builder::{check_count, graph_of_chunks};
use super::names::LabelCollector;
use super::original::{OriginalId, OriginalIds};
use super::rows::EdgeChunk;
use super::{Graph, GraphError, LabelId, TableOptions, TableReport, VertexId};
use crate::process::in_pool;

/// The column of records that says which row of the table each is, from 1, unless the table has a column of that name.
const ROW: &str = "row";

/// The column that says when each record was, if there is one of that name.
const TIME: &str = "time";
/// Times up to this, in any unit, have differences and sums with such that fit in 64 bits: a fact of the number format, with two bits to spare.
const MOST_TIME: i64 = 1 << 60;

/// Names of columns that hold the labels of records, in lower case.
const LABELS: [&str; 4] = ["label", "relation", "relationship", "type"];

/// A graph in which rows of a table are vertices, and what was read of the table.
#[derive(Debug)]
pub struct RecordGraph {
    /// The graph. It is for patterns with bound edges alone: others would take records for vertices.
    pub graph: Graph,
    /// What was read of the table.
    pub report: TableReport,
    /// How many records there are.
    pub records: u64,
    /// Rows that lead from a vertex to itself, which no pattern matches: they are left out.
    pub loops: u64,
    /// The column that the labels of records were taken from.
    pub label_column: Option<String>,
}

impl Graph {
    /// Whether some of its vertices are records.
    pub fn has_records(&self) -> bool {
        self.vertex_label_names().iter().any(is_record_label)
    }

    /// Whether a vertex is a record.
    pub fn is_record(&self, v: VertexId) -> bool {
        let label = self.vertex_labels().and_then(|labels| self.vertex_label_names().name(labels[v as usize]));
        label.is_some_and(is_record_label)
    }

    /// Finds the records of a graph that has them, and the order of their ids: it may come from a file, or be in another order than such graphs
    /// are made in. Cost: a pass over the labels and two columns.
    pub(crate) fn find_records(&mut self) {
        let names = self.vertex_label_names();
        let are_records: Vec<bool> = names.iter().map(is_record_label).collect();
        let Some(labels) = self.vertex_labels().filter(|_| are_records.contains(&true)) else { return };
        let is_record = |label: &LabelId| are_records[*label as usize];
        let first = labels.iter().position(is_record);
        let Some((first, last)) = first.zip(labels.iter().rposition(is_record)) else { return };
        let has_ends = first > 0 && last + 1 < labels.len();
        if !has_ends || !labels[first..=last].iter().all(is_record) {
            return;
        }
        let ascending = self.ascending(first..last + 1);
        let range = first as VertexId..last as VertexId + 1;
        self.attributes.records = Some(RecordIds { range, ascending });
    }

    /// The columns by which the ids of records ascend: that of their times, and perhaps the number of the row.
    fn ascending(&self, records: Range<usize>) -> Vec<String> {
        let of_records: Vec<(&str, &Column)> = (self.attributes.vertices.iter())
            .filter(|(_, values)| values.has(records.start))
            .map(|(name, values)| (name.as_str(), values))
            .collect();
        let Some(at) = time_column(of_records.iter().copied()) else { return Vec::new() };
        let (name, times) = of_records[at];
        let pairs = || records.clone().zip(records.start + 1..records.end);
        let is_usual = records.clone().all(|record| is_usual(times, record));
        if !is_usual || pairs().any(|(one, next)| compare(times, one, next) == Ordering::Greater) {
            return Vec::new();
        }
        let rows = of_records.iter().find(|(name, values)| *name == ROW && matches!(values, Column::Integers(_)));
        let is_tied = |(one, next): (usize, usize)| compare(times, one, next) == Ordering::Equal;
        let in_rows = |rows: &Column| {
            pairs().filter(|pair| is_tied(*pair)).all(|(one, next)| compare(rows, one, next) == Ordering::Less)
        };
        let row = rows.filter(|(_, rows)| in_rows(rows)).map(|(name, _)| (*name).to_owned());
        std::iter::once(name.to_owned()).chain(row).collect()
    }

    /// The ids of its records, if it has such.
    pub(crate) fn record_ids(&self) -> Option<&RecordIds> {
        self.attributes.records.as_ref()
    }

    /// The graph in which each row of a table of edges is a record between two of these vertices: what patterns with bound edges are asked of.
    /// With `has_labels` records have labels, which a column called `label`, `relation`, `relationship` or `type` holds.
    ///
    /// ```
    /// use gpm::{Engine, Graph, LoadOptions, TableOptions};
    ///
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    /// let payments = "examples/graphs/payments.csv";
    /// let options = LoadOptions { directed: true, ..LoadOptions::default() };
    /// let (accounts, _) = Graph::load_with(payments, &options)?;
    /// let payments = accounts.with_records(payments, &TableOptions::default(), false)?;
    /// let ring = "a-[p:]->b-[q:]->c-[r:]->a where q.amount > 4 * p.amount";
    /// assert!(Engine::auto()?.count(&payments.graph, ring)?.count > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`GraphError`]: those of [`Graph::add_edge_table`], and [`GraphError::Records`] for what a graph of records cannot hold.
    pub fn with_records(
        &self,
        path: impl AsRef<Path>,
        options: &TableOptions,
        has_labels: bool,
    ) -> Result<RecordGraph, GraphError> {
        let rows = record_rows(self, path.as_ref(), options)?;
        in_pool(None, || self.of_records(rows, has_labels))
    }

    fn of_records(&self, rows: RecordRows, has_labels: bool) -> Result<RecordGraph, GraphError> {
        let RecordRows { name, ends, columns, report } = rows;
        let refused = |why: String| GraphError::Records { path: name.clone(), why };
        let label = match has_labels {
            true => Some(label_column(&columns).map_err(refused)?),
            false => None,
        };
        let mut places: Vec<usize> = (0..ends.len()).filter(|&row| ends[row].is_some_and(|(u, v)| u != v)).collect();
        if let Some(at) = time_column(columns.iter().map(|(name, values)| (name.as_str(), values))) {
            sort_by_time(&mut places, &columns[at].1);
        }
        let loops = ends.iter().flatten().filter(|(u, v)| u == v).count() as u64;
        let n = self.num_vertices();
        let all = check_count(&name, n as u64 + places.len() as u64)?;
        // Labels: those of the vertices, if they have any, and of the records.
        let mut names = LabelCollector::default();
        let mut labels = Vec::with_capacity(all);
        for v in 0..n {
            let own = self.vertex_labels().and_then(|labels| self.vertex_label_names().name(labels[v]));
            let own = own.filter(|own| !own.is_empty()).unwrap_or(VERTEX);
            if is_record_label(own) {
                return Err(refused(format!("the label `{own}` of a vertex is kept for records: rename it")));
            }
            labels.push(names.intern(own));
        }
        for &row in &places {
            let own = label.and_then(|at| match &columns[at].1 {
                Column::Text(text) => text.get(row),
                _ => None,
            });
            labels.push(names.intern(&record_label(own)));
        }
        let (names, of_provisional) = names.finish();
        labels.iter_mut().for_each(|label| *label = of_provisional[*label as usize]);
        let mut edges = self.edges();
        for (at, &row) in places.iter().enumerate() {
            let (record, (from, to)) = ((n + at) as VertexId, ends[row].expect("rows without ends are left out"));
            edges.extend([[from, record], [record, to]]);
        }
        let ids = self.ids_with_rows(&places);
        let (mut graph, _) = graph_of_chunks(all, &EdgeChunk::split(&edges), self.is_directed(), ids);
        graph.vertex_labels = Some(labels.into());
        graph.vertex_label_names = names;
        self.give_columns(&mut graph, (&columns, &places))?;
        let records = places.len() as u64;
        let label_column = label.map(|at| columns[at].0.clone());
        let order = with_records_together(&graph, n);
        let mut graph = graph.permuted(&order);
        graph.find_records();
        Ok(RecordGraph { graph, report, records, loops, label_column })
    }

    /// The ids of the vertices, then the number of its row for each record.
    fn ids_with_rows(&self, places: &[usize]) -> OriginalIds {
        let vertices = 0..self.num_vertices() as VertexId;
        let mut integers = Vec::with_capacity(self.num_vertices() + places.len());
        let mut texts: Vec<String> = Vec::new();
        for v in vertices {
            match self.original_id(v) {
                OriginalId::Integer(id) => integers.push(id),
                OriginalId::Name(name) => texts.push(name.to_owned()),
            }
        }
        let rows = places.iter().map(|&row| row as u64 + 1);
        if texts.is_empty() {
            integers.extend(rows);
            return OriginalIds::Integers(integers.into());
        }
        texts.extend(rows.map(|row| row.to_string()));
        OriginalIds::from_names(texts.iter().map(String::as_str))
    }

    /// Gives a graph of records the columns of its vertices and of its records.
    fn give_columns(
        &self,
        graph: &mut Graph,
        (columns, places): (&[(String, Column)], &[usize]),
    ) -> Result<(), GraphError> {
        let (n, all) = (self.num_vertices(), graph.num_vertices());
        let mut own: Vec<(String, Column)> = Vec::new();
        for (name, values) in &self.attributes.vertices {
            let mut column = values.missing(all);
            column.learn(values);
            (0..n).for_each(|v| {
                column.set(v, values, v);
            });
            own.push((name.clone(), column));
        }
        for (name, values) in columns {
            let known = own.iter_mut().find(|(own, _)| own == name);
            let mut fresh = values.missing(0);
            let column = match known {
                Some((_, column)) if std::mem::discriminant(column) == std::mem::discriminant(values) => column,
                Some(_) => {
                    let what = "vertices and of records, of different kinds";
                    return Err(GraphError::ColumnTwice { column: name.clone(), what });
                }
                None => {
                    fresh = values.missing(all);
                    &mut fresh
                }
            };
            column.learn(values);
            for (at, &row) in places.iter().enumerate() {
                column.set(n + at, values, row);
            }
            if fresh.len() == all {
                own.push((name.clone(), fresh));
            }
        }
        if own.iter().all(|(name, _)| name != ROW) {
            let rows = (0..n).map(|_| None).chain(places.iter().map(|&row| Some(row as i64 + 1)));
            own.push((ROW.to_owned(), Column::from(rows.collect::<Vec<Option<i64>>>())));
        }
        graph.keep_vertex_columns(own)
    }
}

/// The vertices of a graph of records by descending degree, of which the first `n` are no records; these come together before the last vertex, so
/// that a vertex has a smaller id than all of them, and another one a greater.
fn with_records_together(graph: &Graph, n: usize) -> Vec<VertexId> {
    let mut order: Vec<VertexId> = (0..n as VertexId).collect();
    let degree = |v: VertexId| graph.out().degree(v) + graph.incoming.as_ref().map_or(0, |rows| rows.degree(v));
    order.sort_by_key(|&v| std::cmp::Reverse(degree(v)));
    let before_last = n.saturating_sub(1);
    order.splice(before_last..before_last, n as VertexId..graph.num_vertices() as VertexId);
    order
}

/// The column that says when each record was: that called `time`, or else the only one of dates, times or timestamps.
fn time_column<'c>(columns: impl Iterator<Item = (&'c str, &'c Column)> + Clone) -> Option<usize> {
    let named = columns.clone().position(|(name, _)| name == TIME);
    let mut moments = columns.enumerate().filter(|(_, (_, values))| matches!(values, Column::Moments(..)));
    named.or_else(|| moments.next().map(|(at, _)| at).filter(|_| moments.next().is_none()))
}

/// Sorts rows by the values of a column, if all have one that can be counted with; those that are equal by row.
fn sort_by_time(places: &mut [usize], column: &Column) {
    if places.iter().all(|&row| is_usual(column, row)) {
        places.sort_by(|&one, &other| compare(column, one, other));
    }
}

/// Whether a value is there, and such that differences of it fit in 64 bits.
fn is_usual(column: &Column, at: usize) -> bool {
    match column {
        Column::Integers(values) | Column::Moments(_, values) => {
            values[at].checked_abs().is_some_and(|size| size <= MOST_TIME)
        }
        Column::Floats(values) => values[at].is_finite(),
        Column::Wide(_) | Column::Text(_) => false,
    }
}

/// How two values of a column compare that are [usual](is_usual).
fn compare(column: &Column, one: usize, other: usize) -> Ordering {
    match column {
        Column::Integers(values) | Column::Moments(_, values) => values[one].cmp(&values[other]),
        Column::Floats(values) => values[one].partial_cmp(&values[other]).unwrap_or(Ordering::Equal),
        Column::Wide(_) | Column::Text(_) => Ordering::Equal,
    }
}

/// The column that holds the labels of records, or why there is none.
fn label_column(columns: &[(String, Column)]) -> Result<usize, String> {
    let is_label = |(name, column): &(String, Column)| {
        LABELS.contains(&name.to_lowercase().as_str()) && matches!(column, Column::Text(_))
    };
    let mut found = (0..columns.len()).filter(|&at| is_label(&columns[at]));
    let names = || columns.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(format!(
            "a pattern asks for the label of a record, and no column of text is called {} (columns: {})",
            LABELS.map(|name| format!("`{name}`")).join(", "),
            names()
        )),
        (Some(one), Some(other)) => Err(format!(
            "the labels of records may be in `{}` or in `{}`: rename one of the columns",
            columns[one].0, columns[other].0
        )),
    }
}
