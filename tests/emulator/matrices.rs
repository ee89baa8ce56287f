//! Bit matrices that one kernel writes for another, over more members than a word has bits.

use gpm_plan::cost::GraphStats;
use gpm_plan::opt;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::cuda::phases::Dealt;
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::Graph;
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, ROOMY};
use crate::library::Emulated;

/// Members of the matrix of the last vertex: three words of 128 bits, of which they fill the second and a part of the third.
const MEMBERS: u32 = 300;

/// A vertex above all others, some of which are adjacent to a few near them.
fn graph() -> Graph {
    let near =
        (0..MEMBERS).flat_map(|v| (1..8).filter(move |step| (v * 7 + step * 5) % 3 > 0).map(move |step| (v, v + step)));
    let far = (0..MEMBERS - 140).map(|v| (v, v + 140));
    let spokes = (0..MEMBERS).map(|v| (v, MEMBERS));
    let edges = near.chain(far).filter(|&(_, v)| v < MEMBERS).chain(spokes);
    Graph::from_edges(MEMBERS as usize + 1, edges).expect("the ids are in range")
}

#[test]
fn rows_of_several_words_are_written_and_read() {
    let graph = graph();
    let cpu = Engine::cpu(&EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() });
    let cpu = cpu.expect("the CPU is there");
    let options = KernelOptions { warps: 4, max_size: 512, ..KernelOptions::default() };
    let nests = ["clique:4", "clique:5"].map(|text| {
        let query = Query::from(text.parse::<Pattern>().expect("a family"));
        let plan = Plan::new(query, &GraphStats::typical()).expect("a clique can be planned");
        plan.first_nest().clone()
    });
    let writer = opt::writer(&nests[0]).expect("cliques read matrices");
    let kernels: Vec<Kernel> = nests.iter().chain([&writer]).map(|nest| Kernel::render(nest, &[], &options)).collect();
    let emulated = Emulated::build(&kernels).expect("the kernels compile");
    let written = Bound::new(&graph, &writer).expect("triangles fit every graph");
    for (kernel, nest) in nests.iter().enumerate() {
        let bound = Bound::new(&graph, nest).expect("cliques fit every graph");
        let expected = cpu.count(&graph, nest.pattern.clone()).expect("the CPU counts").count;
        assert!(expected > 100, "{expected}");
        // With room for the matrix in shared memory, and where it lies.
        for (share_words, launches) in [(8192, 1), (64, 1), (64, 3)] {
            let config = EmuConfig { local_limit: 320, share_words, launches, ..ROOMY };
            let found = emulated.run_after(Some((2, &written)), kernel, &bound, &config);
            let found = found.unwrap_or_else(|flaw| panic!("{flaw}")).totals[0];
            assert_eq!(found as u128, expected, "{}, {config:?}", nest.pattern);
            // Written and read by three devices, each of its own vertices.
            let part = |index: u64| {
                let mut bound = Bound::new(&graph, nest).expect("cliques fit every graph");
                bound.roots = Some((0..=MEMBERS).filter(|v| u64::from(*v) % 3 == index).collect());
                let config = EmuConfig { dealt: Dealt { index, of: 3 }, ..config };
                let found = emulated.run_after(Some((2, &written)), kernel, &bound, &config);
                found.unwrap_or_else(|flaw| panic!("{flaw}")).totals[0]
            };
            assert_eq!((0..3).map(part).sum::<i128>() as u128, expected, "{}, {config:?}, dealt", nest.pattern);
        }
    }
}
