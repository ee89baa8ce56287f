//! `gpm list`: the matches themselves, one a row.

use std::ops::ControlFlow;

use clap::Args;
use gpm::graph::counted;
use gpm::{Graph, Query, Report, Session, Shard, VertexId};

use crate::answers::{meaning, note_gpu};
use crate::args::{AttributeArgs, EngineArgs, GraphArgs, NamedPattern, PassArgs, QueryArgs, check_order};
use crate::lists::{KeptList, MatchGraph, MatchOut, RowOrder, Sorter};
use crate::parts::FolderArgs;
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{AttributeColumn, OutputArgs, RowFormat, RowWriter, TextFormat, columns};

/// Options of `list`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::LIST)]
pub(crate) struct List {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Pattern: a name (triangle, house, clique:5), text such as 'a-b, b-c, c-a', g6:…, or a file
    #[arg(help_heading = crate::help::NO_HEADING)]
    pattern: String,
    #[command(flatten)]
    rows: RowArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    passes: PassArgs,
}

/// Which rows there are, their order, and what they have beside vertices.
#[derive(Args, Debug)]
#[command(next_help_heading = "Rows")]
struct RowArgs {
    /// Stop after this many matches, whichever come first
    #[arg(long, value_name = "N", conflicts_with_all = ["sorted", "order_by", "top", "checkpoint"])]
    limit: Option<u64>,
    /// List one of N equal parts of the matches, the I-th: together they list each match once
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    checkpoint: FolderArgs,
    /// Further columns with commas between them: attributes, or what is computed from some, such as 'a.name,b.label,(a->b).amount / 100 as euros'
    #[arg(long, value_name = "ATTRIBUTES")]
    with: Option<String>,
    /// Rows in ascending order of ids, the same in each run; holds all of them in memory
    #[arg(long, conflicts_with_all = ["order_by", "checkpoint"])]
    sorted: bool,
    /// Rows in ascending order of an attribute such as '(a->b).amount', or of what is computed from some, then of ids; holds all of them in memory, or
    /// --top K
    #[arg(long, value_name = "ATTRIBUTE", conflicts_with = "checkpoint")]
    order_by: Option<String>,
    /// With --order-by, the largest first
    #[arg(long, requires = "order_by")]
    desc: bool,
    /// With --order-by or --sorted, the first K rows only, with no more than twice as many in memory
    #[arg(long, value_name = "K")]
    top: Option<usize>,
}

impl RowArgs {
    /// Refuses what is about rows, where a graph is written.
    fn refuse(&self) -> Result<(), Failure> {
        let given = [
            (self.with.is_some(), "--with"),
            (self.sorted, "--sorted"),
            (self.order_by.is_some(), "--order-by"),
            (self.top.is_some(), "--top"),
        ];
        match given.into_iter().find(|(is_given, _)| *is_given) {
            Some((_, option)) => Err(Failure::input(format!(
                "a .graphml file holds a graph and no rows: leave out {option}, or write .csv"
            ))),
            None => Ok(()),
        }
    }

    /// The order asked for, if any.
    fn order<'g>(&self, query: &Query, graph: &'g Graph) -> Result<Option<RowOrder<'g>>, Failure> {
        let key = match &self.order_by {
            None => None,
            Some(text) => {
                let mut keys = AttributeColumn::read(text, &query.pattern, graph)?;
                if keys.len() > 1 {
                    return Err(Failure::input(
                        "--order-by takes one attribute; rows with equal ones come by their ids",
                    ));
                }
                keys.pop()
            }
        };
        let is_ordered = self.sorted || key.is_some();
        Ok(is_ordered.then(|| RowOrder::new(graph, query, key, (self.desc, self.top))))
    }
}

impl List {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        check_order(self.graph.path(), &[&self.pattern], "list")?;
        if self.rows.top.is_some() && !self.rows.sorted && self.rows.order_by.is_none() {
            return Err(Failure::input("--top needs an order: add --order-by ATTRIBUTE or --sorted, or write --limit"));
        }
        let is_graph = MatchGraph::is_meant(&self.output);
        if is_graph {
            self.rows.refuse()?;
        }
        let format = if is_graph { None } else { Some(self.output.format(TextFormat::Tsv)?) };
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let NamedPattern { name, pattern } =
            NamedPattern::read(&self.pattern, self.graph.reading(self.query.period()), messages)?;
        let wanted = std::iter::once(&pattern);
        let has_columns = is_graph || self.rows.with.is_some() || self.rows.order_by.is_some();
        let wanted = (wanted, has_columns);
        let loaded = self.graph.load_for_rows(wanted, &self.attributes, self.engine.threads(), messages)?;
        let (graph, query) = (&loaded.graph, self.query.query(pattern, &self.passes).list());
        if let Some(folder) = self.rows.checkpoint.folder() {
            let Some(RowFormat::Text(format)) = format else {
                return Err(Failure::input(
                    "--checkpoint keeps rows of text: write .csv, .tsv or .jsonl, which `gpm convert` and others read",
                ));
            };
            let searches = Searches::start(self.engine.time_limit(), messages);
            let (asked, with) = ((name, query), self.rows.with.as_deref());
            let list = KeptList { engine, graph, asked, format, with, searches, messages };
            return list.run(folder, &self.output);
        }
        let mut is_shown = false;
        let out = match format {
            None => MatchOut::Graph(MatchGraph::start(graph, &query.pattern, &self.output)?),
            Some(format) => {
                let further = AttributeColumn::read_any(self.rows.with.as_deref(), &query.pattern, graph)?;
                let order = self.rows.order(&query, graph)?;
                let columns = columns(&query.pattern, &further);
                let file = self.output.create()?;
                is_shown = file.is_shown();
                let rows = Box::new(RowWriter::new(format, graph, columns, file)?);
                let width = query.pattern.num_vertices();
                MatchOut::Rows { rows, further, sorter: order.map(|order| Sorter::new(order, width)) }
            }
        };
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if is_shown {
            searches = searches.without_bar();
        }
        let mut sink = Sink { out, limit: self.rows.limit.unwrap_or(u64::MAX), taken: 0, end: End::None };
        let mut session = self.rows.shard.map_or_else(|| Session::new(graph), |shard| Session::of_shard(graph, shard));
        let report = searches.run(&name, |control| {
            engine.list_shard_in(&mut session, &query, control, &mut |found: &[VertexId]| sink.take(found))
        })?;
        if let (Some(shard), Some(run)) = (self.rows.shard, report.run(graph)) {
            messages.note(format_args!("shard {shard} of run {run:016x}: all shards must be of the same run"));
        }
        let found = sink.taken;
        let (out, is_limited, written) = sink.finish()?;
        let outcome = if report.partial && !is_limited { Outcome::Partial } else { Outcome::Complete };
        let partial_file = out.keep(outcome == Outcome::Complete)?;
        note(&name, &report, (found, written, outcome), messages);
        if outcome == Outcome::Partial {
            searches.note_partial();
        }
        if let Some(path) = partial_file {
            messages.note(format_args!("what was found is in `{}`", path.display()));
        }
        Ok(outcome)
    }
}

/// Says on standard error what was found, and how long it took.
fn note(name: &str, report: &Report, (found, written, outcome): (u64, u64, Outcome), messages: Messages) {
    if let Some(plan) = &report.plan {
        messages.detail(plan.to_string().trim_end());
    }
    note_gpu(report, messages);
    let partial = if outcome == Outcome::Partial { ", partial" } else { "" };
    let first = if written < found { format!(", of which the first {written} are written") } else { String::new() };
    messages.note(format_args!(
        "{name}: {} ({}{partial}){first} in {:.3} s on {}",
        counted(found, "match", "matches"),
        meaning(&report.query),
        report.seconds.run,
        report.device
    ));
}

/// Hands matches on until the limit or a failure.
struct Sink<'a> {
    out: MatchOut<'a>,
    limit: u64,
    taken: u64,
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
    /// Where matches went, whether the limit ended the list, and how many matches are written.
    fn finish(self) -> Result<(MatchOut<'a>, bool, u64), Failure> {
        let Self { mut out, taken, end, .. } = self;
        let is_limited = match end {
            End::Failed(failure) => return Err(failure),
            End::None => false,
            End::Limit => true,
        };
        let written = out.finish()?.unwrap_or(taken);
        Ok((out, is_limited, written))
    }

    fn take(&mut self, found: &[VertexId]) -> ControlFlow<()> {
        if !matches!(self.end, End::None) {
            return ControlFlow::Break(());
        }
        if self.taken < self.limit {
            if let Err(failure) = self.out.take(found) {
                self.end = End::Failed(failure);
                return ControlFlow::Break(());
            }
            self.taken += 1;
        }
        if self.taken < self.limit {
            return ControlFlow::Continue(());
        }
        self.end = End::Limit;
        ControlFlow::Break(())
    }
}
