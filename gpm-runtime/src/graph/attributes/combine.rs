//! How the rows of a table about one edge become one value: `amount=sum,day=min,count`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Column, EdgeColumns};
use crate::graph::load::Delimiter;

/// How the values that several rows give one edge become one. Missing values are passed over; an edge without any has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregation {
    /// The sum: of integers exact, or none if one does not fit in 64 bits; of decimals of up to 15 digits exact and then rounded;
    /// of other floats in the order of the rows.
    Sum,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The mean, a float.
    Mean,
    /// The value of the first row.
    First,
    /// The value of the last row.
    Last,
}

/// A column that is made of the rows about each edge.
///
/// As text: `amount=sum` for the values of a column, `count` or `n=count` for the number of rows. A column with one aggregate
/// keeps its name; with several they are called `amount_sum`, `amount_max`.
///
/// ```
/// use gpm_runtime::graph::{Aggregate, Aggregation};
///
/// let sum = Aggregate::Column { column: "amount".to_owned(), by: Aggregation::Sum };
/// assert_eq!("amount=sum".parse(), Ok(sum));
/// assert_eq!("n=count".parse(), Ok(Aggregate::Count { name: "n".to_owned() }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// The values of a column of the table.
    Column {
        /// The name of the column, as the head line has it.
        column: String,
        /// What is made of them.
        by: Aggregation,
    },
    /// The number of rows; 0 for an edge without one.
    Count {
        /// Name of the new column.
        name: String,
    },
}

/// A text that names no aggregate.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no aggregate: write COLUMN=sum, min, max, mean, first or last, or `count`, or NAME=count")]
pub struct NoAggregate(String);

impl Aggregation {
    const ALL: [Self; 6] = [Self::Sum, Self::Min, Self::Max, Self::Mean, Self::First, Self::Last];

    /// The name that text gives it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
            Self::Mean => "mean",
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

impl Aggregation {
    /// Whether values of this kind can be combined so.
    pub(super) fn suits(self, column: Option<&Column>) -> bool {
        match (self, column) {
            (_, None) | (Self::First | Self::Last, _) => true,
            (Self::Min | Self::Max, Some(column)) => !matches!(column, Column::Text(_)),
            (Self::Sum | Self::Mean, Some(column)) => {
                matches!(column, Column::Integers(_) | Column::Wide(_) | Column::Floats(_))
            }
        }
    }

    /// What [`suits`](Self::suits) asks for, up to the names of the columns that do.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Self::Sum | Self::Mean => "only numbers have a sum and a mean (its columns of numbers:",
            Self::Min | Self::Max => "text has no order: take first or last (its other columns:",
            Self::First | Self::Last => "every column has a first and a last value (its columns:",
        }
    }
}

impl FromStr for Aggregate {
    type Err = NoAggregate;

    fn from_str(text: &str) -> Result<Self, NoAggregate> {
        const COUNT: &str = "count";
        let refused = || NoAggregate(text.to_owned());
        let (column, by) = match text.trim().rsplit_once('=') {
            Some((column, by)) => (column.trim(), by.trim()),
            None if text.trim() == COUNT => (COUNT, COUNT),
            None => return Err(refused()),
        };
        if column.is_empty() {
            return Err(refused());
        }
        let column = column.to_owned();
        if by == COUNT {
            return Ok(Self::Count { name: column });
        }
        let by = Aggregation::ALL.into_iter().find(|known| known.name() == by).ok_or_else(refused)?;
        Ok(Self::Column { column, by })
    }
}

impl fmt::Display for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column { column, by } => write!(f, "{column}={}", by.name()),
            Self::Count { name } => write!(f, "{name}=count"),
        }
    }
}

/// How to read a table of edges. The default: every edge has at most one row, or rows that say the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// What is made of several rows about one edge. In an undirected graph the rows of (a, b) and of (b, a) are about one edge.
    pub combine: Vec<Aggregate>,
    /// The columns with the ids of the ends; `None` is by their names, or the first two. A column of labels is an attribute.
    pub columns: Option<EdgeColumns>,
    /// Whether the first line of a text names the columns; `None` is by evidence, and an error where that does not do. Columns
    /// without names are called by number, from 1.
    pub header: Option<bool>,
    /// What parts the fields of a text; `None` is what parts the names in its head.
    pub delimiter: Option<Delimiter>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggregates_as_text() {
        for text in ["amount=sum", "a b=min", "a=b=mean", "n=count"] {
            assert_eq!(text.parse::<Aggregate>().map(|aggregate| aggregate.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("count".parse(), Ok(Aggregate::Count { name: "count".to_owned() }));
        for text in ["amount", "amount=total", "=sum", "", "sum"] {
            assert!(text.parse::<Aggregate>().is_err(), "{text}");
        }
    }
}
