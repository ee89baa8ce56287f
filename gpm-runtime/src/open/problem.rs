//! What a problem of open depth has to say of itself.

use super::findings::Findings;

/// A problem whose answers have no fixed number of vertices: a rule for a search that carries sets down a tree.
///
/// A *root* is where a tree begins, usually a vertex of the graph. A *node* holds the sets that the search carries to one place of the
/// tree (for maximal cliques: what was chosen, what may follow, and what would make the choice not maximal), and the candidates
/// that it has not yet gone on with. The search takes one candidate after the other, depth first. As a node knows what is left of it, an
/// open node can be handed to another thread at any time.
///
/// Implementations say which answers there are; threads, sharing of busy subtrees, time limits, progress and lists are the search's.
pub trait Problem: Sync {
    /// What is prepared once for a root and read by all nodes below it. The memory of one root is used again for the next.
    type Root: Default + Send + Sync;
    /// An open node. The default one has no candidates left. Memory of old nodes is used again for new ones.
    type Node: Default + Send;

    /// How many roots there are. They are searched in ascending order.
    fn num_roots(&self) -> usize;

    /// About how much work the tree below a root is, for progress.
    fn weight(&self, at: usize) -> u64 {
        let _ = at;
        1
    }

    /// Prepares root number `at` and its first node; `false` if nothing is to be searched below it.
    fn begin(&self, at: usize, root: &mut Self::Root, node: &mut Self::Node, found: &mut Findings<'_>) -> bool;

    /// Takes the next candidate off a node; `None` if there is none, or none that is worth it any more.
    fn candidate(&self, root: &Self::Root, node: &mut Self::Node) -> Option<usize>;

    /// Makes the node below `node` that chooses `candidate`; `false` if nothing is to be searched there. Whatever answer ends here is
    /// reported. `child` holds some old node.
    fn extend(
        &self,
        root: &Self::Root,
        node: &mut Self::Node,
        candidate: usize,
        child: &mut Self::Node,
        found: &mut Findings<'_>,
    ) -> bool;

    /// Whether what is left of a node is worth another thread's while: some microseconds.
    fn is_large(&self, root: &Self::Root, node: &Self::Node) -> bool;
}
