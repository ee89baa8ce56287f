//! Which columns a caller asks for.

use std::fmt;
use std::str::FromStr;

/// One column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ColumnRef {
    /// By number, counted from 1.
    Number(usize),
    /// By the name in the head line.
    Name(String),
}

/// The columns of an edge list that are read: `FROM,TO` or `FROM,TO,LABEL`, each a name or a number counted from 1.
///
/// ```
/// use gpm_runtime::graph::{ColumnRef, EdgeColumns};
///
/// let columns: EdgeColumns = "sender,3".parse()?;
/// assert_eq!((columns.from, columns.to), (ColumnRef::Name("sender".to_owned()), ColumnRef::Number(3)));
/// # Ok::<(), gpm_runtime::graph::BadColumns>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EdgeColumns {
    /// Where an edge starts.
    pub from: ColumnRef,
    /// Where it ends.
    pub to: ColumnRef,
    /// Its label; a column given here is read without [`LoadOptions::edge_labels`](super::LoadOptions::edge_labels) too.
    pub label: Option<ColumnRef>,
}

/// A text that names no columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected `FROM,TO` or `FROM,TO,LABEL`: different columns, each by name or by number from 1")]
pub struct BadColumns;

impl FromStr for EdgeColumns {
    type Err = BadColumns;

    fn from_str(text: &str) -> Result<Self, BadColumns> {
        let column = |word: &str| match (word.trim(), word.trim().parse()) {
            ("", _) | (_, Ok(0)) => Err(BadColumns),
            (_, Ok(number)) => Ok(ColumnRef::Number(number)),
            (name, Err(_)) => Ok(ColumnRef::Name(name.to_owned())),
        };
        let columns: Vec<ColumnRef> = text.split(',').map(column).collect::<Result<_, _>>()?;
        let is_twice = |i: usize| columns[..i].contains(&columns[i]);
        if !(2..=3).contains(&columns.len()) || (0..columns.len()).any(is_twice) {
            return Err(BadColumns);
        }
        let mut columns = columns.into_iter();
        let (from, to) = (columns.next().ok_or(BadColumns)?, columns.next().ok_or(BadColumns)?);
        Ok(EdgeColumns { from, to, label: columns.next() })
    }
}

impl EdgeColumns {
    /// All columns asked for.
    pub(super) fn all(&self) -> impl Iterator<Item = &ColumnRef> {
        [&self.from, &self.to].into_iter().chain(&self.label)
    }

    /// Whether a column is asked for by name, which needs a head line.
    pub(super) fn has_names(&self) -> bool {
        self.all().any(|column| matches!(column, ColumnRef::Name(_)))
    }
}

impl ColumnRef {
    /// The 0-based place of the column among `names`: as written, or in another case if only one is like it.
    pub(super) fn place(&self, names: &[String]) -> Option<usize> {
        match self {
            Self::Number(number) => Some(number - 1),
            Self::Name(name) => {
                let exact = names.iter().position(|known| known == name);
                exact.or_else(|| {
                    let mut like = (0..names.len()).filter(|&i| names[i].eq_ignore_ascii_case(name));
                    like.next().filter(|_| like.next().is_none())
                })
            }
        }
    }
}

impl fmt::Display for ColumnRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_text() {
        let columns: EdgeColumns = " 2, to ,label".parse().expect("three columns");
        assert_eq!(columns.from, ColumnRef::Number(2));
        assert_eq!(columns.label, Some(ColumnRef::Name("label".to_owned())));
        for text in ["", "1", "1,1", "0,1", "1,2,3,4", "a,,b"] {
            assert_eq!(text.parse::<EdgeColumns>(), Err(BadColumns), "{text}");
        }
    }
}
