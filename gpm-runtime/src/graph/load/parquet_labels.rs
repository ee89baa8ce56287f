//! Vertex labels in Parquet: a column of labels in id order, or one beside a column of ids.

use bytes::Bytes;
use parquet::basic::Type;
use parquet::column::reader::ColumnReader;
use parquet::data_type::AsBytes;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};

use super::Source;
use super::label_file::{LabelFile, Places};
use super::named_columns::Undecided;
use super::numbers::is_missing;
use crate::graph::GraphError;
use crate::graph::names::LabelCollector;
use crate::graph::parquet_column::{each_value, index_column, is_flat, names, refused, undecided};

/// Reads the file. `choose` finds the columns by their names, the column that numbers the rows, and whether a column may have the
/// ids of a graph of names or of integers.
pub(super) fn load(
    name: String,
    source: Source,
    choose: impl FnOnce(&[String], Option<usize>, &dyn Fn(usize, bool) -> bool) -> Result<Places, Undecided>,
) -> Result<LabelFile, GraphError> {
    let reader = SerializedFileReader::new(Bytes::from_owner(source)).map_err(|error| refused(&name, &error))?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let mut own = names(columns);
    let index = index_column(reader.metadata().file_metadata(), &mut own);
    let may_be_ids = |column: usize, are_names: bool| match columns[column].physical_type() {
        Type::BYTE_ARRAY => are_names,
        Type::INT32 | Type::INT64 => !are_names,
        _ => false,
    };
    let places = choose(&own, index, &may_be_ids).map_err(|what| undecided(&name, what))?;
    let has_ids = places.id.is_some();
    let (labels, ids) = (Vec::new(), has_ids.then(Vec::new));
    let mut file = LabelFile { name: name.clone(), ids, labels, names: LabelCollector::default() };
    let mut row = 0;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(|error| refused(&name, &error))?;
        let labels = texts(&name, group.as_ref(), places.label)?;
        let ids = places.id.map(|id| texts(&name, group.as_ref(), id)).transpose()?;
        for (i, label) in labels.into_iter().enumerate() {
            row += 1;
            let id = ids.as_ref().map(|ids| ids[i].as_deref());
            if id == Some(None) {
                let (path, token) = (name, "null".to_owned());
                return Err(GraphError::BadRow { path, row, token, expected: "the id of a vertex" });
            }
            let label = label.filter(|label| !is_missing(label.as_bytes()));
            file.add(id.flatten(), label.as_deref().unwrap_or_default(), row);
        }
    }
    match file.labels.is_empty() {
        true => Err(GraphError::Empty { path: name }),
        false => Ok(file),
    }
}

/// The values of a column as text.
fn texts(name: &str, group: &dyn RowGroupReader, place: usize) -> Result<Vec<Option<String>>, GraphError> {
    let metadata = group.metadata().column(place);
    let own = metadata.column_descr();
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let mut texts = Vec::new();
    let mut reader = group.get_column_reader(place).map_err(|error| refused(name, &error))?;
    match &mut reader {
        _ if !is_flat(own) => return Err(unreadable(name, own.name())),
        ColumnReader::BoolColumnReader(reader) => {
            each_value(name, rows, (reader, own), |value| texts.push(value.map(ToString::to_string)))?;
        }
        ColumnReader::Int32ColumnReader(reader) => {
            each_value(name, rows, (reader, own), |value| texts.push(value.map(ToString::to_string)))?;
        }
        ColumnReader::Int64ColumnReader(reader) => {
            each_value(name, rows, (reader, own), |value| texts.push(value.map(ToString::to_string)))?;
        }
        ColumnReader::ByteArrayColumnReader(reader) => each_value(name, rows, (reader, own), |value| {
            texts.push(value.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()));
        })?,
        _ => return Err(unreadable(name, own.name())),
    }
    Ok(texts)
}

fn unreadable(name: &str, column: &str) -> GraphError {
    let reason = format!("the column `{column}` holds neither integers nor text, and ids or labels are expected there");
    GraphError::BadParquet { path: name.to_owned(), reason }
}
