//! The emulator by kernels written by hand: right ones give what they should, broken ones are reported and neither hang nor
//! kill the process.

use std::fs;

use gpm_plan::nest::SetId;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cuda::kernel::{Kernel, Layout};
use gpm_runtime::engine::stats_for_planning;
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, ROOMY, configs};
use crate::device::EmuFinding;
use crate::library::Emulated;
use crate::oracle::Oracle;
use crate::random_graphs;
use crate::sample::{Sample, sample_vertex};

/// What the kernels of `kernels/` need.
fn layout(warps: u32) -> Layout {
    Layout {
        warps,
        min_blocks: 1,
        task_words: 1,
        match_words: 2,
        slots: Vec::new(),
        bit_slots: 0,
        fixed_words: 32,
        marks: false,
        leaf_marks: 0,
        codegrees: false,
        pairs: false,
        walks: false,
        lists: true,
        local: false,
        reads_matrices: false,
        columns: 0,
        totals: 1,
        emits: false,
        splits: true,
        breadth: 0,
        least_share: 0,
        least_piece: 0,
        samples: false,
        per: gpm_plan::nest::Per::Total,
    }
}

fn kernel(source: &str, layout: Layout) -> Kernel {
    let types = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/cuda/device/types.cuh");
    let types = fs::read_to_string(types).expect("the device's structs are there");
    Kernel { source: format!("{types}\n{}\n{source}", include_str!("kernels/prelude.cu")), layout }
}

/// A kernel whose search is this body.
fn searching(body: &str) -> Kernel {
    let classify = "extern \"C\" __global__ void gpm_classify(const __grid_constant__ Argument launch) {}";
    let search = "extern \"C\" __global__ void gpm_search(const __grid_constant__ Argument launch)";
    kernel(&format!("{classify}\n{search} {{\nControl* control = launch.control;\n{body}\n}}"), layout(2))
}

/// Runs kernels over the neighborhoods of a sample.
fn run_all(kernels: &[Kernel], sample: &Sample, config: &EmuConfig) -> Vec<Result<EmuFinding, String>> {
    let emulated = Emulated::build(kernels).expect("the kernels compile");
    let graph = sample.graph();
    let edge: Pattern = "a-b".parse().expect("a pattern");
    let plan = Plan::new(Query::from(edge), &stats_for_planning(&graph)).expect("an edge can be planned");
    let bound = Bound::new(&graph, plan.first_nest()).expect("an edge fits every graph");
    (0..kernels.len()).map(|kernel| emulated.run(kernel, &bound, config)).collect()
}

fn run(kernel: Kernel, sample: &Sample, config: &EmuConfig) -> Result<EmuFinding, String> {
    run_all(&[kernel], sample, config).remove(0)
}

/// The report of a kernel that must fail in every order of threads.
fn report(body: &str, config: &EmuConfig) -> String {
    let sample = &random_graphs::undirected()[0];
    let runs = (0..4).map(|seed| run(searching(body), sample, &config.seeded(seed)));
    let reports: Vec<String> = runs.map(|found| found.expect_err("the kernel is broken")).collect();
    reports[0].clone()
}

#[track_caller]
fn assert_mentions(report: &str, words: &[&str]) {
    for word in words {
        assert!(report.contains(word), "`{word}` is not in the report\n{report}");
    }
}

#[test]
fn triangles_are_counted() {
    let triangle: Pattern = "triangle".parse().expect("a pattern");
    let source = include_str!("kernels/triangles.cu");
    let kernels = [1, 4].map(|warps| kernel(source, Layout { slots: vec![SetId(0)], ..layout(warps) }));
    for sample in random_graphs::undirected() {
        let expected = Oracle::new(&sample, &triangle, Semantics::EdgeInduced).count() as i128 / 6;
        for (name, config) in configs() {
            for (i, found) in run_all(&kernels, &sample, &config).into_iter().enumerate() {
                let found = found.unwrap_or_else(|error| panic!("{} {name}: {error}", sample.name));
                assert_eq!(found.totals[0], expected, "kernel {i}, {}, {name}", sample.name);
            }
        }
    }
}

#[test]
fn edges_are_listed_through_a_tiny_ring() {
    let kernel = kernel(include_str!("kernels/edges.cu"), Layout { emits: true, ..layout(4) });
    for sample in random_graphs::undirected() {
        let graph = sample.graph();
        let mut expected: Vec<(usize, usize)> =
            sample.edges.iter().map(|&(x, y, _)| (x.min(y) as usize, x.max(y) as usize)).collect();
        expected.sort_unstable();
        for seed in 0..3 {
            let config = EmuConfig { match_capacity: 4, chunk: 2, ..ROOMY }.seeded(seed);
            let found =
                run(kernel.clone(), &sample, &config).unwrap_or_else(|error| panic!("{}: {error}", sample.name));
            let vertices = |found: &Vec<u32>| {
                let (x, y) = (sample_vertex(&graph, found[0]), sample_vertex(&graph, found[1]));
                (x.min(y), x.max(y))
            };
            let mut listed: Vec<_> = found.matches.iter().map(vertices).collect();
            listed.sort_unstable();
            assert_eq!(listed, expected, "{}", sample.name);
        }
    }
}

#[test]
fn collectives_give_what_cuda_gives() {
    for seed in 0..8 {
        let source = include_str!("kernels/meetings.cu");
        let config = EmuConfig { blocks: 3, ..ROOMY }.seeded(seed);
        let found = run(kernel(source, layout(2)), &random_graphs::undirected()[0], &config).expect("the kernel runs");
        assert_eq!(found.totals[0], 0, "wrong results");
        assert_eq!(found.stats.iter().map(|block| block.multiprocessor).collect::<Vec<_>>(), [0, 1, 0]);
    }
}

/// Without the meeting a lane reads what another one has not written yet.
#[test]
fn a_missing_syncwarp_gives_wrong_answers() {
    let body = |meeting: &str| {
        format!(
            "GPM_SHARED(shared); shared[threadIdx.x] = threadIdx.x; {meeting}
             const bool right = shared[threadIdx.x ^ 31] == (threadIdx.x ^ 31);
             if (!__all_sync(~0u, right) && lane_id() == 0) atomicAdd(&control->total_low, 1ull);"
        )
    };
    let sample = &random_graphs::undirected()[0];
    for seed in 0..4 {
        let config = EmuConfig { blocks: 1, ..ROOMY }.seeded(seed);
        let total = |meeting| run(searching(&body(meeting)), sample, &config).expect("the kernel runs").totals[0];
        assert_eq!(total("__syncwarp();"), 0);
        assert_eq!(total(""), 2, "both warps read too early");
    }
}

#[test]
fn a_lane_that_ends_before_a_ballot_is_reported() {
    let report = report("if (threadIdx.x == 3) return;\n__ballot_sync(~0u, 1);", &ROOMY);
    assert_mentions(&report, &["Search: block", "__ballot_sync", "lanes 0x00000008 have ended"]);
}

#[test]
fn a_meeting_that_never_happens_is_reported() {
    let body = "if (lane_id() & 1) __syncwarp(0xffff0000u | 1u << lane_id()); else __syncwarp(0x55555555u | 2u);";
    assert_mentions(&report(body, &ROOMY), &["no thread can run", "lanes 0x55555555 wait in __syncwarp(0x55555557)"]);
    let body = "if (threadIdx.x < 32) __syncthreads(); else __syncwarp();\nif (threadIdx.x >= 32) __syncthreads_or(1);";
    assert_mentions(&report(body, &ROOMY), &["while others of the block wait in __syncthreads"]);
}

#[test]
fn lanes_in_different_collectives_are_reported() {
    let report = report("if (lane_id() < 16) __ballot_sync(~0u, 1); else __any_sync(~0u, 1);", &ROOMY);
    assert_mentions(&report, &["of the same mask", "__ballot_sync", "__any_sync"]);
    let report = self::report("__syncwarp(1u << (lane_id() ^ 1));", &ROOMY);
    assert_mentions(&report, &["mask without itself"]);
}

#[test]
fn threads_that_miss_a_barrier_are_reported() {
    let report = report("if (threadIdx.x == 40) return;\n__syncthreads();", &ROOMY);
    assert_mentions(&report, &["__syncthreads"]);
}

#[test]
fn endless_kernels_are_reported() {
    let config = EmuConfig { max_ticks: 100_000, ..ROOMY };
    let body = "if (lane_id() == 5) while (*(volatile u32*)&control->stop == 0) __nanosleep(10);\n__syncwarp();";
    let words = ["did not end within 100000 ticks", "can run", "wait in __syncwarp(0xffffffff)"];
    assert_mentions(&report(body, &config), &words);
    let body = "while (atomicAdd(&control->head, 0u) == 0) {}";
    assert_mentions(&report(body, &config), &["did not end within 100000 ticks"]);
}

#[test]
fn bad_memory_accesses_are_reported() {
    let body = |pointer: &str| format!("if (threadIdx.x == 7) *({pointer}) = 1;");
    if !crate::compile::is_sanitized() {
        assert_mentions(&report(&body("(u32*)0x1230"), &ROOMY), &["thread 7", "bad address 0x1230"]);
        let misaligned = "(u64*)((char*)launch.ring + 4)";
        assert_mentions(&report(&body(misaligned), &ROOMY), &["thread 7", "misaligned"]);
        let overflow = "launch.big + launch.last_root - launch.first_root";
        assert_mentions(&report(&body(overflow), &ROOMY), &["`big`"]);
        let body = "GPM_SHARED(shared);\nshared[32 + launch.share_words] = 1;";
        assert_mentions(&report(body, &ROOMY), &["of its shared memory"]);
        let body = "volatile char large[1 << 20]; large[0] = 1; atomicAdd(&control->head, u32(large[0]));";
        assert_mentions(&report(body, &ROOMY), &["bad address"]);
    }
}

#[test]
fn what_is_left_behind_is_reported() {
    let sample = &random_graphs::undirected()[0];
    let dirty = |body: &str, layout: Layout| {
        let kernel = Kernel { layout, ..searching(body) };
        run(kernel, sample, &ROOMY).expect_err("the kernel is broken")
    };
    let body = "if (threadIdx.x == 0) launch.dens[0] = 1;";
    assert_mentions(&dirty(body, Layout { marks: true, ..layout(2) }), &["`marks` of owner 0 is left nonzero"]);
    let body = "if (threadIdx.x == 0) launch.arena_taken[0] = 1;";
    assert_mentions(&dirty(body, layout(2)), &["`arena taken`"]);
    let body = "if (threadIdx.x == 0) control->tail = 1;";
    assert_mentions(&dirty(body, layout(2)), &["left in the queue"]);
    let body = "if (threadIdx.x == 0) control->emitted = 1;";
    assert_mentions(&dirty(body, Layout { emits: true, ..layout(2) }), &["should have 1 matches"]);
}

#[test]
fn kernels_that_do_not_compile_are_reported() {
    let error = Emulated::build(&[searching("u32 x = nothing;")]).err().expect("the kernel is broken");
    assert_mentions(&error, &["nothing", "error"]);
}
