//! Listed matches against brute force: each is a match, none comes twice, none is missing, and a stop is obeyed.

use std::ops::ControlFlow;

use gpm_plan::opt::PassSet;
use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::query::{Output, Unit};
use gpm_runtime::control::Control;
use gpm_runtime::engine::Report;
use gpm_runtime::graph::{Graph, VertexId};

use crate::cell::{Cell, Engines, MODES, Mode, guarded};
use crate::expected::{SEMANTICS, UNITS};
use crate::matches;
use crate::mismatch::{FAILS, Mismatches};
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::sample::{Sample, sample_vertex};

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
            let stopped = list(&engines, &cell, &graph, &mut |_| {
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
                if flaw(engines, sample, &graph, &cell).is_none() {
                    mismatches.right();
                } else {
                    mismatches.wrong(engines, sample, &cell, |smaller| flaw(engines, smaller, &smaller.graph(), &cell));
                }
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

/// What is wrong with the matches that the engine lists, if anything.
fn flaw(engines: &Engines, sample: &Sample, graph: &Graph, cell: &Cell<'_>) -> Option<String> {
    let mut listed: Vec<Vec<usize>> = Vec::new();
    let report = list(engines, cell, graph, &mut |found| {
        listed.push(found.iter().map(|&v| sample_vertex(graph, v)).collect());
        ControlFlow::Continue(())
    });
    let report = match report {
        Ok(report) => report,
        Err(error) => return Some(format!("{FAILS}: {error}")),
    };
    if report.partial || report.count != listed.len() as u128 {
        return Some(format!(
            "{} are listed, and reported as {} (partial: {})",
            listed.len(),
            report.count,
            report.partial
        ));
    }
    matches::flaw(sample, &cell.query(), &listed)
}

fn list(
    engines: &Engines,
    cell: &Cell<'_>,
    graph: &Graph,
    sink: &mut (dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send),
) -> Result<Report, String> {
    cell.trace();
    guarded(|| engines.of(cell.mode).list_with(graph, &cell.query(), &Control::new(), sink))
}
