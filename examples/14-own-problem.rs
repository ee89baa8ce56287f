//! A problem of one's own, whose answers have no fixed number of vertices: who knows the same people as whom? Maximal bicliques, sets of
//! vertices with all of their common neighbors, by the search that finds maximal cliques.
//!
//! `cargo run --release --example 14-own-problem`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::{Control, Engine, Findings, Graph, Problem, VertexId};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

/// Vertices that each side of a biclique has at least.
const LEAST: usize = 2;

struct Bicliques<'g>(&'g Graph);

/// A biclique on the way: all common neighbors of the left side are on the right, and the other way around.
#[derive(Default)]
struct Node {
    left: Vec<VertexId>,
    right: Vec<VertexId>,
    /// The smallest vertex that may still be added to the left side.
    next: VertexId,
}

impl Bicliques<'_> {
    /// The vertices adjacent to all of these.
    fn common(&self, of: &[VertexId]) -> Vec<VertexId> {
        let rows = self.0.out();
        rows.row(of[0]).iter().copied().filter(|&v| of.iter().all(|&u| rows.has_edge(u, v))).collect()
    }

    /// Closes the biclique with these on the right, if adding `last` is how it is met first, and reports it if it is large.
    fn close(
        &self,
        right: Vec<VertexId>,
        last: VertexId,
        above: &[VertexId],
        node: &mut Node,
        found: &mut Findings<'_>,
    ) -> bool {
        if right.len() < LEAST {
            return false;
        }
        let left = self.common(&right);
        // Below `last` there is nobody whom the node above does not have: else the biclique was met before.
        if left.iter().any(|&v| v < last && !above.contains(&v)) {
            return false;
        }
        // Each is found from both sides.
        if left.len() >= LEAST && left[0] < right[0] {
            found.report(&[&left[..], &right[..]].concat());
        }
        *node = Node { left, right, next: last + 1 };
        true
    }
}

impl Problem for Bicliques<'_> {
    type Root = ();
    type Node = Node;

    fn num_roots(&self) -> usize {
        self.0.num_vertices()
    }

    fn begin(&self, at: usize, (): &mut (), node: &mut Node, found: &mut Findings<'_>) -> bool {
        let v = at as VertexId;
        self.close(self.0.out().row(v).to_vec(), v, &[], node, found)
    }

    fn candidate(&self, (): &(), node: &mut Node) -> Option<usize> {
        // A new node has no right side, and no candidates.
        let mut vertices = node.next..self.0.num_vertices() as VertexId;
        let v = vertices.find(|v| !node.right.is_empty() && !node.left.contains(v))?;
        node.next = v + 1;
        Some(v as usize)
    }

    fn extend(&self, (): &(), node: &mut Node, v: usize, child: &mut Node, found: &mut Findings<'_>) -> bool {
        let right = node.right.iter().copied().filter(|&u| self.0.out().has_edge(u, v as VertexId)).collect();
        self.close(right, v as VertexId, &node.left, child, found)
    }

    fn is_large(&self, (): &(), node: &Node) -> bool {
        node.right.len() > 2 * LEAST
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(KARATE)?;
    let found = Engine::auto()?.solve(&Bicliques(&graph), &Control::new(), None)?;
    println!("{} maximal bicliques of two members and more a side", found.count);
    for (size, number) in &found.sizes {
        println!("{number} of {size} members");
    }
    Ok(())
}
