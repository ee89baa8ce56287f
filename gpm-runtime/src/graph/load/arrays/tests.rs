//! Arrays are what a file of the same edges is.

use super::*;
use crate::graph::load_bytes;
use crate::graph::{OriginalId, VertexId};

/// The edges by original ids, and how many vertices there are.
fn portrait(graph: &Graph) -> (usize, Vec<String>) {
    let name = |v: VertexId| graph.original_id(v).to_string();
    let row = |v: VertexId| graph.out().row(v).iter().map(move |&w| format!("{} {}", name(v), name(w)));
    let mut edges: Vec<String> = (0..graph.num_vertices() as VertexId).flat_map(row).collect();
    edges.sort();
    (graph.num_vertices(), edges)
}

#[test]
fn arrays_of_any_width_are_what_a_file_is() {
    let (from, to) = ([7_u8, 3, 3, 9, 7], [3_u8, 9, 3, 3, 100]);
    for directed in [false, true] {
        let options = LoadOptions { directed, ..LoadOptions::default() };
        let text: String = from.iter().zip(to).map(|(u, v)| format!("{u} {v}\n")).collect();
        let (expected, read) = load_bytes("edges", text.as_bytes(), &options).unwrap();
        macro_rules! check {
            ($($source:ty, $target:ty);*) => {$(
                let (from, to) = (from.map(|v| v as $source), to.map(|v| v as $target));
                let (graph, report) = GraphArrays::new(&from[..], &to[..]).load(&options).unwrap();
                assert_eq!(portrait(&graph), portrait(&expected));
                assert_eq!((report.loops_removed, report.edges), (read.loops_removed, read.edges));
            )*};
        }
        check!(u8, u8; u16, i64; i8, u32; i32, i32; u64, i16; i64, i64);
        let wide = |ids: [u8; 5]| ids.map(|v| (u64::from(v) << 40) + 1);
        let (graph, _) = GraphArrays::new(&wide(from)[..], &wide(to)[..]).load(&options).unwrap();
        assert_eq!((graph.num_vertices(), graph.num_edges()), (expected.num_vertices(), expected.num_edges()));
    }
}

#[test]
fn names_labels_and_vertices_without_edges() {
    let arrays = GraphArrays::new(&["b", "a", "b"][..], &["a", "c", "a"][..]).edge_labels(&["x", "y", "x"]);
    let options = LoadOptions { order: crate::graph::VertexOrder::Input, ..LoadOptions::default() };
    let (graph, report) = arrays.vertices(&["d", "a"][..]).vertex_labels(&["L", "M"]).load(&options).unwrap();
    let names: Vec<OriginalId<'_>> = (0..4).map(|v| graph.original_id(v)).collect();
    assert_eq!(names, ["b", "a", "c", "d"].map(OriginalId::Name));
    assert_eq!((graph.num_edges(), report.duplicates_removed, report.isolated), (2, 1, 1));
    let label = |v: usize| graph.vertex_label_names().name(graph.vertex_labels().unwrap()[v]).unwrap();
    assert_eq!([0, 1, 2, 3].map(label), ["", "M", "", "L"]);
    assert_eq!(graph.edge_label_names().iter().collect::<Vec<_>>(), ["x", "y"]);
    let (graph, _) = GraphArrays::new(&[5_i32][..], &[6_i32][..]).vertices(&[9_i64, 5][..]).load(&options).unwrap();
    assert_eq!(graph.num_vertices(), 3);
    let none: [i64; 0] = [];
    assert_eq!(GraphArrays::new(&none[..], &none[..]).load(&options).unwrap().0.num_vertices(), 0);
    let only = GraphArrays::new(&none[..], &none[..]).vertices(&["x"][..]).load(&options).unwrap().0;
    assert_eq!(only.original_id(0), OriginalId::Name("x"));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let error = |arrays: GraphArrays<'_>| arrays.load(&LoadOptions::default()).unwrap_err().to_string();
    let two = [1_i32, 2];
    assert_eq!(
        error(GraphArrays::new(&two[..], &[1_i32][..])),
        "column `targets` has 1 value for 2 edges: give one each, or a missing value"
    );
    assert!(error(GraphArrays::new(&two[..], &[1_i64, -3][..])).contains("graph:2: negative vertex id `-3`"));
    assert!(error(GraphArrays::new(&[u64::MAX][..], &[1_i32][..])).contains("larger than 2^63"));
    assert!(error(GraphArrays::new(&two[..], &["a", "b"][..])).contains("others are names"));
    assert!(error(GraphArrays::new(&two[..], &two[..]).edge_labels(&["x"])).contains("`edge labels`"));
    let labels = GraphArrays::new(&[1_u8, 2][..], &[2_u8, 1][..]).edge_labels(&["x", "y"]);
    assert!(error(labels).contains("--parallel-labels"));
    let part = GraphArrays::new(&two[..], &[2_i32, 3][..]).vertices(&[1_i32, 2][..]).vertex_column("x", vec![1, 2]);
    assert!(error(part).contains("column `x` has 2 values for 3 vertices"));
}

#[test]
fn attributes_of_edges_and_vertices() {
    let (from, to) = (["b", "a", "b"], ["a", "c", "a"]);
    let arrays = GraphArrays::new(&from[..], &to[..]).edge_column("w", vec![Some(2.5), None, Some(2.5)]);
    let arrays = arrays.vertices(&["c", "b", "a"][..]).vertex_column("age", vec![30_i64, 20, 10]);
    let (graph, _) = arrays.load(&LoadOptions::default()).unwrap();
    let vertex = |name: &str| (0..3).find(|&v| graph.original_id(v) == OriginalId::Name(name)).unwrap();
    let Some(Column::Integers(ages)) = graph.vertex_column("age") else { panic!("integers") };
    assert_eq!(["a", "b", "c"].map(|name| ages[vertex(name) as usize]), [10, 20, 30]);
    let Some(Column::Floats(weights)) = graph.edge_column("w") else { panic!("floats") };
    let weight = |u: &str, v: &str| weights[graph.edge_entry(vertex(u), vertex(v)).unwrap()];
    assert!(weight("a", "b") == 2.5 && weight("c", "a").is_nan());
    let differ = GraphArrays::new(&from[..], &to[..]).edge_column("w", vec![1_i64, 2, 3]);
    let (graph, report) = differ.load(&LoadOptions::default()).unwrap();
    assert!(graph.edge_column("w").is_none() && graph.why_left_out("w", true).is_some());
    assert!(report.notes[0].contains("differ in `w`"), "{:?}", report.notes);
}
