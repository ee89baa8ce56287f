//! Options that a format has no use for. To ignore one would be to read another graph than was asked for.

use super::{Format, LoadOptions};
use crate::graph::GraphError;

const HEADER: &str = "`--header` is for edge lists: the file's own format says what is a head";
const DELIMITER: &str = "`--delimiter` is for edge lists: the file's own format says what parts its fields";
const COLUMNS: &str =
    "`--columns` is for edge lists and Parquet tables: the file's own format says what the ends of an edge are";
const VERTICES: &str =
    "`--vertices` is for edge lists and Parquet tables: the file's own format says which vertices there are";

/// Refuses options that say how a table is to be read, for files that are none.
///
/// # Errors
/// [`GraphError::Unsupported`] names the first such option.
pub(super) fn refuse(name: &str, format: Format, options: &LoadOptions) -> Result<(), GraphError> {
    let is_text = format == Format::EdgeList;
    let is_table = is_text || format == Format::Parquet;
    let unread = [
        (options.header.is_some() && !is_text, HEADER),
        (options.delimiter.is_some() && !is_text, DELIMITER),
        (options.columns.is_some() && !is_table, COLUMNS),
        (options.vertices.is_some() && !is_table, VERTICES),
    ];
    match unread.into_iter().find(|(is_unread, _)| *is_unread) {
        Some((_, what)) => Err(GraphError::Unsupported { path: name.to_owned(), what }),
        None => Ok(()),
    }
}
