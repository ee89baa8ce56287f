//! `gpm info`: figures of a graph; a .gpm file is checked from end to end.

use clap::Args;
use gpm::graph::LabelNames;
use gpm::{Column, Format, GraphStatistics};
use serde::Serialize;

use crate::answers::{json_line, print_line};
use crate::args::{AttributeArgs, GraphArgs, Loaded};
use crate::process::{Failure, Messages, Outcome};

/// Labels shown in the table; JSON has all. *guess*
const SHOWN_LABELS: usize = 20;

/// Edges up to which triangles are counted unasked: a fraction of a second. *guess*, since it depends on how dense the graph is.
const FEW_EDGES: u64 = 1 << 20;

/// Options of `info`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::INFO)]
pub(crate) struct Info {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Count the triangles too, of a graph of more than a million edges whose file does not say
    #[arg(long, help_heading = crate::help::NO_HEADING)]
    triangles: bool,
    /// A JSON object instead of a table
    #[arg(long, help_heading = crate::help::NO_HEADING)]
    json: bool,
}

/// What `--json` prints and the table shows.
#[derive(Serialize)]
struct Figures {
    graph: String,
    format: &'static str,
    /// All checksums of a .gpm file are right; other formats have none.
    verified: bool,
    directed: bool,
    vertices: u64,
    /// Arcs if directed.
    edges: u64,
    /// Edges without their directions.
    undirected_edges: u64,
    min_degree: u64,
    mean_degree: f64,
    max_degree: u64,
    isolated: u64,
    components: u64,
    degeneracy: u32,
    wedges: String,
    /// Unless they would take long.
    #[serde(skip_serializing_if = "Option::is_none")]
    triangles: Option<u64>,
    /// Triangles closed of those that wedges could make, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    clustering: Option<f64>,
    vertex_labels: Vec<LabelCount>,
    edge_labels: Vec<LabelCount>,
    vertex_columns: Vec<ColumnFigures>,
    edge_columns: Vec<ColumnFigures>,
}

/// A column of attributes.
#[derive(Serialize)]
struct ColumnFigures {
    column: String,
    kind: &'static str,
    /// How many vertices or edges have one.
    values: u64,
}

/// A label and how many vertices or edges have it.
#[derive(Serialize)]
struct LabelCount {
    label: String,
    count: u64,
}

impl Info {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let loaded = self.graph.load_verified(&self.attributes, messages)?;
        let figures = figures(self.graph.path().display().to_string(), self.triangles, &loaded);
        let text = if self.json { json_line(&figures)? } else { table(&figures) };
        print_line(&text)?;
        Ok(Outcome::Complete)
    }
}

fn figures(name: String, wants_triangles: bool, loaded: &Loaded) -> Figures {
    let graph = &loaded.graph;
    let (figures, has_triangles): (GraphStatistics, bool) = match wants_triangles || graph.num_edges() <= FEW_EDGES {
        true => (graph.statistics().clone(), true),
        false => graph.quick_statistics(),
    };
    let wedges = figures.wedges;
    let clustering = if wedges == 0 { 0.0 } else { 3.0 * figures.triangles as f64 / wedges as f64 };
    Figures {
        graph: name,
        format: loaded.report.format.name(),
        verified: loaded.report.format == Format::Binary,
        directed: graph.is_directed(),
        vertices: figures.vertices,
        edges: figures.edges,
        undirected_edges: figures.undirected_edges,
        min_degree: figures.min_degree,
        mean_degree: figures.mean_degree,
        max_degree: figures.max_degree,
        isolated: figures.isolated,
        components: figures.components,
        degeneracy: figures.degeneracy,
        wedges: wedges.to_string(),
        triangles: has_triangles.then_some(figures.triangles),
        clustering: has_triangles.then_some(clustering),
        vertex_labels: label_counts(graph.vertex_label_names(), &figures.vertex_label_histogram),
        edge_labels: label_counts(graph.edge_label_names(), &figures.edge_label_histogram),
        vertex_columns: graph
            .vertex_column_names()
            .filter_map(|name| Some(ColumnFigures::new(name, graph.vertex_column(name)?, 1)))
            .collect(),
        // An undirected edge has its value twice.
        edge_columns: graph
            .edge_column_names()
            .filter_map(|name| {
                Some(ColumnFigures::new(name, graph.edge_column(name)?, if graph.is_directed() { 1 } else { 2 }))
            })
            .collect(),
    }
}

impl ColumnFigures {
    fn new(name: &str, column: &Column, times: u64) -> Self {
        Self { column: name.to_owned(), kind: column.what(), values: column.num_present() as u64 / times }
    }
}

/// Labels, the most frequent first, then in label order.
fn label_counts(names: &LabelNames, histogram: &[u64]) -> Vec<LabelCount> {
    let mut counts: Vec<LabelCount> =
        names.iter().zip(histogram).map(|(name, &count)| LabelCount { label: name.to_owned(), count }).collect();
    counts.sort_by_key(|label| std::cmp::Reverse(label.count));
    counts
}

/// A figure a line: its name, then its value.
fn table(figures: &Figures) -> String {
    let f = figures;
    let checked = if f.verified { " (checksums verified)" } else { "" };
    let mut lines = vec![
        ("format", format!("{}{checked}", f.format)),
        ("direction", if f.directed { "directed" } else { "undirected" }.to_owned()),
        ("vertices", f.vertices.to_string()),
        ("edges", f.edges.to_string()),
    ];
    if f.directed {
        lines.push(("undirected edges", f.undirected_edges.to_string()));
    }
    lines.extend([
        ("min degree", f.min_degree.to_string()),
        ("mean degree", format!("{:.3}", f.mean_degree)),
        ("max degree", f.max_degree.to_string()),
        ("isolated", f.isolated.to_string()),
        ("components", f.components.to_string()),
        ("degeneracy", f.degeneracy.to_string()),
        ("wedges", f.wedges.clone()),
        ("triangles", f.triangles.map_or_else(|| "not counted: see --triangles".to_owned(), |own| own.to_string())),
    ]);
    lines.extend(f.clustering.map(|clustering| ("clustering", format!("{clustering:.5}"))));
    lines.extend([
        ("vertex labels", num_labels(&f.vertex_labels).to_string()),
        ("edge labels", num_labels(&f.edge_labels).to_string()),
    ]);
    let mut text: Vec<String> = lines.iter().map(|(name, value)| format!("{name:<17} {value}")).collect();
    text.extend(label_lines("vertex label", &f.vertex_labels));
    text.extend(label_lines("edge label", &f.edge_labels));
    text.extend(column_lines("vertex column", &f.vertex_columns));
    text.extend(column_lines("edge column", &f.edge_columns));
    text.join("\n")
}

/// The empty label is that of what has none.
fn num_labels(labels: &[LabelCount]) -> usize {
    labels.iter().filter(|label| !label.label.is_empty()).count()
}

fn column_lines(what: &str, columns: &[ColumnFigures]) -> Vec<String> {
    let line =
        |ColumnFigures { column, kind, values }: &ColumnFigures| format!("{what:<17} {values:>9}  {column} ({kind})");
    columns.iter().map(line).collect()
}

fn label_lines(what: &str, labels: &[LabelCount]) -> Vec<String> {
    let shown = labels.iter().take(SHOWN_LABELS);
    let name = |label: &str| if label.is_empty() { "(no label)".to_owned() } else { label.to_owned() };
    let mut lines: Vec<String> =
        shown.map(|LabelCount { label, count }| format!("{what:<17} {count:>9}  {}", name(label))).collect();
    if labels.len() > SHOWN_LABELS {
        lines.push(format!("{what:<17} {:>9}  more: see --json", labels.len() - SHOWN_LABELS));
    }
    lines
}
