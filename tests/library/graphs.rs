//! Graphs made in memory.

use gpm::{Engine, Graph, GraphBuilder, GraphError};
use petgraph::graph::{DiGraph, UnGraph};
use petgraph::stable_graph::StableUnGraph;

fn count(graph: &Graph, pattern: &str) -> u128 {
    Engine::auto().unwrap().count(graph, pattern).unwrap().count
}

fn ids(graph: &Graph) -> Vec<String> {
    (0..graph.num_vertices() as u32).map(|v| graph.original_id(v).to_string()).collect()
}

#[test]
fn a_graph_has_the_vertices_that_it_was_given() {
    assert_eq!(Graph::from_edges(5, [(0, 1)]).unwrap().num_vertices(), 5);
    assert_eq!(Graph::from_edges(0, []).unwrap().num_vertices(), 0);
    for error in [Graph::from_edges(4, [(0, 1), (1, 4)]), Graph::from_directed_edges(4, [(4, 0)])] {
        assert!(matches!(error, Err(GraphError::VertexOutOfRange { vertex: 4, vertices: 4 })));
    }
    assert!(matches!(Graph::from_edges(usize::MAX, []), Err(GraphError::TooManyVertices { .. })));
    assert!(Graph::from_edges(2, [(0, u32::MAX)]).is_err());
}

#[test]
fn labels_of_vertices_and_edges_in_memory() {
    let builder = || GraphBuilder::undirected().vertex_labels(["a", "b", "a"]);
    let graph = builder().labelled_edge(0, 1, "x").labelled_edge(1, 2, "y").build().unwrap();
    assert_eq!(count(&graph, "u:a -[x]- v:b"), 1);
    assert_eq!(count(&graph, "u:a - v:b"), 2);
    assert!(matches!(builder().vertices(4).build(), Err(GraphError::MissingLabel { .. })));
    assert!(matches!(builder().edges([(0, 3)]).build(), Err(GraphError::VertexOutOfRange { .. })));
}

#[test]
fn petgraph_graphs_keep_directions_and_indices() {
    let mut ring = DiGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0), (2, 0), (1, 1)]);
    ring.add_node(());
    let graph = Graph::from_petgraph(&ring).unwrap();
    assert!(graph.is_directed());
    assert_eq!((graph.num_vertices(), graph.num_edges(), count(&graph, "a->b->c->a")), (4, 3, 1));
    assert_eq!(ids(&graph), ["0", "1", "2", "3"]);
    let undirected = Graph::from_petgraph(&UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0)])).unwrap();
    assert!(!undirected.is_directed());
    assert_eq!(count(&undirected, "triangle"), 1);
}

#[test]
fn petgraph_weights_become_labels() {
    let mut graph = UnGraph::<&str, u8>::default();
    let [a, b, c] = ["red", "blue", "red"].map(|color| graph.add_node(color));
    graph.extend_with_edges([(a, b, 1), (b, c, 2)]);
    let labelled = Graph::from_petgraph_with(&graph, |&color| Some(color), |weight| Some(weight.to_string())).unwrap();
    assert_eq!(count(&labelled, "u:red -[2]- v:blue"), 1);
    let vertices = Graph::from_petgraph_with(&graph, |&color| Some(color), |_| None::<&str>).unwrap();
    assert_eq!((count(&vertices, "u:red - v"), vertices.edge_label_names().len()), (2, 0));
    let some = |&color: &&'static str| (color == "red").then_some(color);
    let error = Graph::from_petgraph_with(&graph, some, |_| None::<&str>).unwrap_err();
    assert_eq!(error.to_string(), "`graph` has no label for vertex `1`: label all vertices or none");
    graph.add_edge(b, a, 9);
    let error = Graph::from_petgraph_with(&graph, |&color| Some(color), |weight| Some(weight.to_string())).unwrap_err();
    assert!(matches!(error, GraphError::EdgeLabels { .. }), "{error}");
}

/// A stable graph keeps the indices of nodes when others are removed.
#[test]
fn petgraph_graphs_may_have_gaps() {
    let mut graph = StableUnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 3), (3, 1)]);
    graph.remove_node(0.into());
    let graph = Graph::from_petgraph(&graph).unwrap();
    assert_eq!((ids(&graph), count(&graph, "triangle")), (vec!["1".to_owned(), "2".to_owned(), "3".to_owned()], 1));
}

#[test]
fn a_column_that_does_not_fit_leaves_the_graph_as_it_was() {
    let mut graph = Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap();
    let id = graph.id();
    assert!(graph.add_vertex_column("age", vec![7_i64, 8]).is_err());
    assert!(graph.add_edge_column("amount", &[(0, 1)], vec![5_i64, 90]).is_err());
    assert!(graph.add_edge_column("amount", &[(0, 1), (1, 0)], vec![5_i64, 90]).is_err());
    assert!(graph.add_vertex_table("no/such/table.csv").is_err());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    graph.add_vertex_column("age", vec![7_i64, 8, 9]).unwrap();
    let after = graph.id();
    assert!(graph.add_vertex_column("age", vec![1_i64, 2, 3]).is_err());
    // The first column of the table is new, the second is not.
    std::fs::write(&path, "id,size,age\n0,1,2\n").unwrap();
    assert!(graph.add_vertex_table(&path).is_err());
    assert_eq!(graph.vertex_column_names().collect::<Vec<_>>(), ["age"]);
    std::fs::write(&path, "a,b,amount\n0,1,2\n").unwrap();
    graph.add_edge_table(&path).unwrap();
    assert!(graph.add_edge_table(&path).is_err());
    assert_eq!(graph.edge_column_names().collect::<Vec<_>>(), ["amount"]);
    assert!(id != after && graph.num_edges() == 2);
}
