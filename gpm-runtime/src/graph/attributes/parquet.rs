//! Tables of attributes in Parquet files: one batch of rows after the other, so that memory grows with the graph and not with
//! the file, and none but the columns that can be compared.

use bytes::Bytes;
use gpm_plan::pattern::predicate::Calendar;
use parquet::basic::Type;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{AsBytes, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use super::directory::{Directory, has_names};
use super::parquet_kinds::{Kind, Unit, kind_of};
use super::report::{SkippedColumn, TableReport};
use super::table::{check_left_out, finish_edges};
use super::{Column, EdgeRows, MISSING, TableFile, TableOptions, TextColumn, Way};
use crate::graph::load::{DIRECTION, Evidence, Source, Subject, direction_of};
use crate::graph::parquet_column::{
    BATCH, column_of_directions, each_value, index_column, is_flat, names, refused, undecided,
};
use crate::graph::words::shorten;
use crate::graph::{Graph, GraphError, VertexId, counted};

/// Adds the columns of a table of vertices.
pub(super) fn vertices(graph: &mut Graph, file: TableFile) -> Result<TableReport, GraphError> {
    let TableFile { name, source } = file;
    let table = Table::open(&name, source, Subject::Vertices, has_names(graph))?;
    let mut columns = table.missing(graph.num_vertices());
    let mut has_row = vec![false; graph.num_vertices()];
    let (report, spoiled) = table.read(graph, |first, keys, batch| {
        for (i, v) in keys.iter().enumerate().filter_map(|(i, ends)| ends.map(|(v, _)| (i, v as usize))) {
            if std::mem::replace(&mut has_row[v], true) {
                let id = graph.original_id(v as VertexId).to_string();
                return Err(GraphError::VertexTwice { path: name.clone(), line: first + i as u64, id });
            }
            columns.iter_mut().zip(batch).for_each(|(column, values)| {
                column.set(v, values, i);
            });
        }
        columns.iter_mut().zip(batch).for_each(|(column, values)| column.learn(values));
        Ok(keys.iter().filter(|key| key.is_none()).count() as u64)
    })?;
    let is_whole = |(i, _): &(usize, Column)| !spoiled.contains(i);
    let whole = columns.into_iter().enumerate().filter(is_whole).map(|(_, column)| column);
    graph.keep_vertex_columns(report.columns.iter().cloned().zip(whole).collect())?;
    graph.leave_out(&report.skipped, false);
    Ok(report)
}

/// Adds the columns of a table of edges.
pub(super) fn edges(graph: &mut Graph, file: TableFile, options: &TableOptions) -> Result<TableReport, GraphError> {
    let TableFile { name, source } = file;
    let table = Table::open(&name, source, Subject::Edges(options.columns.as_ref()), has_names(graph))?;
    let kinds = table.missing(0);
    let names: Vec<String> = table.wanted.iter().map(|wanted| wanted.name.clone()).collect();
    let kinds: Vec<(&str, Column)> = names.iter().map(String::as_str).zip(kinds).collect();
    check_left_out(&name, options, &table.report)?;
    let mut rows = EdgeRows::new(graph, &name, &kinds, &options.combine)?;
    let direction = table.direction;
    let (mut report, spoiled) = table.read(graph, |first, keys, batch| {
        let ways = match direction.map(|column| &batch[column]) {
            Some(Column::Text(text)) => ways(&name, first, text)?,
            _ => Vec::new(),
        };
        Ok(rows.add(keys, |row| ways.get(row).copied().unwrap_or_default(), batch))
    })?;
    check_left_out(&name, options, &report)?;
    report.repeated = rows.repeated();
    let finished = rows.without_inputs(&spoiled).finish();
    finish_edges(graph, finished, report)
}

/// What rows from number `first` on say of the directions of their edges, by Gephi's column `Type`.
pub(super) fn ways(path: &str, first: u64, text: &TextColumn) -> Result<Vec<Way>, GraphError> {
    let way = |row: usize| {
        let direction = text.get(row).and_then(|value| direction_of(value.as_bytes()));
        direction.map(Way::of_direction).ok_or_else(|| {
            let (path, token) = (path.to_owned(), text.get(row).unwrap_or("null").to_owned());
            GraphError::BadRow { path, row: first + row as u64, token, expected: DIRECTION }
        })
    };
    (0..text.len()).map(way).collect()
}

/// A column to be read.
struct Wanted {
    index: usize,
    name: String,
    kind: Kind,
}

/// An opened file.
pub(super) struct Table<'a> {
    name: &'a str,
    reader: SerializedFileReader<Bytes>,
    /// Places of the ids.
    ids: Vec<usize>,
    wanted: Vec<Wanted>,
    /// The place in `wanted` of Gephi's column `Type`.
    pub(super) direction: Option<usize>,
    report: TableReport,
}

impl<'a> Table<'a> {
    pub(super) fn open(
        name: &'a str,
        source: Source,
        subject: Subject<'_>,
        graph_has_names: bool,
    ) -> Result<Self, GraphError> {
        let reader = SerializedFileReader::new(Bytes::from_owner(source)).map_err(|error| refused(name, &error))?;
        let columns = reader.metadata().file_metadata().schema_descr().columns();
        let bad = |reason| GraphError::BadParquet { path: name.to_owned(), reason };
        let num_ids = subject.num_ids();
        if columns.len() <= num_ids {
            let ids = if num_ids == 1 { "the id comes first" } else { "both ids come first" };
            return Err(bad(format!(
                "it has {}; {ids}, then columns to compare",
                counted(columns.len() as u64, "column", "columns")
            )));
        }
        let mut own = names(columns);
        let index = index_column(reader.metadata().file_metadata(), &mut own);
        let is_known = |column: usize| match columns[column].physical_type() {
            Type::BYTE_ARRAY => graph_has_names,
            Type::INT32 | Type::INT64 => !graph_has_names,
            _ => false,
        };
        let evidence = Evidence { index, is_known: &is_known };
        let ids = subject.ids(&own, &evidence).map_err(|what| undecided(name, what))?;
        for column in ids.iter().map(|&place| &columns[place]) {
            let is_id = match kind_of(column) {
                Ok(kind) => matches!(kind, Kind::Integers { .. } | Kind::Text),
                Err(_) => is_flat(column) && column.physical_type() == Type::BYTE_ARRAY,
            };
            if !is_id {
                let (own, what) = (column.name(), if num_ids == 1 { "the id" } else { "an id of either end" });
                return Err(bad(format!(
                    "the column `{own}` holds neither integers nor names, and {what} is expected there: reorder the columns"
                )));
            }
        }
        let (mut wanted, mut report) = (Vec::new(), TableReport::default());
        let is_value = |place: usize| !ids.contains(&place) && !own[place].is_empty();
        for (index, column) in columns.iter().enumerate().filter(|(place, _)| is_value(*place)) {
            let name = column.path().string();
            match kind_of(column) {
                Ok(kind) => {
                    report.added(&name, kind.none().what());
                    wanted.push(Wanted { index, name, kind });
                }
                Err(found) => report.skipped.push(SkippedColumn { name, found }),
            }
        }
        let direction = column_of_directions(name, &reader, &own)?;
        let direction = wanted.iter().position(|wanted| Some(wanted.index) == direction);
        Ok(Table { name, reader, ids, wanted, direction, report })
    }

    /// The columns to be read, with `len` values each, all missing.
    pub(super) fn missing(&self, len: usize) -> Vec<Column> {
        self.wanted.iter().map(|wanted| wanted.kind.none().missing(len)).collect()
    }

    /// Hands each batch to `found`: the number of its first row, from 1, what each row is about, and the values. It says how many rows
    /// are about nothing of the graph. Says which of the
    /// columns have a value that cannot be held; these have no values.
    pub(super) fn read(
        self,
        graph: &Graph,
        mut found: impl FnMut(u64, &[Option<(VertexId, VertexId)>], &[Column]) -> Result<u64, GraphError>,
    ) -> Result<(TableReport, Vec<usize>), GraphError> {
        let Table { name, reader, ids: places, wanted, mut report, .. } = self;
        let mut spoiled: Vec<usize> = Vec::new();
        let num_ids = places.len();
        let failed = |error: ParquetError| refused(name, &error);
        let directory = Directory::new(graph);
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group).map_err(failed)?;
            let column =
                |index: usize| Ok((group.get_column_reader(index)?, group.metadata().column(index).column_descr()));
            let mut ids = places.iter().copied().map(column).collect::<Result<Vec<_>, _>>().map_err(failed)?;
            let mut values =
                wanted.iter().map(|wanted| column(wanted.index)).collect::<Result<Vec<_>, _>>().map_err(failed)?;
            let mut left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            while left > 0 {
                let (rows, first) = (left.min(BATCH), report.rows + 1);
                let batch = Batch { name, first, rows };
                let ends = ids.iter_mut().map(|(reader, own)| batch.vertices(&directory, reader, own));
                let ends: Vec<Vec<Option<VertexId>>> = ends.collect::<Result<_, _>>()?;
                let key = |i: usize| ends[0][i].zip(ends[num_ids - 1][i]);
                let keys: Vec<Option<(VertexId, VertexId)>> = (0..rows).map(key).collect();
                let mut columns = Vec::with_capacity(wanted.len());
                for (i, ((reader, own), wanted)) in values.iter_mut().zip(&wanted).enumerate() {
                    let none = || wanted.kind.none().missing(rows);
                    columns.push(match spoiled.contains(&i) {
                        true => none(),
                        false => match batch.values(wanted, reader, own) {
                            Err(GraphError::BadRow { row, token, expected, .. }) => {
                                let found = format!("`{token}` in row {row} is not {expected}");
                                report.skipped.push(SkippedColumn { name: wanted.name.clone(), found });
                                spoiled.push(i);
                                none()
                            }
                            values => values?,
                        },
                    });
                }
                report.strangers += found(first, &keys, &columns)?;
                report.rows += rows as u64;
                left -= rows;
            }
        }
        let is_whole = |i: &usize| !spoiled.contains(i);
        let added = (0..wanted.len()).filter(is_whole).map(|i| (wanted[i].name.clone(), wanted[i].kind.none()));
        report.holds(&added.collect::<Vec<_>>());
        Ok((report, spoiled))
    }
}

/// Rows to be read now.
#[derive(Clone, Copy)]
struct Batch<'a> {
    name: &'a str,
    first: u64,
    rows: usize,
}

impl Batch<'_> {
    /// The vertices of a column of ids, those that the graph has.
    fn vertices(
        self,
        directory: &Directory<'_>,
        reader: &mut ColumnReader,
        own: &ColumnDescriptor,
    ) -> Result<Vec<Option<VertexId>>, GraphError> {
        let mut vertices = Vec::with_capacity(self.rows);
        let mut refused = None;
        let is_unsigned = kind_of(own) == Ok(Kind::Integers { is_unsigned: true });
        let mut integer = |id: Option<i64>| {
            let unsigned = id.and_then(|id| if is_unsigned { Some(id as u64) } else { u64::try_from(id).ok() });
            match unsigned {
                Some(id) => vertices.push(directory.numbered(id)),
                None => {
                    let token = id.map_or_else(|| "null".to_owned(), |id| id.to_string());
                    refused.get_or_insert((vertices.len(), token));
                    vertices.push(None);
                }
            }
        };
        match reader {
            ColumnReader::Int32ColumnReader(reader) => {
                let wide = |id: i32| if is_unsigned { i64::from(id as u32) } else { i64::from(id) };
                self.each(reader, own, |id| integer(id.copied().map(wide)))?;
            }
            ColumnReader::Int64ColumnReader(reader) => self.each(reader, own, |id| integer(id.copied()))?,
            ColumnReader::ByteArrayColumnReader(reader) => self.each(reader, own, |id| {
                let found = id.map_or(Err("null".to_owned()), |id| {
                    directory.written(id.as_bytes()).map_err(|_| shorten(id.as_bytes()))
                });
                vertices.push(found.unwrap_or_else(|token| {
                    refused.get_or_insert((vertices.len(), token));
                    None
                }));
            })?,
            _ => unreachable!("checked: ids are integers or names"),
        }
        match refused {
            None => Ok(vertices),
            Some((i, token)) => Err(self.bad(i, token, "an id like those of the graph")),
        }
    }

    /// The values of a column.
    fn values(self, wanted: &Wanted, reader: &mut ColumnReader, own: &ColumnDescriptor) -> Result<Column, GraphError> {
        match wanted.kind {
            Kind::Text => self.text(reader, own),
            Kind::Moments(calendar, unit) => self.moments(calendar, unit, reader, own),
            Kind::Integers { .. } | Kind::Floats => self.numbers(wanted, reader, own),
        }
    }

    fn text(self, reader: &mut ColumnReader, own: &ColumnDescriptor) -> Result<Column, GraphError> {
        let ColumnReader::ByteArrayColumnReader(reader) = reader else {
            unreachable!("the kind follows from the type")
        };
        let (mut text, mut row, mut refused) = (TextColumn::default(), 0, None);
        self.each(reader, own, |value| {
            let bytes = value.map(|value| value.as_bytes());
            match bytes.map(std::str::from_utf8).transpose() {
                Ok(value) => text.push(value),
                Err(_) => refused = refused.take().or(bytes.map(|bytes| (row, shorten(bytes)))),
            }
            row += 1;
        })?;
        match refused {
            None => Ok(Column::Text(text)),
            Some((row, token)) => Err(self.bad(row, token, "text in UTF-8")),
        }
    }

    fn moments(
        self,
        calendar: Calendar,
        unit: Unit,
        reader: &mut ColumnReader,
        own: &ColumnDescriptor,
    ) -> Result<Column, GraphError> {
        let (mut values, mut refused) = (Vec::with_capacity(self.rows), None);
        let mut take = |value: Option<i64>| {
            let scaled = value.map(|value| unit.scaled(value).ok_or(value)).transpose();
            refused = refused.take().or(scaled.err().map(|value| (values.len(), value.to_string())));
            values.push(scaled.ok().flatten().unwrap_or(MISSING));
        };
        match reader {
            ColumnReader::Int32ColumnReader(reader) => {
                self.each(reader, own, |value| take(value.map(|&v| v.into())))?
            }
            ColumnReader::Int64ColumnReader(reader) => self.each(reader, own, |value| take(value.copied()))?,
            _ => unreachable!("the kind follows from the type"),
        }
        match refused {
            None => Ok(Column::Moments(calendar, values.into())),
            Some((row, token)) => Err(self.bad(row, token, "a time in whole microseconds: round it")),
        }
    }

    /// The values of a column of numbers.
    fn numbers(self, wanted: &Wanted, reader: &mut ColumnReader, own: &ColumnDescriptor) -> Result<Column, GraphError> {
        let (mut integers, mut floats) = (Vec::new(), Vec::new());
        let mut too_large = None;
        match (wanted.kind, reader) {
            (Kind::Integers { .. }, ColumnReader::BoolColumnReader(reader)) => {
                self.each(reader, own, |value| integers.push(value.map_or(MISSING, |&value| i64::from(value))))?;
            }
            (Kind::Integers { is_unsigned }, ColumnReader::Int32ColumnReader(reader)) => {
                let wide = |value: i32| if is_unsigned { i64::from(value as u32) } else { i64::from(value) };
                self.each(reader, own, |value| integers.push(value.copied().map_or(MISSING, wide)))?;
            }
            (Kind::Integers { is_unsigned }, ColumnReader::Int64ColumnReader(reader)) => {
                self.each(reader, own, |value| {
                    // The least integer stands for a missing value here, and is none in the file.
                    if value.is_some_and(|&value| value == MISSING || is_unsigned && value < 0) {
                        too_large.get_or_insert((integers.len(), value.map_or(0, |&value| value)));
                    }
                    integers.push(value.copied().unwrap_or(MISSING));
                })?;
            }
            (Kind::Floats, ColumnReader::FloatColumnReader(reader)) => {
                self.each(reader, own, |value| floats.push(value.map_or(f64::NAN, |&value| f64::from(value))))?;
            }
            (Kind::Floats, ColumnReader::DoubleColumnReader(reader)) => {
                self.each(reader, own, |value| floats.push(value.copied().unwrap_or(f64::NAN)))?;
            }
            _ => unreachable!("the kind follows from the type"),
        }
        match (too_large, wanted.kind) {
            (None, Kind::Floats) => Ok(floats.into()),
            (None, _) => Ok(integers.into()),
            (Some((i, value)), kind) => {
                let is_unsigned = kind == Kind::Integers { is_unsigned: true };
                let token = if is_unsigned { (value as u64).to_string() } else { value.to_string() };
                Err(self.bad(i, token, "an integer of at most 2^63 - 1, positive or negative"))
            }
        }
    }

    /// Calls `take` with the value of each row, if it has one.
    fn each<T: DataType>(
        self,
        reader: &mut ColumnReaderImpl<T>,
        own: &ColumnDescriptor,
        take: impl FnMut(Option<&T::T>),
    ) -> Result<(), GraphError> {
        each_value(self.name, self.rows, (reader, own), take)
    }

    fn bad(self, i: usize, token: String, expected: &'static str) -> GraphError {
        GraphError::BadRow { path: self.name.to_owned(), row: self.first + i as u64, token, expected }
    }
}
