//! `gpm query`: a query in Cypher, answered as rows.

use std::ops::ControlFlow;

use clap::Args;
use gpm::graph::counted;
use gpm::{Graph, OriginalId};
use gpm_query::{Column, Kind as ValueKind, QueryError, Question, Value};

use crate::args::{AttributeArgs, EngineArgs, GraphArgs, Relationships};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{Cell, ColumnHead, Columns, Kind, OutputArgs, RowFormat, RowWriter, TextFormat};

/// Options of `query`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::QUERY)]
pub(crate) struct Query {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Query in Cypher, such as 'MATCH (a)-->(b)-->(c) WHERE a <> c RETURN count(*)'
    #[arg(help_heading = crate::help::NO_HEADING)]
    query: String,
    #[command(flatten)]
    relationships: RelationshipArgs,
    /// Show the patterns that are counted or listed, and do neither
    #[arg(long, help_heading = crate::help::OUTPUT)]
    explain: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What relationships are.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading the graph")]
struct RelationshipArgs {
    /// Relationships have no direction; by default each leads from the first end to the second, but in files that say it
    #[arg(long, conflicts_with = "directed")]
    undirected: bool,
    /// At most one relationship leads from one vertex to another, whichever rows of a table there are
    #[arg(long, conflicts_with = "records")]
    simple: bool,
}

impl Query {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let question = Question::read(&self.query).map_err(|refusal| Failure::input(refusal.to_string()))?;
        let format = self.output.format(TextFormat::Tsv)?;
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let relationships = Relationships {
            are_directed: !self.relationships.undirected,
            have_types: question.reads_types(),
            are_simple: self.relationships.simple,
        };
        let loaded = self.graph.load_relationships(relationships, &self.attributes, self.engine.threads(), messages)?;
        let graph = &loaded.graph;
        if self.explain {
            let text = question.explain(graph).map_err(failure)?;
            crate::answers::print_line(text.trim_end())?;
            return Ok(Outcome::Complete);
        }
        let columns = question.columns(graph).map_err(failure)?;
        for label in question.unknown_labels(graph) {
            messages.note(format_args!("the graph has no label or type `{label}`: what asks for it matches nothing"));
        }
        let heads = columns.iter().map(|column| ColumnHead::new(column.name.as_str(), kind(column, graph, format)));
        let heads = Columns { vertices: Vec::new(), values: heads.collect() };
        let file = self.output.create()?;
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if file.is_shown() {
            searches = searches.without_bar();
        }
        let mut rows = RowWriter::new(format, graph, heads, file)?;
        let (mut failed, mut number) = (None, 0_u64);
        let found = searches.run("query", |control| {
            question.answer_with(engine, graph, control, &mut |row| match push(
                &mut rows,
                (&columns, row),
                graph,
                format,
            ) {
                Ok(()) => {
                    number += 1;
                    ControlFlow::Continue(())
                }
                Err(own) => {
                    failed = Some(own);
                    ControlFlow::Break(())
                }
            })
        });
        if let Some(failure) = failed {
            return Err(failure);
        }
        let outcome = if found.map_err(failure)? { Outcome::Partial } else { Outcome::Complete };
        let partial_file = rows.keep(outcome == Outcome::Complete)?;
        messages.note(format_args!("query: {}", counted(number, "row", "rows")));
        if outcome == Outcome::Partial {
            searches.note_stopped("rows are missing, and counts are of the part of the graph searched so far");
        }
        if let Some(path) = partial_file {
            messages.note(format_args!("what was found is in `{}`", path.display()));
        }
        Ok(outcome)
    }
}

fn failure(error: QueryError) -> Failure {
    match error {
        QueryError::Refused(refusal) => Failure::input(refusal.to_string()),
        QueryError::Engine(error) => Failure::from(error),
    }
}

/// What a column of rows holds. Text has room for integers of any width.
fn kind(column: &Column, graph: &Graph, format: RowFormat) -> Kind {
    let is_named = graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_));
    match column.kind {
        ValueKind::Null | ValueKind::Text => Kind::Text,
        ValueKind::Boolean => Kind::Flag,
        ValueKind::Integer if format == RowFormat::Parquet => Kind::Integer,
        ValueKind::Integer => Kind::Wide,
        ValueKind::Float => Kind::Float,
        ValueKind::Moment(calendar) => Kind::Moment(calendar),
        ValueKind::Vertex if is_named => Kind::Text,
        ValueKind::Vertex => Kind::Count,
        ValueKind::Relationship if graph.has_records() => Kind::Count,
        ValueKind::Relationship => Kind::Text,
    }
}

/// Writes a row.
fn push(
    rows: &mut RowWriter<'_>,
    (columns, row): (&[Column], &[Value]),
    graph: &Graph,
    format: RowFormat,
) -> Result<(), Failure> {
    let texts: Vec<Option<String>> = row.iter().map(|value| value.shown(graph)).collect();
    let heads: Vec<Kind> = columns.iter().map(|column| kind(column, graph, format)).collect();
    if let Some((_, column)) = row.iter().zip(columns).find(|(value, _)| {
        matches!(value, Value::Integer(value) if format == RowFormat::Parquet && i64::try_from(*value).is_err())
    }) {
        let large = format!("`{}` has a value of more than 64 bits: write .csv, .tsv or .jsonl", column.name);
        return Err(Failure::run(large));
    }
    let cells = row.iter().zip(&heads).zip(&texts);
    rows.push(&[], cells.map(|((value, kind), text)| cell(value, *kind, text.as_deref(), graph)))
}

/// A value of a column; `text` is what it is as text.
fn cell<'t>(value: &Value, kind: Kind, text: Option<&'t str>, graph: &Graph) -> Cell<'t> {
    match (kind, value) {
        (Kind::Flag, Value::Boolean(value)) => Cell::Flag(*value),
        (Kind::Integer, Value::Integer(value)) => Cell::Integer(i64::try_from(*value).ok()),
        (Kind::Integer, _) => Cell::Integer(None),
        (Kind::Wide, Value::Integer(value)) => Cell::Wide(Some(*value)),
        (Kind::Wide, _) => Cell::Wide(None),
        (Kind::Float, Value::Float(value)) => Cell::Float(Some(*value)),
        (Kind::Float, Value::Integer(value)) => Cell::Float(Some(*value as f64)),
        (Kind::Float, _) => Cell::Float(None),
        (Kind::Moment(calendar), Value::Moment(_, value)) => Cell::Moment(calendar, Some(*value)),
        (Kind::Moment(calendar), _) => Cell::Moment(calendar, None),
        (Kind::Count, Value::Vertex(v)) => match graph.original_id(*v) {
            OriginalId::Integer(id) => Cell::Count(id.into()),
            OriginalId::Name(_) => Cell::Text(text),
        },
        (Kind::Count, Value::Record(record)) => Cell::Count(graph.row_of_record(*record).unwrap_or_default().into()),
        _ => Cell::Text(text),
    }
}
