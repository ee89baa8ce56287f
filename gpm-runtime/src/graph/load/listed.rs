//! What a graph file says of its vertices and edges beside names and labels, before the vertices have their ids.

use super::scan::Refusal;
use crate::graph::Column;

/// Values of vertices and edges.
#[derive(Debug)]
pub(crate) struct Listed {
    /// What the vertices are called, by number.
    pub(crate) ids: ListedIds,
    /// The edges that have values, between vertices by number.
    pub(crate) edges: Vec<ListedEdge>,
    /// Row `i` is about vertex `i`.
    pub(crate) vertex_values: Values,
    /// Row `i` is about edge `i` of `edges`.
    pub(crate) edge_values: Values,
    /// Numbers of the edges of `edges`.
    pub(crate) edge_columns: Vec<(String, Column)>,
    /// What was left out.
    pub(crate) notes: Vec<String>,
}

/// Original ids of vertices, by number.
#[derive(Debug)]
pub(crate) enum ListedIds {
    /// The first one, then those after it; as many.
    From(u64, u64),
    Integers(Vec<u64>),
    Names(Vec<Box<str>>),
}

/// An edge of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedEdge {
    pub(crate) ends: [u32; 2],
    /// Without a direction: where directions are kept, it is an arc both ways.
    pub(crate) is_both_ways: bool,
}

impl ListedEdge {
    /// Whether it is from a vertex to itself, which no graph of ours has.
    pub(crate) fn is_loop(&self) -> bool {
        self.ends[0] == self.ends[1]
    }
}

/// What the file says the values of a column are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// Nothing: they are what they look like.
    #[default]
    Unsaid,
    /// Text, also where it looks like numbers; days and times are seen.
    Text,
    /// `true` and `false`, which are 1 and 0.
    Boolean,
}

/// Columns of values as they are written.
#[derive(Debug, Default)]
pub(crate) struct Values {
    columns: Vec<ListedColumn>,
}

/// A column of values, one after the other.
#[derive(Debug)]
pub(crate) struct ListedColumn {
    pub(crate) name: String,
    pub(crate) kind: ValueKind,
    /// The value of rows that have none of their own.
    default: Option<String>,
    /// The row of each value, and where its text ends.
    places: Vec<(u32, usize)>,
    text: String,
}

impl Values {
    /// The number of the column of that name, which is made if there is none.
    pub(crate) fn column(&mut self, name: &str, kind: ValueKind, default: Option<&str>) -> usize {
        if let Some(known) = self.columns.iter().position(|column| column.name == name) {
            return known;
        }
        let (name, default) = (name.to_owned(), default.map(str::to_owned));
        self.columns.push(ListedColumn { name, kind, default, places: Vec::new(), text: String::new() });
        self.columns.len() - 1
    }

    /// Gives a row of a column its value.
    pub(crate) fn set(&mut self, column: usize, row: u32, value: &str) {
        let ListedColumn { places, text, .. } = &mut self.columns[column];
        text.push_str(value);
        places.push((row, text.len()));
    }

    /// Says of a column that it is text, if a value of it is.
    pub(super) fn is_text(&mut self, column: usize) {
        self.columns[column].kind = ValueKind::Text;
    }

    pub(crate) fn columns(&self) -> &[ListedColumn] {
        &self.columns
    }
}

impl ListedColumn {
    /// The value of each of `rows` rows; the last one where a row has several.
    pub(crate) fn by_row(&self, rows: usize) -> Vec<&str> {
        let mut values = vec![self.default.as_deref().unwrap_or(""); rows];
        let mut start = 0;
        for &(row, end) in &self.places {
            values[row as usize] = &self.text[start..end];
            start = end;
        }
        values
    }
}

/// A value that may go over several lines: blanks at the ends and every break become one blank or none.
pub(super) fn one_line(value: &[u8]) -> Result<String, Refusal> {
    let text = std::str::from_utf8(value).map_err(|_| Refusal::NotText)?;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    if line.chars().any(|c| c.is_control() && c != '\t') { Err(Refusal::NotText) } else { Ok(line.replace('\t', " ")) }
}
