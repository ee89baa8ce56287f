//! `gpm list`: the matches themselves, one a row.

use std::ops::ControlFlow;

use clap::Args;
use gpm::VertexId;

use super::answer::{meaning, note_gpu};
use super::attribute_args::AttributeArgs;
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::{GraphArgs, Needs};
use super::messages::Messages;
use super::output_args::OutputArgs;
use super::pattern_arg::{NamedPattern, check_order};
use super::query_args::QueryArgs;
use super::row_writer::{Columns, RowWriter};
use super::rows::TextFormat;
use super::search::Searches;

/// Options of `list`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::LIST_FILES)]
pub(crate) struct List {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Pattern: a name (triangle, house, clique:5), text such as 'a-b, b-c, c-a', g6:…, or a file
    #[arg(help_heading = super::help::NO_HEADING)]
    pattern: String,
    /// Stop after this many matches
    #[arg(long, value_name = "N", help_heading = super::help::NO_HEADING)]
    limit: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl List {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        check_order(self.graph.path(), &[&self.pattern], "list")?;
        let format = self.output.format(TextFormat::Tsv)?;
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let NamedPattern { name, pattern } = NamedPattern::read(&self.pattern, messages)?;
        let needs = Needs { directions: pattern.is_directed(), edge_labels: pattern.has_edge_labels() };
        let loaded = self.graph.load_for(needs, &self.attributes, self.engine.threads(), messages)?;
        let query = self.query.query(pattern).list();
        let names = (0..query.pattern.num_vertices()).map(|u| query.pattern.vertex_name(u).to_owned());
        let columns = Columns { vertices: names.collect(), counts: Vec::new() };
        let file = self.output.create()?;
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if file.is_shown() {
            searches = searches.without_progress();
        }
        let mut sink = Sink::new(RowWriter::new(format, &loaded.graph, columns, file)?, self.limit);
        let report = searches.run(&name, |control| {
            engine.list_with(&loaded.graph, &query, control, &mut |found: &[VertexId]| sink.take(found))
        })?;

        if let Some(plan) = &report.plan {
            messages.detail(plan.to_string().trim_end());
        }
        note_gpu(&report, messages);
        let written = sink.written;
        let (rows, is_limited) = sink.finish()?;
        let outcome = if report.partial && !is_limited { Outcome::Partial } else { Outcome::Complete };
        let partial_file = rows.keep(outcome == Outcome::Complete)?;
        let note = if outcome == Outcome::Partial { ", partial" } else { "" };
        messages.note(format_args!(
            "{name}: {written} matches ({}{note}) in {:.3} s on {}",
            meaning(&query),
            report.seconds.run,
            report.device
        ));
        if outcome == Outcome::Partial {
            searches.note_partial();
        }
        if let Some(path) = partial_file {
            messages.note(format_args!("what was found is in `{}`", path.display()));
        }
        Ok(outcome)
    }
}

/// Writes matches until the limit or a failure.
struct Sink<'a> {
    rows: RowWriter<'a>,
    limit: u64,
    written: u64,
    end: End,
}

/// Why the sink wants no more.
enum End {
    /// It does.
    None,
    Limit,
    Failed(Failure),
}

impl<'a> Sink<'a> {
    fn new(rows: RowWriter<'a>, limit: Option<u64>) -> Self {
        Self { rows, limit: limit.unwrap_or(u64::MAX), written: 0, end: End::None }
    }

    /// The rows, and whether the limit ended the list.
    fn finish(self) -> Result<(RowWriter<'a>, bool), Failure> {
        match self.end {
            End::Failed(failure) => Err(failure),
            End::None => Ok((self.rows, false)),
            End::Limit => Ok((self.rows, true)),
        }
    }

    fn take(&mut self, found: &[VertexId]) -> ControlFlow<()> {
        if !matches!(self.end, End::None) {
            return ControlFlow::Break(());
        }
        if self.written < self.limit {
            if let Err(failure) = self.rows.push(found, std::iter::empty()) {
                self.end = End::Failed(failure);
                return ControlFlow::Break(());
            }
            self.written += 1;
        }
        if self.written < self.limit {
            return ControlFlow::Continue(());
        }
        self.end = End::Limit;
        ControlFlow::Break(())
    }
}
