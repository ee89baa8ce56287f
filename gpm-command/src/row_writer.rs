//! Rows on their way into a file, whatever their format.

use std::path::PathBuf;

use gpm::{Graph, VertexId};

use super::cell::{Cell, Columns};
use super::failure::Failure;
use super::output_args::RowFormat;
use super::packed_file::PackedFile;
use super::parquet::ParquetFile;
use super::rows::Rows;

/// Rows under construction. Dropped before [`RowWriter::keep`], nothing of them stays under any name.
pub(crate) enum RowWriter<'a> {
    Text {
        rows: Rows<'a>,
        file: PackedFile,
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
        file: PackedFile,
    ) -> Result<RowWriter<'a>, Failure> {
        match format {
            RowFormat::Text(format) => {
                let names = columns.vertices.into_iter().chain(columns.values.into_iter().map(|column| column.name));
                let rows = Rows::new(format, graph, names.collect());
                let text = rows.header();
                Ok(RowWriter::Text { rows, file, text })
            }
            RowFormat::Parquet => Ok(RowWriter::Parquet(ParquetFile::new(graph, columns, file.plain())?)),
        }
    }

    /// Adds a row: an entry for each column.
    pub(crate) fn push<'c>(
        &mut self,
        vertices: &[VertexId],
        cells: impl Iterator<Item = Cell<'c>>,
    ) -> Result<(), Failure> {
        match self {
            RowWriter::Text { rows, file, text } => {
                rows.push(text, vertices, cells);
                file.write_rows(text)?;
                text.clear();
                Ok(())
            }
            RowWriter::Parquet(file) => file.push(vertices, cells),
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
