//! The options on attributes: columns for predicates, given beside the graph.

use std::path::PathBuf;

use clap::Args;
use gpm::{Graph, GraphError, TableReport};

use super::failure::Failure;
use super::messages::Messages;

/// Tables of attributes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading the graph")]
pub(crate) struct AttributeArgs {
    /// Table of vertex attributes for predicates: comma- or tab-separated with a head line, ids first (repeatable)
    #[arg(long, value_name = "FILE")]
    vertex_attributes: Vec<PathBuf>,
    /// Table of edge attributes: the ids of both ends first (repeatable)
    #[arg(long, value_name = "FILE")]
    edge_attributes: Vec<PathBuf>,
}

impl AttributeArgs {
    /// The graph with the columns of the tables; says on standard error what was left out.
    pub(crate) fn add_to(&self, graph: Graph, messages: Messages) -> Result<Graph, Failure> {
        let read = |graph: Result<Graph, Failure>, path: &PathBuf, add: Add| {
            let (graph, report) = add(graph?, path)?;
            messages.note(format_args!("{}: {}", path.display(), report.to_string().replace('\n', "\n  ")));
            Ok(graph)
        };
        let vertices: Add = |graph, path| graph.with_vertex_table(path);
        let edges: Add = |graph, path| graph.with_edge_table(path);
        let graph = self.vertex_attributes.iter().fold(Ok(graph), |graph, path| read(graph, path, vertices));
        self.edge_attributes.iter().fold(graph, |graph, path| read(graph, path, edges))
    }

    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.vertex_attributes.is_empty() && self.edge_attributes.is_empty()
    }
}

/// Adds the columns of a table.
type Add = fn(Graph, &PathBuf) -> Result<(Graph, TableReport), GraphError>;
