//! The options on attributes: columns for predicates, given beside the graph.

use std::path::{Path, PathBuf};

use clap::Args;
use gpm::{Aggregate, EdgeColumns, Graph, TableOptions, TableReport};

use super::failure::Failure;
use super::messages::Messages;
use super::standard_input;

/// Tables of attributes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading the graph")]
pub(crate) struct AttributeArgs {
    /// Table of vertex attributes for predicates: comma- or tab-separated with a head line, or Parquet; ids first (repeatable)
    #[arg(long, value_name = "FILE")]
    vertex_attributes: Vec<PathBuf>,
    /// Table of edge attributes: the ids of both ends first, or in columns with known names; it may be GRAPH itself, and then
    /// --columns holds for it too (repeatable)
    #[arg(long, value_name = "FILE")]
    edge_attributes: Vec<PathBuf>,
    /// What several rows about one edge become, such as `amount=sum,day=min,count`: sum, min, max, mean, first or last of a
    /// column, or `count` or NAME=count for the number of rows. Several of one column are called `amount_sum`, `amount_max`.
    /// Rows of (a, b) and of (b, a) are about one edge, but for a directed graph
    #[arg(long, value_name = "COLUMN=HOW,…", value_delimiter = ',', requires = "edge_attributes")]
    combine: Vec<Aggregate>,
}

/// The file that a graph was read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnTable<'a> {
    pub(crate) path: &'a Path,
    /// The columns that were chosen.
    pub(crate) columns: Option<&'a EdgeColumns>,
}

impl AttributeArgs {
    /// The graph with the columns of the tables; says on standard error what was left out. `own` is the file of the graph, and
    /// the columns that it was read from if they were chosen: it may be a table too.
    pub(crate) fn add_to(&self, graph: Graph, own: OwnTable<'_>, messages: Messages) -> Result<Graph, Failure> {
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
            let columns = own.columns.filter(|_| own.path == path).cloned();
            let options = TableOptions { combine: self.combine.clone(), columns };
            let (more, report) = graph.with_edge_table_combined(path, &options)?;
            say(path, report);
            graph = more;
        }
        Ok(graph)
    }

    /// Refuses what cannot be meant, before anything is read.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for path in &self.vertex_attributes {
            standard_input::refuse(path, "--vertex-attributes")?;
        }
        for path in &self.edge_attributes {
            standard_input::refuse(path, "--edge-attributes")?;
        }
        match !self.combine.is_empty() && self.edge_attributes.len() > 1 {
            true => Err(Failure::input(
                "--combine is about one table: give one with --edge-attributes, or combine the others before",
            )),
            false => Ok(()),
        }
    }

    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.vertex_attributes.is_empty() && self.edge_attributes.is_empty()
    }
}
