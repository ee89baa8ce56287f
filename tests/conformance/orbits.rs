//! Graphlet orbit counts: of every vertex and edge of a small graph as ORCA has them, and sums over a large one.

use std::collections::BTreeMap;

use gpm_plan::pattern::{OrbitsOf, Semantics, orbits};
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::OrbitCounts;
use gpm_runtime::graph::{Graph, OriginalId, VertexId};
use gpm_runtime::table::Counts;

use crate::engines::all_cores;
use crate::places::{brute_force, places};
use crate::random_graphs;
use crate::sample::{Sample, sample_vertex};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");
const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/debian-packages.el.gz");

/// The busiest random graphs. Beside them are those with hubs, whose leaves are not searched one by one.
const NUM_GRAPHS: usize = 4;

/// Rows by original ids.
type Rows = BTreeMap<Vec<u64>, Vec<u128>>;

#[test]
fn orbits_of_vertices_are_those_of_orca() {
    check(OrbitsOf::Vertices, 15, include_str!("orca/karate-vertices.tsv"));
}

#[test]
fn orbits_of_edges_are_those_of_orca() {
    check(OrbitsOf::Edges, 12, include_str!("orca/karate-edges.tsv"));
}

/// All orbits of small random graphs, of every vertex and edge, against brute force.
#[test]
fn orbits_of_random_graphs_match_brute_force() {
    let all = random_graphs::undirected();
    let has_twins = |sample: &&Sample| ["star", "two hubs"].contains(&sample.name);
    for sample in all.iter().take(NUM_GRAPHS).chain(all.iter().filter(has_twins)) {
        let graph = sample.graph();
        for of in [OrbitsOf::Vertices, OrbitsOf::Edges] {
            let found = count(&graph, of, 5);
            match_brute_force((sample, &graph), (of, 5), &found.counts, &found.edges);
        }
    }
}

/// Compares the counts of all orbits with brute force. `edges` are those that rows stand for, if they do.
pub(crate) fn match_brute_force(
    (sample, graph): (&Sample, &Graph),
    (of, size): (OrbitsOf, usize),
    found: &[Counts],
    edges: &[[VertexId; 2]],
) {
    let (orbits, rows) = (orbits(of, size), (graph.out().offsets(), graph.out().neighbors()));
    assert_eq!(found.len(), orbits.len());
    for (number, (orbit, counts)) in orbits.into_iter().zip(found).enumerate() {
        let expected = brute_force(sample, &Query::from(orbit.pattern.clone()).vertex_induced());
        if of == OrbitsOf::Vertices {
            assert_eq!(places(counts.iter(), graph, &orbit.pattern, rows), expected, "orbit {number}");
            continue;
        }
        let at = |ends: [usize; 2]| expected.get(ends.as_slice()).copied().unwrap_or(0);
        assert_eq!((counts.len(), edges.len()), (sample.edges.len(), sample.edges.len()));
        for (row, &ends) in edges.iter().enumerate() {
            let [v, w] = ends.map(|v| sample_vertex(graph, v));
            let both_ways = if orbit.is_symmetric { at([v, w]) } else { at([v, w]) + at([w, v]) };
            assert_eq!(counts.get(row), both_ways, "orbit {number} of the edge {v}-{w}");
        }
    }
}

/// A graphlet has as many vertices, or edges, on an orbit as its group moves one of them to.
#[test]
fn sums_are_counts_of_graphlets() {
    let graph = Graph::load(PACKAGES).expect("a bundled graph");
    let engine = all_cores();
    for of in [OrbitsOf::Vertices, OrbitsOf::Edges] {
        let found = count(&graph, of, 4);
        for (number, (orbit, counts)) in orbits(of, 4).into_iter().zip(found.counts).enumerate() {
            let order = |anchors: &[usize]| {
                let pattern = orbit.pattern.clone().with_anchors(anchors).expect("a part of the anchors");
                pattern.automorphisms(Semantics::VertexInduced).order()
            };
            // Arcs that are carried into each other; an edge whose ends are is both of its arcs.
            let moved = order(&[]) / order(orbit.pattern.anchors());
            let size = if of == OrbitsOf::Edges && orbit.is_symmetric { moved / 2 } else { moved };
            let graphlet = orbit.pattern.clone().with_anchors(&[]).expect("no anchors");
            let graphlets = engine.count(&graph, Query::from(graphlet).vertex_induced()).expect("a count").count;
            assert_eq!(counts.iter().sum::<u128>(), graphlets * size, "orbit {number} of {of:?}");
        }
    }
}

#[test]
fn a_stopped_run_gives_nothing() {
    let graph = Graph::load(KARATE).expect("a bundled graph");
    let control = Control::new();
    control.stop();
    assert!(all_cores().count_orbits(&graph, OrbitsOf::Vertices, 4, &control).expect("no failure").is_none());
}

#[test]
fn graphs_without_edges() {
    let graph = Graph::from_edges(3, []).unwrap();
    assert_eq!(
        count(&graph, OrbitsOf::Vertices, 4).counts.iter().map(|counts| counts.iter().sum::<u128>()).max(),
        Some(0)
    );
    assert!(count(&graph, OrbitsOf::Edges, 4).counts.iter().all(|counts| counts.is_empty()));
}

/// Compares all orbits, and those of smaller graphlets alone, of which there are `few`.
fn check(of: OrbitsOf, few: usize, expected: &str) {
    let graph = Graph::load(KARATE).expect("a bundled graph");
    let ids = if of == OrbitsOf::Vertices { 1 } else { 2 };
    let row = |line: &str| {
        let numbers: Vec<u64> = line.split('\t').map(|number| number.parse().expect("a number")).collect();
        (numbers[..ids].to_vec(), numbers[ids..].iter().map(|&count| count.into()).collect())
    };
    let mut expected: Rows = expected.lines().filter(|line| !line.starts_with('#')).map(row).collect();
    assert_eq!(rows(&graph, &count(&graph, of, 5)), expected);
    expected.values_mut().for_each(|counts| counts.truncate(few));
    assert_eq!(rows(&graph, &count(&graph, of, 4)), expected);
}

fn count(graph: &Graph, of: OrbitsOf, size: usize) -> OrbitCounts {
    let found = all_cores().count_orbits(graph, of, size, &Control::new());
    found.expect("counts").expect("nobody stops it")
}

fn rows(graph: &Graph, found: &OrbitCounts) -> Rows {
    let id = |v: VertexId| match graph.original_id(v) {
        OriginalId::Integer(id) => id,
        OriginalId::Name(name) => panic!("integer ids, not `{name}`"),
    };
    let sorted = |mut ids: Vec<u64>| {
        ids.sort_unstable();
        ids
    };
    let row = |(row, ids): (usize, Vec<u64>)| (ids, found.counts.iter().map(|counts| counts.get(row)).collect());
    match found.edges.is_empty() {
        true => (0..graph.num_vertices()).map(|v| row((v, vec![id(v as VertexId)]))).collect(),
        false => found.edges.iter().enumerate().map(|(i, ends)| row((i, sorted(ends.map(id).to_vec())))).collect(),
    }
}
