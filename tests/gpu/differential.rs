//! Counts of the GPU against brute force. A part of the CPU's matrix: each new nest takes a compiler half a second.

use gpm_plan::passes::{Pass, PassSet};
use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::query::{Output, Unit};
use gpm_runtime::graph::Graph;

use crate::cell::Cell;
use crate::engines::{Engines, Mode};
use crate::expected::{Expected, SEMANTICS, UNITS, pass_sets};
use crate::mismatch::Mismatches;
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::random_predicates::{filtered, with_columns};
use crate::sample::Sample;

/// Patterns of each random kind.
const NUM_RANDOM: usize = 7;

/// Patterns that are counted with passes off: every pass changes the nest of one of them.
const UNOPTIMIZED: [&str; 11] = [
    "wedge",
    "triangle",
    "tailed-triangle",
    "4-cycle",
    "diamond",
    "4-clique",
    "house",
    "K2-3",
    "5-cycle",
    "butterfly",
    "5-clique",
];

/// Graphs for these.
const NUM_GRAPHS_UNOPTIMIZED: usize = 2;

#[test]
fn counts_of_connected_patterns_match_brute_force() {
    let Some(engines) = Engines::wait() else { return };
    let mut mismatches = Mismatches::default();
    let graphs = built(random_graphs::undirected());
    for pattern in (2..=4).flat_map(all_connected) {
        for data in &graphs {
            for semantics in SEMANTICS {
                check(&engines, data, (&pattern, semantics), &UNITS, &[PassSet::default()], &mut mismatches);
            }
        }
    }
    mismatches.finish();
}

#[test]
fn counts_of_random_patterns_match_brute_force() {
    let Some(engines) = Engines::wait() else { return };
    let mut mismatches = Mismatches::default();
    // Labelled patterns without a plan and with one; for others these are the same.
    let off = [PassSet::default(), PassSet::from(Pass::Brief)];
    for kind in KINDS {
        let graphs = built((kind.graphs)());
        for (at, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let units = [UNITS[at % UNITS.len()]];
            for semantics in SEMANTICS {
                let data = &graphs[at % graphs.len()];
                check(&engines, data, (pattern, semantics), &units, &off, &mut mismatches);
            }
        }
    }
    mismatches.finish();
}

#[test]
fn counts_with_predicates_match_brute_force() {
    let Some(engines) = Engines::wait() else { return };
    let mut mismatches = Mismatches::default();
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let graphs = (kind.graphs)();
        for (at, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let sample = with_columns(graphs[at % graphs.len()].clone(), at as u64);
            let pattern = filtered(pattern, &sample, (kind_at * 100 + at) as u64);
            let data = (sample.clone(), sample.graph());
            for semantics in SEMANTICS {
                check(&engines, &data, (&pattern, semantics), &UNITS, &[PassSet::default()], &mut mismatches);
            }
        }
    }
    mismatches.finish();
}

#[test]
fn counts_without_a_pass_match_brute_force() {
    let Some(engines) = Engines::wait() else { return };
    let mut mismatches = Mismatches::default();
    let graphs = built(random_graphs::undirected());
    for pattern in UNOPTIMIZED.map(|name| name.parse::<Pattern>().expect("the catalog has it")) {
        for data in &graphs[..NUM_GRAPHS_UNOPTIMIZED] {
            let asked = (&pattern, Semantics::EdgeInduced);
            check(&engines, data, asked, &[Unit::Subgraphs], &pass_sets(), &mut mismatches);
        }
    }
    mismatches.finish();
}

fn built(samples: Vec<Sample>) -> Vec<(Sample, Graph)> {
    samples.into_iter().map(|sample| (sample.clone(), sample.graph())).collect()
}

/// Checks a pattern in a graph: unit × passes off.
fn check(
    engines: &Engines,
    (sample, graph): &(Sample, Graph),
    (pattern, semantics): (&Pattern, Semantics),
    units: &[Unit],
    off: &[PassSet],
    mismatches: &mut Mismatches,
) {
    let expected = Expected::new(sample, pattern, semantics);
    for &unit in units {
        for &off in off {
            let cell = Cell { pattern, semantics, unit, output: Output::Count, off, mode: Mode::Gpu };
            mismatches.check_count(engines, (sample, graph), &cell, expected);
        }
    }
}
