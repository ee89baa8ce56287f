//! Telling graphs apart from process to process.

use super::{Graph, binary};

impl Graph {
    /// A number that two graphs share only if they hold the same: vertices in the same order, edges, labels, ids and attributes. It
    /// guards against mistakes, not against forgery. Cost: one pass over the graph at memory speed, on the threads of the current rayon pool.
    ///
    /// ```
    /// use gpm::Graph;
    ///
    /// let one = Graph::from_edges(3, [(0, 1), (1, 2)])?;
    /// assert_eq!(one.fingerprint(), Graph::from_edges(3, [(2, 1), (1, 0)])?.fingerprint());
    /// assert_ne!(one.fingerprint(), Graph::from_edges(3, [(0, 1), (0, 2)])?.fingerprint());
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn fingerprint(&self) -> u64 {
        binary::fingerprint(self)
    }

    /// The same without attributes.
    #[doc(hidden)]
    pub fn structure(&self) -> u64 {
        binary::structure(self)
    }
}
