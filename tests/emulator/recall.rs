//! Roots that the host takes back from a kernel that runs: it searches each of them or none of it, and leaves a mark where it does.

use gpm_plan::passes::Pass;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::generate::{Spec, generate};
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, ROOMY, Withheld};
use crate::library::Emulated;

/// Each root is counted by the kernel or left to the host, whenever how many are taken back.
#[test]
fn what_is_taken_back_is_left_and_nothing_else() {
    let graph = generate(&"rmat:8:6".parse::<Spec>().expect("a model"), 3).expect("a graph");
    let engine =
        Engine::cpu(&EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() });
    let engine = engine.expect("the CPU is there");
    let query = |text: &str| Query::from(text.parse::<Pattern>().expect("a pattern")).without(Pass::Matrices.into());
    let plans: Vec<Plan> = ["triangle", "clique:4", "cycle:4", "diamond"]
        .map(|text| engine.plan(&graph, query(text).vertex_induced()).expect("the query can be planned"))
        .into();
    // With and without giving work away.
    let options = [16, 1 << 20].map(|max_size| KernelOptions { warps: 4, max_size, ..KernelOptions::default() });
    let kernels: Vec<Kernel> = plans
        .iter()
        .flat_map(|plan| options.each_ref().map(|options| Kernel::render(plan.first_nest(), &[], options)))
        .collect();
    let emulated = Emulated::build(&kernels).expect("the kernels compile");
    let (mut given, mut splits) = ([0; 2], 0);
    for (at, plan) in plans.iter().enumerate() {
        let run = |kernel: usize, roots: Option<Vec<u32>>, config: &EmuConfig| {
            let mut bound = Bound::new(&graph, plan.first_nest()).expect("the nest fits");
            bound.roots = roots;
            emulated.run(kernel, &bound, config).unwrap_or_else(|flaw| panic!("{}: {flaw}", plan.query.pattern))
        };
        for kernel in [2 * at, 2 * at + 1] {
            let can_split = emulated.layout(kernel).splits;
            splits += usize::from(can_split);
            // With little shared memory many roots are big.
            let (roomy, narrow) = (ROOMY, EmuConfig { share_words: 4, ..ROOMY });
            let ways = [(false, &roomy), (true, &narrow)].into_iter().filter(|(are_big, _)| can_split || !are_big);
            for (are_big, config) in ways {
                let whole = run(kernel, None, config);
                assert!(whole.totals[0] > 0 && whole.left.is_empty());
                let all = whole.sorted[usize::from(are_big)];
                // Parts of all roots of the kind.
                let parts = [(0, 9), (1, 1), (300, 2), (2000, 3), (2000, 20), (9000, 2), (20_000, 5)];
                for (tick, number) in parts.map(|(tick, part)| (tick, all / part)) {
                    let withhold = Some(Withheld { tick, number, are_big });
                    let shared = EmuConfig { withhold, blocks: 3, ..*config }.seeded(tick);
                    let mut part = run(kernel, None, &shared);
                    assert!(part.left.len() <= number as usize);
                    part.left.sort_unstable();
                    let rest = run(kernel, Some(part.left.clone()), config);
                    let sum = part.totals[0] + rest.totals[0];
                    assert_eq!(sum, whole.totals[0], "{}, {number} after {tick} ticks", plan.query.pattern);
                    given[usize::from(are_big)] += u32::from(!part.left.is_empty());
                }
            }
        }
    }
    assert!(given[0] > 20 && given[1] > 10, "{given:?} runs that gave roots back");
    assert!(splits > 0 && splits < 2 * plans.len(), "{splits} kernels");
}
