//! Labelled patterns whose matches a kernel counts: as many as the CPU does, however often work is given away, however little room there is for
//! it, and however many patterns are searched together.

use std::sync::LazyLock;

use bytemuck::Pod;
use gpm_plan::passes::{Pass, PassSet};
use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::brief::{Ground, Written};
use gpm_runtime::control::Control as Handle;
use gpm_runtime::cuda::abi::{Control, bytes};
use gpm_runtime::cuda::labelled::{
    COUNTERS, FIXED_WORDS, LabelledLaunch, LabelledTask, LabelledTotal, WARPS, beginning, slab_words,
};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::GraphBuilder;

use crate::labelled_queries::cases;
use crate::library::{Emulated, Grid, Part};
use crate::memory::{Buffer, Parts};

const BLOCKS: u32 = 2;

/// What a launch is given: ticks until work is given away, tasks that there is room for, tasks at the beginning.
#[derive(Clone, Copy, Debug)]
struct Room {
    timeout: u32,
    capacity: u32,
    first: u32,
}

/// How many matches of each pattern one of the kernels counts, and in how many launches.
fn emulated(kernel: usize, written: &Written<'_>, room: Room, seed: u64) -> (Vec<u128>, u64) {
    let (totals, launches) = totals(kernel, written, room, seed);
    let found = totals.iter().map(|own| {
        assert_eq!((own.left, own.overflows), (0, 0), "something was left");
        own.count()
    });
    (found.collect(), launches)
}

/// What one of the kernels says of each pattern, and after how many launches.
fn totals(kernel: usize, written: &Written<'_>, room: Room, seed: u64) -> (Vec<LabelledTotal>, u64) {
    static KERNELS: LazyLock<Emulated> = LazyLock::new(|| Emulated::labelled().expect("the kernels compile"));
    let words = Buffer::copy("words", &written.words);
    let twins = Buffer::copy("twins", written.twins);
    let patterns = Buffer::copy("patterns", &written.patterns);
    let slab_words = slab_words(written);
    let ((mut tasks, totals), mut launches) = (beginning(written, room.first), 0);
    let totals = Buffer::copy("totals", &totals);
    while !tasks.is_empty() {
        let own = Buffer::copy("tasks", &tasks);
        let given = Buffer::zeroed("given", room.capacity as usize * size_of::<LabelledTask>() / 4);
        let counters = Buffer::zeroed("counters", COUNTERS);
        let control = Buffer::zeroed("control", size_of::<Control>() / 4);
        let slabs = Buffer::new(Parts::one("slab", slab_words as usize), (BLOCKS * WARPS) as usize);
        let launch = LabelledLaunch {
            words: words.address(),
            twins: twins.address(),
            patterns: patterns.address(),
            tasks: own.address(),
            given: given.address(),
            totals: totals.address(),
            counters: counters.address(),
            slabs: slabs.address(),
            control: control.address(),
            slab_words: slabs.stride() as u64,
            num_tasks: tasks.len() as u32,
            capacity: room.capacity,
            timeout: room.timeout,
            takes_turns: u32::from(written.patterns.len() > 1),
        };
        let argument: Vec<u64> = bytes(&launch).chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
        let grid = Grid {
            blocks: BLOCKS,
            threads: 32 * WARPS,
            shared_words: FIXED_WORDS,
            seed: seed + launches,
            max_ticks: 100_000_000,
            write: None,
        };
        // SAFETY: the argument is of this kernel, and all that it points to lives here.
        unsafe { KERNELS.launch((kernel, Part::Search), grid, &argument, &mut || {}) }
            .unwrap_or_else(|report| panic!("{report}"));
        for buffer in [&totals, &given, &counters, &slabs] {
            buffer.check_guards().unwrap_or_else(|flaw| panic!("{flaw}"));
        }
        let number = counters.get(1).min(room.capacity) as usize;
        tasks = first_of(&given, number);
        launches += 1;
    }
    (first_of(&totals, written.patterns.len()), launches)
}

fn first_of<T: Pod>(buffer: &Buffer, number: usize) -> Vec<T> {
    let words: Vec<u32> = (0..number * size_of::<T>() / 4).map(|at| buffer.get(at)).collect();
    words.chunks_exact(size_of::<T>() / 4).map(|own| bytemuck::pod_read_unaligned(bytemuck::cast_slice(own))).collect()
}

#[test]
fn a_kernel_counts_what_the_cpu_counts() {
    let cpu = Engine::cpu(&EngineConfig { threads: Some(1), ..EngineConfig::default() }).expect("the CPU is there");
    let rooms = [
        Room { timeout: u32::MAX, capacity: 64, first: 1000 },
        Room { timeout: 0, capacity: 1000, first: 3 },
        Room { timeout: 200, capacity: 2, first: 1 },
    ];
    let (mut met, mut most) = (0, 0);
    let rounds = if std::env::var_os("GPM_FULL").is_some() { 600 } else { 60 };
    for (at, (graph, queries)) in cases(rounds, 6).iter().enumerate() {
        let ground = Ground::new(graph, &Handle::new()).expect("nobody stops it");
        let (mut together, mut of_all): (Option<Written<'_>>, Vec<u128>) = (None, Vec::new());
        for (number, query) in queries.iter().enumerate() {
            let query = query.clone().embeddings();
            // By a plan, which has nothing in common with this.
            let planned = query.clone().without(PassSet::from(Pass::Brief));
            let expected = cpu.count(graph, planned).expect("the query fits the graph").count;
            let Some(written) = Written::of_query(&ground, (graph, &query), &Handle::new()) else {
                assert_eq!(expected, 0, "{} has no candidates", queries[number].pattern);
                continue;
            };
            let room = rooms[(at + number) % rooms.len()];
            let (found, launches) = emulated((at + number / rooms.len()) % 2, &written, room, at as u64);
            assert_eq!(found, [expected], "{}, {room:?}", queries[number].pattern);
            met += u32::from(expected > 0);
            most = most.max(launches);
            of_all.push(expected);
            match &mut together {
                Some(others) => assert!(others.append(&written), "they are small"),
                None => together = Some(written),
            }
        }
        if let Some(written) = together {
            let room = rooms[at % rooms.len()];
            assert_eq!(emulated(at % 2, &written, room, at as u64).0, of_all, "graph {at}, {room:?}");
        }
    }
    assert!(met > 200 && most > 3, "{met} have matches, {most} launches at most");
}

/// A star of 31 leaves has fewer than 2^128 embeddings in one of 34, and more in one of 35.
#[test]
fn a_number_that_leaves_its_bits_is_told() {
    const LEAVES: u32 = 31;
    let star: Vec<String> = (1..=LEAVES).map(|leaf| format!("0:center-{leaf}:leaf")).collect();
    let query = Query::from(star.join(", ").parse::<Pattern>().expect("a pattern")).embeddings();
    let room = Room { timeout: 200, capacity: 64, first: 4 };
    for (neighbors, fits) in [(34, true), (35, false)] {
        let labels = (0..=neighbors).map(|v| if v == 0 { "center" } else { "leaf" });
        let graph = GraphBuilder::undirected().edges((1..=neighbors).map(|v| (0, v))).vertex_labels(labels);
        let graph = graph.build().expect("it is as above");
        let ground = Ground::new(&graph, &Handle::new()).expect("nobody stops it");
        let written = Written::of_query(&ground, (&graph, &query), &Handle::new()).expect("there are candidates");
        let expected = (neighbors - LEAVES + 1..=neighbors).try_fold(1u128, |n, k| n.checked_mul(k.into()));
        assert_eq!(expected.is_some(), fits);
        for kernel in [0, 1] {
            let (totals, _) = totals(kernel, &written, room, 1);
            let [total] = totals[..] else { panic!("there is one pattern") };
            let found = (total.overflows == 0).then(|| total.count());
            assert_eq!(found, expected, "{neighbors} neighbors, kernel {kernel}");
        }
    }
}
