//! The argument GRAPH and the options on how to read it.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use gpm::{Delimiter, EdgeColumns, Format, Graph, LoadOptions, LoadReport, VertexOrder};

use super::attribute_args::{AttributeArgs, OwnTable};
use super::failure::Failure;
use super::messages::Messages;
use super::standard_input;

/// A data graph and how to read it.
#[derive(Args, Debug)]
pub(crate) struct GraphArgs {
    /// Data graph: an edge list, Matrix Market, GraphML, GML, Pajek, METIS, t/v/e, Parquet or .gpm file, also packed as .gz,
    /// .zst, .xz or .bz2; `-` is the standard input
    #[arg(value_name = "GRAPH")]
    path: PathBuf,
    #[command(flatten)]
    options: LoadArgs,
}

/// How to read a graph.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading the graph")]
pub(crate) struct LoadArgs {
    /// Keep the directions of edges; a .gpm file knows its own
    #[arg(long)]
    pub(crate) directed: bool,
    /// File of vertex labels: one a line in id order, or `id label` lines
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Read the third column as edge labels; implied by a pattern with edge labels
    #[arg(long)]
    pub(crate) edge_labels: bool,
    /// Whether the first line of an edge list names its columns; by default as far as it can be told
    #[arg(long, value_enum, value_name = "yes|no", hide_possible_values = true)]
    header: Option<HeaderArg>,
    /// Columns of an edge list or a Parquet table with the ends and perhaps the label of an edge, by name or by number from 1
    #[arg(long, value_name = "FROM,TO[,LABEL]")]
    columns: Option<EdgeColumns>,
    /// What parts the columns of an edge list: comma, semicolon, tab, bar or space; by default what cuts all lines alike
    #[arg(long, value_parser = parse_delimiter, value_name = "NAME")]
    delimiter: Option<Delimiter>,
    /// Format of the graph, if its content misleads: edge-list, matrix-market, labelled, graphml, gml, pajek, metis, parquet
    /// or gpm
    #[arg(long, value_parser = parse_format)]
    format: Option<Format>,
    /// Order of internal vertex ids; results are the same, times are not
    #[arg(long, value_enum, default_value_t = OrderArg::Degree)]
    order: OrderArg,
}

/// [`VertexOrder`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderArg {
    /// As in the input
    Input,
    /// Descending degree
    Degree,
    /// Core hubs first
    Degeneracy,
}

/// Whether there is a head line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HeaderArg {
    /// The first line has the names of the columns
    Yes,
    /// The first line is an edge
    No,
}

/// A graph, and what reading it took.
pub(crate) struct Loaded {
    pub(crate) graph: Graph,
    pub(crate) report: LoadReport,
    /// Wall time.
    pub(crate) seconds: f64,
}

impl GraphArgs {
    /// Reads the graph and says on standard error what was cleaned.
    pub(crate) fn load(&self, threads: Option<usize>, messages: Messages) -> Result<Loaded, Failure> {
        load(&self.path, self.options.options(threads), messages)
    }

    /// As [`Self::load`], with whatever the patterns need, and with attributes.
    pub(crate) fn load_for(
        &self,
        needs: Needs,
        attributes: &AttributeArgs,
        threads: Option<usize>,
        messages: Messages,
    ) -> Result<Loaded, Failure> {
        load_with(&self.path, self.options.options_for(needs, threads), attributes, messages)
    }

    /// As [`Self::load`], with every checksum of a .gpm file checked.
    pub(crate) fn load_verified(&self, messages: Messages) -> Result<Loaded, Failure> {
        load(&self.path, LoadOptions { verify: true, ..self.options.options(None) }, messages)
    }

    /// The files that are read.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let is_stdin = standard_input::is_meant(&self.path);
        let graph = if is_stdin { PathBuf::from("/dev/stdin") } else { self.path.clone() };
        std::iter::once(graph).chain(self.options.labels.clone()).collect()
    }

    /// The name of the file.
    pub(crate) fn path(&self) -> &std::path::Path {
        &self.path
    }
}

/// What patterns need of the graph.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    pub(crate) directions: bool,
    pub(crate) edge_labels: bool,
}

impl LoadArgs {
    pub(crate) fn options_for(&self, needs: Needs, threads: Option<usize>) -> LoadOptions {
        let options = self.options(threads);
        let (directed, edge_labels) = (options.directed || needs.directions, options.edge_labels || needs.edge_labels);
        LoadOptions { directed, edge_labels, ..options }
    }

    fn options(&self, threads: Option<usize>) -> LoadOptions {
        LoadOptions {
            format: self.format,
            directed: self.directed,
            order: match self.order {
                OrderArg::Input => VertexOrder::Input,
                OrderArg::Degree => VertexOrder::Degree,
                OrderArg::Degeneracy => VertexOrder::Degeneracy,
            },
            labels: self.labels.clone(),
            edge_labels: self.edge_labels,
            header: self.header.map(|header| header == HeaderArg::Yes),
            columns: self.columns.clone(),
            delimiter: self.delimiter,
            verify: false,
            threads,
        }
    }
}

/// Reads a graph and says on standard error what was cleaned.
pub(crate) fn load(path: &std::path::Path, options: LoadOptions, messages: Messages) -> Result<Loaded, Failure> {
    let start = Instant::now();
    if let Some(labels) = &options.labels {
        standard_input::refuse(labels, "--labels")?;
    }
    let (name, (graph, report)) = match standard_input::is_meant(path) {
        true => {
            let bytes = standard_input::read()?;
            (standard_input::NAME.to_owned(), gpm::graph::load_bytes(standard_input::NAME, &bytes, &options)?)
        }
        false => (path.display().to_string(), Graph::load_with(path, &options)?),
    };
    let seconds = start.elapsed().as_secs_f64();
    messages.note(format_args!("{name}: {}", report.to_string().replace('\n', "\n  ")));
    Ok(Loaded { graph, report, seconds })
}

/// As [`load`], with attributes.
pub(crate) fn load_with(
    path: &std::path::Path,
    options: LoadOptions,
    attributes: &AttributeArgs,
    messages: Messages,
) -> Result<Loaded, Failure> {
    let start = Instant::now();
    attributes.check()?;
    let columns = options.columns.clone();
    let Loaded { graph, report, .. } = load(path, options, messages)?;
    let graph = attributes.add_to(graph, OwnTable { path, columns: columns.as_ref() }, messages)?;
    Ok(Loaded { graph, report, seconds: start.elapsed().as_secs_f64() })
}

fn parse_format(text: &str) -> Result<Format, String> {
    Format::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn parse_delimiter(text: &str) -> Result<Delimiter, String> {
    Delimiter::from_name(text).ok_or_else(|| "expected comma, semicolon, tab, bar or space".to_owned())
}
