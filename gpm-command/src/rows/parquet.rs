//! Rows as a Parquet file: one column after the other, a group of rows at a time.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use gpm::pattern::predicate::Calendar;
use gpm::{Graph, OriginalId, VertexId};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as PhysicalType};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType, Int32Type,
    Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{PrimitiveTypeBuilder, Type};

use super::cell::{Cell, ColumnHead, Columns, Kind, joined};
use super::row_file::RowFile;
use crate::process::Failure;

/// Entries of a group of rows, which is what is held in memory. *guess*
const GROUP: usize = 1 << 22;

/// Digits of a count of more than 64 bits, the most that readers take.
const DIGITS: u32 = 38;
const LARGEST: u128 = 10u128.pow(DIGITS) - 1;

/// A Parquet file under construction. Ids are unsigned integers of 64 bits, or text if they are names. Counts are unsigned
/// integers of 64 bits, or decimals of 38 digits where some need more. Missing values are nulls.
pub(crate) struct ParquetFile<'a> {
    graph: &'a Graph,
    writer: SerializedFileWriter<RowFile>,
    group: Group,
}

/// The rows that are not written yet, by column.
struct Group {
    vertices: Vec<Vec<VertexId>>,
    values: Vec<Values>,
    rows: usize,
    /// Rows that are written together.
    capacity: usize,
}

/// Values of a column; `None` is a missing one.
enum Values {
    /// The bits of unsigned numbers, as Parquet has them.
    Counts(Vec<i64>),
    WideCounts(Vec<u128>),
    Integers(Vec<Option<i64>>),
    Wide(Vec<Option<FixedLenByteArray>>),
    Days(Vec<Option<i32>>),
    Floats(Vec<Option<f64>>),
    Texts(Vec<Option<ByteArray>>),
    Flags(Vec<bool>),
}

impl<'a> ParquetFile<'a> {
    /// Starts a file.
    pub(crate) fn new(graph: &'a Graph, columns: Columns, file: RowFile) -> Result<Self, Failure> {
        let schema = schema(graph, &columns).map_err(|error| Failure::Run(error.into()))?;
        let properties = WriterProperties::builder()
            .set_created_by(concat!("gpm ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::SNAPPY)
            .build();
        let num_columns = columns.vertices.len() + columns.values.len();
        let group = Group {
            vertices: vec![Vec::new(); columns.vertices.len()],
            values: columns.values.iter().map(|column| Values::new(column.kind)).collect(),
            rows: 0,
            capacity: GROUP / num_columns.max(1),
        };
        // The first bytes stay in memory.
        let writer = SerializedFileWriter::new(file, schema, Arc::new(properties));
        Ok(Self { graph, writer: writer.map_err(|error| Failure::Run(error.into()))?, group })
    }

    /// Adds a row.
    pub(crate) fn push<'c>(
        &mut self,
        vertices: &[VertexId],
        cells: impl Iterator<Item = Cell<'c>>,
    ) -> Result<(), Failure> {
        let group = &mut self.group;
        group.vertices.iter_mut().zip(vertices).for_each(|(column, &v)| column.push(v));
        for (column, cell) in group.values.iter_mut().zip(cells) {
            column.push(cell).map_err(|count| {
                Failure::Run(anyhow!("the count {count} is too large for Parquet: write a .csv file"))
            })?;
        }
        group.rows += 1;
        if group.rows < group.capacity { Ok(()) } else { self.write_group() }
    }

    /// Writes what is left, and what Parquet files end with, and gives the file its name.
    pub(crate) fn keep(mut self, is_complete: bool) -> Result<Option<PathBuf>, Failure> {
        self.write_group()?;
        self.writer.finish().map_err(|error| self.failed(error))?;
        self.writer.inner_mut().keep(is_complete)
    }

    fn write_group(&mut self) -> Result<(), Failure> {
        let written = if self.group.rows > 0 { self.group.write(self.graph, &mut self.writer) } else { Ok(()) };
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: ParquetError) -> Failure {
        match error {
            ParquetError::External(source) => match source.downcast::<io::Error>() {
                Ok(error) => self.writer.inner().failed(*error),
                Err(error) => Failure::Run(anyhow!(error)),
            },
            error => Failure::Run(error.into()),
        }
    }
}

impl Group {
    /// Writes all rows and forgets them.
    fn write(&mut self, graph: &Graph, writer: &mut SerializedFileWriter<RowFile>) -> Result<(), ParquetError> {
        let mut group = writer.next_row_group()?;
        for column in &mut self.vertices {
            match has_names(graph) {
                true => write::<ByteArrayType>(&mut group, column.drain(..).map(|v| name(graph, v)))?,
                false => write::<Int64Type>(&mut group, column.drain(..).map(|v| integer(graph, v)))?,
            }
        }
        for column in &mut self.values {
            column.write(&mut group)?;
        }
        self.rows = 0;
        group.close().map(|_| ())
    }
}

impl Values {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Count => Values::Counts(Vec::new()),
            Kind::WideCount => Values::WideCounts(Vec::new()),
            // Days have 32 bits.
            Kind::Moment(Calendar::Date) => Values::Days(Vec::new()),
            Kind::Integer | Kind::Moment(_) => Values::Integers(Vec::new()),
            Kind::Wide => Values::Wide(Vec::new()),
            Kind::Float => Values::Floats(Vec::new()),
            Kind::Text | Kind::Ids => Values::Texts(Vec::new()),
            Kind::Flag => Values::Flags(Vec::new()),
        }
    }

    /// Adds a value; the error is a count that is too large.
    fn push(&mut self, cell: Cell<'_>) -> Result<(), u128> {
        match (self, cell) {
            (Values::Counts(values), Cell::Count(count)) => {
                values.push(u64::try_from(count).map_err(|_| count)? as i64)
            }
            (Values::WideCounts(values), Cell::Count(count)) if count <= LARGEST => values.push(count),
            (Values::WideCounts(_), Cell::Count(count)) => return Err(count),
            (Values::Integers(values), Cell::Integer(value) | Cell::Moment(_, value)) => values.push(value),
            (Values::Wide(values), Cell::Wide(value)) => match value {
                Some(value) if value.unsigned_abs() > LARGEST => return Err(value.unsigned_abs()),
                value => values.push(value.map(|value| decimal(value as u128))),
            },
            (Values::Days(days), Cell::Moment(_, value)) => {
                days.push(value.map(|day| day.try_into().expect("dates that files hold have 32 bits")))
            }
            (Values::Floats(values), Cell::Float(value)) => values.push(value),
            (Values::Texts(values), Cell::Text(value)) => {
                values.push(value.map(|text| ByteArray::from(text.as_bytes().to_vec())));
            }
            (Values::Texts(values), Cell::Ids(ids)) => values.push(Some(ByteArray::from(joined(ids).into_bytes()))),
            (Values::Flags(values), Cell::Flag(value)) => values.push(value),
            _ => unreachable!("a column holds values of its kind"),
        }
        Ok(())
    }

    /// Writes the values as the next column and forgets them.
    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, RowFile>) -> Result<(), ParquetError> {
        match self {
            Values::Counts(counts) => write::<Int64Type>(group, counts.drain(..)),
            Values::WideCounts(counts) => write::<FixedLenByteArrayType>(group, counts.drain(..).map(decimal)),
            Values::Integers(values) => write_some::<Int64Type>(group, values),
            Values::Wide(values) => write_some::<FixedLenByteArrayType>(group, values),
            Values::Days(days) => write_some::<Int32Type>(group, days),
            Values::Floats(values) => write_some::<DoubleType>(group, values),
            Values::Texts(values) => write_some::<ByteArrayType>(group, values),
            Values::Flags(values) => write::<BoolType>(group, values.drain(..)),
        }
    }
}

/// Writes the next column.
fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, RowFile>,
    values: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { unreachable!("the schema has a field for each column") };
    column.typed::<T>().write_batch(&values.collect::<Vec<_>>(), None, None)?;
    column.close()
}

/// Writes the next column, in which values may be missing.
fn write_some<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, RowFile>,
    values: &mut Vec<Option<T::T>>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { unreachable!("the schema has a field for each column") };
    let is_there: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let there: Vec<T::T> = values.drain(..).flatten().collect();
    column.typed::<T>().write_batch(&there, Some(&is_there), None)?;
    column.close()
}

/// A field for each column.
fn schema(graph: &Graph, columns: &Columns) -> Result<Arc<Type>, ParquetError> {
    let unsigned = LogicalType::integer(64, false);
    let vertices = columns.vertices.iter().map(|name| match has_names(graph) {
        true => field(name, PhysicalType::BYTE_ARRAY, LogicalType::String),
        false => field(name, PhysicalType::INT64, unsigned.clone()),
    });
    let values = columns.values.iter().map(|ColumnHead { name, kind }| match kind {
        Kind::Count => field(name, PhysicalType::INT64, unsigned.clone()),
        Kind::WideCount => field(name, PhysicalType::FIXED_LEN_BYTE_ARRAY, LogicalType::decimal(0, DIGITS as i32))
            .with_length(size_of::<u128>() as i32)
            .with_precision(DIGITS as i32)
            .with_scale(0),
        Kind::Wide => optional(field(name, PhysicalType::FIXED_LEN_BYTE_ARRAY, LogicalType::decimal(0, DIGITS as i32)))
            .with_length(size_of::<u128>() as i32)
            .with_precision(DIGITS as i32)
            .with_scale(0),
        Kind::Integer => optional(field(name, PhysicalType::INT64, LogicalType::integer(64, true))),
        Kind::Float => optional(field(name, PhysicalType::DOUBLE, None)),
        Kind::Text | Kind::Ids => optional(field(name, PhysicalType::BYTE_ARRAY, LogicalType::String)),
        Kind::Flag => field(name, PhysicalType::BOOLEAN, None),
        Kind::Moment(Calendar::Date) => optional(field(name, PhysicalType::INT32, LogicalType::Date)),
        Kind::Moment(Calendar::Time) => {
            optional(field(name, PhysicalType::INT64, LogicalType::time(true, TimeUnit::MICROS)))
        }
        Kind::Moment(calendar @ (Calendar::Timestamp | Calendar::Instant)) => {
            let has_zone = *calendar == Calendar::Instant;
            optional(field(name, PhysicalType::INT64, LogicalType::timestamp(has_zone, TimeUnit::MICROS)))
        }
        // Microseconds: Parquet's own type of intervals counts months.
        Kind::Moment(Calendar::Interval) => optional(field(name, PhysicalType::INT64, LogicalType::integer(64, true))),
    });
    let fields = vertices.chain(values).map(|field| field.build().map(Arc::new)).collect::<Result<_, _>>()?;
    Type::group_type_builder("rows").with_fields(fields).build().map(Arc::new)
}

/// A field that always has a value.
fn field(name: &str, kind: PhysicalType, logical: impl Into<Option<LogicalType>>) -> PrimitiveTypeBuilder<'_> {
    Type::primitive_type_builder(name, kind).with_repetition(Repetition::REQUIRED).with_logical_type(logical.into())
}

fn optional(field: PrimitiveTypeBuilder<'_>) -> PrimitiveTypeBuilder<'_> {
    field.with_repetition(Repetition::OPTIONAL)
}

/// Whether ids are names: all are, or none.
fn has_names(graph: &Graph) -> bool {
    graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_))
}

fn integer(graph: &Graph, v: VertexId) -> i64 {
    match graph.original_id(v) {
        OriginalId::Integer(id) => id as i64,
        OriginalId::Name(_) => unreachable!("ids are all of a kind"),
    }
}

fn name(graph: &Graph, v: VertexId) -> ByteArray {
    match graph.original_id(v) {
        OriginalId::Name(name) => ByteArray::from(name.as_bytes().to_vec()),
        OriginalId::Integer(_) => unreachable!("ids are all of a kind"),
    }
}

/// The digits of base 256, the highest first.
fn decimal(count: u128) -> FixedLenByteArray {
    count.to_be_bytes().to_vec().into()
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, RowAccessor};

    use super::*;

    fn columns() -> Columns {
        Columns {
            vertices: vec!["vertex".to_owned()],
            values: vec![ColumnHead::new("narrow", Kind::Count), ColumnHead::new("wide", Kind::WideCount)],
        }
    }

    #[test]
    fn wide_counts_are_decimals() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wide.parquet");
        let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
        let mut file = ParquetFile::new(&graph, columns(), RowFile::create(&path).unwrap()).unwrap();
        let rows = [[u128::from(u64::MAX), LARGEST], [0, 1 << 64]];
        for (row, v) in rows.iter().zip(0..) {
            file.push(&[v], row.map(Cell::Count).into_iter()).unwrap();
        }
        file.keep(true).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let read = |row: parquet::record::Row| {
            let Some((_, Field::Decimal(wide))) = row.get_column_iter().nth(2) else { panic!("{row}") };
            assert_eq!((wide.precision(), wide.scale()), (38, 0));
            [row.get_ulong(1).unwrap().into(), u128::from_be_bytes(wide.data().try_into().unwrap())]
        };
        let found: Vec<[u128; 2]> = reader.get_row_iter(None).unwrap().map(|row| read(row.unwrap())).collect();
        assert_eq!(found, rows);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wide.parquet");
        let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
        for counts in [[1 << 64, 0], [0, LARGEST + 1]] {
            let mut file = ParquetFile::new(&graph, columns(), RowFile::create(&path).unwrap()).unwrap();
            assert!(matches!(file.push(&[0], counts.map(Cell::Count).into_iter()), Err(Failure::Run(_))));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
