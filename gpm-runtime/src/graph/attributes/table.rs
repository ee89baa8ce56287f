//! Tables of attributes: delimited text with a head line, read in the dialect that its head shows.

use super::TableFile;
use super::cells::Cells;
use super::directory::{Directory, NoId};
use super::edge_rows::{Finished, Way};
use super::report::{SkippedColumn, TableReport};
use super::{Aggregate, Column, EdgeRows, TableOptions, TextColumn};
use crate::graph::load::{
    DIRECTION, Dialect, Field, Records, Refusal, Subject, TableHead, TableText, decompress, direction_of, filled, split,
};
use crate::graph::words::shorten;
use crate::graph::{Graph, GraphError, VertexId};

/// Adds the columns of a table of vertices.
pub(super) fn vertices(graph: &mut Graph, file: &TableFile) -> Result<TableReport, GraphError> {
    let table = Table::read(graph, file, Subject::Vertices, &TableOptions::default())?;
    let mut row_of = vec![None; graph.num_vertices()];
    let mut report = table.report();
    for (i, ends) in table.keys.iter().enumerate() {
        let Some((v, _)) = *ends else { continue };
        if row_of[v as usize].replace(i).is_some() {
            let id = graph.original_id(v).to_string();
            return Err(GraphError::VertexTwice { path: table.name, line: table.lines[i], id });
        }
    }
    let mut columns = Vec::new();
    for (name, cells) in table.columns {
        let Some(values) = cells.finish(&name, &mut report) else { continue };
        let mut column = values.missing(row_of.len());
        for (v, row) in row_of.iter().enumerate() {
            if let Some(row) = *row {
                column.set(v, &values, row);
            }
        }
        columns.push((name, column));
    }
    graph.keep_vertex_columns(columns)?;
    graph.leave_out(&report.skipped, false);
    Ok(report)
}

/// Adds the columns of a table of edges.
pub(super) fn edges(graph: &mut Graph, file: &TableFile, options: &TableOptions) -> Result<TableReport, GraphError> {
    let table = Table::read(graph, file, Subject::Edges(options.columns.as_ref()), options)?;
    let mut report = table.report();
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for (name, cells) in table.columns {
        if let Some(column) = cells.finish(&name, &mut report) {
            names.push(name);
            values.push(column);
        }
    }
    let kinds: Vec<(&str, Column)> =
        names.iter().zip(&values).map(|(name, column)| (name.as_str(), column.missing(0))).collect();
    check_left_out(&table.name, options, &report)?;
    let mut rows = EdgeRows::new(graph, &table.name, &kinds, &options.combine)?;
    report.strangers = rows.add(&table.keys, |row| table.ways.get(row).copied().unwrap_or_default(), &values);
    report.repeated = rows.repeated();
    let finished = rows.finish();
    finish_edges(graph, finished, report)
}

/// Rows about edges, in the order of their table.
pub(in crate::graph) struct RecordRows {
    /// The name of the table, for messages.
    pub(in crate::graph) name: String,
    /// The ends of each; `None` if the graph does not have one of them.
    pub(in crate::graph) ends: Vec<Option<(VertexId, VertexId)>>,
    pub(in crate::graph) columns: Vec<(String, Column)>,
    pub(in crate::graph) report: TableReport,
    /// A label, or none, for each, where labels are no column of the table.
    pub(in crate::graph) labels: Option<TextColumn>,
}

/// Refuses rows of a directed graph that have no direction, as some of them say, or the file of the graph says of all.
pub(super) fn refuse_two_way(graph: &Graph, path: &str, has_two_way: bool) -> Result<(), GraphError> {
    if graph.is_directed() && (has_two_way || graph.attributes.is_two_way) {
        let why =
            "rows without a direction are no records of a directed graph: bind edges without one, as in `a-[p:]-b`";
        return Err(GraphError::Records { path: path.to_owned(), why: why.to_owned() });
    }
    Ok(())
}

/// Reads the rows of a table of edges as they are.
pub(super) fn rows(graph: &Graph, file: &TableFile, options: &TableOptions) -> Result<RecordRows, GraphError> {
    let table = Table::read(graph, file, Subject::Edges(options.columns.as_ref()), options)?;
    refuse_two_way(graph, &table.name, table.ways.contains(&Way::Both))?;
    let mut report = table.report();
    let mut columns = Vec::new();
    for (name, cells) in table.columns {
        if let Some(column) = cells.finish(&name, &mut report) {
            columns.push((name, column));
        }
    }
    report.holds(&columns);
    Ok(RecordRows { name: table.name, ends: table.keys, columns, report, labels: None })
}

/// Says if a column is to be combined that cannot be read.
pub(super) fn check_left_out(path: &str, options: &TableOptions, report: &TableReport) -> Result<(), GraphError> {
    let is_asked = |column: &str| report.skipped.iter().find(|skipped| skipped.name == column);
    let found = options.combine.iter().find_map(|aggregate| match aggregate {
        Aggregate::Column { column, .. } => is_asked(column).map(|skipped| (aggregate, skipped)),
        Aggregate::Count { .. } => None,
    });
    match found {
        None => Ok(()),
        Some((aggregate, skipped)) => Err(GraphError::BadAggregate {
            path: path.to_owned(),
            aggregate: aggregate.to_string(),
            reason: skipped.found.clone(),
        }),
    }
}

/// Adds what became of the rows of a table of edges.
pub(super) fn finish_edges(
    graph: &mut Graph,
    finished: Finished,
    mut report: TableReport,
) -> Result<TableReport, GraphError> {
    let Finished { columns, spoiled } = finished;
    report.holds(&columns);
    let skipped = |(name, error): (String, GraphError)| SkippedColumn { name, found: error.to_string() };
    report.skipped.extend(spoiled.into_iter().map(skipped));
    graph.keep_edge_columns(columns)?;
    graph.leave_out(&report.skipped, true);
    Ok(report)
}

/// A table as read, rows in the order of the file.
struct Table {
    /// Its name, for messages.
    name: String,
    /// The vertex, or the ends of the edge, that each row is about; `None` if the graph does not have one of them.
    keys: Vec<Option<(VertexId, VertexId)>>,
    /// What each row says of the direction of its edge; empty if the table does not say.
    ways: Vec<Way>,
    /// Lines that begin like comments.
    comments: u64,
    /// 1-based line of each row.
    lines: Vec<u64>,
    columns: Vec<(String, Cells)>,
}

impl Table {
    /// Reads a table.
    fn read(
        graph: &Graph,
        file: &TableFile,
        subject: Subject<'_>,
        options: &TableOptions,
    ) -> Result<Table, GraphError> {
        let name = file.name.clone();
        if file.is_parquet() {
            let what =
                "this build does not read Parquet: build with the feature `parquet`, or convert the table to csv";
            return Err(GraphError::Unsupported { path: name, what });
        }
        let text = decompress(&name, file.source.bytes())?;
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        let delimiter = options.delimiter.unwrap_or_else(|| Dialect::of_table(text));
        let directory = Directory::new(graph);
        let is_vertex = |id: &[u8]| matches!(directory.written(id), Ok(Some(_)));
        let (header, is_vertex) = (options.header, &is_vertex);
        let TableHead { names, ids, index, direction, body } =
            TableText { name: &name, text, delimiter, subject, header, is_vertex }.head()?;
        let is_value = |place: &usize| !ids.contains(place) && index != Some(*place) && !names[*place].is_empty();
        let places: Vec<usize> = (0..names.len()).filter(is_value).collect();
        let columns = places.iter().map(|&place| (names[place].clone(), Cells::default())).collect();
        let mut table = Table { name, keys: Vec::new(), ways: Vec::new(), comments: 0, lines: Vec::new(), columns };
        let width = names.len();
        let records = || Records::below_head(&text[body..], delimiter, width);
        let mut all = records();
        let mut lines = Lines { text, counted: 0, line: 1 };
        let mut fields = Vec::new();
        for record in all.by_ref() {
            let line = lines.of(record);
            split(record, delimiter, &mut fields).map_err(|refusal| table.refused(line, record, refusal))?;
            if fields.len() < width || filled(&fields) > width {
                let (path, found) = (table.name, fields.len() as u64);
                return Err(GraphError::RowLength { path, line, found, expected: width as u64 });
            }
            let bad = |field: &Field<'_>, expected| {
                let (path, token) = (table.name.clone(), shorten(&field.text));
                GraphError::BadLine { path, line, token, expected }
            };
            let vertex =
                |field: &Field<'_>| directory.written(&field.text).map_err(|NoId(expected)| bad(field, expected));
            let (first, last) = (vertex(&fields[ids[0]])?, vertex(&fields[ids[ids.len() - 1]])?);
            let way = match direction.map(|column| &fields[column]) {
                None => Way::Unsaid,
                Some(field) => Way::of_direction(direction_of(&field.text).ok_or_else(|| bad(field, DIRECTION))?),
            };
            table.keys.push(first.zip(last));
            table.ways.extend(direction.map(|_| way));
            table.lines.push(line);
            for ((_, cells), &place) in table.columns.iter_mut().zip(&places) {
                cells.push(&fields[place], line);
            }
        }
        table.comments = all.comments();
        // Which columns are text is known at their last field: these are read again.
        if table.columns.iter().any(|(_, cells)| cells.is_text()) {
            let mut lines = Lines { text, counted: 0, line: 1 };
            for record in records() {
                let line = lines.of(record);
                split(record, delimiter, &mut fields).map_err(|refusal| table.refused(line, record, refusal))?;
                for ((_, cells), &place) in table.columns.iter_mut().zip(&places) {
                    cells.push_text(&fields[place], line);
                }
            }
        }
        Ok(table)
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
        TableReport { rows: self.keys.len() as u64, strangers, comments: self.comments, ..TableReport::default() }
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
