//! Tables of attributes: comma- or tab-separated text with a head line.

use super::TableFile;
use super::cells::Cells;
use super::directory::{Directory, NoId};
use super::report::TableReport;
use crate::graph::error::shorten;
use crate::graph::load::decompress;
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
pub(super) fn edges(graph: Graph, file: &TableFile) -> Result<(Graph, TableReport), GraphError> {
    let table = Table::read(&graph, file, 2)?;
    let mut report = table.report();
    let mut graph = graph;
    for (name, cells) in table.columns {
        let Some(values) = cells.finish(&table.name, &name, &mut report)? else { continue };
        let mut column = values.missing(graph.out().num_entries() as usize);
        graph.spread(&name, &table.keys, &values, &mut column)?;
        graph = graph.add_edge_column(&name, column)?;
    }
    Ok((graph, report))
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
        let head = text.split(|&byte| byte == b'\n').find(|line| !line.starts_with(b"#"));
        let delimiter = if head.is_some_and(|head| head.contains(&b'\t')) { b'\t' } else { b',' };
        let open = || {
            csv::ReaderBuilder::new().delimiter(delimiter).trim(csv::Trim::All).comment(Some(b'#')).from_reader(text)
        };
        let mut reader = open();
        let head = reader.byte_headers().map_err(|error| refused(&name, &error))?.clone();
        let mut table = Table { name, keys: Vec::new(), lines: Vec::new(), columns: Vec::new() };
        table.add_columns(&head, num_ids)?;
        let directory = Directory::new(graph);
        let is_edge = |u: VertexId, v: VertexId| num_ids == 1 || graph.out().has_edge(u, v);
        let mut row = csv::ByteRecord::new();
        while reader.read_byte_record(&mut row).map_err(|error| refused(&table.name, &error))? {
            let line = row.position().map_or(0, csv::Position::line);
            let vertex = |field: &[u8]| {
                directory.written(field).map_err(|NoId(expected)| {
                    let (path, token) = (table.name.clone(), shorten(field));
                    GraphError::BadLine { path, line, token, expected }
                })
            };
            let (first, last) = (vertex(&row[0])?, vertex(&row[num_ids - 1])?);
            table.keys.push(first.zip(last).filter(|&(u, v)| is_edge(u, v)));
            table.lines.push(line);
            for ((_, cells), field) in table.columns.iter_mut().zip(row.iter().skip(num_ids)) {
                cells.push(field, line);
            }
        }
        // Which columns are text is known at their last field: these are read again.
        if table.columns.iter().any(|(_, cells)| cells.is_text()) {
            let mut reader = open();
            while reader.read_byte_record(&mut row).map_err(|error| refused(&table.name, &error))? {
                for ((_, cells), field) in table.columns.iter_mut().zip(row.iter().skip(num_ids)) {
                    cells.push_text(field);
                }
            }
        }
        Ok(table)
    }

    fn add_columns(&mut self, head: &csv::ByteRecord, num_ids: usize) -> Result<(), GraphError> {
        let refused = |token: &[u8], expected| {
            Err(GraphError::BadLine { path: self.name.clone(), line: 1, token: shorten(token), expected })
        };
        if head.len() <= num_ids {
            let expected = match num_ids {
                1 => "a head line: the id, then names of columns",
                _ => "a head line: both ids, then names of columns",
            };
            return refused(head.as_slice(), expected);
        }
        for field in head.iter().skip(num_ids) {
            match std::str::from_utf8(field) {
                Ok(name) if !name.is_empty() => self.columns.push((name.to_owned(), Cells::default())),
                _ => return refused(field, "the name of a column"),
            }
        }
        Ok(())
    }

    fn report(&self) -> TableReport {
        let strangers = self.keys.iter().filter(|key| key.is_none()).count() as u64;
        TableReport { rows: self.keys.len() as u64, strangers, ..TableReport::default() }
    }
}

/// What the reader of tables says, in our words.
fn refused(path: &str, error: &csv::Error) -> GraphError {
    let path = path.to_owned();
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            GraphError::RowLength { path, line, found: *len, expected: *expected_len }
        }
        _ => GraphError::BadTable { path, reason: error.to_string() },
    }
}
