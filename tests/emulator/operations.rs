//! Kernels that count their operations, and the one that measures how many a device can do.

use gpm_plan::cost::GraphStats;
use gpm_plan::passes::Pass;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cuda::abi::{Control, OPERATION_GROUPS, OPERATION_KINDS, bytes};
use gpm_runtime::cuda::ceilings::{self, CeilingLaunch, ROUNDS};
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::cuda::static_kernel::StaticKernel;
use gpm_runtime::view::Bound;

use crate::config::ROOMY;
use crate::library::{Emulated, Grid, Part};
use crate::memory::Buffer;
use crate::random_graphs;

/// Numbers of operations by kind, as kernels leave them.
pub(crate) fn sums(buffer: &Buffer) -> [u64; OPERATION_KINDS] {
    let of_kind = |kind| (0..OPERATION_GROUPS).map(|group| buffer.get_u64(group * OPERATION_KINDS + kind)).sum();
    std::array::from_fn(of_kind)
}

/// Numbers do not depend on what else a kernel counts. Bit rows are counted for cliques, members of lists looked up for triangles, walks added
/// up for cycles, and all of them read rows.
#[test]
fn operations_are_counted_beside_matches() {
    let patterns = ["clique:5", "triangle", "4-cycle"];
    let plans = patterns.map(|text| {
        let query = Query::from(text.parse::<Pattern>().expect("a pattern")).without(Pass::Matrices.into());
        Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
    });
    let options = KernelOptions { warps: 4, max_size: 5000, ..KernelOptions::default() };
    let kernels: Vec<Kernel> = plans
        .iter()
        .map(|plan| Kernel::render(plan.first_nest(), &[], &options))
        .flat_map(|kernel| [kernel.clone(), kernel.counting_operations()])
        .collect();
    let emulated = Emulated::build(&kernels).expect("the kernels compile");
    let mut done = [[0; OPERATION_KINDS]; 3];
    for sample in random_graphs::undirected() {
        let graph = sample.graph();
        for (at, plan) in plans.iter().enumerate() {
            let nest = plan.first_nest();
            let bound = Bound::new(&graph, nest).expect("an unlabelled pattern");
            let run = |kernel| emulated.run(kernel, &bound, &ROOMY).unwrap_or_else(|error| panic!("{error}"));
            let [plain, counting] = [run(2 * at), run(2 * at + 1)];
            assert_eq!(plain.totals, counting.totals, "{}", patterns[at]);
            assert_eq!(plain.operations, [0; OPERATION_KINDS], "{}", patterns[at]);
            done[at].iter_mut().zip(counting.operations).for_each(|(sum, own)| *sum += own);
        }
    }
    let [clique, triangle, cycle] = done;
    let [_, _, read, counted, _, _] = clique;
    assert!(read > 100 && counted > 100, "{clique:?}");
    let [probed, searched, read, counted, _, _] = triangle;
    assert!(probed + searched > 100 && read > 100 && counted == 0, "{triangle:?}");
    let [_, _, read, _, added_near, added_far] = cycle;
    assert!(added_near + added_far >= read && read > 100, "{cycle:?}");
}

/// Each thread does so many operations of each kind; those that leave something behind can be counted.
#[test]
fn what_a_device_can_do_is_measured_by_doing_it() {
    let emulated = Emulated::of_static(&[StaticKernel::Ceilings]).expect("the kernel compiles");
    for (kind, (_, of_round)) in ROUNDS.into_iter().enumerate() {
        let memory = Buffer::zeroed("memory", ceilings::FAR_WORDS as usize);
        let (sum, control) = (Buffer::zeroed("sum", 2), Buffer::zeroed("control", size_of::<Control>() / 4));
        let launch = CeilingLaunch {
            memory: memory.address(),
            sum: sum.address(),
            control: control.address(),
            kind: kind as u32,
            rounds: 3,
        };
        let argument: Vec<u64> = bytes(&launch).chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
        let (blocks, threads) = (2, 32 * ceilings::WARPS);
        let shared_words = ceilings::FIXED_WORDS;
        let grid = Grid { blocks, threads, shared_words, seed: 1, max_ticks: 10_000_000, write: None };
        // SAFETY: the argument is of this kernel, and all that it points to lives here.
        unsafe { emulated.launch((0, Part::Search), grid, &argument, &mut || {}) }
            .unwrap_or_else(|report| panic!("kind {kind}: {report}"));
        memory.check_guards().unwrap_or_else(|flaw| panic!("kind {kind}: {flaw}"));
        let added: u64 = memory.words(0, "memory").into_iter().map(u64::from).sum();
        let is_far = kind + 1 == OPERATION_KINDS;
        assert_eq!(added, if is_far { u64::from(blocks * threads) * 3 * of_round } else { 0 }, "kind {kind}");
    }
}
