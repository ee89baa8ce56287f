//! Runs that are stopped: each tier, meaning and kind of rewrite keeps a time limit, and what it gives then is partial.

use std::time::{Duration, Instant};

use gpm_plan::pattern::{OrbitsOf, Pattern};
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::Session;
use gpm_runtime::graph::generate::{Spec, generate};
use gpm_runtime::graph::{Graph, GraphBuilder};

use crate::engines::{Engines, MODES, all_cores};

const LIMIT: Duration = Duration::from_millis(60);
/// Runs end half a second after their limit; a busy machine takes longer. What does not look at it takes many minutes.
const PROMPT: Duration = Duration::from_secs(60);

fn dense() -> Graph {
    generate(&"er:3000:600000".parse::<Spec>().expect("a model"), 1).expect("a graph")
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern"))
}

/// Patterns that take minutes, each by other loops: local graphs, codegrees and walks, tables, polynomials, sums, large plans.
fn long() -> Vec<Query> {
    let edge_induced = [
        "clique:7",
        "cycle:7",
        "cycle:10",
        "a-b-c-a, c-d-e-c, e-f-g-e",
        "a-b, b-c, c-d, d-a, a-e, e-f, f-a",
        "wheel:20",
        "cycle:32",
    ];
    let vertex_induced = ["house", "cycle:6", "cycle:32", "a-b, b-c, c-d, d-a, a-c, a-e"];
    let maps = ["wheel:20", "wheel:8", "clique:7", "cycle:7"];
    edge_induced
        .map(query)
        .into_iter()
        .chain(vertex_induced.map(|text| query(text).vertex_induced()))
        .chain(maps.map(|text| query(text).homomorphism()))
        .collect()
}

/// Calls `run` under a limit and says how long it took.
#[track_caller]
fn limited<T>(what: &str, run: impl FnOnce(&Control) -> T) -> T {
    let start = Instant::now();
    let found = run(&Control::new().with_time_limit(LIMIT));
    assert!(start.elapsed() < PROMPT, "{what} took {:?}", start.elapsed());
    found
}

#[test]
fn every_tier_and_meaning_keeps_its_limit() {
    let (graph, engines) = (dense(), Engines::start());
    for mode in MODES {
        let engine = engines.of(mode);
        for query in long() {
            let what = format!("{mode:?} {} {}", query.pattern, query.semantics);
            let report = limited(&what, |control| engine.count_with(&graph, &query, control));
            let report = report.expect("a limit is no error");
            assert!(report.partial, "{what}: {}", report.count);
            let mut sink = |_: &[u32]| std::ops::ControlFlow::Continue(());
            let listed = limited(&what, |control| engine.list_with(&graph, &query, control, &mut sink));
            assert!(listed.expect("a limit is no error").partial, "{what}, listed");
        }
    }
}

/// Below one root alone, so that nothing but the search itself can look at the limit.
#[test]
fn a_single_root_is_left_in_its_midst() {
    let engines = Engines::start();
    let pairs = (0..400u32).flat_map(|v| (0..v).map(move |u| (u, v)));
    let labels = (0..400).map(|v| if v == 0 { "root" } else { "other" });
    let edges = pairs.filter(|(u, v)| (u * 31 + v * 17) % 7 < 6);
    let graph = GraphBuilder::undirected().vertices(400).edges(edges).vertex_labels(labels).build().unwrap();
    for mode in MODES {
        let query = query("r:root - a, a-b, b-c, c-d, d-e, e-f");
        let report = limited("one root", |control| engines.of(mode).count_with(&graph, &query, control));
        assert!(report.expect("a limit is no error").partial, "{mode:?}");
    }
}

#[test]
fn tables_orbits_and_announcements_keep_their_limit() {
    let (graph, engine) = (dense(), all_cores());
    let anchored =
        Query::from("house".parse::<Pattern>().and_then(|house| house.with_anchors(&[0])).expect("an anchor"));
    let tabulated = limited("a table", |control| {
        engine.count_per_anchor_in(&mut Session::new(&graph), anchored.vertex_induced(), control)
    });
    let tabulated = tabulated.expect("a limit is no error");
    assert!(tabulated.report.partial && tabulated.counts.len() == graph.num_vertices());
    for of in [OrbitsOf::Vertices, OrbitsOf::Edges] {
        let orbits = limited("orbits", |control| engine.count_orbits(&graph, of, 5, control));
        assert!(orbits.expect("a limit is no error").is_none());
    }
    let queries: Vec<Query> = gpm_plan::pattern::all_connected(6)
        .into_iter()
        .rev()
        .map(|pattern| Query::from(pattern).vertex_induced())
        .collect();
    let mut session = Session::new(&graph);
    limited("motifs", |control| {
        engine.announce(&mut session, &queries, control).expect("a limit is no error");
        for query in &queries {
            assert!(engine.count_in(&mut session, query, control).expect("a limit is no error").partial);
        }
    });
}

/// Stopped before there is a plan: of what there is nothing was counted.
#[test]
fn what_was_stopped_before_it_began_is_zero() {
    let (graph, engine) = (dense(), all_cores());
    let control = Control::new();
    control.stop();
    let report = engine.count_with(&graph, query("triangle"), &control).expect("a stop is no error");
    assert_eq!((report.count, report.partial, report.plan.is_none()), (0, true, true));
    let none = Control::new().with_time_limit(Duration::ZERO);
    assert!(engine.count_with(&graph, query("triangle"), &none).expect("a limit is no error").partial);
    let longest = Control::new().with_time_limit(Duration::MAX);
    assert!(!engine.count_with(&graph, query("triangle"), &longest).expect("no limit at all").partial);
}
