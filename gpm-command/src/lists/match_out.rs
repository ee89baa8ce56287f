//! Where the matches of a list go: rows as they are found or in an order, or a graph of what they cover.

use std::path::PathBuf;

use gpm::VertexId;

use super::match_graph::MatchGraph;
use super::row_order::Sorter;
use crate::process::Failure;
use crate::rows::{AttributeColumn, RowWriter};

/// A file, or the standard output, for matches.
pub(crate) enum MatchOut<'g> {
    Rows {
        rows: Box<RowWriter<'g>>,
        /// What is written beside vertices.
        further: Vec<AttributeColumn<'g>>,
        /// If rows have an order.
        sorter: Option<Sorter<'g>>,
    },
    Graph(MatchGraph<'g>),
}

impl MatchOut<'_> {
    /// Takes a match, which is given by pattern vertex.
    pub(crate) fn take(&mut self, found: &[VertexId]) -> Result<(), Failure> {
        match self {
            Self::Rows { sorter: Some(sorter), .. } => sorter.push(found),
            Self::Rows { rows, further, sorter: None } => {
                rows.push(found, further.iter().map(|column| column.of(found)))
            }
            Self::Graph(graph) => {
                graph.push(found);
                Ok(())
            }
        }
    }

    /// Writes rows that were held for their order; gives how many rows there are, if they are not all matches.
    pub(crate) fn finish(&mut self) -> Result<Option<u64>, Failure> {
        let Self::Rows { rows, further, sorter } = self else { return Ok(None) };
        let Some(sorter) = sorter.take() else { return Ok(None) };
        let mut written = 0;
        sorter.hand_over(|found| {
            written += 1;
            rows.push(found, further.iter().map(|column| column.of(found)))
        })?;
        Ok(Some(written))
    }

    /// Gives the file its name; that of a list that is not complete, if it is one.
    pub(crate) fn keep(self, is_complete: bool) -> Result<Option<PathBuf>, Failure> {
        match self {
            Self::Rows { rows, .. } => rows.keep(is_complete),
            Self::Graph(graph) => graph.keep(is_complete),
        }
    }
}
