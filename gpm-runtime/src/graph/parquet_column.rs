//! What readers of Parquet tables share: names of columns, which of them has directions, refusals, and the values of a column row
//! by row.

use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{AsBytes, DataType};
use parquet::errors::ParquetError;
use parquet::file::metadata::FileMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

use super::GraphError;
use super::load::{Undecided, are_directions, direction_of, is_direction_column};

/// The names of the columns.
pub(super) fn names(columns: &[ColumnDescPtr]) -> Vec<String> {
    columns.iter().map(|column| column.path().string()).collect()
}

/// The column of the index that pandas stored among the others, by pandas' own metadata. If it had no name there, its name is
/// emptied.
pub(super) fn index_column(metadata: &FileMetaData, names: &mut [String]) -> Option<usize> {
    let pandas = metadata.key_value_metadata()?.iter().find(|pair| pair.key == "pandas")?.value.as_deref()?;
    let (_, listed) = pandas.split_once("\"index_columns\"")?;
    let (_, listed) = listed.split_once('[')?;
    let (listed, _) = listed.split_once(']')?;
    // One name; a range of numbers is an object and no column.
    let name = listed.trim().strip_prefix('"')?.strip_suffix('"').filter(|name| !name.contains('"'))?;
    let place = names.iter().position(|known| known == name)?;
    if name.starts_with("__index_level_") {
        names[place].clear();
    }
    Some(place)
}

/// Rows by which a column of directions is known. *guess*
const SAMPLE: usize = 100;

/// Gephi's column `Type` among columns of these names, if its first values are directions.
pub(super) fn column_of_directions(
    path: &str,
    reader: &SerializedFileReader<Bytes>,
    names: &[String],
) -> Result<Option<usize>, GraphError> {
    let failed = |error| refused(path, &error);
    let Some(place) = names.iter().position(|name| is_direction_column(name)) else { return Ok(None) };
    if reader.num_row_groups() == 0 {
        return Ok(None);
    }
    let group = reader.get_row_group(0).map_err(failed)?;
    let own = group.metadata().column(place).column_descr_ptr();
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0).min(SAMPLE);
    let ColumnReader::ByteArrayColumnReader(mut column) = group.get_column_reader(place).map_err(failed)? else {
        return Ok(None);
    };
    let mut said = Vec::with_capacity(rows);
    if is_flat(&own) {
        each_value(path, rows, (&mut column, &own), |value| {
            said.extend(value.map(|value| direction_of(value.as_bytes())));
        })?;
    }
    Ok(are_directions(said.into_iter()).then_some(place))
}

/// What the names of columns do not decide, as an error.
pub(super) fn undecided(path: &str, Undecided { what, remedy }: Undecided) -> GraphError {
    GraphError::BadParquet { path: path.to_owned(), reason: format!("{what}: {remedy}") }
}

/// Whether each row has at most one value.
pub(super) fn is_flat(column: &ColumnDescriptor) -> bool {
    column.max_rep_level() == 0 && column.path().parts().len() == 1
}

/// What the reader of Parquet says, in our words.
pub(super) fn refused(path: &str, error: &ParquetError) -> GraphError {
    GraphError::BadParquet { path: path.to_owned(), reason: error.to_string() }
}

/// Rows read at once: a damaged file may claim to have more than there is memory for. *guess*
pub(super) const BATCH: usize = 1 << 16;

/// Calls `take` with the value of each of the next `rows` rows, if it has one.
pub(super) fn each_value<T: DataType>(
    path: &str,
    rows: usize,
    (reader, own): (&mut ColumnReaderImpl<T>, &ColumnDescriptor),
    mut take: impl FnMut(Option<&T::T>),
) -> Result<(), GraphError> {
    let (mut levels, mut values, mut done) = (Vec::new(), Vec::new(), 0);
    while done < rows {
        levels.clear();
        values.clear();
        let read = reader.read_records((rows - done).min(BATCH), Some(&mut levels), None, &mut values);
        match read.map_err(|error| refused(path, &error))? {
            (0, ..) => {
                let reason = format!("the column `{}` ends before the others", own.name());
                return Err(GraphError::BadParquet { path: path.to_owned(), reason });
            }
            (more, ..) => done += more,
        }
        let mut values = values.iter();
        match own.max_def_level() {
            0 => values.for_each(|value| take(Some(value))),
            there => levels.iter().for_each(|&level| take(if level == there { values.next() } else { None })),
        }
    }
    Ok(())
}
