//! A set as one bit a vertex, so that others are probed against it.

use crate::graph::VertexId;
use crate::set::{Bitmap, Kernels};

/// The bits of a set.
#[derive(Debug)]
pub(super) struct MarkedRow {
    bits: Bitmap,
    /// The vertices whose bits are set.
    row: Vec<VertexId>,
    kernels: &'static Kernels,
}

impl MarkedRow {
    pub(super) fn new(num_vertices: usize, kernels: &'static Kernels) -> Self {
        MarkedRow { bits: Bitmap::new(num_vertices), row: Vec::new(), kernels }
    }

    /// One bit a vertex.
    pub(super) fn bits(&self) -> &Bitmap {
        &self.bits
    }

    /// Marks the vertices of `row` and no others. All must be of the graph that the bits are for.
    pub(super) fn mark(&mut self, row: &[VertexId]) {
        // SAFETY: the bits cover all vertices of the graph.
        unsafe {
            (self.kernels.unmark)(self.bits.words_mut().as_mut_ptr(), self.row.as_ptr(), self.row.len());
            (self.kernels.mark)(self.bits.words_mut().as_mut_ptr(), row.as_ptr(), row.len());
        }
        self.row.clear();
        self.row.extend_from_slice(row);
    }
}
