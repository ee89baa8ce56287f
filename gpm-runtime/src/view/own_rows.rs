//! Rows that are laid out for a view.

use crate::graph::VertexId;

/// Rows that are not the graph's.
#[derive(Debug)]
pub struct OwnRows {
    /// `num_vertices + 1` row bounds.
    pub(super) offsets: Vec<u64>,
    /// The rows, one after the other.
    pub(super) neighbors: Vec<VertexId>,
    /// For each vertex, how many of its row are smaller than it.
    pub(super) splits: Vec<u32>,
}

impl OwnRows {
    /// The memory that they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.offsets[..]) + size_of_val(&self.neighbors[..]) + size_of_val(&self.splits[..])
    }
}
