//! Counting what the rows of many vertices have in common with a marked set.

use std::marker::PhantomData;

use gpm_plan::program::Part;

use super::{Bits, Brand, Set, Vertex, View, Worker};
use crate::cpu::rows;
use crate::graph::VertexId;

/// Rows of which is counted what is marked.
#[derive(Clone, Copy, Debug)]
pub struct RowsIn<'a, 'r> {
    rows: rows::RowsIn<'a>,
    brand: Brand<'r>,
}

impl<'r> View<'r> {
    /// Rows to count what is marked in them.
    pub fn rows_in<'a>(self, part: Part, marked: Set<'a, 'r>, marks: &'a impl Bits<'r>) -> RowsIn<'a, 'r>
    where
        'r: 'a,
    {
        RowsIn {
            rows: rows::RowsIn { rows: self.rows, part, marked: marked.ids(), bits: marks.bits() },
            brand: PhantomData,
        }
    }
}

impl<'r> RowsIn<'_, 'r> {
    /// How many elements of the rows of `owners`, below and above the given vertices, are marked; `None` if the run must end.
    pub fn count(
        &self,
        owners: Set<'_, 'r>,
        below: &[Vertex<'r>],
        above: &[Vertex<'r>],
        worker: &Worker<'r>,
    ) -> Option<i64> {
        let end = below.iter().map(|v| v.id()).min().unwrap_or(VertexId::MAX);
        let start = above.iter().map(|v| v.id() + 1).max().unwrap_or(0);
        self.rows.count(owners.ids(), &(start..end), worker.stop()).map(|counted| counted as i64)
    }
}
