//! Graphs in which nearly all work lies below a few roots, on any number of threads: workers share what is prepared for a root.

use std::ops::ControlFlow;

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{Engine, EngineConfig, Session};
use gpm_runtime::graph::{Graph, VertexOrder};

/// Three hubs next to all, and a rim in which each is next to a few others.
fn hubs() -> Graph {
    let n = 100u32;
    let spokes = (0..3).flat_map(|hub| (hub + 1..n).map(move |v| (hub, v)));
    let rim = (3..n).flat_map(|v| [1, 2, 5].map(|step| (v, 3 + (v - 3 + step) % (n - 3))));
    Graph::from_edges(n as usize, spokes.chain(rim)).expect("a graph").relabelled(VertexOrder::Degree)
}

/// Bit matrices, marks, codegrees, walks, sums of nests, tables.
fn queries() -> Vec<Query> {
    let edge_induced = ["triangle", "clique:4", "clique:5", "house", "cycle:4", "cycle:5", "cycle:6", "star:5", "bull"];
    let vertex_induced = ["diamond", "house", "cycle:5"];
    let query = |text: &str| Query::from(text.parse::<Pattern>().expect("a pattern"));
    let edge_induced = edge_induced.into_iter().map(query);
    edge_induced.chain(vertex_induced.map(|text| query(text).vertex_induced())).collect()
}

fn engine(threads: usize, backend: Backend) -> Engine {
    let config = EngineConfig { threads: Some(threads), backend, ..EngineConfig::default() };
    Engine::cpu(&config).expect("the CPU is there")
}

#[test]
fn counts_do_not_depend_on_the_number_of_threads() {
    let (graph, alone) = (hubs(), engine(1, Backend::Interpreted));
    let engines = [
        engine(1, Backend::Compiled),
        engine(3, Backend::Compiled),
        engine(16, Backend::Compiled),
        engine(5, Backend::Interpreted),
    ];
    for query in queries() {
        let expected = alone.count(&graph, &query).expect("the engine counts").count;
        for (engine, turn) in engines.iter().flat_map(|engine| (0..3).map(move |turn| (engine, turn))) {
            let report = engine.count(&graph, &query).expect("the engine counts");
            assert_eq!((report.count, report.partial), (expected, false), "{} {turn}", query.pattern);
        }
    }
}

#[test]
fn tables_and_listings_do_not_depend_on_the_number_of_threads() {
    let (graph, control) = (hubs(), Control::new());
    let anchored = |text: &str| text.parse::<Pattern>().and_then(|pattern| pattern.with_anchors(&[0]));
    let tables = |engine: &Engine| {
        ["clique:4", "house", "cycle:4"].map(|text| {
            let query = Query::from(anchored(text).expect("an anchor"));
            let table = engine.count_per_anchor_in(&mut Session::new(&graph), query, &control);
            table.expect("the engine counts").counts
        })
    };
    let listing = |engine: &Engine| {
        let mut found = Vec::new();
        let mut sink = |vertices: &[u32]| {
            found.push(vertices.to_vec());
            ControlFlow::Continue(())
        };
        let query = Query::from("clique:4".parse::<Pattern>().expect("a pattern"));
        engine.list_with(&graph, query, &control, &mut sink).expect("the engine lists");
        found.sort_unstable();
        found
    };
    let one = engine(1, Backend::Interpreted);
    for threads in [2, 7] {
        let more = engine(threads, Backend::Compiled);
        assert!(tables(&more) == tables(&one), "{threads} threads");
        assert!(listing(&more) == listing(&one), "{threads} threads");
    }
}
