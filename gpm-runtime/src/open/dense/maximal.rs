//! The rule for maximal dense sets.

use super::density::Density;
use super::larger::Larger;
use super::local::Local;
use super::node::{Below, Goal, Node};
use crate::control::Control;
use crate::graph::VertexId;
use crate::open::ordered::Ordered;
use crate::open::width::{Fixed, Words, with_width};
use crate::open::{Findings, Problem};
use crate::set::counting_bits;

/// All maximal dense sets of some size or more: below each vertex in degeneracy order a search that chooses or excludes one vertex at a time, that which misses most
/// \[FaPlexen\], among vertices at most two edges away \[ListPlex\].
///
/// A part of a k-plex is one: a set is maximal if no vertex can be added, and those that could are known as excluded. Quasi-cliques are not so: where
/// no excluded vertex can be added, a larger one is searched for.
#[derive(Debug)]
pub(crate) struct MaximalDense<'g> {
    graph: &'g Ordered,
    goal: Goal,
    /// Vertices of the ordered graph that all sets are to have. The largest vertex, which is one of them, is then the only root.
    base: Vec<VertexId>,
    larger: Larger<'g>,
    /// Candidates from which on a node is worth another thread's while.
    large: usize,
}

impl<'g> MaximalDense<'g> {
    /// Sets of at least `min_size` vertices, and at least `density.smallest_near()`. `base` is empty or has the largest vertex of `graph`.
    pub(crate) fn new(
        graph: &'g Ordered,
        (density, min_size): (Density, usize),
        base: Vec<VertexId>,
        control: &'g Control,
        large: usize,
    ) -> Self {
        let goal = Goal { density, min_size: min_size.max(density.smallest_near()).max(1) };
        MaximalDense { graph, goal, base, larger: Larger::new(graph, density, control), large }
    }

    /// Number of the root `at` in the graph.
    fn root(&self, at: usize) -> VertexId {
        (if self.base.is_empty() { at } else { self.graph.num_vertices() - 1 }) as VertexId
    }

    /// Whether there is something to search below a node; reports what needs no search.
    fn is_open(&self, below: Below, local: &Local, node: &Node, found: &mut Findings<'_>) -> bool {
        if below == Below::All {
            let members = node.members(local);
            let vertices = members.clone().map(|u| local.vertex(u));
            if self.goal.density.is_hereditary() || !self.larger.is_there(vertices.clone().collect()) {
                found.one(members.count(), |names| names.extend(vertices.map(|v| self.graph.name(v))));
            }
        }
        below == Below::Open
    }
}

impl Problem for MaximalDense<'_> {
    type Root = Local;
    type Node = Node;

    fn num_roots(&self) -> usize {
        if self.base.is_empty() { self.graph.num_vertices() } else { 1 }
    }

    fn weight(&self, at: usize) -> u64 {
        self.graph.weight(self.root(at))
    }

    fn begin(&self, at: usize, local: &mut Local, node: &mut Node, found: &mut Findings<'_>) -> bool {
        let v = self.root(at);
        let Goal { density, min_size } = self.goal;
        if density.most(self.graph.num_smaller(v)) < min_size {
            return false;
        }
        local.around(self.graph, v, (density, min_size));
        let places: Option<Vec<usize>> = self.base.iter().map(|&u| local.place(u)).collect();
        let Some(places) = places else { return false };
        // The root has the first place.
        node.begin(local, places.into_iter().chain([0]));
        let below = with_width!(local.words(), |width| counting_bits(|| node.settle(width, local, self.goal)));
        self.is_open(below, local, node, found)
    }

    #[inline]
    fn candidate(&self, _: &Local, node: &mut Node) -> Option<usize> {
        node.next.take()
    }

    fn extend(
        &self,
        local: &Local,
        node: &mut Node,
        candidate: usize,
        child: &mut Node,
        found: &mut Findings<'_>,
    ) -> bool {
        let (with, without) = with_width!(local.words(), |width| counting_bits(|| {
            node.split(width, local, candidate, self.goal, child);
            (child.settle(width, local, self.goal), node.settle(width, local, self.goal))
        }));
        self.is_open(without, local, node, found);
        self.is_open(with, local, child, found)
    }

    fn is_large(&self, _: &Local, node: &Node) -> bool {
        node.next.is_some() && node.left >= self.large
    }
}
