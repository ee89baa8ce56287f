//! Matches and tables as rows of text: csv, tsv or jsonl.

use std::path::Path;

use clap::ValueEnum;
use gpm::{Graph, OriginalId, Pattern, VertexId};

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// Commas, a header, quotes where needed
    Csv,
    /// Tabs and a header
    Tsv,
    /// One JSON object a line
    Jsonl,
}

impl RowFormat {
    /// The format that the name of a file asks for.
    pub(crate) fn of_path(path: &Path) -> Result<Self, String> {
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("tsv") => Ok(Self::Tsv),
            Some("jsonl" | "ndjson") => Ok(Self::Jsonl),
            Some(binary @ ("parquet" | "arrow")) => {
                Err(format!("this build does not write {binary} files: use .csv, .tsv or .jsonl"))
            }
            _ => Err(format!("`{}` is not a .csv, .tsv or .jsonl name: say the format with --to", path.display())),
        }
    }
}

/// Formats rows about vertices of one graph: their ids, then perhaps numbers.
pub(crate) struct Rows<'a> {
    format: RowFormat,
    graph: &'a Graph,
    /// Names of the columns. They are letters, digits and `_`, which need no escapes.
    columns: Vec<String>,
    /// What stands before each value.
    before: Vec<String>,
    /// What ends a row.
    end: &'static str,
}

impl<'a> Rows<'a> {
    /// Rows with these columns.
    pub(crate) fn new(format: RowFormat, graph: &'a Graph, columns: Vec<String>) -> Self {
        let before = |(at, name): (usize, &String)| match (format, at) {
            (RowFormat::Jsonl, 0) => format!("{{\"{name}\":"),
            (RowFormat::Jsonl, _) => format!(",\"{name}\":"),
            (RowFormat::Csv | RowFormat::Tsv, 0) => String::new(),
            (RowFormat::Csv, _) => ",".to_owned(),
            (RowFormat::Tsv, _) => "\t".to_owned(),
        };
        let before = columns.iter().enumerate().map(before).collect();
        Self { format, graph, columns, before, end: if format == RowFormat::Jsonl { "}\n" } else { "\n" } }
    }

    /// Rows with a column for each pattern vertex.
    pub(crate) fn of_matches(format: RowFormat, pattern: &Pattern, graph: &'a Graph) -> Self {
        Self::new(format, graph, (0..pattern.num_vertices()).map(|u| pattern.vertex_name(u).to_owned()).collect())
    }

    /// The line of column names; empty for jsonl, which names them in each row.
    pub(crate) fn header(&self) -> String {
        match self.format {
            RowFormat::Csv => self.columns.join(",") + "\n",
            RowFormat::Tsv => self.columns.join("\t") + "\n",
            RowFormat::Jsonl => String::new(),
        }
    }

    /// Appends the row of a match, which has a data vertex for each pattern vertex.
    pub(crate) fn push(&self, text: &mut Vec<u8>, found: &[VertexId]) {
        self.push_counted(text, found, std::iter::empty());
    }

    /// Appends a row of vertices and counts.
    pub(crate) fn push_counted(&self, text: &mut Vec<u8>, vertices: &[VertexId], counts: impl Iterator<Item = u128>) {
        let mut before = self.before.iter();
        for (&v, before) in vertices.iter().zip(&mut before) {
            text.extend_from_slice(before.as_bytes());
            match self.graph.original_id(v) {
                OriginalId::Integer(id) => push_integer(text, id),
                OriginalId::Name(name) => self.push_name(text, name),
            }
        }
        for (before, count) in before.zip(counts) {
            text.extend_from_slice(before.as_bytes());
            match u64::try_from(count) {
                Ok(count) => push_integer(text, count),
                Err(_) => text.extend_from_slice(count.to_string().as_bytes()),
            }
        }
        text.extend_from_slice(self.end.as_bytes());
    }

    fn push_name(&self, text: &mut Vec<u8>, name: &str) {
        match self.format {
            RowFormat::Csv if name.contains(['"', ',', '\n', '\r']) || name.trim() != name => {
                text.push(b'"');
                text.extend_from_slice(name.replace('"', "\"\"").as_bytes());
                text.push(b'"');
            }
            RowFormat::Tsv if name.contains(['\t', '\n', '\r']) => {
                let escaped = name.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
                text.extend_from_slice(escaped.as_bytes());
            }
            RowFormat::Csv | RowFormat::Tsv => text.extend_from_slice(name.as_bytes()),
            RowFormat::Jsonl => {
                // A vector takes every byte and a string is always JSON.
                let _ = serde_json::to_writer(text, name);
            }
        }
    }
}

/// Appends the digits of `value`; about three times as fast as `write!`, which counts in lists of 10^9 rows.
fn push_integer(text: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(format: RowFormat, edges: &str) -> String {
        let options = gpm::LoadOptions { order: gpm::VertexOrder::Input, ..gpm::LoadOptions::default() };
        let (graph, _) = gpm::graph::load_bytes("test", edges.as_bytes(), &options).unwrap();
        let pattern: Pattern = "left-right".parse().unwrap();
        let rows = Rows::of_matches(format, &pattern, &graph);
        let mut text = rows.header().into_bytes();
        rows.push(&mut text, &[0, 1]);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn integers() {
        assert_eq!(rows(RowFormat::Csv, "0 9223372036854775807"), "left,right\n0,9223372036854775807\n");
        assert_eq!(rows(RowFormat::Tsv, "7 18"), "left\tright\n7\t18\n");
        assert_eq!(rows(RowFormat::Jsonl, "7 18"), "{\"left\":7,\"right\":18}\n");
    }

    #[test]
    fn names_are_quoted_where_needed() {
        assert_eq!(rows(RowFormat::Csv, "a\"b c"), "left,right\n\"a\"\"b\",c\n");
        assert_eq!(rows(RowFormat::Tsv, "a\"b c"), "left\tright\na\"b\tc\n");
        assert_eq!(rows(RowFormat::Jsonl, "a\"b c"), "{\"left\":\"a\\\"b\",\"right\":\"c\"}\n");
    }
}
