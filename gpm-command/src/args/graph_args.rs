//! The argument GRAPH and the options on how to read it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use gpm::{
    Delimiter, EdgeColumns, Format, Graph, LoadOptions, LoadReport, ParallelLabels, Pattern, RecordLabels, VertexOrder,
};

use super::attribute_args::{AttributeArgs, OwnTable, ensure_all_bind};
use super::reading::{PeriodArgs, Reading};
use super::standard_input;
use super::unknown_labels::note_unknown_labels;
use crate::process::{Failure, Messages};

/// A data graph and how to read it.
#[derive(Args, Debug)]
pub(crate) struct GraphArgs {
    /// Data graph: an edge list, Matrix Market, GraphML, GML, Pajek, METIS, t/v/e, Parquet or .gpm file, also packed as .gz,
    /// .zst, .xz or .bz2; `-` is the standard input
    #[arg(value_name = "GRAPH")]
    path: PathBuf,
    #[command(flatten)]
    pub(super) options: LoadArgs,
}

/// How to read a graph.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading the graph")]
pub(crate) struct LoadArgs {
    /// Keep the directions of edges, also of a pattern file's; a .gpm file knows its own
    #[arg(long)]
    pub(crate) directed: bool,
    /// File of vertex labels: one a line in id order, or `id label` lines
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Vertices may have several labels, in rows of --labels or with `;` between: `a:x` asks for x among them, `a:x&y` for both
    #[arg(long)]
    pub(crate) label_sets: bool,
    /// Read the third column as edge labels; implied by a pattern with edge labels
    #[arg(long)]
    pub(crate) edge_labels: bool,
    /// Which label an edge keeps that the file lists with several: that of its first or its last line; such a file is refused
    /// otherwise
    #[arg(long, value_enum, value_name = "first|last", hide_possible_values = true)]
    parallel_labels: Option<ParallelArg>,
    /// Whether the first line of an edge list names its columns; by default as far as it can be told
    #[arg(long, value_enum, value_name = "yes|no", hide_possible_values = true)]
    header: Option<HeaderArg>,
    /// Columns of an edge list or a Parquet table with the ends and perhaps the label of an edge, by name or by number from 1
    #[arg(long, value_name = "FROM,TO[,LABEL]")]
    columns: Option<EdgeColumns>,
    /// The vertices of an edge list or a Parquet table are 0 to N-1, with or without edges: for networks of which isolated vertices matter
    #[arg(long, value_name = "N")]
    vertices: Option<u64>,
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

/// [`ParallelLabels`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ParallelArg {
    /// The label of the first line
    First,
    /// The label of the last line
    Last,
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
        load(&self.path, &self.options.options(threads), messages)
    }

    /// As [`Self::load`], and a file of several graphs is a database.
    pub(crate) fn load_many(&self, threads: Option<usize>, messages: Messages) -> Result<Loaded, Failure> {
        if self.options.label_sets {
            return Err(Failure::input(
                "--label-sets: frequent patterns ask for whole labels; leave it out, and give each vertex one label",
            ));
        }
        load(&self.path, &LoadOptions { many: true, ..self.options.options(threads) }, messages)
    }

    /// As [`Self::load`], with whatever the patterns need, and with attributes. Says which labels of theirs the graph does not have.
    pub(crate) fn load_for<'a>(
        &self,
        patterns: impl Iterator<Item = &'a Pattern> + Clone,
        attributes: &AttributeArgs,
        threads: Option<usize>,
        messages: Messages,
    ) -> Result<Loaded, Failure> {
        self.load_for_rows((patterns, false), attributes, threads, messages)
    }

    /// As [`Self::load_for`]; says too whether rows have columns of attributes.
    pub(crate) fn load_for_rows<'a>(
        &self,
        (patterns, has_columns): (impl Iterator<Item = &'a Pattern> + Clone, bool),
        attributes: &AttributeArgs,
        threads: Option<usize>,
        messages: Messages,
    ) -> Result<Loaded, Failure> {
        self.options.load_for((&self.path, patterns, has_columns), attributes, threads, messages)
    }

    /// As [`Self::load`], with the attributes of tables, and with those of the file itself if they are kept.
    pub(crate) fn load_kept(
        &self,
        are_kept: bool,
        attributes: &AttributeArgs,
        messages: Messages,
    ) -> Result<Loaded, Failure> {
        let needs = Needs { attributes: are_kept, ..Needs::default() };
        let options = self.options.options_for(needs, None);
        let mut loaded = load_with(&self.path, options.clone(), attributes, messages)?;
        if attributes.has_records() && attributes.are_records_beside(&loaded.graph)? {
            let own = OwnTable { path: &self.path, options: &options, report: Some(&loaded.report) };
            loaded.graph = attributes.records_of(&loaded.graph, own, RecordLabels::IfAny, messages)?;
        }
        Ok(loaded)
    }

    /// Reads the graph of a query, whose relationships are the rows of a table, each by itself, if GRAPH is one with a head line or several rows about a pair.
    pub(crate) fn load_relationships(
        &self,
        wanted: Relationships,
        attributes: &AttributeArgs,
        threads: Option<usize>,
        messages: Messages,
    ) -> Result<Loaded, Failure> {
        let needs = Needs { directions: wanted.are_directed, edge_labels: wanted.have_types, attributes: true };
        let mut options = self.options.options_for(needs, threads);
        // Rows keep their types, each its own.
        options.parallel_labels = options.parallel_labels.or((!wanted.are_simple).then_some(ParallelLabels::First));
        let mut loaded = load_with(&self.path, options.clone(), attributes, messages)?;
        let report = &loaded.report;
        let is_table = matches!(report.format, Format::EdgeList | Format::Parquet)
            && (report.header_skipped || report.format == Format::Parquet || report.duplicates_removed > 0);
        let are_rows = attributes.has_records() || is_table && !wanted.are_simple;
        if are_rows && !standard_input::is_meant(&self.path) && attributes.are_records_beside(&loaded.graph)? {
            let own = OwnTable { path: &self.path, options: &options, report: Some(report) };
            loaded.graph = attributes.records_of(&loaded.graph, own, RecordLabels::IfAny, messages)?;
        }
        Ok(loaded)
    }

    /// As [`Self::load`], for what is counted whatever the labels: options that name some are refused, and others mentioned.
    pub(crate) fn load_unlabelled(&self, threads: Option<usize>, messages: Messages) -> Result<Loaded, Failure> {
        self.refuse_labels()?;
        let loaded = self.load(threads, messages)?;
        if loaded.graph.vertex_labels().is_some() || loaded.graph.out().labels().is_some() {
            messages.note("the labels of the graph are not looked at: `gpm count` counts labelled patterns");
        }
        Ok(loaded)
    }

    /// As [`Self::load_for`], for patterns of records, which are the rows of the file itself, whatever the labels.
    pub(crate) fn load_records<'a>(
        &self,
        patterns: impl Iterator<Item = &'a Pattern> + Clone,
        threads: Option<usize>,
        messages: Messages,
    ) -> Result<Loaded, Failure> {
        self.refuse_labels()?;
        self.load_for(patterns, &AttributeArgs::of_rows(), threads, messages)
    }

    /// Refuses options that name labels, for what is counted whatever these are.
    fn refuse_labels(&self) -> Result<(), Failure> {
        let options = [
            (self.options.labels.is_some(), "--labels"),
            (self.options.label_sets, "--label-sets"),
            (self.options.edge_labels, "--edge-labels"),
        ];
        match options.into_iter().find(|(is_given, _)| *is_given) {
            Some((_, option)) => Err(Failure::input(format!(
                "{option}: this is counted whatever the labels; leave it out, or count labelled patterns by `gpm count` and find \
                 frequent ones by `gpm fsm`"
            ))),
            None => Ok(()),
        }
    }

    /// As [`Self::load`], with every checksum of a .gpm file checked, and with attributes.
    pub(crate) fn load_verified(&self, attributes: &AttributeArgs, messages: Messages) -> Result<Loaded, Failure> {
        let options = LoadOptions { verify: true, attributes: true, ..self.options.options(None) };
        load_with(&self.path, options, attributes, messages)
    }

    /// The files that are read.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let is_stdin = standard_input::is_meant(&self.path);
        let graph = if is_stdin { PathBuf::from("/dev/stdin") } else { self.path.clone() };
        std::iter::once(graph).chain(self.options.labels.clone()).collect()
    }

    /// How patterns are read.
    pub(crate) fn reading<'a>(&self, period: Option<&'a PeriodArgs>) -> Reading<'a> {
        self.options.reading(period)
    }

    /// The order of vertices inside.
    pub(crate) fn order(&self) -> VertexOrder {
        self.options.options(None).order
    }

    /// The name of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// What the relationships of a query are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relationships {
    pub(crate) are_directed: bool,
    pub(crate) have_types: bool,
    /// At most one from one vertex to another.
    pub(crate) are_simple: bool,
}

/// What patterns need of the graph.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    pub(crate) directions: bool,
    pub(crate) edge_labels: bool,
    /// What the file says of vertices and edges beside these.
    pub(crate) attributes: bool,
}

impl Needs {
    fn of<'a>(mut patterns: impl Iterator<Item = &'a Pattern> + Clone, has_columns: bool) -> Needs {
        Needs {
            directions: patterns.clone().any(Pattern::is_directed),
            edge_labels: patterns.clone().any(Pattern::has_edge_labels),
            attributes: has_columns || patterns.any(Pattern::has_attributes),
        }
    }
}

impl LoadArgs {
    /// How patterns are read.
    pub(crate) fn reading<'a>(&self, period: Option<&'a PeriodArgs>) -> Reading<'a> {
        Reading { directed: self.directed, label_sets: self.label_sets, period }
    }

    /// Reads the graph of a path for patterns, with attributes, and says which labels of theirs it does not have.
    pub(crate) fn load_for<'a>(
        &self,
        (path, patterns, has_columns): (&Path, impl Iterator<Item = &'a Pattern> + Clone, bool),
        attributes: &AttributeArgs,
        threads: Option<usize>,
        messages: Messages,
    ) -> Result<Loaded, Failure> {
        let needs = Needs::of(patterns.clone(), has_columns);
        let mut loaded = load_with(path, self.options_for(needs, threads), attributes, messages)?;
        if patterns.clone().any(Pattern::has_records) && attributes.are_records_beside(&loaded.graph)? {
            ensure_all_bind(patterns.clone())?;
            let options = self.options_for(needs, threads);
            let own = OwnTable { path, options: &options, report: Some(&loaded.report) };
            let labels = patterns.clone().any(Pattern::needs_labels_of_records).into();
            loaded.graph = attributes.records_of(&loaded.graph, own, labels, messages)?;
        }
        if needs.directions
            && !self.directed
            && loaded.report.directions.is_none()
            && !says_directions(loaded.report.format)
        {
            messages.note("a pattern has directions: the edges of the graph are arcs from their first end to their second, as with --directed");
        }
        note_unknown_labels(patterns, &loaded.graph, messages);
        Ok(loaded)
    }

    pub(crate) fn options_for(&self, needs: Needs, threads: Option<usize>) -> LoadOptions {
        let options = self.options(threads);
        let (directed, edge_labels) = (options.directed || needs.directions, options.edge_labels || needs.edge_labels);
        LoadOptions { directed, edge_labels, attributes: needs.attributes, ..options }
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
            label_sets: self.label_sets,
            edge_labels: self.edge_labels,
            parallel_labels: self.parallel_labels.map(|which| match which {
                ParallelArg::First => ParallelLabels::First,
                ParallelArg::Last => ParallelLabels::Last,
            }),
            attributes: false,
            header: self.header.map(|header| header == HeaderArg::Yes),
            columns: self.columns.clone(),
            vertices: self.vertices,
            delimiter: self.delimiter,
            many: false,
            verify: false,
            threads,
        }
    }
}

/// Whether files of a format say of each edge whether it has a direction.
fn says_directions(format: Format) -> bool {
    match format {
        Format::GraphMl | Format::Gml | Format::Pajek | Format::Metis | Format::Binary => true,
        Format::EdgeList | Format::MatrixMarket | Format::Labelled | Format::Parquet => false,
    }
}

/// Reads a graph and says on standard error what was cleaned.
pub(crate) fn load(path: &Path, options: &LoadOptions, messages: Messages) -> Result<Loaded, Failure> {
    let start = Instant::now();
    if let Some(labels) = &options.labels {
        standard_input::refuse(labels, "--labels")?;
    }
    let (name, (graph, report)) = match standard_input::is_meant(path) {
        true => {
            let bytes = standard_input::read()?;
            (standard_input::NAME.to_owned(), gpm::graph::load_bytes(standard_input::NAME, &bytes, options)?)
        }
        false => (path.display().to_string(), Graph::load_with(path, options)?),
    };
    let seconds = start.elapsed().as_secs_f64();
    messages.note(format_args!("{name}: {}", report.to_string().replace('\n', "\n  ")));
    Ok(Loaded { graph, report, seconds })
}

/// As [`load`], with attributes.
fn load_with(
    path: &Path,
    options: LoadOptions,
    attributes: &AttributeArgs,
    messages: Messages,
) -> Result<Loaded, Failure> {
    let start = Instant::now();
    attributes.check()?;
    // A table that is read for its attributes anyway is not read twice.
    let attributes_too = options.attributes && !attributes.has_table_of_edges(path);
    let options = LoadOptions { attributes: attributes_too, ..options };
    let Loaded { graph, report, .. } = load(path, &options, messages)?;
    let graph = attributes.add_to(graph, OwnTable { path, options: &options, report: None }, messages)?;
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
