//! `gpm list`: the matches themselves, one a row.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use gpm::VertexId;

use super::answer::{meaning, note_gpu};
use super::attribute_args::AttributeArgs;
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::{GraphArgs, Needs};
use super::messages::Messages;
use super::pattern_arg::NamedPattern;
use super::query_args::QueryArgs;
use super::row_file::RowFile;
use super::rows::{RowFormat, Rows};
use super::search::Searches;

/// Options of `list`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::LIST_FILES)]
pub(crate) struct List {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Pattern: a file, a name (triangle, house, clique:5), g6:…, or text such as 'a-b, b-c, c-a'
    #[arg(help_heading = super::help::NO_HEADING)]
    pattern: String,
    /// Stop after this many matches
    #[arg(long, value_name = "N", help_heading = super::help::NO_HEADING)]
    limit: Option<u64>,
    /// Write to this .csv, .tsv or .jsonl file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = super::help::NO_HEADING)]
    output: Option<PathBuf>,
    /// Format of the rows [default: by the name of the file, else tsv]
    #[arg(long, value_name = "FORMAT", help_heading = super::help::NO_HEADING, value_enum)]
    to: Option<RowFormat>,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl List {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let format = self.format()?;
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let NamedPattern { name, pattern } = NamedPattern::read(&self.pattern)?;
        let needs = Needs { directions: pattern.is_directed(), edge_labels: pattern.has_edge_labels() };
        let loaded = self.graph.load_for(needs, &self.attributes, self.engine.threads(), messages)?;
        let query = self.query.query(pattern).list();
        let rows = Rows::of_matches(format, &query.pattern, &loaded.graph);
        let mut sink = Sink::new(&rows, rows.header(), self.output_file()?, self.limit);
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if sink.file.is_shown() {
            searches = searches.without_progress();
        }
        let report = searches.run(&name, |control| {
            engine.list_with(&loaded.graph, &query, control, &mut |found: &[VertexId]| sink.take(found))
        })?;

        messages.detail(report.plan.to_string().trim_end());
        note_gpu(&report, messages);
        let written = sink.written;
        let (file, is_limited) = sink.finish()?;
        let outcome = if report.partial && !is_limited { Outcome::Partial } else { Outcome::Complete };
        let partial_file = file.keep(outcome == Outcome::Complete)?;
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

    fn format(&self) -> Result<RowFormat, Failure> {
        match (self.to, &self.output) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => RowFormat::of_path(path).map_err(Failure::input),
            (None, None) => Ok(RowFormat::Tsv),
        }
    }

    fn output_file(&self) -> Result<RowFile, Failure> {
        self.output.as_deref().map_or_else(|| Ok(RowFile::stdout()), RowFile::create)
    }
}

/// Writes matches until the limit or a failure.
struct Sink<'a> {
    rows: &'a Rows<'a>,
    file: RowFile,
    limit: u64,
    written: u64,
    /// What to write next: the header waits for the first row, since a pattern that does not fit the graph has none.
    text: Vec<u8>,
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
    fn new(rows: &'a Rows<'a>, header: String, file: RowFile, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        Self { rows, file, limit, written: 0, text: header.into_bytes(), end: End::None }
    }

    /// The file, and whether the limit ended the list.
    fn finish(mut self) -> Result<(RowFile, bool), Failure> {
        match self.end {
            End::Failed(failure) => return Err(failure),
            End::None | End::Limit => self.file.write(&self.text)?,
        }
        Ok((self.file, matches!(self.end, End::Limit)))
    }

    fn take(&mut self, found: &[VertexId]) -> ControlFlow<()> {
        if !matches!(self.end, End::None) {
            return ControlFlow::Break(());
        }
        if self.written < self.limit {
            self.rows.push(&mut self.text, found);
            if let Err(failure) = self.file.write(&self.text) {
                self.end = End::Failed(failure);
                return ControlFlow::Break(());
            }
            self.text.clear();
            self.written += 1;
        }
        if self.written < self.limit {
            return ControlFlow::Continue(());
        }
        self.end = End::Limit;
        ControlFlow::Break(())
    }
}
