//! The options on attributes: columns for predicates, given beside the graph.

use std::path::{Path, PathBuf};

use clap::Args;
use gpm::{Graph, TableReport};

use super::failure::Failure;
use super::messages::Messages;

/// Tables of attributes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading the graph")]
pub(crate) struct AttributeArgs {
    /// Table of vertex attributes for predicates: comma- or tab-separated with a head line, or Parquet; ids first (repeatable)
    #[arg(long, value_name = "FILE")]
    vertex_attributes: Vec<PathBuf>,
    /// Table of edge attributes: the ids of both ends first (repeatable)
    #[arg(long, value_name = "FILE")]
    edge_attributes: Vec<PathBuf>,
}

impl AttributeArgs {
    /// The graph with the columns of the tables; says on standard error what was left out.
    pub(crate) fn add_to(&self, graph: Graph, messages: Messages) -> Result<Graph, Failure> {
        let say = |path: &Path, report: TableReport| {
            messages.note(format_args!("{}: {}", path.display(), report.to_string().replace('\n', "\n  ")));
        };
        let mut graph = graph;
        for path in &self.vertex_attributes {
            let (more, report) = graph.with_vertex_table(path)?;
            say(path, report);
            graph = more;
        }
        for path in &self.edge_attributes {
            let (more, report) = graph.with_edge_table(path)?;
            say(path, report);
            graph = more;
        }
        Ok(graph)
    }

    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.vertex_attributes.is_empty() && self.edge_attributes.is_empty()
    }
}
