//! A run that its time limit cuts short.

use std::time::{Duration, Instant};

use gpm_runtime::control::Control;
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::engines::{Engines, count, cpu, query};

const LIMIT: Duration = Duration::from_millis(300);

/// How long after it a run may come back.
const PATIENCE: Duration = Duration::from_millis(500);

#[test]
fn a_run_cut_short_ends_soon_and_leaves_no_trace() {
    let Some(engines) = Engines::wait() else { return };
    let model = Model::Rmat { scale: 17, edge_factor: 16 };
    let graph = generate(&model, 1).expect("the figures are in range").relabelled(VertexOrder::Degree);
    // No GPU meets all of these in days.
    let heavy = query("path:7").vertex_induced();
    let plan = engines.gpu().plan(&graph, &heavy).expect("the nest is valid");
    // The first run compiles, which cannot be interrupted.
    for is_compiled in [false, true] {
        let start = Instant::now();
        let control = Control::new().with_time_limit(LIMIT);
        let report = engines.gpu().count_planned(&graph, &plan, &control).expect("a time limit is no error");
        let elapsed = start.elapsed();
        assert!(report.partial, "a count of {} in {elapsed:?} is not marked partial", report.count);
        assert!(!is_compiled || elapsed < LIMIT + PATIENCE, "stopped after {elapsed:?}");
    }
    let cpu = cpu();
    for pattern in ["triangle", "4-clique"] {
        let found = count(engines.gpu(), &graph, &query(pattern)).count;
        assert_eq!(found, count(&cpu, &graph, &query(pattern)).count, "{pattern} after a run cut short");
    }
}

/// Below one root there is much to do: two hops from a hub, three, tails that hang on it, a bit matrix of its neighbors.
#[test]
fn no_root_is_too_big_to_be_left() {
    let Some(engines) = Engines::wait() else { return };
    let graph = hubs().relabelled(VertexOrder::Degree);
    let mut num_partial = 0;
    for pattern in ["cycle:4", "cycle:5", "house", "cycle:6", "path:6", "clique:6", "diamond"] {
        for query in [query(pattern), query(pattern).vertex_induced(), query(pattern).homomorphism()] {
            let plan = engines.gpu().plan(&graph, &query).expect("the nest is valid");
            // The first run compiles and uploads.
            for is_warm in [false, true] {
                let (control, start) = (Control::new().with_time_limit(LIMIT), Instant::now());
                let report = engines.gpu().count_planned(&graph, &plan, &control).expect("a time limit is no error");
                let elapsed = start.elapsed();
                num_partial += u32::from(report.partial);
                let what = format_args!("{pattern} {}", query.semantics);
                assert!(!is_warm || elapsed < LIMIT + PATIENCE, "{what} stopped after {elapsed:?}");
                assert!(report.seconds.kernel.is_none_or(|seconds| seconds >= 0.0), "{what}: {:?}", report.seconds);
            }
        }
    }
    assert!(num_partial > 0, "all are over too soon to tell");
    let found = count(engines.gpu(), &graph, &query("triangle")).count;
    assert_eq!(found, count(&cpu(), &graph, &query("triangle")).count, "triangles after runs cut short");
}

/// A dense core of hubs that share half a million leaves, a hundred each.
fn hubs() -> Graph {
    const HUBS: u32 = 1000;
    const LEAVES: u32 = 500_000;
    let core = (0..HUBS).flat_map(|u| (0..u).map(move |v| (v, u)));
    let spokes = (0..LEAVES).flat_map(|leaf| (0..100).map(move |i| ((leaf + i * 7) % HUBS, HUBS + leaf)));
    Graph::from_edges((HUBS + LEAVES) as usize, core.chain(spokes)).unwrap()
}
