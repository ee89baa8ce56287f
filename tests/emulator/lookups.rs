//! Kernels that look tables up: beside a search in bit matrices, and with entries so large that numbers leave 128 bits.

use std::cmp::Ordering;

use gpm_plan::cost::GraphStats;
use gpm_plan::exec::WarpProgram;
use gpm_plan::nest::build::Outline;
use gpm_plan::nest::{Level, Restriction};
use gpm_plan::passes::Pass;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::{Choice, Memo, choices};
use gpm_runtime::cuda::abi::STATUS_OVERFLOW;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::graph::Graph;
use gpm_runtime::table::{Counts, Lookup};
use gpm_runtime::view::Bound;

use crate::config::configs;
use crate::library::Emulated;
use crate::random_graphs;
use crate::suite::{Suite, built};

/// Choices that are made plans of.
const LOOKED_AT: usize = 400;

/// The plan of the cheapest choice with a clique of this size for a core and so many tables that it looks up, made into another one.
fn looking_up(text: &str, core: usize, tables: usize, made: impl Fn(&mut Outline)) -> Plan {
    let query = Query::from(text.parse::<Pattern>().expect("a pattern")).without(Pass::Matrices.into());
    let stats = GraphStats::typical();
    let mut all = choices(&query, &stats, LOOKED_AT, &mut Memo::default()).into_iter();
    let is_wanted = |choice: &Choice| {
        let pattern = &choice.terms[0].pattern;
        let of_core = (pattern.num_vertices(), pattern.edges().count()) == (core, core * (core - 1) / 2);
        of_core && choice.outline().entries.len() == tables
    };
    let mut choice = all.find(is_wanted).expect("such a choice is offered");
    made(&mut choice.terms[0].outline);
    Plan::alone(query, choice, &stats).expect("the nest is valid")
}

/// Matches the vertex that is looked up first, which any order of a clique may begin with.
fn from_entry(outline: &mut Outline) {
    let at = outline.entries[0].last();
    let moved = |level: Level| match level.cmp(&at) {
        Ordering::Less => Level(level.0 + 1),
        Ordering::Equal => Level(0),
        Ordering::Greater => level,
    };
    outline.order[..=at.index()].rotate_right(1);
    for Restriction { smaller, larger } in &mut outline.restrictions {
        (*smaller, *larger) = (moved(*smaller), moved(*larger));
    }
    outline.restrictions.sort_unstable();
    outline.entries.iter_mut().flat_map(|entry| &mut entry.at).for_each(|level| *level = moved(*level));
}

/// What a root is looked up to have is a factor of all that is counted in its bit matrix, by whole warps and by lanes that walk.
#[test]
fn tables_are_looked_up_beside_bit_matrices() {
    let graphs = built(random_graphs::undirected().into_iter().take(4).collect());
    let mut suite = Suite::new();
    // A clique of four with a path that hangs on one of its vertices, and one of five, whose last two loops are a leaf.
    for (text, core, leaf) in [("a-b-c-d-a-c, b-d, a-e-f", 4, 1), ("a-b-c-d-e-a-c-e-b-d-a, a-f-g", 5, 2)] {
        let plan = looking_up(text, core, 1, from_entry);
        assert_eq!(
            (
                plan.first_nest().local.is_some(),
                WarpProgram::new(plan.first_nest(), &KernelOptions::default()).sharing.local_leaf
            ),
            (true, leaf),
            "{plan}"
        );
        // Under several sizes that sets are said to have, and numbers of warps.
        for _ in 0..4 {
            suite.add(plan.clone(), &graphs);
        }
    }
    suite.run();
}

/// Stars, where a match is the hub and a leaf, with an entry for each. Numbers that leave 128 bits on the way are never taken
/// for the sum, whatever they come out as.
#[test]
fn numbers_beyond_128_bits_are_errors() {
    let stars =
        [5, 100].map(|leaves| Graph::from_edges(leaves as usize + 1, (1..=leaves).map(|leaf| (0, leaf))).unwrap());
    let plan = looking_up("a-b-c-d-e-f", 2, 2, |_| ());
    let options = KernelOptions { warps: 4, max_size: 128, ..KernelOptions::default() };
    let emulated = Emulated::build(&[Kernel::render(plan.first_nest(), &[], &options)]).expect("the kernel compiles");
    // The last but one has sums that come out positive if they are cut to 128 bits.
    let entries = [100_000_000_000_000_000, 1_500_000_000_000_000_000, 8_900_000_000_000_000_000, i64::MAX as u64];
    // Hosts add launches up.
    for (name, config) in configs().into_iter().filter(|(_, config)| config.launches == 1) {
        for (graph, entry) in stars.iter().flat_map(|star| entries.map(|entry| (star, entry))) {
            // Whether the hub is the root, whose leaves are then lanes, or the leaves are roots.
            for hub in [0, 1] {
                let table = |is_hub: bool| {
                    let values = (0..graph.num_vertices()).map(|v| if is_hub == (v == 0) { entry } else { 0 });
                    Lookup::new(Counts::Narrow(values.collect()))
                };
                let mut bound = Bound::new(graph, plan.first_nest()).expect("an unlabelled pattern");
                bound.tables = plan.first_nest().entries.iter().map(|own| table(own.at == [Level(hub)])).collect();
                let found = emulated.run(0, &bound, &config).unwrap_or_else(|error| panic!("{name}: {error}"));
                let square = i128::from(entry) * i128::from(entry);
                let sum = square.checked_mul(graph.num_edges().into());
                let is_error = found.status & STATUS_OVERFLOW != 0;
                assert!(
                    is_error || Some(found.totals[0]) == sum,
                    "{name}: {} is not the sum of {square}s",
                    found.totals[0]
                );
                assert!(!is_error || entry != entries[0], "{name}: a small sum is an error");
            }
        }
    }
}
