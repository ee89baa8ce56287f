//! What readers of Parquet tables share: names of columns, refusals, and the values of a column row by row.

use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

use super::GraphError;
use super::load::Undecided;

/// The names of the columns.
pub(super) fn names(columns: &[ColumnDescPtr]) -> Vec<String> {
    columns.iter().map(|column| column.path().string()).collect()
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

/// Calls `take` with the value of each of the next `rows` rows, if it has one.
pub(super) fn each_value<T: DataType>(
    path: &str,
    rows: usize,
    (reader, own): (&mut ColumnReaderImpl<T>, &ColumnDescriptor),
    mut take: impl FnMut(Option<&T::T>),
) -> Result<(), GraphError> {
    let (mut levels, mut values, mut done) = (Vec::new(), Vec::new(), 0);
    while done < rows {
        let read = reader.read_records(rows - done, Some(&mut levels), None, &mut values);
        match read.map_err(|error| refused(path, &error))? {
            (0, ..) => {
                let reason = format!("the column `{}` ends before the others", own.name());
                return Err(GraphError::BadParquet { path: path.to_owned(), reason });
            }
            (more, ..) => done += more,
        }
    }
    let mut values = values.iter();
    match own.max_def_level() {
        0 => values.for_each(|value| take(Some(value))),
        there => levels.iter().for_each(|&level| take(if level == there { values.next() } else { None })),
    }
    Ok(())
}
