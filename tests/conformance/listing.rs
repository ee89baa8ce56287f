//! Listed matches against brute force: each is a match, none comes twice, none is missing, and a stop is obeyed.

use std::ops::ControlFlow;

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::query::{Output, Unit};

use crate::cell::Cell;
use crate::engines::{Engines, MODES, Mode};
use crate::expected::{SEMANTICS, UNITS};
use crate::listed;
use crate::mismatch::Mismatches;
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::sample::Sample;

/// Patterns of each random kind.
const NUM_RANDOM: usize = 12;

#[test]
fn connected_patterns_are_listed_once_each() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    for sample in random_graphs::undirected().iter().take(3) {
        for pattern in (2..=5).flat_map(all_connected) {
            check_pattern(&engines, sample, &pattern, &mut mismatches);
        }
    }
    mismatches.finish();
}

#[test]
fn random_patterns_are_listed_once_each() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    for kind in KINDS {
        let samples = (kind.graphs)();
        for (at, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            check_pattern(&engines, &samples[at % samples.len()], pattern, &mut mismatches);
        }
    }
    mismatches.finish();
}

#[test]
fn graphs_without_matches_list_nothing() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    for sample in random_graphs::undirected().iter().filter(|sample| sample.edges.is_empty()) {
        for pattern in (2..=4).flat_map(all_connected) {
            check_pattern(&engines, sample, &pattern, &mut mismatches);
        }
    }
    mismatches.finish();
}

#[test]
fn listing_stops_when_told() {
    let engines = Engines::start();
    let sample = &random_graphs::undirected()[0];
    let graph = sample.graph();
    for pattern in ["a-b", "triangle", "wedge", "house"].map(|text| text.parse::<Pattern>().expect("a pattern")) {
        for (mode, wanted) in MODES.into_iter().flat_map(|mode| [1_u128, 2, 7].map(|wanted| (mode, wanted))) {
            let (semantics, unit) = (Semantics::EdgeInduced, Unit::Subgraphs);
            let cell = Cell { pattern: &pattern, semantics, unit, output: Output::List, off: PassSet::default(), mode };
            let mut num_seen = 0;
            let stopped = listed::list(&engines, &cell, &graph, &mut |_| {
                num_seen += 1;
                if num_seen == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let stopped = stopped.unwrap_or_else(|error| panic!("{cell}: {error}"));
            assert_eq!(num_seen, wanted, "{cell}: calls until the stop");
            assert_eq!(stopped.count, wanted, "{cell}: matches handed over");
        }
    }
}

fn check_pattern(engines: &Engines, sample: &Sample, pattern: &Pattern, mismatches: &mut Mismatches) {
    let graph = sample.graph();
    for semantics in SEMANTICS {
        for (unit, mode) in UNITS.into_iter().flat_map(|unit| MODES.map(|mode| (unit, mode))) {
            for off in passes_off(mode) {
                let cell = Cell { pattern, semantics, unit, output: Output::List, off, mode };
                listed::check(engines, (sample, &graph), &cell, mismatches);
            }
        }
    }
}

fn passes_off(mode: Mode) -> Vec<PassSet> {
    match mode {
        Mode::Compiled => vec![PassSet::default(), PassSet::all()],
        Mode::Interpreted => vec![PassSet::default()],
    }
}
