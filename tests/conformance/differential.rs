//! Counts of the engine against brute force, with every pass on, each pass off and all passes off.

use gpm_plan::pattern::{Semantics, all_connected};
use gpm_runtime::graph::Graph;

use crate::engines::Engines;
use crate::expected::{SEMANTICS, UNITS, pass_sets};
use crate::mismatch::Mismatches;
use crate::plans;
use crate::random_graphs;
use crate::random_patterns::{KINDS, Kind};
use crate::sample::Sample;
use crate::settings::is_full;

/// Patterns of each random kind.
const NUM_RANDOM: usize = 40;

/// Graphs for patterns of 5 vertices when the run is not full.
const NUM_GRAPHS_OF_FIVE: usize = 3;

#[test]
fn edge_induced_counts_of_connected_patterns_match_brute_force() {
    check_connected_patterns(Semantics::EdgeInduced);
}

#[test]
fn vertex_induced_counts_of_connected_patterns_match_brute_force() {
    check_connected_patterns(Semantics::VertexInduced);
}

#[test]
fn homomorphism_counts_of_connected_patterns_match_brute_force() {
    check_connected_patterns(Semantics::Homomorphism);
}

#[test]
fn counts_of_random_patterns_match_brute_force() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    for kind in KINDS {
        check_kind(&engines, kind, &mut mismatches);
    }
    mismatches.finish();
}

fn check_connected_patterns(semantics: Semantics) {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    let graphs = built(random_graphs::undirected());
    for num_vertices in 2..=5 {
        let num_graphs = if num_vertices == 5 && !is_full() { NUM_GRAPHS_OF_FIVE } else { graphs.len() };
        for (at, pattern) in all_connected(num_vertices).iter().enumerate() {
            for (turn, (sample, graph)) in graphs[..num_graphs].iter().enumerate() {
                let (data, off) = ((sample, graph), plans::some_pass_sets(at + turn));
                plans::check(&engines, data, (pattern, semantics), &UNITS, &off, &mut mismatches);
            }
        }
    }
    mismatches.finish();
}

/// Each pattern in each graph with all passes on, all off, and one off in turn.
fn check_kind(engines: &Engines, kind: &Kind, mismatches: &mut Mismatches) {
    let graphs = built((kind.graphs)());
    let pass_sets = pass_sets();
    for (at, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
        let (sample, graph) = &graphs[at % graphs.len()];
        let off = [pass_sets[0], pass_sets[1], pass_sets[2 + at % (pass_sets.len() - 2)]];
        for semantics in SEMANTICS {
            let units = [UNITS[at / 2 % 2]];
            plans::check(engines, (sample, graph), (pattern, semantics), &units, &off, mismatches);
        }
    }
}

fn built(samples: Vec<Sample>) -> Vec<(Sample, Graph)> {
    samples.into_iter().map(|sample| (sample.clone(), sample.graph())).collect()
}
