//! A set that depends on the root alone, as one bit a vertex: whoever searches the root probes it.

use crate::graph::VertexId;
use crate::set::Kernels;

/// The bits of a set.
#[derive(Debug)]
pub(super) struct MarkedRow {
    bits: Vec<u64>,
    /// The vertices whose bits are set.
    row: Vec<VertexId>,
    kernels: &'static Kernels,
}

impl MarkedRow {
    pub(super) fn new(num_vertices: usize, kernels: &'static Kernels) -> Self {
        MarkedRow { bits: vec![0; num_vertices.div_ceil(64)], row: Vec::new(), kernels }
    }

    /// One bit a vertex.
    pub(super) fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// Marks the vertices of `row` and no others. All must be of the graph that the bits are for.
    pub(super) fn mark(&mut self, row: &[VertexId]) {
        // SAFETY: the bits cover all vertices of the graph.
        unsafe {
            (self.kernels.unmark)(self.bits.as_mut_ptr(), self.row.as_ptr(), self.row.len());
            (self.kernels.mark)(self.bits.as_mut_ptr(), row.as_ptr(), row.len());
        }
        self.row.clear();
        self.row.extend_from_slice(row);
    }
}
