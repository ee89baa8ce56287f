//! `gpm list`: the matches themselves, one a row.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use gpm::VertexId;

use super::answer::meaning;
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
    /// Pattern: a file, a name (triangle, house, clique:5), g6:…, or text such as 'a-b, b-c, c-a'
    pattern: String,
    /// Stop after this many matches
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Write to this .csv, .tsv or .jsonl file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the rows [default: by the name of the file, else tsv]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<RowFormat>,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl List {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let format = self.format()?;
        let engine = self.engine.engine()?;
        let NamedPattern { name, pattern } = NamedPattern::read(&self.pattern)?;
        let needs = Needs { directions: pattern.is_directed(), edge_labels: pattern.has_edge_labels() };
        let loaded = self.graph.load_for(needs, self.engine.threads(), messages)?;
        let query = self.query.query(pattern).list();
        // An unknown label is found before a file is made.
        messages.detail(engine.plan(&loaded.graph, &query)?.to_string().trim_end());

        let rows = Rows::new(format, &query.pattern, &loaded.graph);
        let mut sink = Sink::new(&rows, self.output_file()?, self.limit);
        sink.file.write(rows.header(&query.pattern).as_bytes())?;
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if sink.file.is_shown() {
            searches = searches.without_progress();
        }
        let report = searches.run(&name, |control| {
            engine.list_with(&loaded.graph, &query, control, &mut |found: &[VertexId]| sink.take(found))
        })?;

        let Sink { file, written, end, .. } = sink;
        let outcome = match end {
            End::Failed(failure) => return Err(failure),
            End::None if report.partial => Outcome::Partial,
            End::None | End::Limit => Outcome::Complete,
        };
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
    row: Vec<u8>,
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
    fn new(rows: &'a Rows<'a>, file: RowFile, limit: Option<u64>) -> Self {
        Self { rows, file, limit: limit.unwrap_or(u64::MAX), written: 0, row: Vec::new(), end: End::None }
    }

    fn take(&mut self, found: &[VertexId]) -> ControlFlow<()> {
        if !matches!(self.end, End::None) {
            return ControlFlow::Break(());
        }
        if self.written < self.limit {
            self.row.clear();
            self.rows.push(&mut self.row, found);
            if let Err(failure) = self.file.write(&self.row) {
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
