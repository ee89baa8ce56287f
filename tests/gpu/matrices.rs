//! Cliques whose bit matrices another kernel writes before, however small the graph is: the same counts, tables and listings as on the CPU.

use gpm_plan::cost::{Kind, Prices};
use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Devices, Engine, EngineConfig};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::cell::guarded;
use crate::engines::{Engines, count, cpu};

/// Skewed, dense and sparse, each of which takes kernels of its own.
const MODELS: [Model; 3] = [
    Model::Rmat { scale: 13, edge_factor: 30 },
    Model::ErdosRenyi { vertices: 300, edges: 9_000 },
    Model::WattsStrogatz { vertices: 20_000, neighbors: 16, rewire: 0.1 },
];

/// An engine for which a further nest costs nothing, within so many bytes of the GPU.
fn eager(device_memory: Option<u64>) -> Engine {
    let prices = Some(Prices::GPU.with(Kind::Nest, 0.0));
    let config = EngineConfig { devices: Devices::Gpu(None), prices, device_memory, ..EngineConfig::default() };
    guarded(|| Engine::new(&config)).unwrap_or_else(|error| panic!("the engine before had a GPU: {error}"))
}

fn clique(size: usize) -> Query {
    Query::from(format!("clique:{size}").parse::<Pattern>().expect("a family"))
}

#[test]
fn matrices_that_were_written_before_count_the_same() {
    // Nobody else has the device meanwhile.
    let Some(_engines) = Engines::wait() else { return };
    let (gpu, cpu) = (eager(None), cpu());
    for model in MODELS {
        let graph = generate(&model, 3).expect("the figures are in range").relabelled(VertexOrder::Degree);
        for size in 4..=6 {
            let query = clique(size);
            assert_eq!(count(&gpu, &graph, &query).count, count(&cpu, &graph, &query).count, "{size} in {model:?}");
        }
        per_anchor(&gpu, &cpu, &graph);
        listed(&gpu, &cpu, &graph);
    }
}

/// Whose matrices take more than its rows, and than there is room for.
#[test]
fn where_all_have_no_room_roots_are_searched_in_ranges() {
    const MIB: u64 = 1 << 20;
    let Some(_engines) = Engines::wait() else { return };
    let (model, cpu) = (Model::Rmat { scale: 15, edge_factor: 60 }, cpu());
    let graph = generate(&model, 3).expect("the figures are in range").relabelled(VertexOrder::Degree);
    for size in 4..=5 {
        let right = count(&cpu, &graph, &clique(size)).count;
        for mib in [400, 60, 40, 28] {
            let engine = eager(Some(mib * MIB));
            let report = count(&engine, &graph, &clique(size));
            let gpu = report.gpu.as_ref().expect("it ran on a GPU");
            assert_eq!(report.count, right, "{size} within {mib} MiB");
            assert!(gpu.peak <= mib * MIB, "{size}: {} bytes of {mib} MiB", gpu.peak);
        }
    }
}

fn per_anchor(gpu: &Engine, cpu: &Engine, graph: &Graph) {
    for anchors in [&[0][..], &[0, 1]] {
        let pattern = clique(4).pattern.with_anchors(anchors).expect("vertices of a clique are adjacent");
        let counts = |engine: &Engine| guarded(|| engine.count_per_anchor(graph, Query::from(pattern.clone())));
        let [own, right] = [gpu, cpu].map(|engine| counts(engine).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(own.counts, right.counts, "per {anchors:?}");
    }
}

fn listed(gpu: &Engine, cpu: &Engine, graph: &Graph) {
    let list = |engine: &Engine| {
        let mut found = Vec::new();
        let mut sink = |vertices: &[u32]| {
            let mut vertices = vertices.to_vec();
            vertices.sort_unstable();
            found.push(vertices);
            std::ops::ControlFlow::Continue(())
        };
        guarded(|| engine.list_with(graph, clique(5), &Control::new(), &mut sink))
            .unwrap_or_else(|error| panic!("{error}"));
        found.sort_unstable();
        found
    };
    let right = cpu.count(graph, clique(5)).expect("the CPU counts").count;
    if right <= 200_000 {
        assert_eq!(list(gpu), list(cpu));
    }
}
