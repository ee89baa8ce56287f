//! A graph for which a device has no room: its counts are the same, and no more memory is taken than there may be.

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::engine::{Devices, Engine, EngineConfig};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::cell::guarded;
use crate::engines::{Engines, count, cpu};

const MIB: u64 = 1 << 20;
/// With whether it is searched vertex-induced.
const PATTERNS: [(&str, bool); 7] = [
    ("triangle", false),
    ("clique:4", false),
    ("clique:5", false),
    ("house", false),
    ("cycle:4", false),
    ("diamond", true),
    ("a-b-c-d", true),
];

/// 2^17 vertices and some two million edges, whose rows take 17 MiB.
fn graph() -> Graph {
    let model = Model::Rmat { scale: 17, edge_factor: 16 };
    generate(&model, 5).expect("the figures are in range").relabelled(VertexOrder::Degree)
}

fn limited(bytes: u64) -> Engine {
    let config = EngineConfig { devices: Devices::Gpu(None), device_memory: Some(bytes), ..EngineConfig::default() };
    guarded(|| Engine::new(&config)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn rows_without_room_stay_on_the_host() {
    let Some(_engines) = Engines::wait() else { return };
    let (graph, cpu) = (graph(), cpu());
    for bytes in [100 * MIB, 20 * MIB, 16 * MIB] {
        let engine = limited(bytes);
        for (text, is_induced) in PATTERNS {
            let query = Query::from(text.parse::<Pattern>().expect("a pattern"));
            let query = if is_induced { query.vertex_induced() } else { query };
            let right = count(&cpu, &graph, &query).count;
            let report = count(&engine, &graph, &query);
            assert_eq!(report.count, right, "{text} in {bytes} bytes");
            // Some are counted by formulas.
            let Some(gpu) = report.gpu else { continue };
            assert!(gpu.peak <= bytes, "{text}: {} of {bytes} bytes", gpu.peak);
            assert_eq!(gpu.far > 0, bytes < 100 * MIB, "{text}: {} bytes of rows are on the host", gpu.far);
        }
    }
    // A second graph has the memory of the first.
    let engine = limited(40 * MIB);
    for seed in [1, 2, 3] {
        let model = Model::Rmat { scale: 17, edge_factor: 16 };
        let graph = generate(&model, seed).expect("the figures are in range").relabelled(VertexOrder::Degree);
        let query = Query::from("triangle".parse::<Pattern>().expect("a pattern"));
        let report = count(&engine, &graph, &query);
        assert_eq!(report.count, count(&cpu, &graph, &query).count);
        assert!(report.gpu.is_none_or(|gpu| gpu.far == 0 && gpu.peak <= 40 * MIB), "graph {seed}");
    }
}

#[test]
fn too_little_is_said() {
    let Some(_engines) = Engines::wait() else { return };
    let engine = limited(MIB);
    let graph = graph();
    let query = Query::from("clique:5".parse::<Pattern>().expect("a pattern"));
    let error = guarded(|| engine.count(&graph, query)).expect_err("a megabyte is too little");
    assert!(error.to_string().contains("out of GPU memory"), "{error}");
}
