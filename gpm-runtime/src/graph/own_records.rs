//! Records of the file that a graph was read from.

use std::path::Path;

use super::{Format, Graph, GraphError, LoadOptions, LoadReport, RecordGraph, RecordLabels, TableOptions};

impl Graph {
    /// [`with_records`](Graph::with_records) of the file that this graph was read from, with the options and the report of that. Each row of the file
    /// that was an edge is a record.
    ///
    /// # Errors
    /// Those of [`Graph::with_records`], and [`GraphError::Records`] for files that are no tables, or that read as a table have other rows.
    pub fn with_own_records(
        &self,
        path: impl AsRef<Path>,
        (options, report): (&LoadOptions, &LoadReport),
        labels: impl Into<RecordLabels>,
    ) -> Result<RecordGraph, GraphError> {
        let path = path.as_ref();
        let refused = |why: String| GraphError::Records { path: path.display().to_string(), why };
        if !matches!(report.format, Format::EdgeList | Format::Parquet) {
            let format = report.format.name();
            return Err(refused(format!(
                "records are the rows of an edge list, a csv table or a Parquet table, not of {format}: give their table with --records, or call `Graph::with_records`"
            )));
        }
        let LoadOptions { columns, header, delimiter, .. } = options;
        let own = TableOptions {
            columns: columns.clone(),
            header: header.or(Some(report.header_skipped)),
            delimiter: *delimiter,
            ..TableOptions::default()
        };
        let found = self.with_records(path, &own, labels)?;
        // A file that is an edge list in a way of its own is a table of something else.
        if report.edges_read != found.report.rows {
            return Err(refused(format!(
                "read as a graph it has {} edges, as a table {} rows: write it as csv with a head line, or give the table of records with --records",
                report.edges_read, found.report.rows
            )));
        }
        Ok(found)
    }
}
