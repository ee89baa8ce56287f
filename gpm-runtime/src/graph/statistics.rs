//! What the cost model and `info` want to know about a graph.

use rayon::prelude::*;

use super::components::count_components;
use super::cores::peel;
use super::triangles::count_triangles;
use super::{Csr, Graph, LabelId, VertexId};

/// Figures of one graph. A directed graph is looked at without directions (an edge both ways counts once), except
/// `edges` and the edge labels, which count arcs.
///
/// ```
/// use gpm::Graph;
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let figures = graph.statistics();
/// assert_eq!((figures.wedges, figures.degeneracy, figures.components), (5, 2, 1));
/// # Ok::<(), gpm::GraphError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GraphStatistics {
    /// Vertices, isolated ones included.
    pub vertices: u64,
    /// Edges; arcs if directed.
    pub edges: u64,
    /// Edges without directions; equal to `edges` if undirected.
    pub undirected_edges: u64,
    /// Largest degree; 0 without vertices.
    pub max_degree: u64,
    /// Smallest degree; 0 without vertices.
    pub min_degree: u64,
    /// Mean degree; 0 without vertices.
    pub mean_degree: f64,
    /// Σ d² over the degrees of all vertices, exact.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::decimal"))]
    pub sum_squared_degrees: u128,
    /// Σ d³ over the degrees of all vertices, exact.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::decimal"))]
    pub sum_cubed_degrees: u128,
    /// Paths of two edges: Σ d·(d-1)/2.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::decimal"))]
    pub wedges: u128,
    /// Triangles, each once; 0 if they were not counted.
    pub triangles: u64,
    /// Largest k such that a subgraph has all degrees ≥ k.
    pub degeneracy: u32,
    /// Connected components; an isolated vertex is one.
    pub components: u64,
    /// Vertices without a neighbour.
    pub isolated: u64,
    /// Vertices of each label, by label id; empty if unlabelled.
    pub vertex_label_histogram: Vec<u64>,
    /// Edges of each label, by label id; empty if unlabelled.
    pub edge_label_histogram: Vec<u64>,
}

impl GraphStatistics {
    /// [`Self::sum_squared_degrees`] as a float, rounded to 53 bits.
    pub fn sum_squared_degrees_f64(&self) -> f64 {
        self.sum_squared_degrees as f64
    }

    /// [`Self::sum_cubed_degrees`] as a float, rounded to 53 bits.
    pub fn sum_cubed_degrees_f64(&self) -> f64 {
        self.sum_cubed_degrees as f64
    }

    /// Computes everything. Cost: O(V + E) and the triangles, O(E · degeneracy); in parallel.
    pub(crate) fn compute(graph: &Graph) -> Self {
        Self::of(graph, count_triangles)
    }

    /// The same without the triangles, of which there are none then. Cost: O(V + E).
    pub(crate) fn without_triangles(graph: &Graph) -> Self {
        Self::of(graph, |_| 0)
    }

    fn of(graph: &Graph, triangles: impl FnOnce(&Csr) -> u64 + Send) -> Self {
        let merged = graph.is_directed().then(|| graph.undirected_rows());
        let csr = merged.as_ref().unwrap_or(graph.out());
        let ((triangles, moments), (degeneracy, components)) = rayon::join(
            || (triangles(csr), DegreeMoments::of(csr)),
            || rayon::join(|| peel(csr.num_vertices(), |v| csr.row(v)).degeneracy, || count_components(csr)),
        );
        let vertices = csr.num_vertices() as u64;
        let entries_per_edge = if graph.is_directed() { 1 } else { 2 };
        let edge_labels = graph.out().labels().unwrap_or(&[]);
        let edge_histogram = histogram(edge_labels, graph.edge_label_names().len());
        Self {
            vertices,
            edges: graph.num_edges(),
            undirected_edges: csr.num_entries() / 2,
            max_degree: moments.max,
            min_degree: moments.min.min(moments.max),
            mean_degree: if vertices == 0 { 0.0 } else { csr.num_entries() as f64 / vertices as f64 },
            sum_squared_degrees: moments.squares,
            sum_cubed_degrees: moments.cubes,
            wedges: (moments.squares - u128::from(csr.num_entries())) / 2,
            triangles,
            degeneracy,
            components,
            isolated: moments.isolated,
            vertex_label_histogram: histogram(graph.vertex_labels().unwrap_or(&[]), graph.vertex_label_names().len()),
            edge_label_histogram: edge_histogram.into_iter().map(|entries| entries / entries_per_edge).collect(),
        }
    }
}

/// Sums over the degrees.
#[derive(Clone, Copy)]
struct DegreeMoments {
    min: u64,
    max: u64,
    squares: u128,
    cubes: u128,
    isolated: u64,
}

impl DegreeMoments {
    const NONE: Self = Self { min: u64::MAX, max: 0, squares: 0, cubes: 0, isolated: 0 };

    fn of(csr: &Csr) -> Self {
        (0..csr.num_vertices())
            .into_par_iter()
            .with_min_len(4096)
            .map(|v| {
                let d = csr.degree(v as VertexId) as u64;
                let wide = u128::from(d);
                Self { min: d, max: d, squares: wide * wide, cubes: wide * wide * wide, isolated: u64::from(d == 0) }
            })
            .reduce(
                || Self::NONE,
                |a, b| Self {
                    min: a.min.min(b.min),
                    max: a.max.max(b.max),
                    squares: a.squares + b.squares,
                    cubes: a.cubes + b.cubes,
                    isolated: a.isolated + b.isolated,
                },
            )
    }
}

/// How often each label occurs.
pub(crate) fn histogram(labels: &[LabelId], num_labels: usize) -> Vec<u64> {
    let empty = || vec![0; num_labels];
    labels
        .par_chunks(1 << 16)
        .fold(empty, |mut counts, part| {
            part.iter().for_each(|&label| counts[label as usize] += 1);
            counts
        })
        .reduce(empty, |mut a, b| {
            a.iter_mut().zip(b).for_each(|(x, y)| *x += y);
            a
        })
}

#[cfg(test)]
mod tests {
    use crate::graph::Graph;

    #[test]
    fn of_a_clique_with_a_tail_and_an_isolated_vertex() {
        let graph = Graph::from_edges(6, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 4)]).unwrap();
        let s = graph.statistics();
        assert_eq!((s.vertices, s.edges, s.max_degree, s.min_degree), (6, 7, 4, 0));
        assert_eq!((s.triangles, s.degeneracy, s.components, s.isolated), (4, 3, 2, 1));
        assert_eq!((s.sum_squared_degrees, s.sum_cubed_degrees, s.wedges), (44, 146, 15));
    }

    #[test]
    fn of_no_graph() {
        let graph = Graph::from_edges(0, []).unwrap();
        let s = graph.statistics();
        assert_eq!((s.vertices, s.max_degree, s.min_degree, s.mean_degree), (0, 0, 0, 0.0));
    }

    #[test]
    fn of_a_directed_graph_ignores_directions() {
        let graph = Graph::from_directed_edges(3, [(0, 1), (1, 0), (1, 2), (2, 0)]).unwrap();
        let s = graph.statistics();
        assert_eq!((s.edges, s.undirected_edges, s.triangles, s.max_degree), (4, 3, 1, 2));
    }
}
