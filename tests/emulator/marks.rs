//! Rows held for probing in each of the ways there are, on a graph with more vertices than a small bitmap has bits for.

use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::Graph;

use crate::config::{EmuConfig, ROOMY};
use crate::library::Emulated;
use crate::tables;

/// Vertices of a ring.
const AROUND: u32 = 9_000;

/// A ring in which each vertex is adjacent to the two next ones: as many triangles, and twice as many induced paths that turn back nowhere.
fn ring() -> Graph {
    let edges = (0..AROUND).flat_map(|v| [1, 2].map(|step| (v, (v + step) % AROUND)));
    Graph::from_edges(AROUND as usize, edges).expect("a ring is a graph")
}

#[test]
fn rows_are_held_in_every_way() {
    let graph = ring();
    let engine =
        Engine::cpu(&EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() });
    let engine = engine.expect("the CPU is there");
    let plans = ["triangle", "diamond"].map(|text| {
        let query = Query::from(text.parse::<Pattern>().expect("a pattern"));
        engine.plan(&graph, &query).expect("it is planned")
    });
    let options = KernelOptions { warps: 2, max_size: 1 << 20, ..KernelOptions::default() };
    let kernels: Vec<Kernel> = plans.iter().map(|plan| Kernel::render(plan.first_nest(), &[], &options)).collect();
    let emulated = Emulated::build(&kernels).expect("the kernels compile");
    // A table, a bitmap of a team, and none.
    for share_words in [256, 4096, 0] {
        for short_rows in [0, 16] {
            let config = EmuConfig { share_words, short_rows, ..ROOMY };
            for (at, plan) in plans.iter().enumerate() {
                let total = count(&emulated, at, &graph, plan, &config);
                assert_eq!(total, u128::from(AROUND), "{} with {share_words} and {short_rows}", plan.query.pattern);
            }
        }
    }
}

fn count(emulated: &Emulated, at: usize, graph: &Graph, plan: &Plan, config: &EmuConfig) -> u128 {
    let bound = tables::bind(graph, plan.first_nest()).expect("no tables are looked up");
    let finding = emulated.run(at, &bound, config).expect("the kernel runs");
    plan.answer(&finding.totals[..1], true).expect("the answer is a number")
}
