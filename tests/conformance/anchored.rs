//! Counts per vertex and per arc against brute force, entry by entry.

use std::collections::BTreeMap;

use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::query::{Output, Unit};
use gpm_runtime::engine::Tabulated;
use gpm_runtime::graph::Graph;
use gpm_runtime::table::Counts;

use crate::cell::{Cell, guarded};
use crate::engines::{Engines, MODES, all_cores};
use crate::expected::{SEMANTICS, UNITS, pass_sets};
use crate::mismatch::{FAILS, Mismatches};
use crate::oracle::Oracle;
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::sample::{Sample, sample_vertex};
use crate::settings::is_full;

/// Graphs for patterns of 5 vertices when the run is not full.
const NUM_GRAPHS_OF_FIVE: usize = 2;
/// Random patterns of each kind.
const NUM_RANDOM: usize = 12;

/// A count for each place of the anchors that is not zero, by the sample's ids.
type Places = BTreeMap<Vec<usize>, u128>;

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
                for off in [off[0], off[1], off[2 + (i + j) % (off.len() - 2)]] {
                    for mode in MODES {
                        let cell = Cell { pattern: anchored, semantics, unit, output: Output::Count, off, mode };
                        check(&engines, graph, &cell, &mut mismatches);
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
    let graph = Graph::from_edges(0, (1..=leaves).map(|leaf| (0, leaf)));
    let star = "a-b, a-c, a-d, a-e, a-f".parse::<Pattern>().unwrap();
    let engine = all_cores();
    let table = |anchors: &[usize]| {
        let query = star.clone().with_anchors(anchors).unwrap().into();
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
                for (i, &off) in all_off.iter().enumerate() {
                    for mode in MODES {
                        turn += 1;
                        // Of the many that there are of 4 and 5 vertices each meets all passes, all off, and some of the others.
                        if is_thorough || i < 2 || turn % 7 == 0 {
                            let (pattern, output) = (&anchored, Output::Count);
                            let cell = Cell { pattern, semantics, unit: UNITS[turn % 2], output, off, mode };
                            check(&engines, graph, &cell, &mut mismatches);
                        }
                    }
                }
            }
        }
    }
    mismatches.finish();
}

/// The pattern with each vertex and each pair of adjacent ones as anchors, up to isomorphism.
fn anchored(pattern: &Pattern) -> Vec<Pattern> {
    let n = pattern.num_vertices();
    let pairs = (0..n).flat_map(|u| (0..n).map(move |v| vec![u, v]));
    let choices = (0..n).map(|u| vec![u]).chain(pairs.filter(|pair| pair[0] != pair[1]));
    let mut all: Vec<Pattern> =
        choices.filter_map(|anchors| pattern.clone().with_anchors(&anchors).ok()).map(|p| p.canonical()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn check(engines: &Engines, (sample, graph): &(Sample, Graph), cell: &Cell<'_>, mismatches: &mut Mismatches) {
    if cell.pattern.anchors().len() == 2 && sample.is_directed && !cell.pattern.is_directed() {
        return;
    }
    cell.trace();
    match failure(engines, sample, graph, cell) {
        None => mismatches.right(),
        Some(_) => mismatches.wrong(engines, sample, cell, |smaller| failure(engines, smaller, &smaller.graph(), cell)),
    }
}

/// How the engine's table differs from the oracle's, if it does.
fn failure(engines: &Engines, sample: &Sample, graph: &Graph, cell: &Cell<'_>) -> Option<String> {
    let tabulated = match guarded(|| engines.of(cell.mode).count_per_anchor(graph, &cell.query())) {
        Ok(tabulated) => tabulated,
        Err(error) => return Some(format!("{FAILS}: {error}")),
    };
    let (found, expected) = (places(&tabulated, graph, cell.pattern), brute_force(sample, cell));
    let sum: u128 = expected.values().sum();
    match found == expected && tabulated.report.count == sum && !tabulated.report.partial {
        true => None,
        false => Some(format!("{found:?} (sum {}), not {expected:?} (sum {sum})", tabulated.report.count)),
    }
}

fn places(tabulated: &Tabulated, graph: &Graph, pattern: &Pattern) -> Places {
    let rows = graph.out();
    let place = |entry: usize| match pattern.anchors().len() {
        1 => vec![sample_vertex(graph, entry as u32)],
        _ => {
            let owner = rows.offsets().partition_point(|&offset| offset as usize <= entry) - 1;
            [owner as u32, rows.neighbors()[entry]].map(|v| sample_vertex(graph, v)).to_vec()
        }
    };
    let counts = tabulated.counts.iter().enumerate();
    counts.filter(|(_, count)| *count > 0).map(|(entry, count)| (place(entry), count)).collect()
}

fn brute_force(sample: &Sample, cell: &Cell<'_>) -> Places {
    let at = |map: &[usize]| cell.pattern.anchors().iter().map(|&u| map[u]).collect::<Vec<_>>();
    let mut places = Places::new();
    for map in Oracle::new(sample, cell.pattern, cell.semantics).maps() {
        *places.entry(at(&map)).or_default() += 1;
    }
    if cell.semantics != Semantics::Homomorphism && cell.unit == Unit::Subgraphs {
        let automorphisms = Oracle::automorphisms(cell.pattern, cell.semantics).maps();
        let fixed = automorphisms.iter().filter(|map| at(map) == cell.pattern.anchors()).count() as u128;
        places.values_mut().for_each(|count| *count /= fixed);
    }
    places
}

fn built(samples: Vec<Sample>) -> Vec<(Sample, Graph)> {
    samples.into_iter().map(|sample| (sample.clone(), sample.graph())).collect()
}
