//! Graphs from edges in memory.

use rustc_hash::FxHashMap;

use super::names::LabelCollector;
use super::original::OriginalIds;
use super::rows::{CleanCounts, EdgeChunk, Rows, build_rows};
use super::{Graph, GraphError, LabelNames, VertexId, memory};
use crate::process::in_pool;

/// Builds a graph from edges and labels in memory. Vertices are numbered from 0; the numbers are the original ids of the graph.
/// Loops are removed, and edges that are given again are kept once.
///
/// ```
/// use gpm::{Engine, GraphBuilder};
///
/// let graph = GraphBuilder::directed()
///     .vertex_labels(["person", "person", "city"])
///     .labelled_edge(0, 1, "knows")
///     .labelled_edge(0, 2, "lives in")
///     .labelled_edge(1, 2, "lives in")
///     .build()?;
/// let neighbors = "a:person -[knows]-> b:person, a -[\"lives in\"]-> c, b -[\"lives in\"]-> c";
/// assert_eq!(Engine::auto()?.count(&graph, neighbors)?.count, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is built without `build`"]
pub struct GraphBuilder {
    is_directed: bool,
    /// As many as are mentioned if `None`.
    num_vertices: Option<usize>,
    edges: Vec<[VertexId; 2]>,
    /// Parallel to `edges` once one edge has a label.
    edge_labels: Option<Vec<String>>,
    /// One a vertex if given.
    vertex_labels: Option<Vec<String>>,
}

impl GraphBuilder {
    /// An undirected graph.
    pub fn undirected() -> Self {
        Self { is_directed: false, num_vertices: None, edges: Vec::new(), edge_labels: None, vertex_labels: None }
    }

    /// A directed graph.
    pub fn directed() -> Self {
        Self { is_directed: true, ..Self::undirected() }
    }

    /// Says how many vertices there are. Without this there are as many as labels or, without labels, one more than the largest
    /// number in an edge.
    ///
    /// ```
    /// use gpm::GraphBuilder;
    ///
    /// let graph = GraphBuilder::undirected().edges([(0, 1), (1, 2)]);
    /// assert_eq!(graph.clone().build()?.num_vertices(), 3);
    /// assert_eq!(graph.clone().vertices(5).build()?.num_vertices(), 5);
    /// assert!(graph.vertices(2).build().is_err());
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn vertices(mut self, num_vertices: usize) -> Self {
        self.num_vertices = Some(num_vertices);
        self
    }

    /// Adds edges; if edges have labels, these get the label `""`.
    pub fn edges(mut self, edges: impl IntoIterator<Item = (VertexId, VertexId)>) -> Self {
        self.edges.extend(edges.into_iter().map(|(u, v)| [u, v]));
        if let Some(labels) = &mut self.edge_labels {
            labels.resize(self.edges.len(), String::new());
        }
        self
    }

    /// Adds one labelled edge; edges added without a label get the label `""`.
    pub fn labelled_edge(mut self, u: VertexId, v: VertexId, label: impl Into<String>) -> Self {
        let labels = self.edge_labels.get_or_insert_default();
        labels.resize(self.edges.len(), String::new());
        labels.push(label.into());
        self.edges.push([u, v]);
        self
    }

    /// Gives vertex `i` the `i`-th label.
    pub fn vertex_labels<L: Into<String>>(mut self, labels: impl IntoIterator<Item = L>) -> Self {
        self.vertex_labels = Some(labels.into_iter().map(Into::into).collect());
        self
    }

    /// The clean graph. Cost: O(V + E log d), in parallel.
    ///
    /// # Errors
    /// [`GraphError::VertexOutOfRange`] for an edge or a label of a vertex beyond those there are,
    /// [`GraphError::MissingLabel`] if only some vertices have labels, [`GraphError::EdgeLabels`] for an edge with two labels,
    /// [`GraphError::TooManyVertices`] or [`GraphError::OutOfMemory`] for more vertices than fit.
    pub fn build(self) -> Result<Graph, GraphError> {
        let num_vertices = self.checked_count()?;
        let labels = self.edge_labels.as_deref().map(intern_all);
        let chunks = match &labels {
            None => EdgeChunk::split(&self.edges),
            Some((_, labels)) => vec![EdgeChunk { edges: self.edges.clone(), labels: Some(labels.clone()) }],
        };
        let ids = OriginalIds::Range { first: 0 };
        let build = || graph_of_chunks(num_vertices, &chunks, self.is_directed, ids);
        let (mut graph, counts) = in_pool(None, build);
        if counts.conflicting_labels > 0 {
            return Err(self.two_labels());
        }
        graph.edge_label_names = labels.map(|(names, _)| names).unwrap_or_default();
        if let Some(names) = &self.vertex_labels {
            let (label_names, labels) = intern_all(names);
            graph.vertex_label_names = label_names;
            graph.vertex_labels = Some(labels.into());
        }
        Ok(graph)
    }

    /// The number of vertices, if all that is given goes with it.
    fn checked_count(&self) -> Result<usize, GraphError> {
        let mentioned = self.edges.iter().flatten().map(|&v| v as usize + 1).max().unwrap_or(0);
        let labelled = self.vertex_labels.as_ref().map(Vec::len);
        let count = self.num_vertices.or(labelled).unwrap_or(mentioned);
        if let Some(over) = [mentioned, labelled.unwrap_or(0)].into_iter().find(|&needed| needed > count) {
            return Err(GraphError::VertexOutOfRange { vertex: over as u64 - 1, vertices: count as u64 });
        }
        match labelled {
            Some(labelled) if labelled < count => {
                Err(GraphError::MissingLabel { path: IN_MEMORY.to_owned(), id: labelled.to_string() })
            }
            _ => check_count(IN_MEMORY, count as u64),
        }
    }

    /// The error for an edge with two labels, of which there is one.
    fn two_labels(&self) -> GraphError {
        let labels = self.edge_labels.iter().flatten();
        let mut seen: FxHashMap<[VertexId; 2], &str> = FxHashMap::default();
        let key = |&[u, v]: &[VertexId; 2]| if self.is_directed { [u, v] } else { [u.min(v), u.max(v)] };
        let mut edges = self.edges.iter().zip(labels);
        let (&[from, to], _) = edges
            .find(|(edge, label)| *seen.entry(key(edge)).or_insert(label.as_str()) != label.as_str())
            .expect("rows were found to conflict");
        GraphError::EdgeLabels { from, to }
    }
}

/// What a graph that comes from no file is called in messages.
pub(crate) const IN_MEMORY: &str = "graph";

/// The number of vertices, if ids and memory suffice for them.
pub(crate) fn check_count(name: &str, vertices: u64) -> Result<usize, GraphError> {
    if vertices > u64::from(u32::MAX) {
        return Err(GraphError::TooManyVertices { path: name.to_owned(), vertices });
    }
    // A number of some digits may stand for billions of vertices: ask before the rows are made.
    match memory::ensure(8 * (vertices + 1)) {
        Ok(()) => Ok(vertices as usize),
        Err(source) => Err(GraphError::OutOfMemory { path: name.to_owned(), vertices: Some(vertices), source }),
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
        let graph = GraphBuilder::undirected()
            .vertex_labels(["b", "10", "a", "9"])
            .labelled_edge(0, 1, "y")
            .labelled_edge(1, 2, "x")
            .build()
            .unwrap();
        let names: Vec<&str> = graph.vertex_label_names().iter().collect();
        assert_eq!(names, ["9", "10", "a", "b"]);
        assert_eq!(graph.vertex_labels(), Some(&[3, 1, 2, 0][..]));
        assert_eq!(graph.out().row_labels(1), Some(&[1, 0][..]));
        assert_eq!(graph.edge_label_names().lookup("x"), Some(0));
    }

    #[test]
    fn directed_rows_go_both_ways() {
        let graph = Graph::from_directed_edges(3, [(0, 1), (2, 1), (0, 1)]).unwrap();
        assert_eq!((graph.num_edges(), graph.out().row(0), graph.incoming().row(1)), (2, &[1][..], &[0, 2][..]));
        assert_eq!(graph.splits(), [0, 0, 1]);
    }

    #[test]
    fn what_does_not_go_together_is_an_error() {
        let error = |builder: GraphBuilder| builder.build().unwrap_err().to_string();
        let edge = || GraphBuilder::undirected().edges([(0, 4)]);
        assert_eq!(
            error(edge().vertices(4)),
            "vertex 4 is none of the 4 vertices, which are counted from 0: say that there are more, or mend the edge or label"
        );
        assert!(error(edge().vertex_labels(["a"; 2])).starts_with("vertex 4 is none of the 2"));
        assert!(error(edge().vertices(5).vertex_labels(["a"; 6])).starts_with("vertex 5 is none of the 5"));
        assert_eq!(
            error(edge().vertices(5).vertex_labels(["a"; 4])),
            "`graph` has no label for vertex `4`: label all vertices or none"
        );
        let twice = |builder: GraphBuilder| builder.labelled_edge(0, 1, "x").labelled_edge(1, 0, "y");
        assert_eq!(
            error(twice(GraphBuilder::undirected())),
            "the edge of `1` and `0` has two labels: keep one of them"
        );
        assert!(twice(GraphBuilder::directed()).build().is_ok());
        assert!(GraphBuilder::undirected().labelled_edge(0, 1, "x").labelled_edge(1, 0, "x").build().is_ok());
        assert!(error(GraphBuilder::undirected().vertices(1 << 32)).starts_with("`graph` has 4294967296 vertices"));
        assert!(error(GraphBuilder::undirected().vertices(usize::MAX)).contains("at most 4294967295 fit"));
    }
}
