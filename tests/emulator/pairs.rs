//! Pairs of walks that end at the same vertex: counted by a counter a vertex, in tables and in the block's memory, by blocks and by warps.

use gpm_plan::cost::GraphStats;
use gpm_plan::exec::WarpProgram;
use gpm_plan::passes::PassSet;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::{Graph, VertexOrder};
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, ROOMY};
use crate::library::Emulated;

/// Hubs with all others, rows of more than 256 members, and behind them a sparse part: `n` vertices.
fn graph(n: u32) -> Graph {
    let hubs =
        (0..3).flat_map(|hub| (hub + 1..n).filter(move |v| hub == 0 || v % (hub + 1) > 0).map(move |v| (hub, v)));
    let others =
        (3..n).flat_map(|v| [1, 2, 7, 31].map(move |step| (v, v + step * (1 + v % 3)))).filter(|(_, u)| *u < n);
    let graph = Graph::from_edges(n as usize, hubs.chain(others)).expect("the ids are in range");
    graph.relabelled(VertexOrder::Degree)
}

/// A root of this many members is a block's, as `pairs.cuh` has it.
const MEMBERS_OF_BLOCK: u32 = 1024;

#[test]
fn pairs_are_counted_wherever_there_is_room() {
    let cpu = Engine::cpu(&EngineConfig { threads: Some(1), ..EngineConfig::default() }).expect("the CPU is there");
    let far_root = PassSet::named("far-root").expect("there is such a pass");
    let nests = [PassSet::default(), far_root].map(|disabled| {
        let query = Query::from("4-cycle".parse::<Pattern>().expect("a pattern")).without(disabled);
        Plan::new(query, &GraphStats::typical()).expect("a cycle can be planned").first_nest().clone()
    });
    let options = KernelOptions { warps: 4, ..KernelOptions::default() };
    for nest in &nests {
        assert!(WarpProgram::new(nest, &options).root.pairs.is_some(), "{nest}");
    }
    let kernels: Vec<Kernel> = nests.iter().map(|nest| Kernel::render(nest, &[], &options)).collect();
    let emulated = Emulated::build(&kernels).expect("the kernels compile");
    // Of 4 warps: a counter of 8, 16 or 32 bits a vertex, or a table in a warp's share; in the block's; some vertices in neither.
    let shares = [8192, 1024, 320, 96, 16];
    for n in [90, 300, MEMBERS_OF_BLOCK + 80] {
        let graph = graph(n);
        let expected = cpu.count(&graph, nests[0].pattern.clone()).expect("the CPU counts").count;
        for (kernel, nest) in nests.iter().enumerate() {
            let bound = Bound::new(&graph, nest).expect("a cycle fits every graph");
            // Short roots by themselves, and side by side where a warp's share has room for the paths from 32 of them.
            for (share_words, short_rows) in shares.iter().flat_map(|&share| [(share, 0), (share, 12)]) {
                // Counters in the block's memory are left zero: the second launch finds what the first one left.
                let config = EmuConfig { share_words, short_rows, launches: 2, max_ticks: 400_000_000, ..ROOMY };
                let found = emulated.run(kernel, &bound, &config);
                let found = found.unwrap_or_else(|flaw| panic!("{n}, {share_words}: {flaw}")).totals[0];
                assert_eq!(found as u128, expected, "{n} vertices, {share_words} words, {short_rows}\n{nest}");
            }
        }
    }
}
