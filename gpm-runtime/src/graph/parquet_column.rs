//! What readers of Parquet tables share: which columns are the ids of an edge, and the values of a column row by row.

use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::schema::types::ColumnDescriptor;

use super::GraphError;

/// Names of the columns with the ids of an edge, as tables of edges commonly have them.
const PAIRS: &[(&str, &str)] = &[
    ("source", "target"),
    ("src", "dst"),
    ("from", "to"),
    ("sender", "receiver"),
    ("payer", "payee"),
    ("start", "end"),
    ("start_id", "end_id"),
    (":start_id", ":end_id"),
    ("source_id", "target_id"),
    ("src_id", "dst_id"),
    ("from_id", "to_id"),
    ("from_address", "to_address"),
    ("subject", "object"),
    ("node1", "node2"),
    ("node_1", "node_2"),
    ("protein1", "protein2"),
    ("id1", "id2"),
    ("id_1", "id_2"),
    ("u", "v"),
];

/// Places of the two columns of ids: those with names that are common for them, else the first two.
pub(super) fn id_columns(names: &[&str]) -> [usize; 2] {
    let lower: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
    let place = |wanted: &str| lower.iter().position(|name| name == wanted);
    let named = |&(from, to): &(&str, &str)| Some([place(from)?, place(to)?]);
    let pairs = || PAIRS.iter().filter_map(named);
    pairs().find(|pair| *pair == [0, 1]).or_else(|| pairs().next()).unwrap_or([0, 1])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_by_name() {
        assert_eq!(id_columns(&["a", "b", "c"]), [0, 1]);
        assert_eq!(id_columns(&["amount", "Source", "Target"]), [1, 2]);
        assert_eq!(id_columns(&["to", "from"]), [1, 0]);
        assert_eq!(id_columns(&["u", "v", "source", "target"]), [0, 1]);
    }
}
