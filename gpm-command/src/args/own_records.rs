//! The rows of the graph's own file as records, for what is said of their times.

use gpm::{Format, Graph, GraphError, RecordLabels};

use super::graph_args::{GraphArgs, Loaded, Needs};
use super::standard_input;

impl GraphArgs {
    /// The graph in which each row of the file is a record, if the file is a table whose columns have names. The graph that was read stays as it is.
    pub(crate) fn own_records(&self, loaded: &Loaded, threads: Option<usize>) -> Option<Result<Graph, GraphError>> {
        let report = &loaded.report;
        let is_table = match report.format {
            Format::EdgeList => report.header_skipped,
            Format::Parquet => true,
            _ => false,
        };
        if !is_table || standard_input::is_meant(self.path()) {
            return None;
        }
        let options = self.options.options_for(Needs::default(), threads);
        let found = loaded.graph.with_own_records(self.path(), (&options, report), RecordLabels::IfAny);
        Some(found.map(|found| found.graph))
    }
}
