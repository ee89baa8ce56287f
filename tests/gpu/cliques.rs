//! Maximal cliques on a GPU: by size as on the CPU, in small memory too, and cut short.

use std::time::{Duration, Instant};

use gpm_runtime::control::Control;
use gpm_runtime::engine::{CliqueOptions, Devices, Engine, EngineConfig, OpenReport};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexId};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::cell::guarded;
use crate::dataset::{folder, load, table};
use crate::engines::{Engines, cpu};
use crate::settings::say;

const MIB: u64 = 1 << 20;

fn options(min_size: usize, containing: Vec<VertexId>) -> CliqueOptions {
    CliqueOptions { min_size, containing }
}

#[track_caller]
fn found(engine: &Engine, graph: &Graph, options: &CliqueOptions) -> OpenReport {
    let report = guarded(|| engine.maximal_cliques(graph, options, &Control::new()));
    report.unwrap_or_else(|error| panic!("{} on {graph:?}: {error}", engine.device()))
}

/// That a GPU finds what the CPU does.
#[track_caller]
fn check(gpu: &Engine, cpu: &Engine, graph: &Graph, options: &CliqueOptions) -> OpenReport {
    let (right, report) = (found(cpu, graph, options), found(gpu, graph, options));
    assert_eq!((report.count, &report.sizes), (right.count, &right.sizes), "{options:?}");
    assert_eq!(report.largest.len(), right.largest.len());
    let rows = graph.out();
    let is_clique =
        |members: &[VertexId]| members.iter().all(|&u| members.iter().all(|&v| u == v || rows.has_edge(u, v)));
    assert!(graph.is_directed() || is_clique(&report.largest), "{:?}", report.largest);
    assert!(options.containing.iter().all(|v| report.largest.is_empty() || report.largest.contains(v)));
    report
}

/// Graphs side by side, each of so many vertices and so dense.
fn random(rng: &mut StdRng, parts: &[(u32, f64)]) -> Graph {
    let (mut vertices, mut edges) = (0, Vec::new());
    for &(n, density) in parts {
        let pairs = (vertices..vertices + n).flat_map(|v| (vertices..v).map(move |u| (u, v)));
        edges.extend(pairs.filter(|_| rng.random_bool(density)));
        vertices += n;
    }
    Graph::from_edges(vertices as usize, edges).expect("a graph")
}

/// 10,000 graphs, 20 of them in one run.
#[test]
fn random_graphs_agree_with_the_cpu() {
    let Some(engines) = Engines::wait() else { return };
    let (mut rng, cpu) = (StdRng::seed_from_u64(22), cpu());
    for round in 0..500 {
        let parts: Vec<(u32, f64)> =
            (0..20).map(|_| (rng.random_range(1..=40), rng.random_range(0.05..0.95))).collect();
        let (graph, n) = (random(&mut rng, &parts), parts[0].0);
        let options = match round % 4 {
            0 => options(rng.random_range(0..8), Vec::new()),
            1 => options(0, vec![rng.random_range(0..n)]),
            _ => CliqueOptions::default(),
        };
        check(engines.gpu(), &cpu, &graph, &options);
    }
    // Of several words, with all kinds of larger neighbors.
    for (n, density) in [(100, 0.6), (300, 0.3), (1500, 0.05), (2500, 0.02)] {
        check(engines.gpu(), &cpu, &random(&mut rng, &[(n, density)]), &CliqueOptions::default());
    }
}

#[test]
fn real_graphs_agree_with_other_programs() {
    let Some(engines) = Engines::wait() else { return };
    let Some(folder) = folder() else { return };
    let lines = table(&folder.join("truth.tsv"));
    for fields in lines.iter().filter(|fields| fields[1] == "maximal-cliques" && fields[2] == "all") {
        let graph = load(&folder, &fields[0]).unwrap_or_else(|| panic!("no graph `{}`", fields[0]));
        let report = found(engines.gpu(), &graph, &CliqueOptions::default());
        assert_eq!(report.count.to_string(), fields[5], "{}", fields[0]);
    }
}

/// In several launches, with few blocks and a small queue; what does not fit at all is said.
#[test]
fn little_memory_is_kept_to() {
    let Some(_engines) = Engines::wait() else { return };
    let (model, cpu) = (Model::Rmat { scale: 14, edge_factor: 16 }, cpu());
    let graph = generate(&model, 3).expect("the figures are in range");
    for bytes in [64 * MIB, 16 * MIB, 8 * MIB] {
        let config =
            EngineConfig { devices: Devices::Gpu(None), device_memory: Some(bytes), ..EngineConfig::default() };
        let engine = guarded(|| Engine::new(&config)).expect("a GPU is there");
        check(&engine, &cpu, &graph, &CliqueOptions::default());
    }
    let config = EngineConfig { devices: Devices::Gpu(None), device_memory: Some(MIB), ..EngineConfig::default() };
    let engine = guarded(|| Engine::new(&config)).expect("a GPU is there");
    let error = engine.maximal_cliques(&graph, &CliqueOptions::default(), &Control::new()).expect_err("too little");
    assert!(error.to_string().contains("out of GPU memory"), "{error}");
}

#[test]
fn a_search_cut_short_counts_fewer() {
    let Some(engines) = Engines::wait() else { return };
    // 3^60 cliques.
    let pairs = (0..180_u32).flat_map(|v| (0..v).map(move |u| (u, v)));
    let graph = Graph::from_edges(180, pairs.filter(|(u, v)| u / 3 != v / 3)).expect("a graph");
    for _ in 0..2 {
        let (control, start) = (Control::new().with_time_limit(Duration::from_millis(300)), Instant::now());
        let report = engines.gpu().maximal_cliques(&graph, &CliqueOptions::default(), &control).expect("no error");
        assert!(report.partial && report.sizes.iter().all(|&(size, _)| size == 60), "{:?}", report.sizes);
        say(format_args!("maximal cliques: {} in {:.3} s", report.count, start.elapsed().as_secs_f64()));
    }
    let triangle = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)]).expect("a graph");
    assert_eq!(found(engines.gpu(), &triangle, &CliqueOptions::default()).sizes, [(3, 1)]);
}
