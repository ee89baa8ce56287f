//! The values of a row beside its vertices.

use std::cmp::Ordering;

use gpm::OriginalId;
use gpm::pattern::predicate::Calendar;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Counts below 2^64.
    Count,
    /// Counts of which some need more than 64 bits.
    WideCount,
    Integer,
    /// Integers of which some need more than 64 bits.
    Wide,
    Float,
    Text,
    Moment(Calendar),
    Flag,
    /// Ids of vertices, any number of them.
    Ids,
}

/// One value. `None` is a missing one: nothing in csv and tsv, `null` in jsonl and Parquet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    Count(u128),
    Integer(Option<i64>),
    Wide(Option<i128>),
    Float(Option<f64>),
    Text(Option<&'a str>),
    /// Days or microseconds, as columns of the graph hold them.
    Moment(Calendar, Option<i64>),
    Flag(bool),
    /// In csv, tsv and Parquet with spaces between them, in jsonl an array.
    Ids(&'a [OriginalId<'a>]),
}

/// A column beside the vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColumnHead {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

impl ColumnHead {
    pub(crate) fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }
}

/// The columns of rows: vertices first, then other values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// Names of those that hold vertices.
    pub(crate) vertices: Vec<String>,
    /// The others.
    pub(crate) values: Vec<ColumnHead>,
}

impl Cell<'_> {
    /// Compares two values of one column, the other way around if `is_descending`. Missing values come last either way.
    pub(crate) fn order(&self, other: &Self, is_descending: bool) -> Ordering {
        match (self, other) {
            (Cell::Count(left), Cell::Count(right)) => turned(left.cmp(right), is_descending),
            (Cell::Flag(left), Cell::Flag(right)) => turned(left.cmp(right), is_descending),
            (Cell::Integer(left), Cell::Integer(right)) | (Cell::Moment(_, left), Cell::Moment(_, right)) => {
                missing_last(*left, *right, is_descending, i64::cmp)
            }
            (Cell::Wide(left), Cell::Wide(right)) => missing_last(*left, *right, is_descending, i128::cmp),
            (Cell::Float(left), Cell::Float(right)) => missing_last(*left, *right, is_descending, f64::total_cmp),
            (Cell::Text(left), Cell::Text(right)) => missing_last(*left, *right, is_descending, |l, r| l.cmp(r)),
            _ => unreachable!("a column holds values of one kind"),
        }
    }
}

/// Ids with spaces between them; a name that has one itself is in quotes, as edge lists have it.
pub(crate) fn joined(ids: &[OriginalId<'_>]) -> String {
    let shown = |id: &OriginalId<'_>| match id {
        OriginalId::Name(name) if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '"') => {
            format!("\"{}\"", name.replace('"', "\"\""))
        }
        id => id.to_string(),
    };
    ids.iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn turned(order: Ordering, is_descending: bool) -> Ordering {
    if is_descending { order.reverse() } else { order }
}

fn missing_last<T>(
    left: Option<T>,
    right: Option<T>,
    is_descending: bool,
    compare: impl Fn(&T, &T) -> Ordering,
) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => turned(compare(&left, &right), is_descending),
        (left, right) => right.is_some().cmp(&left.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names_that_differ_differ() {
        let named =
            |names: &[&'static str]| joined(&names.iter().map(|name| OriginalId::Name(name)).collect::<Vec<_>>());
        assert_eq!(named(&["a b", "c"]), "\"a b\" c");
        assert_eq!(named(&["a", "b c"]), "a \"b c\"");
        assert_eq!(named(&["a\"", "", "b"]), "\"a\"\"\" \"\" b");
    }

    #[test]
    fn missing_values_come_last() {
        let sorted = |is_descending: bool| {
            let mut cells = [None, Some(2), Some(-1)].map(Cell::Integer);
            cells.sort_by(|left, right| left.order(right, is_descending));
            cells
        };
        assert_eq!(sorted(false), [Some(-1), Some(2), None].map(Cell::Integer));
        assert_eq!(sorted(true), [Some(2), Some(-1), None].map(Cell::Integer));
    }

    #[test]
    fn texts_and_floats() {
        assert_eq!(Cell::Text(Some("b")).order(&Cell::Text(Some("a")), true), Ordering::Less);
        assert_eq!(Cell::Float(Some(-0.5)).order(&Cell::Float(Some(2.0)), false), Ordering::Less);
        assert_eq!(Cell::Float(None).order(&Cell::Float(None), false), Ordering::Equal);
    }
}
