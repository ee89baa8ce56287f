//! Data graphs of rows that others have laid out, which are not copied.

use rayon::prelude::*;
use thiserror::Error;

use super::original::OriginalIds;
use super::rows::{Rows, rebuilt};
use super::{Csr, Graph, Storage, VertexId};
use crate::process::in_pool;

/// Why rows are no graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CsrError {
    /// There are no bounds: of a graph without vertices there is one, 0.
    #[error("row bounds have an entry more than there are vertices, and there is none")]
    NoBounds,
    /// Rows contradict themselves.
    #[error(
        "{0}: rows are the ids of neighbors, ascending, each once and below the number of vertices, without the vertex itself"
    )]
    Row(String),
    /// An edge is in one row only, though edges have no direction.
    #[error(
        "{neighbor} is in the row of {vertex}, and {vertex} is not in that of {neighbor}: edges without direction are in the rows of both their ends"
    )]
    OneEnd {
        /// Whose row it is.
        vertex: VertexId,
        /// The other end.
        neighbor: VertexId,
    },
}

impl Graph {
    /// The undirected graph of compressed sparse rows, which are looked at and not copied: `neighbors[offsets[v]..offsets[v + 1]]` are the neighbors of
    /// `v`, ascending. Vertices keep their numbers; [`Graph::relabelled`] makes a copy in the order that searches like best, descending degree.
    /// Cost: O(E log d) with d the largest degree, in parallel.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use gpm::graph::Storage;
    /// use gpm::{Engine, Graph};
    ///
    /// let neighbors = Arc::new(vec![1, 2, 0, 2, 0, 1]);
    /// let graph = Graph::from_csr(vec![0, 2, 4, 6], Storage::shared(neighbors))?;
    /// assert_eq!(Engine::auto()?.count(&graph, "triangle")?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CsrError`].
    pub fn from_csr(
        offsets: impl Into<Storage<u64>>,
        neighbors: impl Into<Storage<VertexId>>,
    ) -> Result<Graph, CsrError> {
        let rows = checked(offsets.into(), neighbors.into())?;
        let one_end = |v: usize| {
            let vertex = v as VertexId;
            let missing = rows.row(vertex).iter().find(|&&neighbor| rows.row(neighbor).binary_search(&vertex).is_err());
            missing.map(|&neighbor| CsrError::OneEnd { vertex, neighbor })
        };
        let flaw = || (0..rows.num_vertices()).into_par_iter().with_min_len(1024).find_map_first(one_end);
        in_pool(None, flaw).map_or_else(|| Ok(Graph::from_rows(rows, None, OriginalIds::Range { first: 0 })), Err)
    }

    /// As [`Graph::from_csr`], directed: rows are of targets. Those of sources are made of them, by a pass over the arcs.
    ///
    /// ```
    /// let graph = gpm::Graph::from_directed_csr(vec![0, 2, 2, 3], vec![1, 2, 1])?;
    /// assert_eq!((graph.num_edges(), graph.incoming().row(1)), (3, &[0, 2][..]));
    /// # Ok::<(), gpm::graph::CsrError>(())
    /// ```
    ///
    /// # Errors
    /// [`CsrError::NoBounds`] and [`CsrError::Row`].
    pub fn from_directed_csr(
        offsets: impl Into<Storage<u64>>,
        targets: impl Into<Storage<VertexId>>,
    ) -> Result<Graph, CsrError> {
        let rows = checked(offsets.into(), targets.into())?;
        let incoming = in_pool(None, || rebuilt(&rows, Rows::In));
        Ok(Graph::from_rows(rows, Some(incoming), OriginalIds::Range { first: 0 }))
    }
}

fn checked(offsets: Storage<u64>, neighbors: Storage<VertexId>) -> Result<Csr, CsrError> {
    if offsets.is_empty() {
        return Err(CsrError::NoBounds);
    }
    let rows = Csr::from_parts(offsets, neighbors, None);
    in_pool(None, || rows.flaw()).map_or(Ok(rows), |what| Err(CsrError::Row(what)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn rows_are_not_copied_and_their_owner_goes_with_the_graph() {
        let neighbors = Arc::new(vec![1, 0, 2, 1]);
        let graph = Graph::from_csr(vec![0, 1, 3, 4], Storage::shared(Arc::clone(&neighbors))).unwrap();
        assert_eq!(graph.out().neighbors().as_ptr(), neighbors.as_ptr());
        assert_eq!((graph.edges(), Arc::strong_count(&neighbors)), (vec![[0, 1], [1, 2]], 2));
        drop(graph);
        assert_eq!(Arc::strong_count(&neighbors), 1);
    }

    #[test]
    fn rows_that_are_no_graph_are_told() {
        let error = |offsets: &[u64], neighbors: &[VertexId]| {
            let directed = Graph::from_directed_csr(offsets.to_vec(), neighbors.to_vec());
            let undirected = Graph::from_csr(offsets.to_vec(), neighbors.to_vec()).unwrap_err();
            (directed.err().map(|error| error == undirected).unwrap_or_default(), undirected)
        };
        assert_eq!(error(&[], &[]), (true, CsrError::NoBounds));
        assert_eq!(error(&[0, 1, 1], &[1]), (false, CsrError::OneEnd { vertex: 0, neighbor: 1 }));
        let rows: [(&[u64], &[VertexId]); 6] = [
            (&[0, 1], &[0]),
            (&[0, 1], &[7]),
            (&[0, 2, 4, 6], &[2, 1, 0, 2, 0, 1]),
            (&[0, 2, 1, 2], &[1, 2]),
            (&[0, 1, 2], &[1, 0, 0]),
            (&[1, 1, 2], &[1, 0]),
        ];
        for (offsets, neighbors) in rows {
            assert!(matches!(error(offsets, neighbors), (true, CsrError::Row(_))), "{offsets:?} {neighbors:?}");
        }
        assert_eq!(Graph::from_csr(vec![0], vec![]).unwrap().num_vertices(), 0);
    }
}
