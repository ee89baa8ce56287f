//! Tables of attributes: delimited text with a head line, read in the dialect that its head shows.

use super::TableFile;
use super::cells::Cells;
use super::directory::{Directory, NoId};
use super::report::TableReport;
use super::{Column, EdgeRows, Subject, TableOptions};
use crate::graph::error::shorten;
use crate::graph::load::{Dialect, Field, Records, Refusal, Undecided, decompress, split};
use crate::graph::{Graph, GraphError, VertexId};

/// Adds the columns of a table of vertices.
pub(super) fn vertices(graph: Graph, file: &TableFile) -> Result<(Graph, TableReport), GraphError> {
    let table = Table::read(&graph, file, Subject::Vertices)?;
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
    let table = Table::read(&graph, file, Subject::Edges(options.columns.as_ref()))?;
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
    report.holds(&columns);
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
    /// Reads a table.
    fn read(graph: &Graph, file: &TableFile, subject: Subject<'_>) -> Result<Table, GraphError> {
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
        let ids = table.ids(lines.of(head), &fields, subject)?;
        let is_value = |column: &usize| !ids.contains(column);
        let places: Vec<usize> = (0..fields.len()).filter(is_value).collect();
        table.add_columns(lines.of(head), places.iter().map(|&place| &fields[place]))?;
        let width = fields.len();
        let directory = Directory::new(graph);
        let is_edge = |u: VertexId, v: VertexId| ids.len() == 1 || graph.out().has_edge(u, v);
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
            let (first, last) = (vertex(&fields[ids[0]])?, vertex(&fields[ids[ids.len() - 1]])?);
            table.keys.push(first.zip(last).filter(|&(u, v)| is_edge(u, v)));
            table.lines.push(line);
            for ((_, cells), &place) in table.columns.iter_mut().zip(&places) {
                cells.push(&fields[place].text, line);
            }
        }
        // Which columns are text is known at their last field: these are read again.
        if table.columns.iter().any(|(_, cells)| cells.is_text()) {
            for record in Records::new(text, delimiter).skip(1) {
                split(record, delimiter, &mut fields).map_err(|refusal| table.refused(0, record, refusal))?;
                for ((_, cells), &place) in table.columns.iter_mut().zip(&places) {
                    cells.push_text(&fields[place].text);
                }
            }
        }
        Ok(table)
    }

    /// The places of the ids, as the head says.
    fn ids(&self, line: u64, head: &[Field<'_>], subject: Subject<'_>) -> Result<Vec<usize>, GraphError> {
        if head.len() <= subject.num_ids() {
            let expected = match subject {
                Subject::Vertices => "a head line: the id, then names of columns",
                Subject::Edges(_) => "a head line: both ids, then names of columns",
            };
            return Err(self.bad_line(line, &head[0].text, expected));
        }
        let names: Vec<String> = head.iter().map(Field::shown).collect();
        let path = || self.name.clone();
        subject.ids(&names).map_err(|Undecided { what, remedy }| GraphError::Unclear {
            path: path(),
            line,
            what,
            remedy,
        })
    }

    fn add_columns<'f>(&mut self, line: u64, fields: impl Iterator<Item = &'f Field<'f>>) -> Result<(), GraphError> {
        for field in fields {
            match std::str::from_utf8(&field.text) {
                Ok(name) if !name.is_empty() => self.columns.push((name.to_owned(), Cells::default())),
                _ => return Err(self.bad_line(line, &field.text, "the name of a column")),
            }
        }
        Ok(())
    }

    fn bad_line(&self, line: u64, token: &[u8], expected: &'static str) -> GraphError {
        GraphError::BadLine { path: self.name.clone(), line, token: shorten(token), expected }
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
