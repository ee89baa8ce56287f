//! Rows on their way into a file, whatever their format.

use std::io::Read;
use std::path::PathBuf;

use gpm::{Graph, VertexId};

use super::cell::{Cell, Columns};
use super::output_args::RowFormat;
use super::packed_file::PackedFile;
use super::parquet::ParquetFile;
use super::text::{Rows, TextFormat};
use crate::process::{Failure, bug};

/// Bytes of rows that are copied at a time. *guess*
const BUFFER: usize = 1 << 16;

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
                // `0,1` above ids would be read as an edge.
                let has_head = format != TextFormat::Jsonl;
                let is_edge = has_head && matches!(&columns.vertices[..], [from, to] if from == "0" && to == "1");
                let vertices = if is_edge { vec!["source".to_owned(), "target".to_owned()] } else { columns.vertices };
                let names = vertices.into_iter().chain(columns.values.into_iter().map(|column| column.name));
                let rows = Rows::new(format, graph, names.collect());
                let text = rows.header();
                Ok(RowWriter::Text { rows, file, text })
            }
            RowFormat::Parquet => Ok(RowWriter::Parquet(ParquetFile::new(graph, columns, file.plain())?)),
        }
    }

    /// The same without the line of names: rows that others are put before.
    pub(crate) fn without_head(mut self) -> RowWriter<'a> {
        if let RowWriter::Text { text, .. } = &mut self {
            text.clear();
        }
        self
    }

    /// Adds rows of text that were written before, without a line of names.
    pub(crate) fn append(&mut self, rows: &mut dyn Read) -> Result<(), Failure> {
        let RowWriter::Text { file, text, .. } = self else { return Err(bug("Parquet is no text")) };
        let mut buffer = vec![0; BUFFER];
        loop {
            let taken = rows.read(&mut buffer).map_err(|error| Failure::run(format!("cannot read rows: {error}")))?;
            if taken == 0 {
                return Ok(());
            }
            text.extend_from_slice(&buffer[..taken]);
            file.write_rows(text)?;
            text.clear();
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
