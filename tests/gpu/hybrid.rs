//! The CPU and a GPU at one search, and a GPU at the shards of one: the same counts, tables and listings as on the CPU.

use std::ops::ControlFlow;

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Devices, Engine, EngineConfig, Session, ShardSum};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};
use gpm_runtime::sched::Shard;

use crate::cell::guarded;
use crate::engines::{Engines, count, cpu};

const PATTERNS: [&str; 5] = ["triangle", "clique:5", "house", "a-b-c-d-e", "cycle:5"];

fn graph() -> Graph {
    let model = Model::Rmat { scale: 14, edge_factor: 16 };
    generate(&model, 3).expect("the figures are in range").relabelled(VertexOrder::Degree)
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern")).vertex_induced()
}

/// The CPU and the GPU, which has been opened.
fn both() -> Engine {
    let config = EngineConfig { devices: Devices::Hybrid, ..EngineConfig::default() };
    let engine = guarded(|| Engine::new(&config)).unwrap_or_else(|error| panic!("{error}"));
    guarded(|| engine.ready_devices()).unwrap_or_else(|error| panic!("{error}"));
    engine
}

#[test]
fn both_count_what_the_cpu_counts() {
    // Nobody else has the device meanwhile.
    let Some(_engines) = Engines::wait() else { return };
    let (graph, both, cpu) = (graph(), both(), cpu());
    let mut shared = 0;
    for text in PATTERNS {
        let right = count(&cpu, &graph, &query(text)).count;
        // The second run finds the kernel.
        for _ in 0..2 {
            let report = count(&both, &graph, &query(text));
            assert_eq!(report.count, right, "{text}");
            shared += u32::from(report.device.kind() == "cpu+gpu");
        }
        let anchored = |engine: &Engine| {
            let pattern = query(text).pattern.with_anchors(&[0]).expect("it has a vertex");
            guarded(|| engine.count_per_anchor(&graph, pattern))
                .unwrap_or_else(|error| panic!("{text}: {error}"))
                .counts
        };
        assert_eq!(anchored(&both), anchored(&cpu), "{text}");
    }
    assert!(shared > 0, "the GPU took part in no search");
    let list = |engine: &Engine| {
        let mut found: Vec<Vec<u32>> = Vec::new();
        let mut sink = |vertices: &[u32]| {
            let mut vertices = vertices.to_vec();
            vertices.sort_unstable();
            found.push(vertices);
            ControlFlow::Continue(())
        };
        guarded(|| engine.list_with(&graph, query("triangle"), &Control::new(), &mut sink))
            .unwrap_or_else(|error| panic!("{error}"));
        found.sort_unstable();
        found
    };
    assert!(list(&both) == list(&cpu), "the triangles differ");
}

#[test]
fn shards_on_a_gpu_add_up() {
    let Some(engines) = Engines::wait() else { return };
    let (graph, cpu) = (graph(), cpu());
    for text in PATTERNS {
        let sum = |number: u32| {
            let session = &mut Session::of_shard(&graph, Shard::new(number, 3).expect("a shard"));
            let counted = guarded(|| engines.gpu().count_shard_in(session, query(text), &Control::new()));
            counted.unwrap_or_else(|error| panic!("{text}: {error}")).sum.expect("nobody stops it")
        };
        let sums: Vec<ShardSum> = (1..=3).map(sum).collect();
        assert_eq!(ShardSum::merge(&sums), Ok(count(&cpu, &graph, &query(text)).count), "{text}");
    }
}
