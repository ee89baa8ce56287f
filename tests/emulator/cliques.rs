//! Maximal cliques and all cliques: by size, in all kinds of graphs and orders of vertices, against brute force.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gpm_runtime::cuda::abi::{Control, View, bytes};
use gpm_runtime::cuda::cliques::{
    Budget, CliqueGraph, CliqueLaunch, CliquePlan, FIXED_WORDS, Rule, WARPS, row_offsets,
};
use gpm_runtime::cuda::descriptors::Descriptors;
use gpm_runtime::cuda::static_kernel::StaticKernel;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::library::{Emulated, Grid, Part, Write};
use crate::memory::{Buffer, Parts};

/// The rows of a graph.
struct Rows {
    offsets: Vec<u64>,
    neighbors: Vec<u32>,
    splits: Vec<u32>,
}

impl Rows {
    fn new(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Rows {
        let mut rows = vec![Vec::new(); vertices as usize];
        for (u, v) in edges {
            rows[u as usize].push(v);
            rows[v as usize].push(u);
        }
        rows.iter_mut().for_each(|row| row.sort_unstable());
        let splits = rows.iter().zip(0..).map(|(row, v)| row.partition_point(|&u| u < v) as u32).collect();
        let mut offsets = vec![0];
        rows.iter().for_each(|row| offsets.push(offsets[offsets.len() - 1] + row.len() as u64));
        Rows { offsets, neighbors: rows.concat(), splits }
    }

    fn random(rng: &mut StdRng, vertices: u32, density: f64) -> Rows {
        Rows::new(vertices, random_edges(rng, vertices, density))
    }

    /// Graphs of up to `most` vertices side by side, which the search does not tell from one.
    fn random_graphs(rng: &mut StdRng, graphs: u32, most: u32) -> Rows {
        let (mut vertices, mut edges) = (0, Vec::new());
        for _ in 0..graphs {
            let (own, density) = (rng.random_range(1..=most), rng.random_range(0.05..0.98));
            edges.extend(random_edges(rng, own, density).iter().map(|(u, v)| (vertices + u, vertices + v)));
            vertices += own;
        }
        Rows::new(vertices, edges)
    }

    /// All vertices are adjacent but those of the same group.
    fn complement_of_groups(vertices: u32, group: u32) -> Rows {
        let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
        Rows::new(vertices, pairs.filter(|(u, v)| u / group != v / group))
    }

    fn graph(&self, base: u32) -> CliqueGraph<'_> {
        CliqueGraph { offsets: &self.offsets, neighbors: &self.neighbors, splits: &self.splits, base }
    }

    fn row(&self, v: u32) -> &[u32] {
        &self.neighbors[self.offsets[v as usize] as usize..self.offsets[v as usize + 1] as usize]
    }

    fn are_adjacent(&self, u: u32, v: u32) -> bool {
        self.row(u).binary_search(&v).is_ok()
    }

    fn is_clique(&self, members: &[u32]) -> bool {
        members.iter().all(|&v| members.iter().all(|&u| u == v || self.are_adjacent(u, v)))
    }

    fn is_maximal_clique(&self, members: &[u32]) -> bool {
        let fits = |&v: &u32| members.iter().all(|&u| u != v && self.are_adjacent(u, v));
        self.is_clique(members) && members.first().is_some_and(|&v| !self.row(v).iter().any(fits))
    }

    /// The maximal cliques, or all, by trying all ways to extend each clique.
    fn by_force(&self, rule: Rule) -> BTreeMap<u32, u64> {
        let n = self.splits.len() as u32;
        let mut numbers = BTreeMap::new();
        let mut open: Vec<Vec<u32>> = (0..n).map(|v| vec![v]).collect();
        while let Some(clique) = open.pop() {
            if rule == Rule::All || self.is_maximal_clique(&clique) {
                *numbers.entry(clique.len() as u32).or_default() += 1;
            }
            let last = clique[clique.len() - 1];
            let larger = self.row(last).iter().filter(|&&v| v > last);
            let fits = larger.filter(|&&v| clique.iter().all(|&u| self.are_adjacent(u, v)));
            open.extend(fits.map(|&v| [clique.as_slice(), &[v]].concat()));
        }
        numbers
    }
}

fn random_edges(rng: &mut StdRng, vertices: u32, density: f64) -> Vec<(u32, u32)> {
    let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
    pairs.filter(|_| rng.random_bool(density)).collect()
}

/// How it is run.
#[derive(Clone, Copy, Debug)]
struct Way {
    rule: Rule,
    blocks: u32,
    share_words: u32,
    queue: u32,
    timeout: u32,
    min_idle: u32,
    least_given: u32,
    few: u32,
    min_size: u32,
    /// Of all cliques.
    max_size: u32,
    base: u32,
    /// Words of bit rows of a launch, unless one root takes more.
    rows_bytes: u64,
    stop_at: Option<u64>,
    seed: u64,
}

const ROOMY: Way = Way {
    rule: Rule::Maximal,
    blocks: 2,
    share_words: 512,
    queue: 64,
    timeout: 1000,
    min_idle: 1,
    least_given: 4,
    few: 32,
    min_size: 0,
    max_size: u32::MAX,
    base: 0,
    rows_bytes: u64::MAX,
    stop_at: None,
    seed: 1,
};

fn ways() -> [Way; 6] {
    [
        ROOMY,
        // Nodes in both kinds of memory, and no room for matrices.
        Way { blocks: 1, share_words: 20, rows_bytes: 64, ..ROOMY },
        Way { share_words: 0, ..ROOMY },
        // Work is given away at every chance.
        Way { timeout: 0, min_idle: 0, least_given: 0, few: 0, ..ROOMY },
        Way { timeout: 0, min_idle: 0, least_given: 0, few: 0, queue: 2, share_words: 0, ..ROOMY },
        Way { timeout: 0, queue: 1, least_given: 0, few: 0, share_words: 30, rows_bytes: 256, ..ROOMY },
    ]
}

/// What a run found.
struct Found {
    numbers: BTreeMap<u32, u64>,
    /// The largest clique that a warp met.
    largest: Vec<u32>,
    status: u32,
    pushes: u32,
}

fn run(rows: &Rows, way: Way) -> Found {
    static KERNEL: LazyLock<Emulated> = LazyLock::new(|| {
        Emulated::of_static(&[Rule::Maximal, Rule::All].map(StaticKernel::Cliques)).expect("the kernel compiles")
    });
    let graph = rows.graph(way.base);
    let row_offsets = row_offsets(graph, way.rule);
    let budget = Budget { bytes: 1 << 30, blocks: way.blocks };
    let plan = CliquePlan::new(graph, way.rule, &row_offsets, budget).expect("it fits");
    assert_eq!(plan.blocks, way.blocks);
    let launches = CliquePlan::launches(&row_offsets, way.rows_bytes / 4);
    let of = |roots: &std::ops::Range<u32>| row_offsets[roots.end as usize] - row_offsets[roots.start as usize];
    let arrays = (
        Buffer::copy("descriptors", &Descriptors { offsets: &rows.offsets, splits: &rows.splits }.collect()),
        Buffer::copy("neighbors", &rows.neighbors),
        Buffer::copy("row offsets", &row_offsets),
    );
    let numbers = Buffer::zeroed("numbers", 2 * plan.numbers as usize);
    let ring = Buffer::new(Parts::one("ring", (way.queue * plan.cell_words) as usize), 1);
    let warps = Buffer::new(Parts::one("warps", plan.warp_words as usize), plan.warps() as usize);
    let records = Buffer::new(Parts::one("largest", plan.largest_words as usize), plan.warps() as usize);
    let mut found = Found { numbers: BTreeMap::new(), largest: Vec::new(), status: 0, pushes: 0 };
    for roots in launches {
        let control = Buffer::zeroed("control", size_of::<Control>() / 4);
        let ring_state = Buffer::zeroed("ring state", way.queue as usize);
        let bits = Buffer::new(Parts::one("rows", of(&roots) as usize), 1);
        let launch = CliqueLaunch {
            graph: View { descriptors: arrays.0.address(), neighbors: arrays.1.address() },
            row_offsets: arrays.2.address(),
            rows: bits.address(),
            first_word: row_offsets[roots.start as usize],
            first_root: roots.start,
            last_root: roots.end,
            control: control.address(),
            numbers: numbers.address(),
            num_sizes: plan.num_sizes,
            base: way.base,
            min_size: way.min_size,
            max_size: way.max_size,
            few: way.few,
            least_given: way.least_given,
            ring_state: ring_state.address(),
            ring: ring.address(),
            ring_mask: way.queue - 1,
            cell_words: plan.cell_words,
            timeout: way.timeout,
            min_idle: way.min_idle,
            warps: warps.address(),
            warp_words: warps.stride() as u64,
            nodes_offset: plan.nodes_offset,
            largest: records.address(),
            largest_words: records.stride() as u32,
            share_words: way.share_words,
        };
        let argument: Vec<u64> = bytes(&launch).chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
        let stop = control.address() + std::mem::offset_of!(Control, stop) as u64;
        let write = way.stop_at.map(|tick| Write { address: stop, value: 1, tick });
        let grid = |blocks, threads, shared_words, write| Grid {
            blocks,
            threads,
            shared_words,
            seed: way.seed,
            max_ticks: 50_000_000,
            write,
        };
        let shared = FIXED_WORDS + WARPS * way.share_words;
        for (part, grid) in
            [(Part::Prepare, grid(2, 64, 0, None)), (Part::Search, grid(way.blocks, 32 * WARPS, shared, write))]
        {
            // SAFETY: the argument is of buffers that are as large as the plan asks for.
            unsafe { KERNEL.launch((usize::from(way.rule == Rule::All), part), grid, &argument, &mut || {}) }
                .unwrap_or_else(|report| panic!("{way:?}\n{report}"));
        }
        for buffer in [&numbers, &ring, &warps, &records, &control, &ring_state, &bits] {
            buffer.check_guards().unwrap_or_else(|flaw| panic!("{way:?}: {flaw}"));
        }
        let words: Vec<u32> = (0..size_of::<Control>() / 4).map(|at| control.get(at)).collect();
        let state: Control = bytemuck::pod_read_unaligned(bytemuck::cast_slice(&words));
        found.status |= state.status;
        found.pushes += state.tail;
        if way.stop_at.is_none() {
            assert_eq!((state.ready, state.reserved, state.head), (0, 0, state.tail), "{way:?}: tasks are left");
        }
        for warp in 0..plan.warps() as usize {
            let record = records.words(warp, "largest");
            if record[0] as usize > found.largest.len() + way.base as usize {
                found.largest = decoded(rows, &record);
                assert!(found.largest.len() as u32 + way.base >= record[0]);
                found.largest.truncate((record[0] - way.base) as usize);
            }
        }
    }
    let all = (0..plan.numbers as usize).map(|at| (at, numbers.get_u64(at))).filter(|&(_, number)| number > 0);
    for (at, number) in all {
        let (held, free) = match way.rule {
            Rule::Maximal => (at as u32, 0),
            Rule::All => (at as u32 / plan.num_sizes, at as u32 % plan.num_sizes),
        };
        for more in 0..=free {
            *found.numbers.entry(held + more).or_default() += number * choose(free, more);
        }
    }
    found.numbers.retain(|size, _| (way.min_size..=way.max_size).contains(size));
    found
}

fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |product, at| product * (u64::from(n) - at) / (at + 1))
}

/// The vertices of a clique as a warp notes it.
fn decoded(rows: &Rows, record: &[u32]) -> Vec<u32> {
    let (root, more) = (record[1], record[2]);
    let has = |at: u32| at == more || record[3 + at as usize / 32] >> (at % 32) & 1 == 1;
    let members = (0..rows.splits[root as usize]).filter(|&at| has(at));
    members.map(|at| rows.row(root)[at as usize]).chain([root]).collect()
}

#[track_caller]
fn check(rows: &Rows, expected: &BTreeMap<u32, u64>, way: Way) -> u32 {
    let found = run(rows, way);
    let wanted = expected.iter().map(|(&size, &number)| (size + way.base, number));
    let wanted: BTreeMap<u32, u64> = wanted.filter(|(size, _)| (way.min_size..=way.max_size).contains(size)).collect();
    assert_eq!(found.numbers, wanted, "{way:?} {} vertices", rows.splits.len());
    assert_eq!(found.status, 0);
    assert_eq!(found.largest.len() as u32, wanted.keys().last().map_or(0, |&size| size - way.base));
    let is_right =
        if way.rule == Rule::All { rows.is_clique(&found.largest) } else { rows.is_maximal_clique(&found.largest) };
    assert!(found.largest.is_empty() || is_right);
    found.pushes
}

/// 10,000 graphs, many in one run.
#[test]
fn random_graphs_agree_with_brute_force() {
    let mut rng = StdRng::seed_from_u64(22);
    let mut pushes = 0;
    for round in 0..100 {
        let rows = Rows::random_graphs(&mut rng, 100, if round % 10 == 0 { 17 } else { 12 });
        let min_size = if round % 3 == 0 { rng.random_range(1..6) } else { 0 };
        let base = if round % 4 == 0 { 3 } else { 0 };
        let way = Way { min_size, base, seed: round, ..ways()[round as usize % 6] };
        pushes += check(&rows, &rows.by_force(Rule::Maximal), way);
        let max_size = if round % 5 == 0 { base + rng.random_range(1..6).max(min_size) } else { u32::MAX };
        pushes += check(&rows, &rows.by_force(Rule::All), Way { rule: Rule::All, max_size, ..way });
    }
    assert!(pushes > 20, "only {pushes} tasks were given away");
}

/// Local graphs of several words, and many larger neighbors.
#[test]
fn wide_local_graphs() {
    let mut rng = StdRng::seed_from_u64(7);
    for (round, (n, density)) in [(45, 0.5), (70, 0.25), (80, 0.12)].into_iter().enumerate() {
        let rows = Rows::random(&mut rng, n, density);
        for rule in [Rule::Maximal, Rule::All] {
            let expected = rows.by_force(rule);
            for way in [ways()[round], ways()[round + 3]] {
                check(&rows, &expected, Way { seed: 5, rule, ..way });
            }
        }
    }
}

/// Moon and Moser's graphs, and their like: a clique has a vertex of each group.
#[test]
fn complements_of_groups() {
    for (groups, group) in [(1, 1), (40, 1), (36, 2), (5, 3), (6, 3), (4, 4)] {
        let rows = Rows::complement_of_groups(groups * group, group);
        let expected = BTreeMap::from([(groups, u64::from(group).pow(groups))]);
        for way in [ways()[0], ways()[4]] {
            check(&rows, &expected, way);
            check(&rows, &expected, Way { min_size: groups + 1, ..way });
        }
        // Of pairs the tree has 2^36 leaves.
        if group == 2 {
            continue;
        }
        let number = |k: u32| (k, choose(groups, k) * u64::from(group).pow(k));
        check(&rows, &(1..=groups).map(number).collect(), Way { rule: Rule::All, ..ways()[3] });
    }
}

/// Pairs that are not adjacent make more cliques than 64 bits hold.
#[test]
fn numbers_that_do_not_fit_are_noticed() {
    let found = run(&Rows::complement_of_groups(130, 2), ROOMY);
    assert_ne!(found.status, 0);
}

/// What a run that is stopped has counted are maximal cliques, each once.
#[test]
fn a_stopped_run_counts_fewer() {
    let rows = Rows::complement_of_groups(24, 3);
    let mut counts = Vec::new();
    for tick in [1, 20_000, 60_000] {
        let way = Way { timeout: 100, stop_at: Some(tick), ..ROOMY };
        let found = run(&rows, way);
        assert!(found.numbers.keys().all(|&size| size == 8));
        counts.push(found.numbers.values().sum::<u64>());
    }
    assert!(counts[0] < 3_u64.pow(8) && counts.iter().all(|&count| count <= 3_u64.pow(8)), "{counts:?}");
}
