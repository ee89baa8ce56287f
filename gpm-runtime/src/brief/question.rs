//! A pattern in numbers.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{MAX_VERTICES, Semantics, bits};
use gpm_plan::query::Query;

use super::ground::Ground;
use crate::graph::{Graph, LabelId};
use crate::view::is_of_any_edge;

/// A connected undirected pattern all of whose vertices are labelled, to be matched injectively.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(super) num_vertices: usize,
    /// By vertex.
    pub(super) labels: [LabelId; MAX_VERTICES],
    /// By vertex, those that it is joined to, as a mask.
    pub(super) neighbors: [u32; MAX_VERTICES],
    /// By vertex, those with its label, as a mask with itself.
    pub(super) alike: [u32; MAX_VERTICES],
    /// By vertex, its twins, as a mask with itself: vertices with its label and the same other neighbors. To swap two of them is an
    /// automorphism.
    pub(super) twins: [u32; MAX_VERTICES],
}

impl Question {
    /// What a query asks, if it is of that kind: edge-induced, and of an undirected graph of which it does not tell edges by their labels.
    /// Queries that leave passes out are asked for the sake of their plan.
    pub(crate) fn new(query: &Query, graph: &Graph) -> Option<Question> {
        let pattern = &query.pattern;
        let is_plain = pattern.anchors().is_empty() && pattern.predicate().is_empty() && !pattern.has_anti_edges();
        let is_undirected = !pattern.is_directed() && !graph.is_directed();
        let is_asked = query.semantics == Semantics::EdgeInduced && query.disabled == PassSet::default();
        let has_any_edges =
            pattern.edges().all(|edge| edge.label.as_ref().is_none_or(|label| is_of_any_edge(graph, label)));
        if !is_plain || !is_undirected || !is_asked || !has_any_edges {
            return None;
        }
        let n = pattern.num_vertices();
        let mut labels = [0; MAX_VERTICES];
        for (u, own) in labels.iter_mut().enumerate().take(n) {
            *own = graph.vertex_label_names().lookup(pattern.vertex_label(u)?.as_str())?;
        }
        let neighbors = |u: usize| if u < n { pattern.neighbor_mask(u) } else { 0 };
        Some(Question::of_masks(n, labels, std::array::from_fn(neighbors)))
    }

    pub(crate) fn of_masks(
        num_vertices: usize,
        labels: [LabelId; MAX_VERTICES],
        neighbors: [u32; MAX_VERTICES],
    ) -> Self {
        let with = |label: LabelId| (0..num_vertices).filter(|&v| labels[v] == label).map(|v| 1 << v).sum();
        let alike: [u32; MAX_VERTICES] = std::array::from_fn(|u| if u < num_vertices { with(labels[u]) } else { 0 });
        let are_twins = |u: usize, v: usize| (neighbors[u] ^ neighbors[v]) & !(1 << u | 1 << v) == 0;
        let twins = std::array::from_fn(|u| bits(alike[u]).filter(|&v| are_twins(u, v)).map(|v| 1 << v).sum());
        Question { num_vertices, labels, neighbors, alike, twins }
    }

    /// Number of pattern vertices.
    pub(crate) fn num_vertices(&self) -> usize {
        self.num_vertices
    }

    /// Data vertices that are looked at to find candidates.
    pub(crate) fn num_looked_at(&self, ground: &Ground) -> u64 {
        self.labels[..self.num_vertices].iter().map(|&label| ground.rows.class(label).len() as u64).sum()
    }

    /// Whether there are four times as many vertices as labels. Then a vertex with few candidates left is often one that few edges bind, and
    /// it is better to match the dense core of a pattern first, and its trees last [CFL-Match].
    pub(super) fn is_poor_in_labels(&self) -> bool {
        let firsts = (0..self.num_vertices).filter(|&u| self.alike[u].trailing_zeros() as usize == u);
        4 * firsts.count() <= self.num_vertices
    }

    /// The core number of each vertex.
    pub(super) fn cores(&self) -> [u32; MAX_VERTICES] {
        let (mut cores, mut left, mut core) = ([0; MAX_VERTICES], self.all(), 0);
        while left != 0 {
            let degree = |&u: &usize| (self.neighbors[u] & left).count_ones();
            let u = bits(left).min_by_key(degree).expect("some are left");
            core = core.max(degree(&u));
            cores[u] = core;
            left &= !(1 << u);
        }
        cores
    }

    /// All vertices, as a mask.
    pub(super) fn all(&self) -> u32 {
        ((1u64 << self.num_vertices) - 1) as u32
    }

    /// The twins of some vertices, as a mask with themselves.
    pub(super) fn twins_of(&self, vertices: u32) -> u32 {
        bits(vertices).fold(0, |mask, u| mask | self.twins[u])
    }

    /// The neighbors of some vertices, as a mask.
    pub(super) fn around(&self, vertices: u32) -> u32 {
        bits(vertices).fold(0, |mask, u| mask | self.neighbors[u])
    }
}
