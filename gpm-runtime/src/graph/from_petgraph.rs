//! Data graphs from those of petgraph (feature `petgraph`).

use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeReferences, NodeIndexable, NodeRef};

use super::builder::IN_MEMORY;
use super::original::OriginalIds;
use super::{Graph, GraphBuilder, GraphError, VertexId};

impl Graph {
    /// The graph of a petgraph graph, without labels: directed if that is. Original ids are the indices of its nodes. Loops are
    /// removed, and parallel edges are kept once. Takes a reference to any of petgraph's types.
    ///
    /// ```
    /// use gpm::{Engine, Graph};
    /// use petgraph::graph::UnGraph;
    ///
    /// let square = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 3), (3, 0)]);
    /// let graph = Graph::from_petgraph(&square)?;
    /// assert_eq!(Engine::auto()?.count(&graph, "cycle:4")?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`GraphBuilder::build`].
    pub fn from_petgraph<G>(graph: G) -> Result<Graph, GraphError>
    where
        G: IntoNodeReferences + IntoEdgeReferences + NodeIndexable + GraphProp,
    {
        Graph::from_petgraph_with(graph, |_| None::<String>, |_| None::<String>)
    }

    /// As [`Graph::from_petgraph`], with labels made of the weights of nodes and edges. Edges of which some have a label and
    /// others `None` have the label `""` for the latter.
    ///
    /// ```
    /// use gpm::{Engine, Graph};
    /// use petgraph::graph::DiGraph;
    ///
    /// let mut payments = DiGraph::<&str, u32>::new();
    /// let [shop, ann, ben] = ["shop", "person", "person"].map(|kind| payments.add_node(kind));
    /// payments.extend_with_edges([(ann, shop, 20), (ben, shop, 700), (ann, ben, 5)]);
    ///
    /// let size = |&amount: &u32| Some(if amount < 100 { "small" } else { "large" });
    /// let graph = Graph::from_petgraph_with(&payments, |&kind| Some(kind), size)?;
    /// assert_eq!(Engine::auto()?.count(&graph, "a:person -[small]-> b:shop")?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`GraphBuilder::build`]: some nodes have labels and others do not, or parallel edges have different labels.
    pub fn from_petgraph_with<G, V, E>(
        graph: G,
        mut vertex_label: impl FnMut(&G::NodeWeight) -> Option<V>,
        mut edge_label: impl FnMut(&G::EdgeWeight) -> Option<E>,
    ) -> Result<Graph, GraphError>
    where
        G: IntoNodeReferences + IntoEdgeReferences + NodeIndexable + GraphProp,
        V: Into<String>,
        E: Into<String>,
    {
        let mut indices: Vec<u64> = Vec::new();
        let mut vertices: Vec<VertexId> = vec![0; graph.node_bound()];
        let mut labels: Vec<Option<V>> = Vec::new();
        for node in graph.node_references() {
            let index = graph.to_index(node.id());
            vertices[index] = indices.len() as VertexId;
            indices.push(index as u64);
            labels.push(vertex_label(node.weight()));
        }
        let builder = if graph.is_directed() { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        let mut builder = builder.vertices(indices.len());
        for edge in graph.edge_references() {
            let [from, to] = [edge.source(), edge.target()].map(|node| vertices[graph.to_index(node)]);
            builder = match edge_label(edge.weight()) {
                Some(label) => builder.labelled_edge(from, to, label),
                None => builder.edges([(from, to)]),
            };
        }
        if labels.iter().any(Option::is_some) {
            let missing =
                |v: usize| GraphError::MissingLabel { path: IN_MEMORY.to_owned(), id: indices[v].to_string() };
            let all = labels.into_iter().enumerate().map(|(v, label)| label.map(Into::into).ok_or_else(|| missing(v)));
            builder = builder.vertex_labels(all.collect::<Result<Vec<String>, _>>()?);
        }
        let mut built = builder.build().map_err(|error| by_index(error, &indices))?;
        // Graphs from which nodes were removed have gaps.
        if indices.iter().zip(0..).any(|(&index, v)| index != v) {
            built.ids = OriginalIds::Integers(indices.into());
        }
        Ok(built)
    }
}

/// The same error by the indices of nodes.
fn by_index(error: GraphError, indices: &[u64]) -> GraphError {
    match error {
        GraphError::EdgeLabels { from, to } => {
            let [from, to] = [from, to].map(|v| indices[v as usize] as VertexId);
            GraphError::EdgeLabels { from, to }
        }
        error => error,
    }
}
