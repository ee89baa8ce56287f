//! The members of a candidate class.

use crate::graph::VertexId;

/// One flag a data vertex.
#[derive(Clone, Debug)]
pub(super) struct Members(pub(super) Vec<bool>);

impl Members {
    pub(super) fn contains(&self, v: VertexId) -> bool {
        self.0[v as usize]
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.iter().filter(|&&is_member| is_member).count()
    }

    /// The members, ascending.
    pub(super) fn ids(&self) -> Vec<VertexId> {
        (0..self.0.len() as VertexId).filter(|&v| self.contains(v)).collect()
    }
}
