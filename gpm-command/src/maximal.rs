//! `gpm cliques --maximal` and `--maximum`: cliques of any size, counted, listed or by vertex.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use clap::Args;
use gpm::graph::counted;
use gpm::{CliqueOptions, DevicesUsed, Engine, Graph, OpenReport, OriginalId, VertexId};
use serde::Serialize;

use super::answer::{JsonGraph, JsonSeconds, json_line, print_line};
use super::cell::{Cell, ColumnHead, Columns, Kind, joined};
use super::count_table::{CountTable, Places};
use super::failure::{Failure, Outcome};
use super::graph_args::Loaded;
use super::messages::Messages;
use super::output_args::{OutputArgs, RowFormat};
use super::packed_file::PackedFile;
use super::row_writer::RowWriter;
use super::rows::TextFormat;
use super::search::Searches;

/// Which cliques, and what is told of them.
#[derive(Args, Debug)]
#[command(next_help_heading = "Maximal cliques")]
pub(crate) struct MaximalArgs {
    /// Leave cliques of fewer vertices out
    #[arg(long, value_name = "N", conflicts_with = "size", default_value_t = 1, hide_default_value = true)]
    min_size: usize,
    /// Only cliques that have these vertices, by their ids in the input
    #[arg(long, value_name = "V[,V]", conflicts_with = "size", value_delimiter = ',')]
    containing: Vec<String>,
    /// Write a table with a row for each vertex: how many of the maximal cliques it is part of
    #[arg(long, conflicts_with_all = ["size", "maximum"])]
    per_vertex: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// What is asked of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Maximal,
    Maximum,
}

/// What to search with.
pub(crate) struct Run<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) loaded: &'a Loaded,
    pub(crate) searches: Searches,
    pub(crate) is_json: bool,
    pub(crate) messages: Messages,
}

/// What `--json` prints; a contract, see `gpm cliques --help`.
#[derive(Serialize)]
struct Json<'a> {
    question: &'static str,
    /// Decimal; not known of the cliques that are as large as the largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<BTreeMap<usize, u128>>,
    /// Vertices of a largest one, and their number.
    size: usize,
    largest: Vec<JsonId<'a>>,
    partial: bool,
    device: &'a DevicesUsed,
    seconds: JsonSeconds,
    graph: JsonGraph,
}

/// An id of the input.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonId<'a> {
    Integer(u64),
    Name(&'a str),
}

impl<'a> From<OriginalId<'a>> for JsonId<'a> {
    fn from(id: OriginalId<'a>) -> Self {
        match id {
            OriginalId::Integer(id) => Self::Integer(id),
            OriginalId::Name(name) => Self::Name(name),
        }
    }
}

impl MaximalArgs {
    /// Whether anything is asked that counts of one size do not have.
    pub(crate) fn has_output(&self) -> bool {
        self.output.is_given()
    }

    pub(crate) fn run(&self, question: Question, mut run: Run<'_>) -> Result<Outcome, Failure> {
        let graph = &run.loaded.graph;
        let options = CliqueOptions { min_size: self.min_size, containing: self.containing(graph)? };
        if question == Question::Maximum && self.output.is_given() {
            return Err(Failure::input("--maximum prints the one clique it finds: leave out --output and --to"));
        }
        if self.per_vertex || self.output.is_given() {
            self.output.check_json(run.is_json)?;
            let format = self.output.format(TextFormat::Csv)?;
            let file = self.output.create()?;
            if file.is_shown() {
                run.searches = run.searches.without_progress();
            }
            if self.per_vertex {
                return run.table(&options, format, file);
            }
            check_names(graph, format)?;
            let columns = Columns {
                vertices: Vec::new(),
                values: vec![ColumnHead::new("size", Kind::Count), ColumnHead::new("vertices", Kind::Ids)],
            };
            return run.list(&options, RowWriter::new(format, graph, columns, file)?);
        }
        let name = question.name();
        let report = run.searches.run(name, |control| match question {
            Question::Maximal => run.engine.maximal_cliques(graph, &options, control),
            Question::Maximum => run.engine.maximum_clique(graph, &options, control),
        })?;
        if run.is_json {
            print_line(&run.json(question, &report)?)?;
        } else {
            print_line(&text(question, &report, graph))?;
        }
        run.note(question, &report);
        Ok(run.outcome(&report))
    }

    /// The vertices that cliques are to have.
    fn containing(&self, graph: &Graph) -> Result<Vec<VertexId>, Failure> {
        let vertex = |text: &String| {
            let mut vertices = 0..graph.num_vertices() as VertexId;
            let found = vertices.find(|&v| match graph.original_id(v) {
                OriginalId::Integer(id) => text.trim().parse() == Ok(id),
                OriginalId::Name(name) => name == text,
            });
            found.ok_or_else(|| {
                Failure::input(format!(
                    "--containing: the graph has no vertex `{text}`; vertices are named as in its file"
                ))
            })
        };
        self.containing.iter().map(vertex).collect()
    }
}

impl Question {
    fn name(self) -> &'static str {
        match self {
            Self::Maximal => "maximal-cliques",
            Self::Maximum => "maximum-clique",
        }
    }
}

impl Run<'_> {
    /// Writes how many cliques each vertex is part of.
    fn table(&self, options: &CliqueOptions, format: RowFormat, file: PackedFile) -> Result<Outcome, Failure> {
        let graph = &self.loaded.graph;
        let name = Question::Maximal.name();
        let report =
            self.searches.run(name, |control| self.engine.maximal_cliques_per_vertex(graph, options, control))?;
        if report.partial {
            self.searches.note_stopped("these counts are known when all of them are: nothing is written");
            return Ok(Outcome::Partial);
        }
        let counts = report.per_vertex.as_deref().unwrap_or_default();
        let columns = vec![ColumnHead::new(name, Kind::Count)];
        let count = |_: usize, row: usize| counts[row].into();
        CountTable { graph, places: Places::Vertices, columns, count }.write(format, file)?;
        if self.is_json {
            print_line(&self.json(Question::Maximal, &report)?)?;
        }
        self.note(Question::Maximal, &report);
        Ok(Outcome::Complete)
    }

    /// Writes the cliques.
    fn list(&self, options: &CliqueOptions, mut rows: RowWriter<'_>) -> Result<Outcome, Failure> {
        let graph = &self.loaded.graph;
        let (mut failed, mut ids) = (None, Vec::new());
        let mut each = |clique: &[VertexId]| {
            ids.clear();
            ids.extend(clique.iter().map(|&v| graph.original_id(v)));
            ids.sort_unstable();
            let cells = [Cell::Count(clique.len() as u128), Cell::Ids(&ids)];
            match rows.push(&[], cells.into_iter()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => {
                    failed = Some(failure);
                    ControlFlow::Break(())
                }
            }
        };
        let report = self.searches.run(Question::Maximal.name(), |control| {
            self.engine.list_maximal_cliques(graph, options, control, &mut each)
        })?;
        if let Some(failure) = failed {
            return Err(failure);
        }
        let partial_file = rows.keep(!report.partial)?;
        if self.is_json {
            print_line(&self.json(Question::Maximal, &report)?)?;
        }
        self.note(Question::Maximal, &report);
        let outcome = self.outcome(&report);
        if let Some(path) = partial_file {
            self.messages.note(format_args!("what was found is in `{}`", path.display()));
        }
        Ok(outcome)
    }

    fn json(&self, question: Question, report: &OpenReport) -> Result<String, Failure> {
        let graph = &self.loaded.graph;
        let is_counted = question == Question::Maximal;
        json_line(&Json {
            question: question.name(),
            count: is_counted.then(|| report.count.to_string()),
            sizes: is_counted.then(|| report.sizes.iter().copied().collect()),
            size: report.largest.len(),
            largest: largest(report, graph).into_iter().map(JsonId::from).collect(),
            partial: report.partial,
            device: &report.device,
            seconds: JsonSeconds::new(self.loaded, report.seconds),
            graph: JsonGraph::new(graph),
        })
    }

    /// Says on standard error what was found, and how long it took.
    fn note(&self, question: Question, report: &OpenReport) {
        let OpenReport { seconds, device, count, .. } = report;
        let found = match question {
            Question::Maximal => format!("{count} {}", if *count == 1 { "clique" } else { "cliques" }),
            Question::Maximum => counted(report.largest.len() as u64, "vertex", "vertices"),
        };
        let partial = if report.partial { ", partial" } else { "" };
        self.messages.note(format_args!("{}: {found}{partial} in {:.3} s on {device}", question.name(), seconds.run));
        if question == Question::Maximal && !report.largest.is_empty() {
            let (size, members) = (report.largest.len(), joined(&largest(report, &self.loaded.graph)));
            self.messages
                .note(format_args!("one of the largest, of {}: {members}", counted(size as u64, "vertex", "vertices")));
        }
        if let (Question::Maximal, Some((1, alone))) = (question, report.sizes.first()) {
            self.messages
                .note(format_args!("vertices without neighbors are counted as cliques of one vertex: {alone}"));
        }
    }

    fn outcome(&self, report: &OpenReport) -> Outcome {
        if !report.partial {
            return Outcome::Complete;
        }
        self.searches.note_stopped("there may be more cliques, and larger ones");
        Outcome::Partial
    }
}

/// As text: the number, then the number of each size; of a maximum clique its vertices.
fn text(question: Question, report: &OpenReport, graph: &Graph) -> String {
    if question == Question::Maximum {
        let (size, members) = (report.largest.len(), joined(&largest(report, graph)));
        let what = if report.partial { "the largest clique so far" } else { "a maximum clique" };
        return format!("{size}  vertices in {what}: {members}");
    }
    let partial = if report.partial { "  (partial)" } else { "" };
    let mut text = format!("{}  maximal cliques{partial}", report.count);
    for &(own, number) in &report.sizes {
        let vertices = if own == 1 { "vertex" } else { "vertices" };
        text.push_str(&format!("\n{number}  of {own} {vertices}"));
    }
    text
}

/// The vertices of a largest clique, ascending.
fn largest<'g>(report: &OpenReport, graph: &'g Graph) -> Vec<OriginalId<'g>> {
    let mut ids: Vec<OriginalId<'g>> = report.largest.iter().map(|&v| graph.original_id(v)).collect();
    ids.sort_unstable();
    ids
}

/// Refuses names that cannot be told apart in a column of several.
fn check_names(graph: &Graph, format: RowFormat) -> Result<(), Failure> {
    let vertices = 0..graph.num_vertices() as VertexId;
    let mut names = vertices.map_while(|v| match graph.original_id(v) {
        OriginalId::Integer(_) => None,
        OriginalId::Name(name) => Some(name),
    });
    match names.find(|name| name.contains(char::is_whitespace)) {
        Some(name) if format != RowFormat::Text(TextFormat::Jsonl) => Err(Failure::input(format!(
            "the vertex `{name}` has a space in its name, and the ids of a clique are written with spaces between them: \
             write a .jsonl file"
        ))),
        _ => Ok(()),
    }
}
