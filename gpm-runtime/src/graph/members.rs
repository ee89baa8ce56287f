//! A database of many graphs, held as one: which of the graphs each vertex belongs to.

use super::{Graph, VertexId};

/// Which graph of a database each vertex belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Members {
    /// By vertex, numbered from 0 in the order of the file.
    of_vertices: Vec<u32>,
    number: usize,
}

impl Members {
    /// Of so many graphs.
    pub(super) fn new(of_vertices: Vec<u32>, number: usize) -> Members {
        Members { of_vertices, number }
    }

    /// The number of graphs.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The graph that a vertex belongs to.
    pub(crate) fn of(&self, v: VertexId) -> u32 {
        self.of_vertices[v as usize]
    }

    /// The same for vertices that are numbered anew: vertex `i` was `old_of_new[i]`.
    pub(crate) fn permuted(&self, old_of_new: &[VertexId]) -> Members {
        Members { of_vertices: old_of_new.iter().map(|&v| self.of(v)).collect(), number: self.number }
    }
}

impl Graph {
    /// How many graphs it is made of, if it was read as a database of many ([`LoadOptions::many`](super::LoadOptions::many)). Everything
    /// but [`Engine::frequent`](crate::Engine::frequent) sees one graph that has them side by side.
    ///
    /// ```
    /// use gpm::{LoadOptions, graph::load_bytes};
    ///
    /// let text = b"t # 0\nv 0 C\nv 1 O\ne 0 1\nt # 1\nv 0 C\n";
    /// let (graph, _) = load_bytes("molecules", text, &LoadOptions { many: true, ..LoadOptions::default() })?;
    /// assert_eq!((graph.num_members(), graph.num_vertices()), (Some(2), 3));
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn num_members(&self) -> Option<usize> {
        self.members.as_ref().map(Members::number)
    }

    /// The graphs of a database as one, for support by minimum image.
    ///
    /// ```
    /// assert_eq!(gpm::Graph::from_edges(2, [(0, 1)])?.without_members().num_members(), None);
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    #[must_use]
    pub fn without_members(mut self) -> Graph {
        self.members = None;
        self
    }
}
