//! Rows on their way into a file, whatever their format.

use std::path::PathBuf;

use gpm::{Graph, VertexId};

use super::failure::Failure;
use super::output_args::RowFormat;
use super::parquet::ParquetFile;
use super::row_file::RowFile;
use super::rows::Rows;

/// The columns of rows: vertices first, then counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// Names of those that hold vertices.
    pub(crate) vertices: Vec<String>,
    /// Names of those that hold counts, and whether some of these have more than 64 bits.
    pub(crate) counts: Vec<(String, bool)>,
}

/// Rows under construction. Dropped before [`RowWriter::keep`], nothing of them stays under any name.
pub(crate) enum RowWriter<'a> {
    Text {
        rows: Rows<'a>,
        file: RowFile,
        /// What to write next: the header waits for the first row, since a question that has no answer has none.
        text: Vec<u8>,
    },
    Parquet(ParquetFile<'a>),
}

impl<'a> RowWriter<'a> {
    /// Starts rows about the vertices of `graph`.
    pub(crate) fn new(
        format: RowFormat,
        graph: &'a Graph,
        columns: Columns,
        file: RowFile,
    ) -> Result<RowWriter<'a>, Failure> {
        match format {
            RowFormat::Text(format) => {
                let names = columns.vertices.into_iter().chain(columns.counts.into_iter().map(|(name, _)| name));
                let rows = Rows::new(format, graph, names.collect());
                let text = rows.header().into_bytes();
                Ok(RowWriter::Text { rows, file, text })
            }
            RowFormat::Parquet => Ok(RowWriter::Parquet(ParquetFile::new(graph, columns, file)?)),
        }
    }

    /// Adds a row: an entry for each column.
    pub(crate) fn push(&mut self, vertices: &[VertexId], counts: impl Iterator<Item = u128>) -> Result<(), Failure> {
        match self {
            RowWriter::Text { rows, file, text } => {
                rows.push(text, vertices, counts);
                file.write_rows(text)?;
                text.clear();
                Ok(())
            }
            RowWriter::Parquet(file) => file.push(vertices, counts),
        }
    }

    /// Ends the rows and gives the file its name: the final one if they are complete, else that with `.partial`.
    /// Gives the latter, if it is used.
    pub(crate) fn keep(self, is_complete: bool) -> Result<Option<PathBuf>, Failure> {
        match self {
            RowWriter::Text { mut file, text, .. } => {
                file.write_rows(&text)?;
                file.keep(is_complete)
            }
            RowWriter::Parquet(file) => file.keep(is_complete),
        }
    }
}
