//! Bit matrices whose sets lie in one word: lanes deal out what is below their candidates, whatever is small or given away.

use gpm_plan::cost::GraphStats;
use gpm_plan::opt;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::Graph;
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, ROOMY, configs};
use crate::library::Emulated;

/// Vertices of a part that is nearly a clique: a warp does not take all candidates of the last ones at once.
const PART: u32 = 38;

/// Such a part, and in the second graph a further one behind so many more vertices that their last neighbor's matrix has several words: sets
/// lie in one word below the first part alone.
fn graphs() -> [Graph; 2] {
    let part = |first: u32| {
        let pairs = (0..PART).flat_map(|v| (v + 1..PART).map(move |u| (v, u)));
        pairs.filter(|&(v, u)| (v * 31 + u * 17) % 16 > 0).map(move |(v, u)| (first + v, first + u))
    };
    let one_word = Graph::from_edges(PART as usize, part(0));
    let last = 110 + PART;
    let between = (PART..110).map(|v| (v - 1, v));
    let spokes = (0..last).map(|v| (v, last));
    let edges = part(0).chain(part(110)).chain(between).chain(spokes);
    [one_word, Graph::from_edges(last as usize + 1, edges)].map(|graph| graph.expect("the ids are in range"))
}

#[test]
fn lanes_deal_out_what_is_below_their_candidates() {
    let cpu = Engine::cpu(&EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() });
    let cpu = cpu.expect("the CPU is there");
    let nests = ["clique:4", "clique:5", "clique:6"].map(|text| {
        let query = Query::from(text.parse::<Pattern>().expect("a family"));
        let plan = Plan::new(query, &GraphStats::typical()).expect("a clique can be planned");
        plan.first_nest().clone()
    });
    let writer = opt::writer(&nests[0]).expect("cliques read matrices");
    let options = |max_size| KernelOptions { warps: 4, max_size, few_steps: 1 << 40, ..KernelOptions::default() };
    let [one_word, several] = graphs();
    // Work is given away, and big roots are cut into pieces, with room for all that a warp has of one.
    let cases = [(&one_word, options(512), configs()), (&several, options(512), configs())];
    let pieces = (&one_word, options(64), vec![("pieces", ROOMY)]);
    for (graph, options, configs) in cases.into_iter().chain([pieces]) {
        let kernels: Vec<Kernel> =
            nests.iter().chain([&writer]).map(|nest| Kernel::render(nest, &[], &options)).collect();
        let emulated = Emulated::build(&kernels).expect("the kernels compile");
        let written = Bound::new(graph, &writer).expect("triangles fit every graph");
        for (kernel, nest) in nests.iter().enumerate() {
            let bound = Bound::new(graph, nest).expect("cliques fit every graph");
            let expected = cpu.count(graph, nest.pattern.clone()).expect("the CPU counts").count;
            assert!(expected > 1_000, "{expected}");
            for (name, config) in &configs {
                let config = EmuConfig { local_limit: 192, max_ticks: 100_000_000, ..*config };
                let found = emulated.run_after(Some((nests.len(), &written)), kernel, &bound, &config);
                let found = found.unwrap_or_else(|flaw| panic!("{name}: {flaw}")).totals[0];
                assert_eq!(found as u128, expected, "{}, {name}", nest.pattern);
            }
        }
    }
}
