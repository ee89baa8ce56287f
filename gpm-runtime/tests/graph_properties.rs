//! Property tests of reading and writing graphs: no bytes panic, round trips keep the graph.

use std::collections::BTreeSet;

use gpm_runtime::graph::write::{write_edge_list_to, write_labelled_to};
use gpm_runtime::graph::{Format, Graph, GraphBuilder, LoadOptions, VertexOrder, load_bytes};
use proptest::prelude::*;

fn options(format: Option<Format>) -> LoadOptions {
    LoadOptions { format, order: VertexOrder::Input, ..LoadOptions::default() }
}

/// Edges by original id, smaller first.
fn edge_set(graph: &Graph) -> BTreeSet<(String, String)> {
    let id = |v| graph.original_id(v).to_string();
    let rows = (0..graph.num_vertices() as u32).map(|v| (v, graph.out().row(v)));
    rows.flat_map(|(v, row)| row.iter().map(move |&u| (id(v), id(u)))).collect()
}

fn saved_bytes(graph: &Graph) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("graph.gpm");
    graph.save(&path).expect("a saved graph");
    std::fs::read(path).expect("the saved bytes")
}

fn edges(vertices: u32) -> impl Strategy<Value = Vec<(u32, u32)>> {
    prop::collection::vec((0..vertices, 0..vertices), 0..200)
}

/// Text that gets past the first checks more often than random bytes do.
fn near_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[0-9]{1,3}",
        "[0-9]{18,21}",
        "-[0-9]",
        "[a-z]{1,3}",
        Just("t".to_owned()),
        Just("v".to_owned()),
        Just("e".to_owned()),
        Just("#".to_owned()),
        Just("0.5".to_owned()),
        Just("\n".to_owned()),
        Just("\n".to_owned()),
        Just("%%MatrixMarket matrix coordinate pattern general\n".to_owned()),
        Just("\u{0}".to_owned()),
        Just("é".to_owned()),
    ];
    (prop::collection::vec(word, 0..40), "[ \t,;]").prop_map(|(words, separator)| words.join(&separator))
}

const FORMATS: [Option<Format>; 5] =
    [None, Some(Format::EdgeList), Some(Format::MatrixMarket), Some(Format::Labelled), Some(Format::Binary)];

fn never_panics(bytes: &[u8]) {
    for format in FORMATS {
        for (edge_labels, directed) in [(false, false), (true, true)] {
            let options = LoadOptions { edge_labels, directed, ..options(format) };
            if let Ok((graph, _)) = load_bytes("input", bytes, &options) {
                assert!(graph.validate().is_ok());
                graph.statistics();
            }
        }
    }
}

/// The first edge of a written list may be the hub and a neighbour called as many as there are edges after it.
#[test]
fn written_edges_are_not_read_as_sizes() {
    let spokes = (1..17).map(|leaf| (25, leaf));
    let many = [(25, 19), (19, 1), (19, 2), (19, 3)].into_iter().chain(spokes).collect();
    for list in [vec![(5, 3), (5, 1), (5, 2), (3, 1)], many] {
        let edges = list.len();
        let graph = GraphBuilder::undirected().edges(list).build().unwrap().relabelled(VertexOrder::Degree);
        let mut written = Vec::new();
        write_edge_list_to(&graph, &mut written).unwrap();
        let (again, _) = load_bytes("a", &written, &options(None)).unwrap();
        assert_eq!((again.num_edges(), edge_set(&again).len()), (edges as u64, 2 * edges));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        never_panics(&bytes);
        for magic in [&b"\x1f\x8b\x08"[..], b"\x28\xb5\x2f\xfd", b"GPMGRAPH\x04\x03\x02\x01\x01\0\0\0", b"0 1\n"] {
            never_panics(&[magic, &bytes].concat());
        }
    }

    #[test]
    fn no_text_panics(text in near_text()) {
        never_panics(text.as_bytes());
    }

    #[test]
    fn rows_are_the_edges(edges in edges(40)) {
        let graph = GraphBuilder::undirected().edges(edges.clone()).build().unwrap();
        let expected: BTreeSet<(u32, u32)> =
            edges.iter().flat_map(|&(u, v)| [(u, v), (v, u)]).filter(|(u, v)| u != v).collect();
        let rows = (0..graph.num_vertices() as u32).map(|v| (v, graph.out().row(v)));
        let found: Vec<(u32, u32)> = rows.flat_map(|(v, row)| row.iter().map(move |&u| (v, u))).collect();
        prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        prop_assert!(graph.validate().is_ok());
    }

    #[test]
    fn relabelling_keeps_the_graph(edges in edges(30), directed in any::<bool>()) {
        let builder = if directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        let graph = builder.edges(edges).build().unwrap();
        for order in [VertexOrder::Degree, VertexOrder::Degeneracy, VertexOrder::Input] {
            let other = graph.relabelled(order);
            prop_assert!(other.validate().is_ok());
            prop_assert_eq!(edge_set(&other), edge_set(&graph));
        }
        let by_degree = graph.relabelled(VertexOrder::Degree);
        let degree = |v| by_degree.out().degree(v) + if directed { by_degree.incoming().degree(v) } else { 0 };
        prop_assert!((1..graph.num_vertices() as u32).all(|v| degree(v - 1) >= degree(v)));
    }

    #[test]
    fn text_round_trip(edges in edges(60), stride in prop_oneof![Just(1u64), Just(1 << 20), Just(1 << 57)]) {
        let text: String = edges.iter().map(|&(u, v)| format!("{} {}\n", u64::from(u) * stride, u64::from(v) * stride)).collect();
        prop_assume!(!edges.is_empty());
        // A first line may be the sizes of the edges after it: these are edges.
        let (graph, report) = load_bytes("a", text.as_bytes(), &LoadOptions { header: Some(false), ..options(None) }).unwrap();
        prop_assert_eq!(report.edges_read, edges.len() as u64);
        prop_assert_eq!(
            report.edges_read,
            report.edges + report.loops_removed + report.duplicates_removed + report.reverse_duplicates
        );
        let mut written = Vec::new();
        write_edge_list_to(&graph, &mut written).unwrap();
        prop_assume!(graph.num_edges() > 0);
        let (again, _) = load_bytes("a", &written, &options(None)).unwrap();
        prop_assert_eq!(edge_set(&again), edge_set(&graph));
    }

    #[test]
    fn labelled_round_trip(edges in edges(20), labels in prop::collection::vec("[a-c0-9]{1,2}", 20)) {
        let graph = GraphBuilder::undirected().edges(edges).vertex_labels(labels).build().unwrap();
        let mut written = Vec::new();
        write_labelled_to(&graph, &mut written).unwrap();
        let (again, _) = load_bytes("a", &written, &options(None)).unwrap();
        prop_assert_eq!(again.out().neighbors(), graph.out().neighbors());
        prop_assert_eq!(again.vertex_labels(), graph.vertex_labels());
        prop_assert_eq!(again.vertex_label_names(), graph.vertex_label_names());
    }

    #[test]
    fn damaged_files_are_refused_or_equal(
        edges in edges(50), damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut in any::<bool>()
    ) {
        let graph = Graph::from_edges(50, edges).unwrap();
        graph.statistics();
        let mut bytes = saved_bytes(&graph);
        for (at, value) in &damage {
            let at = at.index(bytes.len());
            bytes[at] = *value;
        }
        if cut {
            bytes.truncate(damage[0].0.index(bytes.len()));
        }
        if let Ok((read, _)) = load_bytes("x.gpm", &bytes, &options(Some(Format::Binary))) {
            prop_assert_eq!(read.out().offsets(), graph.out().offsets());
            prop_assert_eq!(read.out().neighbors(), graph.out().neighbors());
            prop_assert_eq!(read.statistics(), graph.statistics());
        }
    }
}
