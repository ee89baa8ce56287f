//! Patterns with their supports, as lines of text, JSON or rows of a file.

use clap::ValueEnum;
use gpm::{FrequentPattern, Graph, Semantics};
use serde::Serialize;

use super::answer::{json_line, print_line};
use crate::process::{Failure, Messages};
use crate::rows::{Cell, ColumnHead, Columns, Kind, OutputArgs, RowWriter, TextFormat};

/// What the support of a pattern in one graph is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MeasureArg {
    /// Minimum image
    Mni,
}

/// What the supports of patterns of a graph count, as `unit` says it.
pub(crate) fn unit(graph: &Graph) -> &'static str {
    if graph.num_members().is_some() { GRAPHS } else { "vertices" }
}

const GRAPHS: &str = "graphs";

/// One pattern; the fields of its JSON are a contract, see `gpm fsm --help`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Supported {
    pattern: String,
    vertices: usize,
    edges: usize,
    support: u64,
    unit: &'static str,
    domains: Vec<u64>,
    semantics: String,
    /// Decimal, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
}

impl Supported {
    pub(crate) fn new(
        found: &FrequentPattern,
        (semantics, unit): (Semantics, &'static str),
        count: Option<u128>,
    ) -> Self {
        let FrequentPattern { pattern, support, domains, .. } = found;
        Self {
            pattern: pattern.to_string(),
            vertices: pattern.num_vertices(),
            edges: pattern.num_edges(),
            support: *support,
            unit,
            domains: domains.clone(),
            semantics: semantics.to_string(),
            count: count.map(|count| count.to_string()),
        }
    }

    fn domains(&self) -> String {
        self.domains.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    /// As text: the support, the pattern, and its domains.
    fn line(&self) -> String {
        let count = self.count.as_ref().map_or_else(String::new, |count| format!("; {count} subgraphs"));
        let graphs = if self.unit == GRAPHS { "graphs; " } else { "" };
        format!("{}  {}  ({graphs}domains {}{count})", self.support, self.pattern, self.domains())
    }
}

/// Where patterns go.
pub(crate) enum Supports<'g> {
    Text,
    Json,
    Rows {
        rows: Box<RowWriter<'g>>,
        has_count: bool,
        /// Whether they are printed as JSON as well.
        is_json: bool,
    },
}

impl<'g> Supports<'g> {
    /// Starts the file, if rows are asked for.
    pub(crate) fn start(
        output: &OutputArgs,
        is_json: bool,
        has_count: bool,
        graph: &'g Graph,
    ) -> Result<Self, Failure> {
        if !output.is_given() {
            return Ok(if is_json { Supports::Json } else { Supports::Text });
        }
        output.check_json(is_json)?;
        let format = output.format(TextFormat::Csv)?;
        let mut values = vec![
            ColumnHead::new("pattern", Kind::Text),
            ColumnHead::new("vertices", Kind::Count),
            ColumnHead::new("edges", Kind::Count),
            ColumnHead::new("support", Kind::Count),
            ColumnHead::new("domains", Kind::Text),
            ColumnHead::new("semantics", Kind::Text),
            ColumnHead::new("unit", Kind::Text),
        ];
        // Text, since it may be missing, or have more digits than integers of files.
        values.extend(has_count.then(|| ColumnHead::new("count", Kind::Text)));
        let columns = Columns { vertices: Vec::new(), values };
        let rows = Box::new(RowWriter::new(format, graph, columns, output.create()?)?);
        Ok(Supports::Rows { rows, has_count, is_json })
    }

    /// Prints or writes a pattern.
    pub(crate) fn push(&mut self, found: &Supported) -> Result<(), Failure> {
        match self {
            Supports::Text => print_line(&found.line()),
            Supports::Json => print_line(&json_line(found)?),
            Supports::Rows { rows, has_count, is_json } => {
                if *is_json {
                    print_line(&json_line(found)?)?;
                }
                let domains = found.domains();
                let cells = [
                    Cell::Text(Some(&found.pattern)),
                    Cell::Count(found.vertices as u128),
                    Cell::Count(found.edges as u128),
                    Cell::Count(found.support.into()),
                    Cell::Text(Some(&domains)),
                    Cell::Text(Some(&found.semantics)),
                    Cell::Text(Some(found.unit)),
                ];
                let count = has_count.then_some(Cell::Text(found.count.as_deref()));
                rows.push(&[], cells.into_iter().chain(count))
            }
        }
    }

    /// Ends the rows.
    pub(crate) fn keep(self, is_complete: bool, messages: Messages) -> Result<(), Failure> {
        let Supports::Rows { rows, .. } = self else { return Ok(()) };
        if let Some(path) = rows.keep(is_complete)? {
            messages.note(format_args!("what was found is in `{}`", path.display()));
        }
        Ok(())
    }
}
