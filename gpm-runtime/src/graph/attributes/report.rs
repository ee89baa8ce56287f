//! What reading a table did.

use std::fmt;

/// What was read from a table and what was left out. `Display` is what people are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TableReport {
    /// Rows read.
    pub rows: u64,
    /// Rows about vertices or edges that the graph does not have.
    pub strangers: u64,
    /// Rows about an edge that a row before is about too.
    pub repeated: u64,
    /// Names of the columns added.
    pub columns: Vec<String>,
    /// Columns left out, since they hold no numbers.
    pub skipped: Vec<SkippedColumn>,
}

/// A column that holds no numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SkippedColumn {
    /// Its name.
    pub name: String,
    /// What it holds instead: the first field that is no number, or the type of the column.
    pub found: String,
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.columns.iter().map(|name| format!("`{name}`")).collect();
        write!(
            f,
            "{} rows, columns {}",
            self.rows,
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        )?;
        for SkippedColumn { name, found } in &self.skipped {
            write!(f, "\ncolumn `{name}` is no numbers ({found}), left out")?;
        }
        if self.repeated > 0 {
            write!(f, "\n{} rows are about an edge that has one before", self.repeated)?;
        }
        match self.strangers {
            0 => Ok(()),
            number => write!(f, "\n{number} rows are not about the graph, passed over"),
        }
    }
}
