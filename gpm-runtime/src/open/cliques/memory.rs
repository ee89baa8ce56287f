//! How much memory a search for cliques takes, known before it begins.

use rayon::prelude::*;

use super::local::Local;
use crate::graph::VertexId;
use crate::open::ordered::Ordered;
use crate::open::width::words_for;

/// Vectors grow to at most so many times what they hold.
const GROWTH: usize = 2;

/// What the nodes of a search hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSize {
    /// Sets of members, a bit each.
    pub(super) sets: usize,
    /// Bytes for each member beside these.
    pub(super) for_member: usize,
    /// Whether there are rows of vertices that are excluded.
    pub(super) has_excluded: bool,
}

/// Bytes that one worker takes at most beside the rows of the graph: the local graph of its root, that of a subtree it was given, and a node for each
/// level. Cost: a pass over the edges.
///
/// A larger neighbor `x` of a root is excluded on level `k` only if it is adjacent to the `k` members that were chosen and to one that may follow. It is
/// adjacent to no more of them than there are, nor to more than it has smaller neighbors beside the root. So a vertex with 10^5 larger neighbors
/// takes a row for each of them on the first levels, but not on the others.
pub(crate) fn most_bytes(graph: &Ordered, node: NodeSize) -> usize {
    let roots = || (0..graph.num_vertices() as VertexId).into_par_iter();
    let most = roots().map(|v| graph.num_smaller(v)).max().unwrap_or(0);
    let none = || vec![0; most + 2];
    let larger = |mut left: Vec<usize>, right: Vec<usize>| {
        left.iter_mut().zip(right).for_each(|(left, right)| *left = right.max(*left));
        left
    };
    let add = |levels, v| larger(levels, excluded(graph, v));
    let levels = if node.has_excluded { roots().fold(none, add).reduce(none, larger) } else { Vec::new() };
    let rows: usize = levels.iter().map(|words| words.next_power_of_two() * 8).sum();
    let nodes = (most + 2) * (GROWTH * (node.sets * words_for(most) * 8 + node.for_member * most) + NODE);
    let local = GROWTH * Local::most_bytes(graph, most);
    rows + nodes + 2 * local
}

/// Bytes of a node beside what it points to, and of its place in the stack, which grows like other vectors.
const NODE: usize = 2 * GROWTH * 96;

/// Of each level below root `v`, the words of the rows that are excluded.
fn excluded(graph: &Ordered, v: VertexId) -> Vec<usize> {
    let smaller = graph.num_smaller(v);
    // Of each level, the vertices that leave no row on the next one; then those with a row on this one.
    let mut rows = vec![0; smaller + 1];
    for &x in graph.larger(v) {
        rows[smaller.min(graph.num_smaller(x) - 1)] += 1;
    }
    for level in (0..smaller).rev() {
        rows[level] += rows[level + 1];
    }
    // A level takes the memory before the rows of the level above are sorted, and one for each member that was searched before.
    let words = words_for(smaller);
    (0..smaller + 2).map(|level| (rows[level.saturating_sub(1)] + smaller + 1) * words).collect()
}
