//! Cliques and dense sets of any size, counted, listed or by vertex: what `gpm cliques --maximal`, `--maximum` and `-k 3..`, and `gpm dense` do.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::ops::ControlFlow;

use clap::Args;
use gpm::graph::counted;
use gpm::{DevicesUsed, Engine, EngineError, Graph, OpenReport, OriginalId, RunError, VertexId};
use serde::Serialize;

use super::asked::{Asked, Question};
use crate::answers::{JsonGraph, JsonSeconds, json_line, print_line};
use crate::args::Loaded;
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{
    Cell, ColumnHead, Columns, CountTable, Kind, OutputArgs, PackedFile, Places, RowFormat, RowWriter, TextFormat,
    joined,
};

/// Which of them, and what is told.
#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
pub(crate) struct MaximalArgs {
    /// Leave those of fewer vertices out
    #[arg(long, value_name = "N")]
    pub(crate) min_size: Option<usize>,
    /// Only those that have these vertices, by their ids in the input
    #[arg(long, value_name = "V[,V]", value_delimiter = ',')]
    containing: Vec<String>,
    /// Stop at this many, whichever are found first
    #[arg(long, value_name = "N", conflicts_with = "per_vertex")]
    limit: Option<NonZeroU64>,
    /// Write a table with a row for each vertex: how many it is part of
    #[arg(long)]
    per_vertex: bool,
    #[command(flatten)]
    output: OutputArgs,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    density: Option<String>,
    /// Decimal; not known of the cliques that are as large as the largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<BTreeMap<usize, u128>>,
    /// Vertices of a largest one, and their number.
    size: usize,
    largest: Vec<JsonId<'a>>,
    partial: bool,
    /// Whether it ended at a limit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    limited: bool,
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

    /// Whether more is asked than how many there are of each size.
    pub(crate) fn tells_more_than_sizes(&self) -> bool {
        self.has_output() || self.per_vertex || self.limit.is_some()
    }

    /// Whether only those are asked for that have some vertices.
    pub(crate) fn is_restricted(&self) -> bool {
        !self.containing.is_empty()
    }

    pub(crate) fn run(&self, question: Question, mut run: Run<'_>) -> Result<Outcome, Failure> {
        let graph = &run.loaded.graph;
        let asked = Asked {
            question,
            min_size: self.min_size.unwrap_or(1),
            containing: self.containing(graph)?,
            limit: self.limit,
        };
        if question == Question::MaximumClique && self.output.is_given() {
            return Err(Failure::input("--maximum prints the one clique it finds: leave out --output and --to"));
        }
        if self.per_vertex || self.output.is_given() {
            self.output.check_json(run.is_json)?;
            let format = self.output.format(TextFormat::Csv)?;
            let file = self.output.create()?;
            if file.is_shown() {
                run.searches = run.searches.without_bar();
            }
            if self.per_vertex {
                return run.table(&asked, format, file);
            }
            check_names(graph, format)?;
            let columns = Columns {
                vertices: Vec::new(),
                values: vec![ColumnHead::new("size", Kind::Count), ColumnHead::new("vertices", Kind::Ids)],
            };
            return run.list(&asked, RowWriter::new(format, graph, columns, file)?);
        }
        let report = run.searches.run(question.name(), |control| asked.count(run.engine, graph, control));
        let report = report.map_err(|error| match (question, error) {
            (Question::Cliques { .. }, EngineError::Run(RunError::Overflow)) => {
                Failure::run("a number of cliques has more than 128 bits: ask for fewer sizes, such as `-k 3..10`")
            }
            (_, error) => error.into(),
        })?;
        if run.is_json {
            print_line(&run.json(question, &report)?)?;
        } else {
            print_line(&text(question, &report, graph))?;
        }
        run.note(question, &report);
        Ok(run.outcome(question, &report))
    }

    /// The vertices that they are to have.
    fn containing(&self, graph: &Graph) -> Result<Vec<VertexId>, Failure> {
        let vertex = |text: &String| {
            let by_number = text.trim().parse().ok().and_then(|id| graph.vertex(OriginalId::Integer(id)));
            by_number.or_else(|| graph.vertex(OriginalId::Name(text))).ok_or_else(|| {
                Failure::input(format!(
                    "--containing: the graph has no vertex `{text}`; vertices are named as in its file"
                ))
            })
        };
        self.containing.iter().map(vertex).collect()
    }
}

impl Run<'_> {
    /// Writes how many of them each vertex is part of.
    fn table(&self, asked: &Asked, format: RowFormat, file: PackedFile) -> Result<Outcome, Failure> {
        let (graph, question) = (&self.loaded.graph, asked.question);
        let name = question.name();
        let report = self.searches.run(name, |control| asked.per_vertex(self.engine, graph, control))?;
        if report.partial {
            self.searches.note_stopped("these counts are known when all of them are: nothing is written");
            return Ok(Outcome::Partial);
        }
        let counts = report.per_vertex.as_deref().unwrap_or_default();
        let columns = vec![ColumnHead::new(name, Kind::Count)];
        let count = |_: usize, row: usize| counts[row].into();
        CountTable { graph, places: Places::Vertices, columns, count }.write(format, file)?;
        if self.is_json {
            print_line(&self.json(question, &report)?)?;
        }
        self.note(question, &report);
        Ok(Outcome::Complete)
    }

    /// Writes them.
    fn list(&self, asked: &Asked, mut rows: RowWriter<'_>) -> Result<Outcome, Failure> {
        let (graph, question) = (&self.loaded.graph, asked.question);
        let (mut failed, mut ids) = (None, Vec::new());
        let mut each = |found: &[VertexId]| {
            ids.clear();
            ids.extend(found.iter().map(|&v| graph.original_id(v)));
            ids.sort_unstable();
            let cells = [Cell::Count(found.len() as u128), Cell::Ids(&ids)];
            match rows.push(&[], cells.into_iter()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => {
                    failed = Some(failure);
                    ControlFlow::Break(())
                }
            }
        };
        let report =
            self.searches.run(question.name(), |control| asked.list(self.engine, graph, control, &mut each))?;
        if let Some(failure) = failed {
            return Err(failure);
        }
        let partial_file = rows.keep(!report.partial)?;
        if self.is_json {
            print_line(&self.json(question, &report)?)?;
        }
        self.note(question, &report);
        let outcome = self.outcome(question, &report);
        if let Some(path) = partial_file {
            self.messages.note(format_args!("what was found is in `{}`", path.display()));
        }
        Ok(outcome)
    }

    fn json(&self, question: Question, report: &OpenReport) -> Result<String, Failure> {
        let graph = &self.loaded.graph;
        let is_counted = question.is_counted();
        json_line(&Json {
            question: question.name(),
            density: question.density(),
            count: is_counted.then(|| report.count.to_string()),
            sizes: is_counted.then(|| report.sizes.iter().copied().collect()),
            size: report.largest.len(),
            largest: largest(report, graph).into_iter().map(JsonId::from).collect(),
            partial: report.partial,
            limited: report.limited,
            device: &report.device,
            seconds: JsonSeconds::new(self.loaded, report.seconds),
            graph: JsonGraph::new(graph),
        })
    }

    /// Says on standard error what was found, and how long it took.
    fn note(&self, question: Question, report: &OpenReport) {
        let OpenReport { seconds, device, count, .. } = report;
        let found = if question.is_counted() {
            let (one, several) = question.nouns();
            format!("{count} {}", if *count == 1 { one } else { several })
        } else {
            counted(report.largest.len() as u64, "vertex", "vertices")
        };
        let end = end(report).map_or_else(String::new, |end| format!(", {end}"));
        let kernel = seconds.kernel.map_or_else(String::new, |kernel| format!(" (kernels {:.3} ms)", 1e3 * kernel));
        self.messages.note(format_args!(
            "{}: {found}{end} in {:.3} s on {device}{kernel}",
            question.name(),
            seconds.run
        ));
        if question.is_counted() && !report.largest.is_empty() {
            let (size, members) = (report.largest.len(), joined(&largest(report, &self.loaded.graph)));
            self.messages
                .note(format_args!("one of the largest, of {}: {members}", counted(size as u64, "vertex", "vertices")));
        }
        if let (Question::MaximalCliques, Some((1, alone))) = (question, report.sizes.first()) {
            self.messages
                .note(format_args!("vertices without neighbors are counted as cliques of one vertex: {alone}"));
        }
    }

    fn outcome(&self, question: Question, report: &OpenReport) -> Outcome {
        if report.limited {
            let several = question.nouns().1;
            self.messages.note(format_args!("limit reached: there may be more {several}, and larger ones"));
        }
        if !report.partial {
            return Outcome::Complete;
        }
        self.searches.note_stopped(&format!("there may be more {}, and larger ones", question.nouns().1));
        Outcome::Partial
    }
}

/// As text: the number, then the number of each size; of a maximum clique its vertices.
fn text(question: Question, report: &OpenReport, graph: &Graph) -> String {
    if !question.is_counted() {
        let (size, members) = (report.largest.len(), joined(&largest(report, graph)));
        let what = if report.partial { "the largest clique so far" } else { "a maximum clique" };
        return format!("{size}  vertices in {what}: {members}");
    }
    let end = end(report).map_or_else(String::new, |end| format!("  ({end})"));
    let maximal = if question.is_maximal() { "maximal " } else { "" };
    let mut text = format!("{}  {maximal}{}{end}", report.count, question.nouns().1);
    for &(own, number) in &report.sizes {
        let vertices = if own == 1 { "vertex" } else { "vertices" };
        text.push_str(&format!("\n{number}  of {own} {vertices}"));
    }
    text
}

/// What is said behind a number that may not be that of all.
fn end(report: &OpenReport) -> Option<&'static str> {
    match (report.partial, report.limited) {
        (true, _) => Some("partial"),
        (_, true) => Some("limited"),
        _ => None,
    }
}

/// The vertices of a largest one, ascending.
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
            "the vertex `{name}` has a space in its name, and the ids of a row are written with spaces between them: \
             write a .jsonl file"
        ))),
        _ => Ok(()),
    }
}
