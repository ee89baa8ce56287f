//! Counts per vertex and per arc against brute force, entry by entry.

use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::query::{Output, Query, Unit};
use gpm_runtime::graph::Graph;
use gpm_runtime::table::Counts;

use crate::cell::{Cell, guarded};
use crate::engines::{Engines, MODES, all_cores};
use crate::expected::{SEMANTICS, UNITS, pass_sets};
use crate::mismatch::{FAILS, Mismatches};
use crate::places::{Places, anchored, brute_force, places};
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::sample::Sample;
use crate::settings::is_full;

/// Graphs for patterns of 5 vertices when the run is not full.
const NUM_GRAPHS_OF_FIVE: usize = 1;
/// Random patterns of each kind.
const NUM_RANDOM: usize = 12;

#[test]
fn edge_induced_tables_of_connected_patterns_match_brute_force() {
    check_connected_patterns(Semantics::EdgeInduced);
}

#[test]
fn vertex_induced_tables_of_connected_patterns_match_brute_force() {
    check_connected_patterns(Semantics::VertexInduced);
}

#[test]
fn tables_of_random_patterns_match_brute_force() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    let off = pass_sets();
    for kind in KINDS {
        let graphs = built((kind.graphs)());
        for (i, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let graph = &graphs[i % graphs.len()];
            for (j, anchored) in anchored(pattern).iter().enumerate() {
                let semantics = SEMANTICS[(i + j) % SEMANTICS.len()];
                let unit = UNITS[j % 2];
                let expected = brute_force(&graph.0, &query(anchored, semantics, unit));
                for off in [off[0], off[1], off[2 + (i + j) % (off.len() - 2)]] {
                    for mode in MODES {
                        let cell = Cell { pattern: anchored, semantics, unit, output: Output::Count, off, mode };
                        check(&engines, graph, &cell, &expected, &mut mismatches);
                    }
                }
            }
        }
    }
    mismatches.finish();
}

/// Counts beyond 64 bits: the stars with five leaves in a large star, and none at its leaves.
#[test]
fn entries_may_leave_64_bits() {
    let leaves = 200_000u32;
    let graph = Graph::from_edges(leaves as usize + 1, (1..=leaves).map(|leaf| (0, leaf))).unwrap();
    let star = "a-b, a-c, a-d, a-e, a-f".parse::<Pattern>().unwrap();
    let engine = all_cores();
    let table = |anchors: &[usize]| {
        let query = Query::from(star.clone().with_anchors(anchors).unwrap());
        engine.count_per_anchor(&graph, &query).unwrap()
    };
    let choose = |n: u128, k: u128| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let n = u128::from(leaves);
    let at_center = table(&[0]);
    assert!(matches!(at_center.counts, Counts::Wide(_)));
    assert_eq!((at_center.counts.get(0), at_center.counts.get(1)), (choose(n, 5), 0));
    let at_leaf = table(&[1]);
    assert_eq!((at_leaf.counts.get(0), at_leaf.counts.get(7)), (0, choose(n - 1, 4)));
    assert_eq!(at_leaf.report.count, n * choose(n - 1, 4));
    let at_arc = table(&[1, 0]);
    assert_eq!((at_arc.counts.get(0), at_arc.counts.get(leaves as usize)), (0, choose(n - 1, 4)));
}

fn check_connected_patterns(semantics: Semantics) {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    let graphs = built(random_graphs::undirected());
    let all_off = pass_sets();
    let mut turn = 0;
    for num_vertices in 2..=5 {
        let is_thorough = num_vertices < 4 || is_full();
        let num_graphs = if num_vertices < 5 || is_full() { graphs.len() } else { NUM_GRAPHS_OF_FIVE };
        for anchored in all_connected(num_vertices).iter().flat_map(anchored) {
            for graph in &graphs[..num_graphs] {
                let expected = UNITS.map(|unit| brute_force(&graph.0, &query(&anchored, semantics, unit)));
                for (i, &off) in all_off.iter().enumerate() {
                    for mode in MODES {
                        turn += 1;
                        // Of the many that there are of 4 and 5 vertices each meets all passes, all off, and some of the others.
                        if is_thorough || i < 2 || turn % 7 == 0 {
                            let (pattern, unit, output) = (&anchored, UNITS[turn % 2], Output::Count);
                            let cell = Cell { pattern, semantics, unit, output, off, mode };
                            check(&engines, graph, &cell, &expected[turn % 2], &mut mismatches);
                        }
                    }
                }
            }
        }
    }
    mismatches.finish();
}

fn query(pattern: &Pattern, semantics: Semantics, unit: Unit) -> Query {
    Query { unit, ..Query::from(pattern.clone()).with_semantics(semantics) }
}

fn check(
    engines: &Engines,
    (sample, graph): &(Sample, Graph),
    cell: &Cell<'_>,
    expected: &Places,
    mismatches: &mut Mismatches,
) {
    if cell.pattern.anchors().len() == 2 && sample.is_directed && !cell.pattern.is_directed() {
        return;
    }
    cell.trace();
    match failure(engines, graph, cell, expected) {
        None => mismatches.right(),
        Some(_) => mismatches.wrong(engines, sample, cell, |smaller| {
            failure(engines, &smaller.graph(), cell, &brute_force(smaller, &cell.query()))
        }),
    }
}

/// How the engine's table differs from the oracle's, if it does.
fn failure(engines: &Engines, graph: &Graph, cell: &Cell<'_>, expected: &Places) -> Option<String> {
    let tabulated = match guarded(|| engines.of(cell.mode).count_per_anchor(graph, cell.query())) {
        Ok(tabulated) => tabulated,
        Err(error) => return Some(format!("{FAILS}: {error}")),
    };
    let rows = (graph.out().offsets(), graph.out().neighbors());
    let found = places(tabulated.counts.iter(), graph, cell.pattern, rows);
    let sum: u128 = expected.values().sum();
    match found == *expected && tabulated.report.count == sum && !tabulated.report.partial {
        true => None,
        false => Some(format!("{found:?} (sum {}), not {expected:?} (sum {sum})", tabulated.report.count)),
    }
}

fn built(samples: Vec<Sample>) -> Vec<(Sample, Graph)> {
    samples.into_iter().map(|sample| (sample.clone(), sample.graph())).collect()
}
