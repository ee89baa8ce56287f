use std::io::Write;

use super::*;
use crate::graph::VertexOrder;

fn load_text(name: &str, text: &str) -> (Graph, LoadReport) {
    let options = LoadOptions { order: VertexOrder::Input, ..LoadOptions::default() };
    load_bytes(name, text.as_bytes(), &options).unwrap()
}

fn error(name: &str, bytes: &[u8]) -> String {
    load_bytes(name, bytes, &LoadOptions::default()).map(drop).unwrap_err().to_string()
}

/// The edges as an edge list has them, each with a bar behind it.
pub(super) fn edges(graph: &Graph) -> String {
    let mut text = Vec::new();
    crate::graph::write::write_edge_list_to(graph, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}|")).collect()
}

/// The edges and the notes of a file with this text, vertices in the order of the file.
pub(super) fn read(name: &str, text: &str, options: &LoadOptions) -> Result<(String, Vec<String>), GraphError> {
    let options = LoadOptions { order: VertexOrder::Input, ..options.clone() };
    let (graph, report) = load_bytes(name, text.as_bytes(), &options)?;
    Ok((edges(&graph), report.notes))
}

#[test]
fn separators_comments_and_sparse_ids() {
    let (graph, report) = load_text("a", "\u{feff}# SNAP\n1\t9223372036854775808\r\n% c\n\n 1 7 \n7  7\n7 1\n1 7");
    assert_eq!(edges(&graph), "1 7|1 9223372036854775808|");
    assert_eq!((report.edges_read, report.lines, report.loops_removed), (5, 8, 1));
    assert_eq!((report.duplicates_removed, report.reverse_duplicates), (1, 1));
}

#[test]
fn a_loop_mentions_its_vertex() {
    let (graph, report) = load_text("a", "0 1\n5 5\n");
    assert_eq!((graph.num_vertices(), report.isolated), (3, 1));
    assert_eq!(graph.original_id(2).to_string(), "5");
}

#[test]
fn one_name_makes_all_ids_names() {
    let (graph, _) = load_text("a", "10 serde\n-3 10\nserde -3\n");
    assert_eq!(edges(&graph), "10 serde|10 \"-3\"|serde \"-3\"|");
    let (graph, report) = load_text("a.csv", "id_1,id_2\n0,1\n");
    assert_eq!((edges(&graph).as_str(), report.header_skipped), ("0 1|", true));
    let (graph, _) = load_text("a.csv", "source,target\nx,y\n");
    assert_eq!(edges(&graph), "x y|");
}

#[test]
fn further_columns_are_reported_or_labels() {
    let (graph, report) = load_text("a", "0 1 2.5\n1 2 0.5\n");
    assert_eq!((report.ignored_columns, graph.out().labels()), (2, None));
    let options = LoadOptions { edge_labels: true, ..LoadOptions::default() };
    let (graph, report) = load_bytes("a", b"0 1 x\n1 2 y\n0 1 x\n", &options).unwrap();
    assert_eq!((graph.edge_label_names().len(), report.conflicting_labels), (2, 0));
    assert!(load_bytes("a", b"0 1 x\n1 2\n", &options).unwrap_err().to_string().starts_with("a:2: `1 2` is not a lab"));
}

/// No label is lost unless the caller says which: in each format and with and without directions.
#[test]
fn parallel_labels() {
    let load = |name: &str, text: &str, directed, parallel_labels| {
        let options = LoadOptions { edge_labels: true, directed, parallel_labels, ..LoadOptions::default() };
        read(name, text, &options).map(|(edges, _)| edges).map_err(|error| error.to_string())
    };
    let (first, last) = (Some(ParallelLabels::First), Some(ParallelLabels::Last));
    let list = "a b z\nb c k\na b m\nb a m\n";
    let refusal = load("g", list, true, None).unwrap_err();
    assert_eq!(
        refusal,
        "`g` has the labels `z` and `m` for the edge of `a` and `b`, which can keep one: say which with \
         --parallel-labels first or last, or give the graph without edge labels"
    );
    assert_eq!(load("g", list, true, first).unwrap(), "a b z|b a m|b c k|");
    assert_eq!(load("g", list, true, last).unwrap(), "a b m|b a m|b c k|");
    assert_eq!(load("g", list, false, first).unwrap(), "a b z|b c k|");
    assert_eq!(load("g", list, false, last).unwrap(), "a b m|b c k|");
    // One label each way is no loss with directions; a loop is no edge; the same label twice is the same edge.
    assert_eq!(load("g", "a b x\nb a y\na b x\nc c x\nc c y\n", true, None).unwrap(), "a b x|b a y|");
    assert!(load("g", "a b x\nb a y\n", false, None).unwrap_err().contains("`x` and `y`"));
    // An undirected file read with directions has one label on both arcs.
    let both = "% sym\n1 2 x\n2 1 y\n";
    assert!(load("g", both, true, None).is_err());
    assert_eq!(load("g", both, true, first).unwrap(), "1 2 x|2 1 x|");
    assert_eq!(load("g", both, true, last).unwrap(), "1 2 y|2 1 y|");
    let typed = "Source,Target,Type,Label\n1,2,Undirected,x\n1,2,Directed,y\n";
    assert_eq!(load("g", typed, true, last).unwrap(), "1 2 y|2 1 x|");
    for (name, text) in [
        ("g.graph", "t 2 2\nv 0 A\nv 1 A\ne 0 1 x\ne 1 0 y\n"),
        ("g.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 5\n1 2 7\n"),
        ("g.net", "*Vertices 2\n*Edges\n1 2 5\n1 2 7\n"),
        (
            "g.gml",
            "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 label \"x\" ] edge [ source 1 target 2 label \"y\" ] ]",
        ),
    ] {
        assert!(load(name, text, false, None).unwrap_err().contains("--parallel-labels"), "{name}");
        assert!(load(name, text, false, first).is_ok(), "{name}");
    }
}

#[test]
fn directed_edges_keep_their_direction() {
    let options = LoadOptions { directed: true, ..LoadOptions::default() };
    let (graph, report) = load_bytes("a", b"0 1\n1 0\n0 2\n0 2\n", &options).unwrap();
    assert_eq!((graph.num_edges(), report.duplicates_removed, report.reverse_duplicates), (3, 1, 0));
    assert_eq!(graph.original_id(0).to_string(), "0");
    assert_eq!((graph.out().degree(0), graph.incoming().degree(0)), (2, 1));
}

#[test]
fn matrix_market() {
    let head = "%%MatrixMarket matrix coordinate real symmetric\n% c\n4 4 2\n";
    let (graph, report) = load_text("m", &format!("{head}2 1 0.5\n3 3 1e5\n"));
    assert_eq!((graph.num_vertices(), graph.num_edges(), report.isolated), (4, 1, 2));
    assert_eq!((edges(&graph).as_str(), report.lines), ("1 2|", 5));
    assert_eq!(error("m", format!("{head}2 1 1\n5 3 1\n").as_bytes()).split(':').nth(1), Some("5"));
    assert!(error("m", format!("{head}2 1 1\n").as_bytes()).contains("declares 2 entries and has 1"));
    assert!(error("m", b"%%MatrixMarket matrix array real general\n2 2\n").contains("dense"));
    assert!(error("m", b"%%MatrixMarket matrix coordinate pattern general\n2 3 0\n").contains("not square"));
    assert!(error("m.mtx", b"1 2\n").contains("banner"));
}

#[test]
fn a_size_line_does_not_take_all_memory() {
    // One more than ids can number; smaller dimensions are refused only where memory is known not to suffice.
    let text = "%%MatrixMarket matrix coordinate pattern general\n4294967295 4294967295 0\n";
    assert!(error("m", text.as_bytes()).contains("vertices"));
}

#[test]
fn labelled_text() {
    let (graph, _) = load_text("a", "t 3 2\nv 0 7 1\nv 2 red 2\nv 1 7 1\ne 0 2 5\ne 2 1 6\n");
    assert_eq!(graph.vertex_labels(), Some(&[0, 0, 1][..]));
    assert_eq!(graph.vertex_label_names().iter().collect::<Vec<_>>(), ["7", "red"]);
    assert_eq!(edges(&graph), "0 2 5|1 2 6|");
    let (graph, report) = load_text("a.lg", "# t 1\nv 0 0\nv 1 0\nv 2 1\ne 0 1 83.80\n");
    assert_eq!((graph.edge_label_names().len(), report.ignored_columns, graph.num_vertices()), (0, 1, 3));
    assert!(error("a", b"t 3 1\nv 0 1\nv 1 1\ne 0 1\n").contains("declares 3 vertices and has 2"));
    assert!(error("a", b"t # 0\nv 0 1\ne 0 1\n").starts_with("a:3: `e 0 1` is not an edge"));
    assert!(error("a", b"t # 0\nv 0 1\nv 0 1\n").starts_with("a:3:"));
    assert!(error("a", b"t # 0\nv 0 1\nt # 1\nv 0 1\n").contains("one graph"));
}

#[test]
fn label_files() {
    let directory = tempfile::tempdir().unwrap();
    let with = |text: &str, labels: &str| {
        let path = directory.path().join("labels");
        std::fs::write(&path, labels).unwrap();
        let options = LoadOptions { labels: Some(path), order: VertexOrder::Input, ..LoadOptions::default() };
        let (graph, _) = load_bytes("a", text.as_bytes(), &options).map_err(|error| error.to_string())?;
        let label = |&label: &u32| graph.vertex_label_names().name(label).unwrap_or("?");
        Ok::<String, String>(graph.vertex_labels().unwrap_or(&[]).iter().map(label).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(with("0 2\n", "a\nb\nc\nd\n").unwrap(), "a b c d");
    assert_eq!(with("1 2\n2 3\n", "a\nb\nc\n").unwrap(), "a b c");
    assert_eq!(with("5 7\n", "7 x\n5 y\n9 z\n").unwrap(), "y x z");
    assert_eq!(with("p q\n", "q x\np y\nr z\n").unwrap(), "y x z");
    assert!(with("5 7\n", "5 y\n").unwrap() == "y ");
    assert!(with("5 7\n", "a\nb\nc\n").unwrap_err().contains("3 labels for 2 vertices"));
    assert!(with("5 7\n", "5 y\n7 x\n5 z\n").unwrap_err().contains("two labels"));
    assert!(with("0 1\n", "a\n\nb\n").unwrap_err().contains("label line"));
    assert!(with("p q\n", "a\nb\n").unwrap_err().contains("`id label` lines"));
}

#[test]
fn compressed_text() {
    let text = b"0 1\n1 2\n".repeat(100);
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(&text).unwrap();
    let gz = gz.finish().unwrap();
    let zst = zstd::encode_all(&text[..], 3).unwrap();
    for packed in [&gz, &zst] {
        assert_eq!(load_bytes("a", packed, &LoadOptions::default()).unwrap().0.num_edges(), 2);
        assert!(error("a", &packed[..packed.len() - 5]).contains("truncated or damaged"));
    }
}

#[test]
fn errors_say_where_and_what() {
    assert!(error("a", b"0 1\n\n5\n").starts_with("a:3: `5` is not an edge: two ids, then at most two more columns"));
    assert!(error("a", b"0 1\n-1 2\n").starts_with("a:2: negative vertex id `-1`"));
    assert!(error("a", b"0 1\n9223372036854775809 2\n").starts_with("a:2: vertex id `9223372036854775809` is larger"));
    assert!(error("a", b"0 1\n1 2 3 4\n").starts_with("a:2: `1 2 3 4` is not a line of as many fields as the first"));
    assert!(error("a", b"0 1 2 3 4\n").contains("at most two more columns"));
    assert!(error("a", b"").contains("holds no graph"));
    assert!(error("a", b"# only\n").contains("holds no graph"));
    assert!(error("a", b"\x7fELF\0\0").contains("is not text"));
    assert!(error("a", b"0 1\nab\xff c\n").contains("is not text in UTF-8 (line 2)"));
    assert!(error("a", b"once upon a time there was\na graph\n").starts_with("a:1: `once upon"));
    let missing = Graph::load("/nonexistent/graph.el").unwrap_err();
    assert!(matches!(missing, GraphError::NotFound { .. }));
    assert!(matches!(Graph::load(std::env::temp_dir()).unwrap_err(), GraphError::IsDirectory { .. }));
}

#[test]
fn orders() {
    let text = b"5 1\n5 2\n5 3\n1 2\n";
    let (graph, _) = load_bytes("a", text, &LoadOptions::default()).unwrap();
    let ids: Vec<String> = (0..4).map(|v| graph.original_id(v).to_string()).collect();
    assert_eq!(ids, ["5", "1", "2", "3"]);
    assert_eq!(edges(&graph.relabelled(VertexOrder::Input)), "1 2|1 5|2 5|3 5|");
}

#[test]
fn any_number_of_threads_gives_the_same_graph() {
    let text: String = (0..400_000u64).map(|i| format!("{} {}\n", i * i % 70_001, i * 31 % 50_021)).collect();
    let load = |threads| {
        let options = LoadOptions { threads: Some(threads), ..LoadOptions::default() };
        load_bytes("a", text.as_bytes(), &options).unwrap().0
    };
    let (one, four) = (load(1), load(4));
    assert_eq!(one.out().neighbors(), four.out().neighbors());
    assert_eq!(one.out().offsets(), four.out().offsets());
}
