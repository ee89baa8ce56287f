//! Matches and tables as rows of text: csv, tsv or jsonl.

use std::borrow::Cow;

use clap::ValueEnum;
use gpm::graph::write::{needs_quotes, push_quoted};
use gpm::{Graph, OriginalId, VertexId};

use super::cell::{Cell, joined};

/// How rows of text are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// Commas, a header, quotes where needed
    Csv,
    /// Tabs and a header
    Tsv,
    /// One JSON object a line
    Jsonl,
}

/// Formats rows: the ids of vertices of one graph, then other values.
pub(crate) struct Rows<'a> {
    format: TextFormat,
    graph: &'a Graph,
    columns: Vec<String>,
    /// What stands before each value.
    before: Vec<Vec<u8>>,
    /// What ends a row.
    end: &'static [u8],
}

impl<'a> Rows<'a> {
    /// Rows with these columns.
    pub(crate) fn new(format: TextFormat, graph: &'a Graph, columns: Vec<String>) -> Self {
        let before = |(at, name): (usize, &String)| {
            let mut text: Vec<u8> = match (format, at) {
                (TextFormat::Csv | TextFormat::Tsv, 0) => Vec::new(),
                (TextFormat::Jsonl, 0) => b"{".to_vec(),
                (TextFormat::Csv | TextFormat::Jsonl, _) => b",".to_vec(),
                (TextFormat::Tsv, _) => b"\t".to_vec(),
            };
            if format == TextFormat::Jsonl {
                push_text(format, &mut text, name);
                text.push(b':');
            }
            text
        };
        let before = columns.iter().enumerate().map(before).collect();
        Self { format, graph, columns, before, end: if format == TextFormat::Jsonl { b"}\n" } else { b"\n" } }
    }

    /// The line of column names; empty for jsonl, which names them in each row.
    pub(crate) fn header(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if self.format == TextFormat::Jsonl {
            return text;
        }
        for (before, name) in self.before.iter().zip(&self.columns) {
            text.extend_from_slice(before);
            push_text(self.format, &mut text, name);
        }
        text.extend_from_slice(self.end);
        text
    }

    /// Appends a row.
    pub(crate) fn push<'c>(&self, text: &mut Vec<u8>, vertices: &[VertexId], cells: impl Iterator<Item = Cell<'c>>) {
        let mut before = self.before.iter();
        for (&v, before) in vertices.iter().zip(&mut before) {
            text.extend_from_slice(before);
            self.push_id(text, self.graph.original_id(v));
        }
        for (before, cell) in before.zip(cells) {
            text.extend_from_slice(before);
            self.push_cell(text, cell);
        }
        text.extend_from_slice(self.end);
    }

    fn push_id(&self, text: &mut Vec<u8>, id: OriginalId<'_>) {
        match id {
            OriginalId::Integer(id) => push_integer(text, id),
            OriginalId::Name(name) if self.format == TextFormat::Jsonl => push_text(self.format, text, name),
            // A name that looks like a number.
            OriginalId::Name(name) if needs_quotes(name, true) => push_quoted(text, &escaped(self.format, name)),
            OriginalId::Name(name) => push_text(self.format, text, name),
        }
    }

    fn push_cell(&self, text: &mut Vec<u8>, cell: Cell<'_>) {
        let is_json = self.format == TextFormat::Jsonl;
        match cell {
            Cell::Count(count) => match u64::try_from(count) {
                Ok(count) => push_integer(text, count),
                Err(_) => text.extend_from_slice(count.to_string().as_bytes()),
            },
            Cell::Wide(Some(value)) => text.extend_from_slice(value.to_string().as_bytes()),
            Cell::Integer(Some(value)) => text.extend_from_slice(value.to_string().as_bytes()),
            // JSON has no infinity.
            Cell::Float(Some(value)) if !is_json || value.is_finite() => {
                text.extend_from_slice(format!("{value:?}").as_bytes());
            }
            Cell::Text(Some(value)) => push_text(self.format, text, value),
            Cell::Moment(calendar, Some(value)) => push_text(self.format, text, &calendar.text(value)),
            Cell::Flag(value) => text.extend_from_slice(if value { b"true" } else { b"false" }),
            Cell::Ids(ids) if is_json => {
                text.push(b'[');
                for (at, &id) in ids.iter().enumerate() {
                    if at > 0 {
                        text.push(b',');
                    }
                    self.push_id(text, id);
                }
                text.push(b']');
            }
            Cell::Ids(ids) => push_text(self.format, text, &joined(ids)),
            Cell::Integer(None) | Cell::Wide(None) | Cell::Float(_) | Cell::Text(None) | Cell::Moment(_, None) => {
                text.extend_from_slice(if is_json { b"null" } else { b"" });
            }
        }
    }
}

/// Appends text as the format has it. A text that is empty, or would be read as a missing value or a comment, stands in quotes: a missing
/// value is nothing.
fn push_text(format: TextFormat, text: &mut Vec<u8>, value: &str) {
    let is_padded = value.trim() != value;
    match format {
        TextFormat::Csv if value.contains(['"', ',', '\n', '\r']) || is_padded || needs_quotes(value, false) => {
            push_quoted(text, value);
        }
        TextFormat::Tsv if is_padded || needs_quotes(value, false) => push_quoted(text, &escaped(format, value)),
        TextFormat::Csv | TextFormat::Tsv => text.extend_from_slice(escaped(format, value).as_bytes()),
        TextFormat::Jsonl => {
            // A vector takes every byte and a string is always JSON.
            let _ = serde_json::to_writer(text, value);
        }
    }
}

/// A text without what ends a field of tsv: the escapes of PostgreSQL's COPY. That of the backslash itself keeps texts apart that differ.
fn escaped(format: TextFormat, value: &str) -> Cow<'_, str> {
    if format != TextFormat::Tsv || !value.contains(['\\', '\t', '\n', '\r']) {
        return Cow::Borrowed(value);
    }
    let escapes = [("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")];
    Cow::Owned(escapes.into_iter().fold(value.to_owned(), |text, (sign, escape)| text.replace(sign, escape)))
}

/// Appends the digits of `value`; about three times as fast as `write!`, which counts in lists of 10^9 rows.
fn push_integer(text: &mut Vec<u8>, value: u64) {
    text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(format: TextFormat, edges: &str) -> String {
        let options = gpm::LoadOptions { order: gpm::VertexOrder::Input, ..gpm::LoadOptions::default() };
        let (graph, _) = gpm::graph::load_bytes("test", edges.as_bytes(), &options).unwrap();
        let rows = Rows::new(format, &graph, ["left", "right"].map(str::to_owned).to_vec());
        let mut text = rows.header();
        rows.push(&mut text, &[0, 1], std::iter::empty());
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn integers() {
        assert_eq!(rows(TextFormat::Csv, "0 9223372036854775807"), "left,right\n0,9223372036854775807\n");
        assert_eq!(rows(TextFormat::Tsv, "7 18"), "left\tright\n7\t18\n");
        assert_eq!(rows(TextFormat::Jsonl, "7 18"), "{\"left\":7,\"right\":18}\n");
    }

    #[test]
    fn names_are_quoted_where_needed() {
        assert_eq!(rows(TextFormat::Csv, "a\"b c"), "left,right\n\"a\"\"b\",c\n");
        assert_eq!(rows(TextFormat::Tsv, "a\"b c"), "left\tright\na\"b\tc\n");
        assert_eq!(rows(TextFormat::Jsonl, "a\"b c"), "{\"left\":\"a\\\"b\",\"right\":\"c\"}\n");
    }

    #[test]
    fn texts_that_differ_are_written_in_ways_that_differ() {
        let texts = ["a\tb", "a\\tb", "a\\\tb", "a\nb", "a\\nb", "a\rb", "a\\", "a"];
        let written = texts.map(|value| {
            let mut text = Vec::new();
            push_text(TextFormat::Tsv, &mut text, value);
            String::from_utf8(text).unwrap()
        });
        assert_eq!(written, ["a\\tb", "a\\\\tb", "a\\\\\\tb", "a\\nb", "a\\\\nb", "a\\rb", "a\\\\", "a"]);
    }

    #[test]
    fn an_empty_text_is_no_missing_value() {
        let written = |format: TextFormat| {
            ["", "NA", "-", "#1", "\"x", " x", "x"].map(|value| {
                let mut text = Vec::new();
                push_text(format, &mut text, value);
                String::from_utf8(text).unwrap()
            })
        };
        let expected = ["\"\"", "\"NA\"", "\"-\"", "\"#1\"", "\"\"\"x\"", "\" x\"", "x"];
        assert_eq!([written(TextFormat::Csv), written(TextFormat::Tsv)], [expected, expected]);
        assert_eq!(rows(TextFormat::Csv, "\"-1\" b"), "left,right\n\"-1\",b\n");
    }

    #[test]
    fn other_values() {
        let (graph, _) = gpm::graph::load_bytes("test", b"1 2", &gpm::LoadOptions::default()).unwrap();
        let columns = ["(a->b).amount", "x,y", "text", "flag", "count"].map(str::to_owned).to_vec();
        let cells =
            [Cell::Float(Some(2.0)), Cell::Integer(None), Cell::Text(Some("p\"q")), Cell::Flag(true), Cell::Count(7)];
        let row = |format: TextFormat| {
            let rows = Rows::new(format, &graph, columns.clone());
            let mut text = rows.header();
            rows.push(&mut text, &[], cells.into_iter());
            String::from_utf8(text).unwrap()
        };
        assert_eq!(row(TextFormat::Csv), "(a->b).amount,\"x,y\",text,flag,count\n2.0,,\"p\"\"q\",true,7\n");
        assert_eq!(row(TextFormat::Tsv), "(a->b).amount\tx,y\ttext\tflag\tcount\n2.0\t\tp\"q\ttrue\t7\n");
        let object: serde_json::Value = serde_json::from_str(&row(TextFormat::Jsonl)).unwrap();
        assert_eq!((&object["(a->b).amount"], &object["x,y"]), (&2.0.into(), &serde_json::Value::Null));
        assert_eq!((&object["text"], &object["flag"], &object["count"]), (&"p\"q".into(), &true.into(), &7.into()));
    }
}
