//! Several GPUs: each alone and two together answer alike.

use gpm_plan::pattern::Semantics;
use gpm_runtime::cuda::device::devices;
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::engines::{Engines, count, cpu, open, query};
use crate::handed::Handed;
use crate::settings::say;

const PATTERNS: [&str; 6] = ["triangle", "4-cycle", "diamond", "4-clique", "house", "butterfly"];

#[test]
fn one_gpu_and_two_agree() {
    // The shared engine is not asked anything, but nothing else runs meanwhile.
    let Some(_engines) = Engines::wait() else { return };
    let num_gpus = devices().expect("an engine was opened").len();
    if num_gpus < 2 {
        return say(format_args!("skipped devices: there is {num_gpus} GPU"));
    }
    let choices = [vec![0], vec![1], vec![0, 1]];
    let engines = choices.map(|gpus| open(Some(gpus.clone())).unwrap_or_else(|error| panic!("{gpus:?}: {error}")));
    let cpu = cpu();
    let mut num_cells = 0;
    for (name, graph) in graphs() {
        for pattern in PATTERNS {
            for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
                let query = query(pattern).with_semantics(semantics);
                let expected = count(&cpu, &graph, &query).count;
                for engine in &engines {
                    let found = count(engine, &graph, &query).count;
                    assert_eq!(found, expected, "{name} {pattern} {semantics} on {}", engine.device());
                    num_cells += 1;
                }
            }
        }
        let triangle = query("triangle");
        let expected = count(&cpu, &graph, &triangle).count;
        let right = Handed::list(&cpu, &graph, &triangle, expected);
        for engine in &engines {
            let flaw = Handed::list(engine, &graph, &triangle, expected).flaw(&right);
            assert_eq!(flaw, None, "{name} triangles listed on {}", engine.device());
        }
    }
    say(format_args!("devices: {num_cells} cells agree"));
}

/// A skewed graph, where the devices take chunks of very unequal work, and an even one.
fn graphs() -> [(&'static str, Graph); 2] {
    let skewed = Model::Rmat { scale: 14, edge_factor: 8 };
    let even = Model::WattsStrogatz { vertices: 50_000, neighbors: 12, rewire: 0.1 };
    [("skewed", skewed), ("even", even)].map(|(name, model)| {
        let graph = generate(&model, 1).expect("the figures are in range");
        (name, graph.relabelled(VertexOrder::Degree))
    })
}
