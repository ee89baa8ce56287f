//! A pattern in numbers.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{MAX_VERTICES, Semantics, bits};
use gpm_plan::query::Query;

use crate::graph::{Graph, LabelId};
use crate::mine::LabelledRows;
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

    pub(super) fn of_masks(
        num_vertices: usize,
        labels: [LabelId; MAX_VERTICES],
        neighbors: [u32; MAX_VERTICES],
    ) -> Self {
        let with = |label: LabelId| (0..num_vertices).filter(|&v| labels[v] == label).map(|v| 1 << v).sum();
        let alike = std::array::from_fn(|u| if u < num_vertices { with(labels[u]) } else { 0 });
        Question { num_vertices, labels, neighbors, alike }
    }

    /// Number of pattern vertices.
    pub(crate) fn num_vertices(&self) -> usize {
        self.num_vertices
    }

    /// Data vertices that are looked at to find candidates.
    pub(crate) fn num_looked_at(&self, rows: &LabelledRows) -> u64 {
        self.labels[..self.num_vertices].iter().map(|&label| rows.class(label).len() as u64).sum()
    }

    /// All vertices, as a mask.
    pub(super) fn all(&self) -> u32 {
        ((1u64 << self.num_vertices) - 1) as u32
    }

    /// The neighbors of some vertices, as a mask.
    pub(super) fn around(&self, vertices: u32) -> u32 {
        bits(vertices).fold(0, |mask, u| mask | self.neighbors[u])
    }
}
