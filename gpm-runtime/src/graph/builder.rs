//! Graphs from edges in memory.

use super::names::LabelCollector;
use super::original::OriginalIds;
use super::rows::{CleanCounts, EdgeChunk, Rows, build_rows};
use super::{Graph, LabelNames, VertexId};

/// Builds a graph from edges and labels in memory; loops and duplicates are removed, ids stay as given.
#[derive(Debug)]
pub struct GraphBuilder {
    is_directed: bool,
    num_vertices: usize,
    edges: Vec<[VertexId; 2]>,
    /// Parallel to `edges` once one edge has a label.
    edge_labels: Option<Vec<String>>,
    /// One a vertex if given.
    vertex_labels: Option<Vec<String>>,
}

impl GraphBuilder {
    /// An undirected graph of at least `num_vertices` vertices.
    pub fn undirected(num_vertices: usize) -> Self {
        Self { is_directed: false, num_vertices, edges: Vec::new(), edge_labels: None, vertex_labels: None }
    }

    /// A directed graph of at least `num_vertices` vertices.
    pub fn directed(num_vertices: usize) -> Self {
        Self { is_directed: true, ..Self::undirected(num_vertices) }
    }

    /// Adds edges; if edges have labels, these get the label `""`.
    #[must_use]
    pub fn edges(mut self, edges: impl IntoIterator<Item = (VertexId, VertexId)>) -> Self {
        self.edges.extend(edges.into_iter().map(|(u, v)| [u, v]));
        if let Some(labels) = &mut self.edge_labels {
            labels.resize(self.edges.len(), String::new());
        }
        self
    }

    /// Adds one labelled edge; edges added without a label get the label `""`.
    #[must_use]
    pub fn labelled_edge(mut self, u: VertexId, v: VertexId, label: &str) -> Self {
        let labels = self.edge_labels.get_or_insert_default();
        labels.resize(self.edges.len(), String::new());
        labels.push(label.to_owned());
        self.edges.push([u, v]);
        self
    }

    /// Gives vertex `i` the `i`-th label; vertices beyond get the label `""`.
    #[must_use]
    pub fn vertex_labels<L: Into<String>>(mut self, labels: impl IntoIterator<Item = L>) -> Self {
        self.vertex_labels = Some(labels.into_iter().map(Into::into).collect());
        self
    }

    /// The clean graph. The number of vertices covers every id and every label given.
    pub fn build(self) -> Graph {
        let needed = self.edges.iter().flatten().map(|&v| v as usize + 1).max().unwrap_or(0);
        let labelled = self.vertex_labels.as_ref().map_or(0, Vec::len);
        let n = self.num_vertices.max(needed).max(labelled);
        let (edge_label_names, chunks) = match self.edge_labels {
            None => (LabelNames::default(), EdgeChunk::split(&self.edges)),
            Some(names) => {
                let (label_names, labels) = intern_all(&names);
                (label_names, vec![EdgeChunk { edges: self.edges, labels: Some(labels) }])
            }
        };
        let mut graph = graph_of_chunks(n, &chunks, self.is_directed, OriginalIds::Range { first: 0 }).0;
        graph.edge_label_names = edge_label_names;
        if let Some(mut names) = self.vertex_labels {
            names.resize(n, String::new());
            let (label_names, labels) = intern_all(&names);
            graph.vertex_label_names = label_names;
            graph.vertex_labels = Some(labels.into());
        }
        graph
    }
}

/// Label ids of `names`, and the names of the ids.
fn intern_all(names: &[String]) -> (LabelNames, Vec<u32>) {
    let mut collector = LabelCollector::default();
    let provisional: Vec<u32> = names.iter().map(|name| collector.intern(name)).collect();
    let (label_names, final_ids) = collector.finish();
    (label_names, provisional.into_iter().map(|id| final_ids[id as usize]).collect())
}

/// Clean rows of listed edges as a graph without label names.
pub(crate) fn graph_of_chunks(
    n: usize,
    chunks: &[EdgeChunk],
    is_directed: bool,
    ids: OriginalIds,
) -> (Graph, CleanCounts) {
    if !is_directed {
        let (rows, counts) = build_rows(n, chunks, Rows::Both);
        return (Graph::from_rows(rows, None, ids), counts);
    }
    let (out, counts) = build_rows(n, chunks, Rows::Out);
    let (incoming, _) = build_rows(n, chunks, Rows::In);
    (Graph::from_rows(out, Some(incoming), ids), counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_get_sorted_ids() {
        let graph = GraphBuilder::undirected(0)
            .vertex_labels(["b", "10", "a", "9"])
            .labelled_edge(0, 1, "y")
            .labelled_edge(1, 2, "x")
            .build();
        let names: Vec<&str> = graph.vertex_label_names().iter().collect();
        assert_eq!(names, ["9", "10", "a", "b"]);
        assert_eq!(graph.vertex_labels(), Some(&[3, 1, 2, 0][..]));
        assert_eq!(graph.out().row_labels(1), Some(&[1, 0][..]));
        assert_eq!(graph.edge_label_names().lookup("x"), Some(0));
    }

    #[test]
    fn directed_rows_go_both_ways() {
        let graph = Graph::from_directed_edges(3, [(0, 1), (2, 1), (0, 1)]);
        assert_eq!((graph.num_edges(), graph.out().row(0), graph.incoming().row(1)), (2, &[1][..], &[0, 2][..]));
        assert_eq!(graph.splits(), [0, 0, 1]);
    }
}
