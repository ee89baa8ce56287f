//! `gpm motifs --temporal`: how often every short sequence of events occurs within a window, where events are the rows of GRAPH.

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use gpm::pattern::predicate::Within;
use gpm::pattern::{TemporalMotif, is_span, temporal_motifs};
use gpm::{Column, Engine, Graph, Query, TemporalQuestion};

use crate::answers::{Answer, AnswerArgs, AnswerFile, Window, are_complete, note_sum, print_line};
use crate::args::{GraphArgs, Loaded};
use crate::counts::{Counting, Failed, Wanted};
use crate::parts::PartArgs;
use crate::process::{Failure, Messages, Outcome, Searches};

/// Vertices: of four events on five vertices there are too many sequences to plan them all. *guess*
const LARGEST: usize = 4;
/// Vertices unless `-k` says something else: as in the paper.
const DEFAULT: usize = 3;
/// The column of times that the pattern language takes where none is named.
const TIME: &str = "time";

/// Options on temporal motifs.
#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
pub(super) struct TemporalArgs {
    /// Count temporal motifs: sequences of events on at most K (3) vertices, where each row of GRAPH is an event from one vertex to
    /// another
    #[arg(long, requires = "within", conflicts_with_all = ["induced", "estimate", "shard"])]
    temporal: bool,
    /// Of temporal motifs: how long after the first event the last may be, as patterns say it (3600, '1 day'); several are counted
    /// side by side
    #[arg(long, value_name = "SPAN,…", requires = "temporal", value_delimiter = ',', value_parser = parse_span)]
    within: Vec<String>,
    /// Of temporal motifs: how many events they have, 2 to 4
    #[arg(long, value_name = "N", requires = "temporal", default_value_t = 3, value_parser = RangedU64ValueParser::<usize>::new().range(2..=4))]
    edges: usize,
    /// Of temporal motifs: events of the same time are in no order, and in no motif together (strict), or in that of their rows (row), as
    /// in most other programs
    #[arg(long, value_name = "strict|row", requires = "temporal", value_enum, default_value_t = Ties::Strict, hide_possible_values = true)]
    ties: Ties,
    /// Of temporal motifs: the column of GRAPH with the times, by name, or by number from 1 where the columns have no names
    #[arg(long, value_name = "COLUMN", requires = "temporal", default_value = TIME)]
    by: String,
}

/// How events of the same time are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ties {
    /// Not at all
    Strict,
    /// As their rows
    Row,
}

/// A count of all temporal motifs, and what it shares with the count of others.
pub(super) struct Census<'a> {
    pub(super) asked: &'a TemporalArgs,
    /// What `-k` says.
    pub(super) size: Option<usize>,
    pub(super) graph: &'a GraphArgs,
    pub(super) answers: &'a AnswerArgs,
    pub(super) parts: &'a PartArgs,
}

impl TemporalArgs {
    /// Whether temporal motifs are asked for.
    pub(super) fn is_given(&self) -> bool {
        self.temporal
    }

    /// The pattern of a motif in a window, as a user would type it.
    fn text(&self, motif: &TemporalMotif, within: &str) -> String {
        let by = match (self.ties, self.by.as_str()) {
            (Ties::Strict, TIME) => String::new(),
            (Ties::Strict, column) => format!(" by {column}"),
            (Ties::Row, column) => format!(" by {column}, row"),
        };
        format!("{}{by} within {within}", motif.text())
    }

    /// The column of times, if it is one with which the spans can be compared.
    fn times<'g>(&self, graph: &'g Graph) -> Result<&'g Column, Failure> {
        let by = &self.by;
        let Some(times) = graph.vertex_column(by) else {
            let names: Vec<String> = graph.vertex_column_names().map(|name| format!("`{name}`")).collect();
            return Err(Failure::input(format!(
                "no column is called `{by}`: name the one with the times of the events with --by COLUMN (columns: {})",
                names.join(", ")
            )));
        };
        let has_unit = |span: &&String| span.trim().parse::<f64>().is_err();
        let (with_unit, without) = (self.within.iter().find(has_unit), self.within.iter().find(|span| !has_unit(span)));
        let what = times.what();
        match (what, with_unit, without) {
            ("text", ..) => Err(Failure::input(format!(
                "the column `{by}` holds text, which has no order in time: name the one with the times with --by COLUMN"
            ))),
            ("integers" | "floats", Some(span), _) => Err(Failure::input(format!(
                "the column `{by}` holds {what}, of which nobody says what they count: write `--within {span}` as a number, such as 86400 for a day \
                 of seconds"
            ))),
            ("times" | "timestamps", _, Some(span)) => Err(Failure::input(format!(
                "the column `{by}` holds {what}: write `--within {span}` with a unit, such as '{} seconds'",
                span.trim()
            ))),
            _ => Ok(times),
        }
    }
}

impl Census<'_> {
    pub(super) fn run(&self, engine: &Engine, messages: Messages) -> Result<Outcome, Failure> {
        let Self { asked, size, graph, answers, parts } = self;
        let size = size.unwrap_or(DEFAULT);
        if size > LARGEST {
            return Err(Failure::input(format!(
                "-k {size}: with --temporal there are sequences of events on at most {LARGEST} vertices"
            )));
        }
        let motifs = temporal_motifs(asked.edges, size);
        let mut queries = Vec::new();
        for motif in &motifs {
            for within in &asked.within {
                queries.push((name(motif, within), asked.text(motif, within).parse::<Query>()?));
            }
        }
        let patterns = queries.iter().map(|(_, query)| &query.pattern);
        let loaded = graph.load_records(patterns, answers.engine.threads(), messages)?;
        note_ties(asked.times(&loaded.graph)?, asked.ties, messages);
        let session = parts.session(&loaded.graph, &queries)?;
        let searches = Searches::start(answers.engine.time_limit(), messages);
        let spans = asked.within.iter().map(|span| Ok(Within::new(span, &asked.by)?));
        let spans = spans.collect::<Result<Vec<_>, Failure>>()?;
        let question = TemporalQuestion { motifs: &motifs, spans: &spans, are_ties_ordered: asked.ties == Ties::Row };
        let file = AnswerFile::start(&answers.output, answers.json)?;
        if question.has_answer(&loaded.graph) && !parts.is_given() {
            let counted = together(engine, (&question, &queries), &loaded, &searches)?;
            let outcome = self.tell(&motifs, (counted, file), &loaded, messages)?;
            if outcome == Outcome::Partial {
                searches.note_stopped("nothing was counted to the end");
            }
            return Ok(outcome);
        }
        let (loaded, failed) = (&loaded, Failed::new(answers.json));
        let mut counting = Counting {
            engine,
            session,
            wanted: Wanted::All,
            searches: &searches,
            loaded,
            notes_each: false,
            failed,
            messages,
        };
        let all: Vec<Query> = queries.iter().map(|(_, query)| query.clone()).collect();
        searches.run("planning", |control| engine.announce(&mut counting.session, &all, control))?;
        let mut counted = Vec::new();
        counting.answers(&queries, |answer| {
            counted.push(answer);
            Ok(())
        })?;
        let outcome = self.tell(&motifs, (counted, file), loaded, messages)?;
        let outcome = counting.end(&queries, outcome)?;
        if outcome == Outcome::Partial {
            searches.note_stopped(parts.consequence());
        }
        Ok(outcome)
    }

    /// Prints what was counted, or writes it to the file.
    fn tell(
        &self,
        motifs: &[TemporalMotif],
        (counted, file): (Vec<Answer>, Option<AnswerFile>),
        loaded: &Loaded,
        messages: Messages,
    ) -> Result<Outcome, Failure> {
        let answers = self.answers;
        let rows = self.rows(motifs, counted);
        let counted: Vec<Answer> = rows.iter().flat_map(|(_, cells)| cells.iter().flatten().cloned()).collect();
        note_sum(&counted, messages);
        if answers.json {
            counted.iter().try_for_each(|answer| answer.print(true))?;
        } else if file.is_none() {
            self.print(&rows)?;
        }
        if let Some(file) = file {
            file.write(&counted, are_complete(&counted), &loaded.graph, messages)?;
        }
        Ok(counted.iter().fold(Outcome::Complete, |all, answer| all.and(answer.outcome())))
    }

    /// The answers by motif and span, called as the motifs are; one that failed is missing.
    fn rows<'m>(
        &self,
        motifs: &'m [TemporalMotif],
        counted: Vec<Answer>,
    ) -> Vec<(&'m TemporalMotif, Vec<Option<Answer>>)> {
        let mut counted = counted.into_iter().peekable();
        let mut cell = |motif: &TemporalMotif, within: &String| {
            let mut answer = counted.next_if(|answer| answer.subject.name == name(motif, within))?;
            answer.subject.name = motif.title();
            answer.window = Some(Window { class: motif.class().to_string(), within: within.clone() });
            Some(answer)
        };
        motifs.iter().map(|motif| (motif, self.asked.within.iter().map(|span| cell(motif, span)).collect())).collect()
    }

    /// Columns: name, class, and the count within each span, below a head line.
    fn print(&self, rows: &[(&TemporalMotif, Vec<Option<Answer>>)]) -> Result<(), Failure> {
        let head = ["motif".to_owned(), "class".to_owned()].into_iter();
        let head = head.chain(self.asked.within.iter().map(|span| format!("within {span}")));
        let text = |answer: &Option<Answer>| match answer {
            Some(answer) => format!("{}{}", answer.count, if answer.partial { " (partial)" } else { "" }),
            None => "no answer".to_owned(),
        };
        let row = |(motif, cells): &(&TemporalMotif, Vec<Option<Answer>>)| -> Vec<String> {
            [motif.title(), motif.class().to_string()].into_iter().chain(cells.iter().map(text)).collect()
        };
        let lines: Vec<Vec<String>> = std::iter::once(head.collect()).chain(rows.iter().map(row)).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
        lines.iter().try_for_each(|line| {
            let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 | 1 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            print_line(&cells.collect::<Vec<_>>().join("  "))
        })
    }
}

/// The answers to all queries, one by motif and span, counted in one pass.
fn together(
    engine: &Engine,
    (question, queries): (&TemporalQuestion<'_>, &[(String, Query)]),
    loaded: &Loaded,
    searches: &Searches,
) -> Result<Vec<Answer>, Failure> {
    let found = searches.run("counting", |control| engine.temporal_counts(&loaded.graph, question, control))?;
    let effort = (&found.device, found.seconds / queries.len() as f64);
    let answer = |((name, query), &count): (&(String, Query), &u128)| Answer {
        partial: !found.complete,
        ..Answer::counted((name, query), count, effort, loaded)
    };
    Ok(queries.iter().zip(found.counts.iter().flatten()).map(answer).collect())
}

/// What a motif in a window is called while it is counted.
fn name(motif: &TemporalMotif, within: &str) -> String {
    format!("{} within {within}", motif.title())
}

/// Says how many events have the time of another: how those are ordered changes the counts.
fn note_ties(times: &Column, ties: Ties, messages: Messages) {
    let (all, shared) = (times.num_present(), times.num_shared());
    let order = match ties {
        Ties::Strict => "they are in no order, and in no motif together (--ties row: in that of their rows)",
        Ties::Row => "they are in the order of their rows (--ties strict: in none)",
    };
    match shared {
        0 => messages.note("no two records have the same time"),
        _ => messages.note(format_args!(
            "{shared} of {all} records ({:.1} %) have the time of another: {order}",
            100.0 * shared as f64 / all as f64
        )),
    }
}

/// A span, as the word `within` of patterns takes it.
fn parse_span(text: &str) -> Result<String, String> {
    match is_span(text) {
        true => Ok(text.trim().to_owned()),
        false => Err("expected a number, perhaps with seconds, minutes, hours, days or weeks after it, or an interval"
            .to_owned()),
    }
}
