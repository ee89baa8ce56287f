//! Tables of attributes: delimited text with a head line, read in the dialect that its head shows.

use super::directory::{Directory, NoId};
use super::report::{SkippedColumn, TableReport};
use super::{Column, EdgeRows, MISSING, TableFile, TableOptions};
use crate::graph::error::shorten;
use crate::graph::load::{Dialect, Field, Records, Refusal, decompress, split};
use crate::graph::{Graph, GraphError, VertexId};

/// Adds the columns of a table of vertices.
pub(super) fn vertices(graph: Graph, file: &TableFile) -> Result<(Graph, TableReport), GraphError> {
    let table = Table::read(&graph, file, 1)?;
    let mut row_of = vec![None; graph.num_vertices()];
    let mut report = table.report();
    for (i, ends) in table.keys.iter().enumerate() {
        let Some((v, _)) = *ends else { continue };
        if row_of[v as usize].replace(i).is_some() {
            let id = graph.original_id(v).to_string();
            return Err(GraphError::VertexTwice { path: table.name, line: table.lines[i], id });
        }
    }
    let mut graph = graph;
    for (name, cells) in table.columns {
        let Some(values) = cells.finish(&table.name, &name, &mut report)? else { continue };
        let mut column = values.missing(row_of.len());
        for (v, row) in row_of.iter().enumerate() {
            if let Some(row) = *row {
                column.set(v, &values, row);
            }
        }
        graph = graph.add_vertex_column(&name, column)?;
    }
    Ok((graph, report))
}

/// Adds the columns of a table of edges.
pub(super) fn edges(
    graph: Graph,
    file: &TableFile,
    options: &TableOptions,
) -> Result<(Graph, TableReport), GraphError> {
    let table = Table::read(&graph, file, 2)?;
    let mut report = table.report();
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for (name, cells) in table.columns {
        if let Some(column) = cells.finish(&table.name, &name, &mut report)? {
            names.push(name);
            values.push(column);
        }
    }
    let kinds: Vec<(&str, Column)> =
        names.iter().zip(&values).map(|(name, column)| (name.as_str(), column.missing(0))).collect();
    let mut rows = EdgeRows::new(&graph, &table.name, &kinds, &options.combine)?;
    rows.add(&table.keys, &values);
    report.repeated = rows.repeated();
    let columns = rows.finish()?;
    report.columns = columns.iter().map(|(name, _)| name.clone()).collect();
    Ok((graph.add_edge_columns(columns)?, report))
}

/// A table as read, rows in the order of the file.
struct Table {
    /// Its name, for messages.
    name: String,
    /// The vertex, or the ends of the edge, that each row is about; `None` if the graph does not have it.
    keys: Vec<Option<(VertexId, VertexId)>>,
    /// 1-based line of each row.
    lines: Vec<u64>,
    columns: Vec<(String, Cells)>,
}

impl Table {
    /// Reads a table whose first `num_ids` fields are ids.
    fn read(graph: &Graph, file: &TableFile, num_ids: usize) -> Result<Table, GraphError> {
        let name = file.name.clone();
        if file.is_parquet() {
            let what =
                "this build does not read Parquet: build with the feature `parquet`, or convert the table to csv";
            return Err(GraphError::Unsupported { path: name, what });
        }
        let text = decompress(&name, file.source.bytes())?;
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        let delimiter = Dialect::of_table(text);
        let mut lines = Lines { text, counted: 0, line: 1 };
        let mut records = Records::new(text, delimiter);
        let mut fields = Vec::new();
        let head = records.next().ok_or_else(|| GraphError::Empty { path: name.clone() })?;
        let mut table = Table { name, keys: Vec::new(), lines: Vec::new(), columns: Vec::new() };
        split(head, delimiter, &mut fields).map_err(|refusal| table.refused(lines.of(head), head, refusal))?;
        table.add_columns(lines.of(head), &fields, num_ids)?;
        let width = fields.len();
        let directory = Directory::new(graph);
        let is_edge = |u: VertexId, v: VertexId| num_ids == 1 || graph.out().has_edge(u, v);
        for record in records {
            let line = lines.of(record);
            split(record, delimiter, &mut fields).map_err(|refusal| table.refused(line, record, refusal))?;
            if fields.len() != width {
                let (path, found) = (table.name, fields.len() as u64);
                return Err(GraphError::RowLength { path, line, found, expected: width as u64 });
            }
            let vertex = |field: &Field<'_>| {
                directory.written(&field.text).map_err(|NoId(expected)| {
                    let (path, token) = (table.name.clone(), shorten(&field.text));
                    GraphError::BadLine { path, line, token, expected }
                })
            };
            let (first, last) = (vertex(&fields[0])?, vertex(&fields[num_ids - 1])?);
            table.keys.push(first.zip(last).filter(|&(u, v)| is_edge(u, v)));
            table.lines.push(line);
            for ((_, cells), field) in table.columns.iter_mut().zip(fields.iter().skip(num_ids)) {
                cells.push(&field.text, line);
            }
        }
        Ok(table)
    }

    fn add_columns(&mut self, line: u64, head: &[Field<'_>], num_ids: usize) -> Result<(), GraphError> {
        let refused = |token: &[u8], expected| {
            Err(GraphError::BadLine { path: self.name.clone(), line, token: shorten(token), expected })
        };
        if head.len() <= num_ids {
            let expected = match num_ids {
                1 => "a head line: the id, then names of columns",
                _ => "a head line: both ids, then names of columns",
            };
            return refused(&head[0].text, expected);
        }
        for field in head.iter().skip(num_ids) {
            match std::str::from_utf8(&field.text) {
                Ok(name) if !name.is_empty() => self.columns.push((name.to_owned(), Cells::default())),
                _ => return refused(&field.text, "the name of a column"),
            }
        }
        Ok(())
    }

    /// A record with a wrong quote.
    fn refused(&self, line: u64, record: &[u8], refusal: Refusal) -> GraphError {
        let (path, token) = (self.name.clone(), shorten(record));
        match refusal {
            Refusal::Expected(expected) => GraphError::BadLine { path, line, token, expected },
            _ => GraphError::NotText { path, line },
        }
    }

    fn report(&self) -> TableReport {
        let strangers = self.keys.iter().filter(|key| key.is_none()).count() as u64;
        TableReport { rows: self.keys.len() as u64, strangers, ..TableReport::default() }
    }
}

/// The fields of a column: integers as long as all are, then floats, unless one is no number.
#[derive(Default)]
struct Cells {
    integers: Vec<i64>,
    /// Once one field is no integer.
    floats: Option<Vec<f64>>,
    /// An integer that does not fit, with its line.
    too_large: Option<(u64, String)>,
    /// Whether a field is written as a decimal.
    has_decimals: bool,
    /// A field that is no number, with its line.
    text: Option<(u64, String)>,
}

impl Cells {
    fn push(&mut self, field: &[u8], line: u64) {
        if self.text.is_some() {
            return;
        }
        let Ok(text) = std::str::from_utf8(field) else {
            self.text = Some((line, shorten(field)));
            return;
        };
        let integer = if text.is_empty() { Some(MISSING) } else { text.parse().ok().filter(|&value| value != MISSING) };
        if let (Some(integer), None) = (integer, &self.floats) {
            return self.integers.push(integer);
        }
        let float = if text.is_empty() { Ok(f64::NAN) } else { text.parse() };
        let Ok(float) = float else {
            self.text = Some((line, shorten(field)));
            return;
        };
        let is_integer = text.trim_start_matches(['+', '-']).bytes().all(|byte| byte.is_ascii_digit());
        match is_integer {
            true if integer.is_none() => self.too_large = Some((line, shorten(field))),
            true => {}
            false => self.has_decimals = true,
        }
        let so_far = std::mem::take(&mut self.integers);
        let nearest = |value: i64| if value == MISSING { f64::NAN } else { value as f64 };
        self.floats.get_or_insert_with(|| so_far.into_iter().map(nearest).collect()).push(float);
    }

    /// The column, or `None` if it is text, which is noted.
    fn finish(self, path: &str, name: &str, report: &mut TableReport) -> Result<Option<Column>, GraphError> {
        if let Some((line, token)) = self.text {
            let found = format!("line {line}: `{token}`");
            report.skipped.push(SkippedColumn { name: name.to_owned(), found });
            return Ok(None);
        }
        // Rounding what was written as integers would make unequal values equal.
        if let (Some((line, token)), false) = (self.too_large, self.has_decimals) {
            let expected = "an integer of at most 2^63 - 1, positive or negative; with a decimal point it is a float";
            return Err(GraphError::BadLine { path: path.to_owned(), line, token, expected });
        }
        report.columns.push(name.to_owned());
        Ok(Some(self.floats.map_or_else(|| Column::Integers(self.integers), Column::Floats)))
    }
}

/// Counts lines up to records that come in order.
struct Lines<'a> {
    text: &'a [u8],
    /// Bytes whose line ends are counted.
    counted: usize,
    line: u64,
}

impl Lines<'_> {
    /// The 1-based line in which `record` begins.
    fn of(&mut self, record: &[u8]) -> u64 {
        let start = record.as_ptr() as usize - self.text.as_ptr() as usize;
        if let Some(passed) = self.text.get(self.counted..start) {
            self.line += passed.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
            self.counted = start;
        }
        self.line
    }
}
