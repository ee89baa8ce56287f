//! Levels that are searched breadth-first: the same counts through frontiers of all sizes, with what they have no room for on the host.

use gpm_plan::passes::Pass;
use gpm_plan::pattern::{Pattern, all_connected};
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::generate::{Spec, generate};
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, ROOMY};
use crate::expected::SEMANTICS;
use crate::library::Emulated;
use crate::random_graphs;
use crate::settings::is_full;
use crate::suite::{Suite, built};

/// Patterns whose nests have several loops: on lists, in local graphs, below a reach, with tables.
const PATTERNS: [&str; 5] = ["house", "clique:4", "cycle:5", "a-b, b-c, c-d, d-e", "diamond"];

#[test]
fn frontiers_of_all_sizes_count_the_same() {
    let graphs = random_graphs::undirected();
    let graphs = built(graphs.into_iter().take(if is_full() { 13 } else { 2 }).collect());
    for levels in if is_full() { 1..=3 } else { 1..=2 } {
        let mut suite = Suite::breadth_first(levels);
        let all = if is_full() { (3..=5).flat_map(all_connected).collect() } else { Vec::new() };
        let some = PATTERNS.iter().skip(levels % 2).step_by(if is_full() { 1 } else { 2 });
        let some = some.map(|text| text.parse::<Pattern>().expect("a pattern"));
        for (at, pattern) in some.chain(all).enumerate() {
            let semantics = SEMANTICS[(at + levels) % SEMANTICS.len()];
            let query = Query::from(pattern).with_semantics(semantics);
            // Half on lists alone.
            let query = if (at + levels).is_multiple_of(2) { query.without(Pass::LocalGraph.into()) } else { query };
            suite.add_query(&query, &graphs);
        }
        suite.run();
    }
}

/// More than a hundred times what the frontier holds goes through it, and the host has no more than it may.
#[test]
fn large_frontiers_go_through_small_ones() {
    let graph = generate(&"rmat:7:6".parse::<Spec>().expect("a model"), 3).expect("a graph");
    let engine =
        Engine::cpu(&EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() });
    let query = Query::from("clique:4".parse::<Pattern>().expect("a pattern")).without(Pass::LocalGraph.into());
    let plan = engine.expect("the CPU is there").plan(&graph, query).expect("a clique can be planned");
    let kernel = |breadth| KernelOptions { warps: 2, breadth, ..KernelOptions::default() };
    let kernels = [0, 2].map(|breadth| Kernel::render(plan.first_nest(), &[], &kernel(breadth)));
    let emulated = Emulated::build(&kernels).expect("the kernels compile");
    let bound = Bound::new(&graph, plan.first_nest()).expect("the nest fits");
    let run = |kernel, config: &EmuConfig| emulated.run(kernel, &bound, config).unwrap_or_else(|flaw| panic!("{flaw}"));
    let right = run(0, &ROOMY).totals[0];
    let small = EmuConfig { frontier: (2, 1), ..ROOMY };
    let found = run(1, &small);
    let [_, handed] = found.buffered;
    assert!(right > 0 && handed > 200, "{handed} pieces were handed to the host");
    assert_eq!(found.totals[0], right);
    for host_pieces in [400, 1_000] {
        let found = run(1, &EmuConfig { host_pieces, match_capacity: 64, chunk: 32, ..small });
        let [most, _] = found.buffered;
        assert_eq!((found.totals[0], most <= host_pieces as usize), (right, true), "{most} of {host_pieces} pieces");
    }
}
