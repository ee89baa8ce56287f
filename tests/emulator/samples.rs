//! Samples that kernels take: what they say is what the interpreter's say, to the last bit.

use bytemuck::Zeroable;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::sampling::to_sample;
use gpm_runtime::control::Control as Handle;
use gpm_runtime::cuda::abi::{self, Columns, Control, Launch, SampleChunk, Slot, View};
use gpm_runtime::cuda::kernel::Kernel;
use gpm_runtime::engine::stats_for_planning;
use gpm_runtime::estimate::{Drawer, Moments, OnThreads, Part, Way};
use gpm_runtime::graph::Graph;
use gpm_runtime::view::Bound;

use crate::expected::SEMANTICS;
use crate::library::{Emulated, Grid, Part as Entry};
use crate::memory::{Buffer, Parts};
use crate::parts::{rows, view};
use crate::random_patterns::KINDS;
use crate::random_predicates::{filtered, with_columns};
use crate::settings::is_full;

/// How many candidates loops visit, in turn.
const PICKS: [&[usize]; 3] = [&[1], &[2, 1], &[3, 2, 2]];
const WORDS: usize = size_of::<Moments>() / 4;

struct Case {
    name: String,
    graph: Graph,
    plan: Plan,
}

/// A few samples of two strata, which together are all roots.
fn parts(bound: &Bound<'_>) -> Vec<Part> {
    let (all, half) = (bound.num_roots(), bound.num_roots().div_ceil(2));
    let part = |stratum, roots, first, samples| Part { stratum, roots, first, samples };
    let parts = vec![part(0, 0..half, 0, 70), part(1, half..all, 0, 3), part(1, half..all, 3, 32)];
    parts.into_iter().filter(|part| !part.roots.is_empty()).collect()
}

/// What a kernel says of parts.
fn emulated(library: &Emulated, kernel: usize, bound: &Bound<'_>, way: Way, short_list: u32) -> Vec<Moments> {
    let parts = parts(bound);
    let chunks = Buffer::copy("chunks", &parts.iter().map(SampleChunk::from).collect::<Vec<_>>());
    let moments = Buffer::new(Parts::one("moments", WORDS * parts.len()), 1);
    let control = Buffer::zeroed("control", size_of::<Control>() / 4);
    let roots = bound.roots.as_ref().map(|roots| Buffer::copy("roots", roots));
    let edges = bound.filters.edges.as_ref().map(rows);
    let all_rows: Vec<_> = bound.views.iter().map(rows).collect();
    let columns: Vec<_> = bound.filters.columns.iter().map(|column| Buffer::copy("column", &column.words)).collect();
    let launch = Launch {
        roots: roots.as_ref().map_or(0, Buffer::address),
        num_vertices: bound.num_vertices as u32,
        control: control.address(),
        chunks: chunks.address(),
        moments: moments.address(),
        seed: way.seed,
        num_chunks: parts.len() as u32,
        short_list,
        picks: way.by_level(),
        ..Launch::zeroed()
    };
    let mut views: Vec<View> = all_rows.iter().map(view).collect();
    views.resize(views.len().max(1), View::zeroed());
    let columns = Columns {
        edges: edges.as_ref().map_or_else(View::zeroed, view),
        words: columns.iter().map(Buffer::address).collect(),
    };
    let argument = abi::argument(&launch, &[Slot::zeroed()], &views, &columns);
    let argument: Vec<u64> = argument.chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
    let threads = 32 * library.layout(kernel).warps;
    let grid = Grid { blocks: 1, threads, shared_words: 0, seed: way.seed, max_ticks: 10_000_000, write: None };
    // SAFETY: the argument is of this kernel, and all that it points to lives here.
    unsafe { library.launch((kernel, Entry::Search), grid, &argument, &mut || {}) }
        .unwrap_or_else(|error| panic!("{}: {error}", library.name(kernel)));
    moments.check_guards().unwrap_or_else(|flaw| panic!("{}: {flaw}", library.name(kernel)));
    let words = moments.words(0, "moments");
    words.chunks_exact(WORDS).map(|words| bytemuck::pod_read_unaligned(bytemuck::cast_slice(words))).collect()
}

fn cases() -> Vec<Case> {
    let number = if is_full() { 12 } else { 2 };
    let mut cases = Vec::new();
    let mut add = |name: String, graph: Graph, pattern: Pattern, semantics| {
        let query = to_sample(Query::from(pattern).with_semantics(semantics));
        let plan = Plan::new(query, &stats_for_planning(&graph)).expect("every pattern has a plan");
        cases.push(Case { name, graph, plan });
    };
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (at, pattern) in kind.patterns(number).into_iter().enumerate() {
            let semantics = SEMANTICS[(kind_at + at) % SEMANTICS.len()];
            let sample = with_columns(samples[at % samples.len()].clone(), at as u64);
            let filtered = filtered(&pattern, &sample, (kind_at * 100 + at) as u64);
            for pattern in [pattern, filtered] {
                add(format!("{pattern} {semantics} in {}", sample.name), sample.graph(), pattern, semantics);
            }
        }
    }
    cases
}

#[test]
fn kernels_take_the_samples_of_the_interpreter() {
    let cases = cases();
    let mut kernels = Vec::new();
    let mut taken = Vec::new();
    for case in &cases {
        let bound = Bound::new(&case.graph, case.plan.first_nest()).expect("it fits the graph");
        let kernel = Kernel::of_samples(case.plan.first_nest(), &bound.filters.kinds());
        if let Some(kernel) = kernel {
            kernels.push(kernel);
            taken.push((case, bound));
        }
    }
    assert!(taken.len() * 10 >= cases.len() * 8, "{} of {} can be sampled by lanes", taken.len(), cases.len());
    let library = Emulated::build(&kernels).expect("the kernels compile");
    let mut valid = 0;
    for (at, (case, bound)) in taken.iter().enumerate() {
        for (number, short_list) in [0, 1, 32].into_iter().enumerate() {
            let way = Way { seed: at as u64, picks: PICKS[(at + number) % PICKS.len()] };
            let own = emulated(&library, at, bound, way, short_list);
            let expected = OnThreads::new(case.plan.first_nest(), bound).draw(way, &parts(bound), &Handle::new());
            let expected = expected.expect("nobody stops it").expect("nobody stops it");
            assert_eq!(
                own,
                expected,
                "{}, lists of {short_list}, {:?}\n{}",
                case.name,
                way.picks,
                case.plan.first_nest()
            );
            valid += expected.iter().map(|found| found.valid).sum::<u64>();
        }
    }
    assert!(valid > 1000, "{valid} samples counted something");
}
