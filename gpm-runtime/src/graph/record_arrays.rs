//! Records of arrays in memory: each edge of the arrays is a record.

use super::attributes::{Column, RecordRows, TextColumn};
use super::builder::IN_MEMORY;
use super::{GraphArrays, GraphError, LoadOptions, RecordGraph, RecordLabels, TableReport};
use crate::process::in_pool;

impl GraphArrays<'_> {
    /// The graph in which each edge of these arrays is a record of its own, with the value that each column of edges has for it. Labels of edges are
    /// those of the records, if `labels` wants any; else they are found in a column that is called so. Rows are counted from 1, as in tables.
    ///
    /// ```
    /// use gpm::graph::GraphArrays;
    /// use gpm::{Engine, LoadOptions, RecordLabels};
    ///
    /// let (from, to) = ([1_i64, 1, 2], [2_i64, 2, 3]);
    /// let payments = GraphArrays::new(&from[..], &to[..]).edge_column("amount", vec![5_i64, 90, 80]);
    /// let options = LoadOptions { directed: true, ..LoadOptions::default() };
    /// let payments = payments.load_records(&options, RecordLabels::None)?;
    /// assert_eq!((payments.graph.num_vertices(), payments.records), (6, 3));
    /// assert_eq!(Engine::auto()?.count(&payments.graph, "a-[p:]->b-[q:]->c where q.amount > p.amount")?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`GraphArrays::load`], [`GraphError::Records`] for what a graph of records cannot hold, and [`GraphError::ColumnTwice`].
    pub fn load_records(
        &self,
        options: &LoadOptions,
        labels: impl Into<RecordLabels>,
    ) -> Result<RecordGraph, GraphError> {
        self.check_lengths()?;
        let own = self.columns_of_edges();
        if let Some(at) = (0..own.len()).find(|&at| own[..at].iter().any(|(name, _)| *name == own[at].0)) {
            return Err(GraphError::ColumnTwice { column: own[at].0.to_owned(), what: "records" });
        }
        let (simple, _) = self.without_values_of_edges().load(options)?;
        let ends = self.ends(&simple);
        let columns: Vec<(String, Column)> =
            own.iter().map(|(name, values)| ((*name).to_owned(), values.clone())).collect();
        let mut report = TableReport { rows: ends.len() as u64, ..TableReport::default() };
        report.holds(&columns);
        // What has no label has the empty one here.
        let present = |labels: &[&str]| labels.iter().map(|&own| Some(own).filter(|own| !own.is_empty())).collect();
        let own: Option<TextColumn> = self.labels_of_edges().map(present);
        let rows = RecordRows { name: IN_MEMORY.to_owned(), ends, columns, report, labels: own };
        let labels = labels.into();
        in_pool(options.threads, || simple.of_records(rows, labels))
    }
}
