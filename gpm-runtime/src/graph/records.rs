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

use std::path::Path;

use gpm_plan::pattern::{VERTEX, is_record_label, record_label};

use super::attributes::{Column, RecordRows, record_rows};
use super::builder::{check_count, graph_of_chunks};
use super::names::LabelCollector;
use super::original::{OriginalId, OriginalIds};
use super::record_labels::RecordLabels;
use super::record_order::{by_time, together};
use super::rows::EdgeChunk;
use super::{Graph, GraphError, TableOptions, TableReport, VertexId};
use crate::process::in_pool;

/// The column of records that says which row of the table each is, from 1, unless the table has a column of that name.
const ROW: &str = "row";

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
        if let Some(ids) = self.record_ids() {
            return ids.range.contains(&v);
        }
        let label = self.vertex_labels().and_then(|labels| self.vertex_label_names().name(labels[v as usize]));
        label.is_some_and(is_record_label)
    }

    /// The vertex from which a record leads, and that to which it does; in a graph without directions its ends in whichever order. `None` if it is
    /// no record.
    pub fn ends_of_record(&self, v: VertexId) -> Option<(VertexId, VertexId)> {
        match (&self.incoming, self.out().row(v)) {
            _ if !self.is_record(v) => None,
            (Some(incoming), out) => Some((*incoming.row(v).first()?, *out.first()?)),
            (None, [one, other]) => Some((*one, *other)),
            (None, _) => None,
        }
    }

    /// The row of the table, from 1, that a vertex of a graph of records stands for; `None` if it is no record.
    pub fn row_of_record(&self, v: VertexId) -> Option<u64> {
        if !self.is_record(v) {
            return None;
        }
        match self.original_id(v) {
            OriginalId::Integer(row) => Some(row),
            OriginalId::Name(row) => row.parse().ok(),
        }
    }

    /// The graph in which each row of a table of edges is a record between two of these vertices: what patterns with bound edges are asked of.
    /// `labels` says whether records have labels: `true` and `false` do, as does the name of a column.
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
        labels: impl Into<RecordLabels>,
    ) -> Result<RecordGraph, GraphError> {
        let rows = record_rows(self, path.as_ref(), options)?;
        let labels = labels.into();
        in_pool(None, || self.of_records(rows, labels))
    }

    /// The same of rows that were read. Labels that come with the rows are those of the records, unless these are to have none.
    pub(super) fn of_records(&self, rows: RecordRows, wanted: RecordLabels) -> Result<RecordGraph, GraphError> {
        let RecordRows { name, ends, columns, report, labels: given } = rows;
        let refused = |why: String| GraphError::Records { path: name.clone(), why };
        let (own_labels, label_column) = wanted.found(given, &columns).map_err(refused)?;
        let mut places: Vec<usize> = (0..ends.len()).filter(|&row| ends[row].is_some_and(|(u, v)| u != v)).collect();
        by_time(&mut places, &columns);
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
        // A table without rows is one of records, too.
        if places.is_empty() {
            names.intern(&record_label(None));
        }
        for &row in &places {
            labels.push(names.intern(&record_label(own_labels.as_ref().and_then(|labels| labels.get(row)))));
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
        let order = together(&graph, n);
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
