//! Trees that a kernel matches at random: it meets what the CPU meets.

use std::sync::LazyLock;

use gpm_plan::spanning::Forest;
use gpm_runtime::control::Control as Handle;
use gpm_runtime::cuda::abi::{Control, bytes};
use gpm_runtime::cuda::static_kernel::StaticKernel;
use gpm_runtime::cuda::trees::{FIXED_WORDS, Places, TreeLaunch, WARPS};
use gpm_runtime::graph::Graph;
use gpm_runtime::spanning::{Drawer, OnThreads, Trees, Weights};

use crate::library::{Emulated, Grid, Part};
use crate::memory::Buffer;
use crate::random_patterns::KINDS;

/// By code, how many samples of a tree a kernel met.
fn emulated(trees: &Trees<'_>, number: usize, (first, samples): (u64, u64)) -> Vec<u64> {
    static KERNEL: LazyLock<Emulated> =
        LazyLock::new(|| Emulated::of_static(&[StaticKernel::Trees]).expect("the kernel compiles"));
    let tree = &trees.trees[number];
    let offsets: Vec<Buffer> = trees.offsets.iter().map(|own| Buffer::copy("offsets", own)).collect();
    let targets: Vec<Buffer> = trees.targets.iter().map(|own| Buffer::copy("targets", own)).collect();
    let sums: Vec<Buffer> = trees.sums.iter().map(|own| Buffer::copy("sums", own)).collect();
    let of = |buffers: &[Buffer]| buffers.iter().map(Buffer::address).collect::<Vec<u64>>();
    let (offsets, targets, sums) = (of(&offsets), of(&targets), of(&sums));
    let control = Buffer::zeroed("control", size_of::<Control>() / 4);
    let counts = Buffer::zeroed("counts", 2 * tree.num_codes());
    let launch = TreeLaunch {
        counts: counts.address(),
        control: control.address(),
        first,
        number: samples,
        ..TreeLaunch::of_tree(trees, number, Places { offsets: &offsets, targets: &targets, sums: &sums })
    };
    let argument: Vec<u64> = bytes(&launch).chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
    let grid = Grid {
        blocks: 2,
        threads: 32 * WARPS,
        shared_words: FIXED_WORDS,
        seed: first,
        max_ticks: 10_000_000,
        write: None,
    };
    // SAFETY: the argument is of this kernel, and all that it points to lives here.
    unsafe { KERNEL.launch((0, Part::Search), grid, &argument, &mut || {}) }
        .unwrap_or_else(|report| panic!("{report}"));
    counts.check_guards().unwrap_or_else(|flaw| panic!("{tree:?}: {flaw}"));
    (0..tree.num_codes()).map(|code| counts.get_u64(code)).collect()
}

#[test]
fn a_kernel_meets_what_the_cpu_meets() {
    let undirected = KINDS.iter().flat_map(|kind| (kind.graphs)()).map(|sample| sample.graph());
    let graphs: Vec<Graph> = undirected.filter(|graph| !graph.is_directed() && graph.num_edges() > 0).collect();
    let mut met = 0;
    for (at, size) in [2, 3, 4, 5, 6, 7, 5].into_iter().enumerate() {
        let graph = &graphs[at % graphs.len()];
        let forest = Forest::new(size);
        let weights =
            Weights::new(&forest, graph.out(), &Handle::new()).expect("they are small").expect("nobody stops it");
        let trees = Trees::of_forest(graph.out(), &forest, &weights, at as u64);
        for number in 0..forest.trees.len() {
            // More than there are threads, and not from the first.
            let samples = 700 * at as u64..700 * at as u64 + 700;
            let expected = OnThreads(&trees).draw(number, samples.clone(), &Handle::new());
            let expected = expected.expect("nobody stops it").expect("nobody stops it");
            assert_eq!(emulated(&trees, number, (samples.start, 700)), expected, "{}", forest.trees[number]);
            met += expected.iter().sum::<u64>();
        }
    }
    assert!(met > 5000, "{met} samples met each vertex once");
}
