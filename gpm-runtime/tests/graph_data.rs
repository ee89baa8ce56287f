//! Known figures of published graphs; skipped where the test data is absent (set `GPM_DATA` to its folder).
#![expect(clippy::print_stdout, reason = "a skipped test says so")]

use std::path::PathBuf;

use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, LoadOptions, VertexOrder};

/// The folder of test data, if there is one.
fn data() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let folder = std::env::var_os("GPM_DATA").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no test data at `{}`", folder.display());
    None
}

#[test]
fn published_triangle_counts() {
    let Some(data) = data() else { return };
    let truth = [
        ("email-Eu-core", 105_461),
        ("ca-GrQc", 48_260),
        ("facebook_combined", 1_612_010),
        ("wiki-Vote", 608_389),
        ("com-dblp", 2_224_385),
        ("scholp-congress-bills", 56_990_405),
        ("p2p-Gnutella31", 2_024),
        ("delaunay_n16", 131_842),
    ];
    for (name, triangles) in truth {
        let graph = Graph::load(data.join(format!("graphs/{name}.el.gz"))).unwrap();
        let statistics = graph.statistics();
        assert_eq!(statistics.triangles, triangles, "{name}");
        if name == "scholp-congress-bills" {
            assert_eq!(statistics.degeneracy, 368);
        }
        if name == "com-dblp" {
            assert_eq!((graph.num_vertices(), graph.num_edges(), statistics.components), (317_080, 1_049_866, 1));
        }
    }
}

#[test]
fn labelled_graphs_have_the_counts_of_their_heads() {
    let Some(data) = data() else { return };
    let graphs = ["fsm/citeseer.graph", "fsm/citeseer.lg", "fsm/cornell5-status.graph.gz", "hprd/hprd.graph"];
    let counts = [(3312, 4536), (3312, 4536), (18_660, 790_777), (9460, 34_998)];
    for (name, (vertices, edges)) in graphs.into_iter().zip(counts) {
        let path = data.join("labelled").join(name);
        let (graph, report) = Graph::load_with(path, &LoadOptions::default()).unwrap();
        assert!(graph.vertex_labels().is_some(), "{name}");
        assert_eq!((graph.num_vertices(), report.edges), (vertices, edges), "{name}");
    }
}

#[test]
fn label_files_fit_their_graphs() {
    let Some(data) = data() else { return };
    let labels = Some(data.join("small/karate.l3.lab"));
    let options = LoadOptions { labels, order: VertexOrder::Input, ..LoadOptions::default() };
    let (graph, _) = Graph::load_with(data.join("small/karate.el"), &options).unwrap();
    let labels: Vec<&str> = graph
        .vertex_labels()
        .unwrap()
        .iter()
        .take(3)
        .map(|&label| graph.vertex_label_names().name(label).unwrap())
        .collect();
    assert_eq!((graph.num_vertices(), labels), (34, vec!["1", "0", "2"]));
}

#[test]
fn stars_have_the_published_counts() {
    let Some(data) = data() else { return };
    for name in ["4-5-9-16-25-B1k", "4-5-9-16-25-B2k", "25-81-256-B1k", "25-81-256-B2k", "9-16-25-81-B1k"] {
        let truth = std::fs::read_to_string(data.join(format!("families/kronstar-{name}.truth.txt"))).unwrap();
        let expected = |key: &str| -> u128 {
            let line = truth.lines().find(|line| line.split(' ').next() == Some(key)).unwrap();
            line.split(' ').nth(1).unwrap().parse().unwrap()
        };
        let graph = generate(&name.parse::<Model>().unwrap(), 0).unwrap();
        let s = graph.statistics();
        assert_eq!(u128::from(s.vertices), expected("V"), "{name}");
        assert_eq!(u128::from(s.edges), expected("E"), "{name}");
        assert_eq!(s.wedges, expected("wedges"), "{name}");
        assert_eq!(u128::from(s.max_degree), expected("max_degree"), "{name}");
        assert_eq!(u128::from(s.triangles), expected("cliques3"), "{name}");
    }
}
