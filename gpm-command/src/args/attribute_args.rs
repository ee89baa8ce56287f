//! The options on attributes: columns for predicates, given beside the graph.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use gpm::{Aggregate, Graph, LoadOptions, LoadReport, Pattern, RecordLabels, TableOptions, TableReport};

use super::standard_input;
use crate::process::{Failure, Messages};

/// Tables of attributes.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Reading the graph")]
pub(crate) struct AttributeArgs {
    /// Table of vertex attributes for predicates: comma- or tab-separated with a head line, or Parquet; ids first (repeatable).
    /// What a GraphML, GML, Pajek, Matrix Market or Parquet GRAPH has itself is read without this, as far as no table replaces it
    #[arg(long, value_name = "FILE")]
    vertex_attributes: Vec<PathBuf>,
    /// Table of edge attributes: the ids of both ends first, or in columns with known names; it may be GRAPH itself, and then
    /// --columns, --header and --delimiter hold for it too (repeatable)
    #[arg(long, value_name = "FILE")]
    edge_attributes: Vec<PathBuf>,
    /// What several rows about one edge become, such as `amount=sum,day=min,count`: sum, min, max, mean, first or last of a
    /// column, or `count` or NAME=count for the number of rows. Several of one column are called `amount_sum`, `amount_max`.
    /// Rows of (a, b) and of (b, a) are about one edge, but for a directed graph
    #[arg(long, value_name = "COLUMN=HOW,…", value_delimiter = ',', requires = "edge_attributes")]
    combine: Vec<Aggregate>,
    /// Table of edges of which each row is kept as a record of its own, for patterns with bound edges (`a-[p:]->b`): the ids of both ends first,
    /// or in columns with known names. Without this it is GRAPH itself. `gpm convert` keeps them in a .gpm file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Whether the command has no option for another table of records.
    #[arg(skip)]
    are_of_graph: bool,
}

/// The file that a graph was read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnTable<'a> {
    pub(crate) path: &'a Path,
    /// How it was read.
    pub(crate) options: &'a LoadOptions,
    /// What was read of it, once that is known.
    pub(crate) report: Option<&'a LoadReport>,
}

impl AttributeArgs {
    /// For a command of which the records are the rows of GRAPH, and which takes no table beside it.
    pub(crate) fn of_rows() -> Self {
        Self { are_of_graph: true, ..Self::default() }
    }

    /// The graph with the columns of the tables; says on standard error what was left out. `own` is the file of the graph:
    /// where it is a table too, it is read alike.
    pub(crate) fn add_to(&self, graph: Graph, own: OwnTable<'_>, messages: Messages) -> Result<Graph, Failure> {
        let say = |path: &Path, report: TableReport| {
            messages.note(format_args!("{}: {}", path.display(), report.to_string().replace('\n', "\n  ")));
        };
        let mut graph = graph;
        for path in &self.vertex_attributes {
            say(path, graph.add_vertex_table(path)?);
        }
        for path in &self.edge_attributes {
            let combine = self.combine.clone();
            let options = match own.options {
                LoadOptions { columns, header, delimiter, .. } if own.path == path => {
                    TableOptions { combine, columns: columns.clone(), header: *header, delimiter: *delimiter }
                }
                _ => TableOptions { combine, ..TableOptions::default() },
            };
            say(path, graph.add_edge_table_combined(path, &options)?);
        }
        Ok(graph)
    }

    /// Whether a table of records is named.
    pub(crate) fn has_records(&self) -> bool {
        self.records.is_some()
    }

    /// Whether records are to be read for a graph, which may have them already.
    pub(crate) fn are_records_beside(&self, graph: &Graph) -> Result<bool, Failure> {
        match (graph.has_records(), self.has_records()) {
            (true, true) => Err(Failure::input("--records: the graph has its records already: leave the option out")),
            (has_own, _) => Ok(!has_own),
        }
    }

    /// The graph of the records of a table, for patterns that bind them; says on standard error what was read.
    pub(crate) fn records_of(
        &self,
        graph: &Graph,
        own: OwnTable<'_>,
        labels: RecordLabels,
        messages: Messages,
    ) -> Result<Graph, Failure> {
        let path = self.records.as_deref().unwrap_or(own.path);
        match self.are_of_graph {
            true if standard_input::is_meant(path) => {
                return Err(Failure::input("records are the rows of a file: name one, not `-`, the standard input"));
            }
            true => {}
            false => standard_input::refuse(path, "--records")?,
        }
        let found = match own.report.filter(|_| own.path == path) {
            Some(report) => graph.with_own_records(path, (own.options, report), labels)?,
            None => graph.with_records(path, &TableOptions::default(), labels)?,
        };
        let report = found.report.to_string().replace('\n', "\n  ");
        messages.note(format_args!("{}: {} records, each kept; {report}", path.display(), found.records));
        if found.loops > 0 {
            messages.note(format_args!("{} records lead from a vertex to itself, which matches nothing", found.loops));
        }
        Ok(found.graph)
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

    /// Whether `path` is a Parquet file that is given as a table of edges.
    pub(crate) fn has_table_of_edges(&self, path: &Path) -> bool {
        let mut start = [0; 4];
        let mut is_parquet =
            || File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"PAR1";
        self.edge_attributes.iter().any(|table| table == path) && is_parquet()
    }

    /// The tables.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.vertex_attributes.iter().chain(&self.edge_attributes).chain(&self.records)
    }

    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.vertex_attributes.is_empty() && self.edge_attributes.is_empty() && self.records.is_none()
    }
}

/// Refuses patterns of which some bind records and some do not.
pub(crate) fn ensure_all_bind<'a>(mut patterns: impl Iterator<Item = &'a Pattern>) -> Result<(), Failure> {
    patterns.find(|pattern| !pattern.has_records()).map_or(Ok(()), |other| {
        Err(Failure::input(format!(
            "`{other}` binds no record, and others do: ask them in two runs, or bind its edges, as in a-[p:]->b"
        )))
    })
}
