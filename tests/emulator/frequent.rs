//! Candidate patterns that a kernel settles: the frequent ones and their domains are those of the CPU.

use std::convert::Infallible;
use std::sync::LazyLock;

use bytemuck::Zeroable;
use gpm_plan::grow::Shape;
use gpm_runtime::control::Control as Handle;
use gpm_runtime::cuda::abi::{Control, bytes};
use gpm_runtime::cuda::frequent::{FIXED_WORDS, FrequentLaunch, WARPS};
use gpm_runtime::cuda::static_kernel::StaticKernel;
use gpm_runtime::graph::Graph;
use gpm_runtime::mine::{Batch, Grown, Miner, MinerConfig, Outcome, RowArrays, Settler};

use crate::library::{Emulated, Grid, Part};
use crate::memory::Buffer;
use crate::random_graphs;

/// The kernel on rows of a graph, which looks at so many chunks of candidates for a root.
struct OnEmulator {
    rows: RowArrays,
    patience: u32,
    /// Candidates that it left to the CPU.
    left: u32,
}

impl Settler for OnEmulator {
    type Error = Infallible;

    fn least(&mut self) -> Option<u64> {
        Some(0)
    }

    fn settle(&mut self, batch: &Batch, _: &Handle) -> Result<Option<Outcome>, Infallible> {
        static KERNEL: LazyLock<Emulated> =
            LazyLock::new(|| Emulated::of_static(&[StaticKernel::Frequent]).expect("the kernel compiles"));
        let rows = &self.rows;
        let (offsets, neighbors) = (Buffer::copy("offsets", &rows.offsets), Buffer::copy("neighbors", &rows.neighbors));
        let (firsts, groups) = (Buffer::copy("firsts", &rows.firsts), Buffer::copy("groups", &rows.groups));
        let links = rows.links.as_ref().map(|links| Buffer::copy("links", links));
        let (jobs, code) = (Buffer::copy("jobs", &batch.jobs), Buffer::copy("code", &batch.code));
        let (domains, sizes) = (Buffer::copy("domains", &batch.domains), Buffer::copy("sizes", &batch.sizes));
        let marks = Buffer::zeroed("marks", batch.num_units as usize);
        let changed = Buffer::zeroed("changed", batch.jobs.len());
        let is_dead = Buffer::zeroed("dead patterns", batch.num_patterns());
        let num_left = Buffer::zeroed("left", 1);
        let next = Buffer::zeroed("next", batch.num_rounds as usize + 1);
        let control = Buffer::zeroed("control", size_of::<Control>() / 4);
        let at = FrequentLaunch {
            offsets: offsets.address(),
            neighbors: neighbors.address(),
            firsts: firsts.address(),
            groups: groups.address(),
            links: links.as_ref().map_or(0, Buffer::address),
            jobs: jobs.address(),
            code: code.address(),
            domains: domains.address(),
            marks: marks.address(),
            sizes: sizes.address(),
            changed: changed.address(),
            is_dead: is_dead.address(),
            num_left: num_left.address(),
            next: next.address(),
            control: control.address(),
            patience: self.patience,
            ..FrequentLaunch::zeroed()
        };
        for own in FrequentLaunch::of_batch(batch, at) {
            let argument: Vec<u64> = bytes(&own).chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
            let seed = u64::from(self.patience + own.launch);
            let threads = 32 * WARPS;
            let grid = Grid { blocks: 2, threads, shared_words: FIXED_WORDS, seed, max_ticks: 10_000_000, write: None };
            // SAFETY: the argument is of this kernel, and all that it points to lives here.
            unsafe { KERNEL.launch((0, Part::Search), grid, &argument, &mut || {}) }
                .unwrap_or_else(|report| panic!("{report}"));
        }
        for buffer in [&domains, &marks, &sizes, &changed, &is_dead, &num_left, &next] {
            buffer.check_guards().unwrap_or_else(|flaw| panic!("{batch:?}: {flaw}"));
        }
        let words = |buffer: &Buffer| (0..batch.domains.len()).map(|at| buffer.get_u64(at)).collect::<Vec<_>>();
        let is_dead: Vec<u32> = (0..batch.num_patterns()).map(|at| is_dead.get(at)).collect();
        self.left += num_left.get(0);
        let marks = (num_left.get(0) > 0).then(|| words(&marks));
        Ok(Some(Outcome { domains: words(&domains), marks, is_dead }))
    }
}

/// The patterns of all levels with the sizes of their domains, and how many candidates were left to the CPU.
fn mined(graph: &Graph, config: &MinerConfig, patience: Option<u32>) -> (Vec<(Shape, Vec<u64>)>, u32) {
    let handle = Handle::new();
    let Grown { miner, edges } = Miner::start(graph, config.clone(), &handle).expect("there are few");
    let mut device = patience.map(|patience| OnEmulator { rows: miner.row_arrays(), patience, left: 0 });
    let (mut level, mut all) = (edges, Vec::new());
    for _ in 0..4 {
        all.extend(level.patterns.iter().map(|own| (own.shape.clone(), own.domain_sizes())));
        let device = device.as_mut().map(|device| device as &mut dyn Settler<Error = Infallible>);
        level = miner.next(&level, false, device, &handle).expect("there are few");
    }
    all.sort();
    (all, device.map_or(0, |device| device.left))
}

#[test]
fn a_kernel_settles_patterns_as_the_cpu_does() {
    let samples = [
        random_graphs::labelled(),
        random_graphs::edge_labelled(),
        random_graphs::directed(),
        random_graphs::directed_labelled(),
        random_graphs::undirected(),
    ];
    let (mut found, mut left) = (0, 0);
    for (kind, samples) in samples.iter().enumerate() {
        for (at, sample) in samples.iter().filter(|sample| sample.edges.len() < 60).enumerate() {
            let support = [1, 2, 4][(kind + at) % 3];
            let is_induced = (kind + at / 3) % 2 == 1;
            let config = MinerConfig {
                support,
                is_induced,
                max_vertices: 4,
                max_edges: if support == 1 { 3 } else { 5 },
                keeps_domains: false,
            };
            let (expected, _) = mined(&sample.graph(), &config, None);
            for patience in [1, 1 << 14] {
                let (own, open) = mined(&sample.graph(), &config, Some(patience));
                assert!(own == expected, "{}: {config:?}", sample.name);
                assert!(open == 0 || patience == 1, "{}: {config:?}: {open} candidates take too long", sample.name);
                (found, left) = (found + own.len(), left + open);
            }
        }
    }
    assert!(found > 500 && left > 50, "{found} patterns, of which {left} candidates were left to the CPU");
}
