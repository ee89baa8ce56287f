//! Listed matches: against brute force in small graphs, against the CPU's in large ones, and that a listing can be stopped.

use std::ops::ControlFlow;

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Semantics, all_connected};
use gpm_plan::query::{Output, Query, Unit};
use gpm_runtime::control::Control;

use crate::cell::{Cell, guarded};
use crate::dataset::{folder, load};
use crate::engines::{Engines, Mode, count, cpu, query};
use crate::expected::SEMANTICS;
use crate::handed::Handed;
use crate::listed;
use crate::mismatch::Mismatches;
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::settings::say;

/// Patterns of each random kind.
const NUM_RANDOM: usize = 3;

/// Listed in each of [`GRAPHS`].
const PATTERNS: [&str; 9] =
    ["edge", "wedge", "triangle", "star:4", "4-path", "tailed-triangle", "diamond", "4-clique", "5-clique"];

/// The last has tens of millions of wedges and stars.
const GRAPHS: [&str; 3] = ["karate", "ca-GrQc", "email-Eu-core"];

/// Listings with more matches take too long on a CPU.
const MOST: u128 = 60_000_000;

/// One listing at least has more matches than this: they go through the ring many times.
const MANY: u128 = 5_000_000;

#[test]
fn small_listings_match_brute_force() {
    let Some(engines) = Engines::wait() else { return };
    let mut mismatches = Mismatches::default();
    let graphs: Vec<_> = random_graphs::undirected().into_iter().take(2).collect();
    let connected = (2..=4)
        .flat_map(all_connected)
        .flat_map(|pattern| graphs.iter().map(move |sample| (pattern.clone(), sample.clone())).collect::<Vec<_>>());
    let random = KINDS.iter().flat_map(|kind| {
        let samples = (kind.graphs)();
        let chosen = (0..NUM_RANDOM).map(|at| samples[at % samples.len()].clone()).collect::<Vec<_>>();
        kind.patterns(NUM_RANDOM).into_iter().zip(chosen)
    });
    for (pattern, sample) in connected.chain(random) {
        let graph = sample.graph();
        for semantics in SEMANTICS {
            let (unit, off) = (Unit::Subgraphs, PassSet::default());
            let cell = Cell { pattern: &pattern, semantics, unit, output: Output::List, off, mode: Mode::Gpu };
            listed::check(&engines, (&sample, &graph), &cell, &mut mismatches);
        }
    }
    mismatches.finish();
}

#[test]
fn large_listings_are_those_of_the_cpu() {
    let Some(engines) = Engines::wait() else { return };
    let Some(folder) = folder() else { return };
    let cpu = cpu();
    let (mut most, mut wrong) = (0, Vec::new());
    for name in GRAPHS {
        let Some(graph) = load(&folder, name) else {
            say(format_args!("skipped listings: no data graph `{name}`"));
            continue;
        };
        for query in queries() {
            let expected = count(&cpu, &graph, &query).count;
            if expected > MOST {
                say(format_args!("skipped {name} {} {}: {expected} matches", query.pattern, query.semantics));
                continue;
            }
            let right = Handed::list(&cpu, &graph, &query, expected);
            let flaw = Handed::list(engines.gpu(), &graph, &query, expected).flaw(&right);
            most = most.max(right.count);
            wrong.extend(flaw.map(|flaw| format!("{name} {} {}: {flaw}", query.pattern, query.semantics)));
        }
    }
    say(format_args!("large listings: the longest has {most} matches, {} are wrong", wrong.len()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(most == 0 || most > MANY, "no listing is long");
}

#[test]
fn listing_stops_when_told() {
    let Some(engines) = Engines::wait() else { return };
    let graph = random_graphs::undirected()[0].graph();
    for name in ["edge", "wedge", "triangle", "house"] {
        for wanted in [1_u128, 2, 7] {
            let mut num_seen = 0;
            let mut sink = |_: &[_]| {
                num_seen += 1;
                if num_seen == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let run = guarded(|| engines.gpu().list_with(&graph, query(name), &Control::new(), &mut sink));
            let report = run.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((num_seen, report.count), (wanted, wanted), "{name}: calls, and matches handed over");
        }
        let all = count(&cpu(), &graph, &query(name)).count;
        assert_eq!(Handed::list(engines.gpu(), &graph, &query(name), all).count, all, "{name} after stops");
    }
}

fn queries() -> impl Iterator<Item = Query> {
    let induced = query("4-cycle").with_semantics(Semantics::VertexInduced);
    PATTERNS.into_iter().map(query).chain([induced])
}
