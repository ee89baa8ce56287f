//! Estimates from a GPU are those of the CPU, to the last bit, and end when told.

use std::time::{Duration, Instant};

use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, Estimate, EstimateOptions};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::engines::{Engines, cpu, query};
use crate::random_patterns::KINDS;
use crate::random_predicates::{filtered, with_columns};

fn skewed(scale: u32) -> Graph {
    let model = Model::Rmat { scale, edge_factor: 8 };
    generate(&model, 3).expect("the figures are in range").relabelled(VertexOrder::Degree)
}

fn estimate(engine: &Engine, graph: &Graph, query: &Query, control: &Control) -> Estimate {
    let options = EstimateOptions { rel_error: 1e-4, samples: 30_000, may_count: false, ..EstimateOptions::default() };
    let found = engine.estimate(graph, query.clone(), options, control);
    found.unwrap_or_else(|error| panic!("{} on {}: {error}", query.pattern, engine.device()))
}

#[test]
fn a_gpu_and_the_cpu_estimate_the_same() {
    let Some(engines) = Engines::wait() else { return };
    let cpu = cpu();
    let mut cells: Vec<(Graph, Query)> = Vec::new();
    for pattern in ["triangle", "house", "clique:5", "cycle:5", "path:5"] {
        cells.push((skewed(12), query(pattern)));
        cells.push((skewed(12), query(pattern).vertex_induced()));
    }
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (at, pattern) in kind.patterns(2).into_iter().enumerate() {
            let sample = with_columns(samples[at % samples.len()].clone(), at as u64);
            cells.push((sample.graph(), Query::from(filtered(&pattern, &sample, (kind_at * 100 + at) as u64))));
        }
    }
    let (mut same, all) = (0, cells.len());
    for (graph, query) in cells {
        let [own, other] = [engines.gpu(), &cpu].map(|engine| estimate(engine, &graph, &query, &Control::new()));
        let what = format!("{} {}", query.pattern, query.semantics);
        // A GPU keeps to trees where threads take walks.
        if own.samples == other.samples {
            let bits = |found: &Estimate| [found.estimate, found.low, found.high].map(f64::to_bits);
            assert_eq!((bits(&own), own.valid), (bits(&other), other.valid), "{what}");
            same += 1;
        } else {
            assert!(own.low <= other.high && other.low <= own.high, "{what}: {own:?}, {other:?}");
        }
    }
    assert!(2 * same > all, "{same} of {all} are the same");
}

#[test]
fn a_gpu_and_the_cpu_estimate_the_same_motifs() {
    let Some(engines) = Engines::wait() else { return };
    let cpu = cpu();
    for (scale, sizes) in [(8, 2..=7), (16, 4..=5)] {
        let graph = skewed(scale);
        for size in sizes {
            let of = |engine: &Engine| {
                let options = EstimateOptions {
                    rel_error: 0.02,
                    samples: 2_000_000,
                    may_count: false,
                    ..EstimateOptions::default()
                };
                let found = engine.estimate_motifs(&graph, size, options, &Control::new());
                let found = found.unwrap_or_else(|error| panic!("{size} on {}: {error}", engine.device()));
                found.iter().map(|own| (own.estimate.to_bits(), own.samples, own.valid)).collect::<Vec<_>>()
            };
            assert_eq!(of(engines.gpu()), of(&cpu), "motifs of {size}");
        }
    }
}

#[test]
fn estimates_end_in_time() {
    let Some(engines) = Engines::wait() else { return };
    let (graph, query) = (skewed(18), query("clique:7"));
    // The kernel is made before.
    estimate(engines.gpu(), &graph, &query, &Control::new().with_time_limit(Duration::from_secs(5)));
    let start = Instant::now();
    let control = Control::new().with_time_limit(Duration::from_millis(500));
    let options = EstimateOptions { rel_error: 1e-9, may_count: false, ..EstimateOptions::default() };
    let found = engines.gpu().estimate(&graph, query, options, &control).expect("a time limit is no error");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(!found.is_reached && found.low <= found.estimate && found.estimate <= found.high, "{found:?}");
}
