//! What reading a table did.

use std::fmt;

use super::Column;
use crate::graph::counted;
use crate::graph::load::{COMMENT, COMMENTS};

/// What was read from a table and what was left out. `Display` is what people are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TableReport {
    /// Rows of the table, the head line not among them.
    pub rows: u64,
    /// Rows about vertices or edges that the graph does not have.
    pub strangers: u64,
    /// Rows about an edge that a row before is about too.
    pub repeated: u64,
    /// Lines below the head that begin with `#` or `%` and were passed over as comments.
    pub comments: u64,
    /// Names of the columns added.
    pub columns: Vec<String>,
    /// What each of them holds (see [`Column::what`](super::Column::what)).
    pub types: Vec<&'static str>,
    /// Columns of text in which some fields are numbers, dates or the like.
    pub mixed: Vec<MixedColumn>,
    /// Columns of numbers or dates that are not written as programs write them, and how a value was read.
    pub read_as: Vec<(String, String)>,
    /// Columns left out. Who asks for one is told why.
    pub skipped: Vec<SkippedColumn>,
}

/// A column that begins like numbers, dates, times or timestamps and is text for one field that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MixedColumn {
    /// The name of the column, as the head line has it.
    pub name: String,
    /// What it began like.
    pub began: &'static str,
    /// The first field that is no such value, with its line.
    pub found: String,
}

/// A column that can be no column of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SkippedColumn {
    /// The name of the column, as the head line has it.
    pub name: String,
    /// Why: the field that cannot be held, the type of the column, or the edge about which rows differ.
    pub found: String,
}

impl TableReport {
    /// Names these columns as the ones added, in place of those of the table.
    pub(in crate::graph) fn holds(&mut self, columns: &[(String, Column)]) {
        (self.columns, self.types) = columns.iter().map(|(name, column)| (name.clone(), column.what())).unzip();
    }

    /// What is said of the attributes that the file of a graph has itself, if it has some.
    pub(super) fn as_note(&self, what: &str) -> Vec<String> {
        let names = (!self.columns.is_empty()).then(|| format!("attributes of {what}: {}", self.names()));
        names.into_iter().chain(self.skipped.iter().map(SkippedColumn::to_string)).collect()
    }

    /// The columns, and what they are unless they are numbers.
    fn names(&self) -> String {
        let of = |what: &str| if what == "integers" || what == "floats" { String::new() } else { format!(" ({what})") };
        let names = self.columns.iter().zip(&self.types);
        let names: Vec<String> = names.map(|(name, what)| format!("`{name}`{}", of(what))).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }

    /// Notes that a column was added.
    pub(super) fn added(&mut self, name: &str, what: &'static str) {
        self.columns.push(name.to_owned());
        self.types.push(what);
    }
}

impl fmt::Display for SkippedColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column `{}` left out: {}", self.name, self.found)
    }
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, columns {}", counted(self.rows, "row", "rows"), self.names())?;
        for skipped in &self.skipped {
            write!(f, "\n{skipped}")?;
        }
        for (name, how) in &self.read_as {
            write!(f, "\ncolumn `{name}`: {how}")?;
        }
        for MixedColumn { name, began, found } in &self.mixed {
            write!(f, "\ncolumn `{name}` begins with {began} and is text ({found})")?;
        }
        if self.repeated > 0 {
            let rows = counted(self.repeated, "row is", "rows are");
            write!(f, "\n{rows} about an edge that has one before")?;
        }
        if self.comments > 0 {
            write!(f, "\n{}", counted(self.comments, COMMENT, COMMENTS))?;
        }
        match self.strangers {
            0 => Ok(()),
            number => write!(f, "\n{} not about the graph, passed over", counted(number, "row is", "rows are")),
        }
    }
}
