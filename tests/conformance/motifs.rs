//! All motifs of a size, in one session, against a census of all sets of so many data vertices.
//!
//! The census knows nothing of patterns: it puts the bits of all matrices into classes by permuting them.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, Semantics, all_connected, all_connected_directed, disconnected_triads, triad_code};
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, Session};

use crate::engines::all_cores;
use crate::random_graphs;
use crate::sample::Sample;

/// The matrices of graphs on `size` vertices, a bit for each pair.
struct Matrices {
    size: usize,
    /// Ordered, if directed.
    pairs: Vec<(usize, usize)>,
    /// The least matrix that a permutation makes of each.
    class: Vec<u32>,
}

impl Matrices {
    fn new(size: usize, is_directed: bool) -> Matrices {
        let ordered = (0..size).flat_map(|u| (0..size).map(move |v| (u, v)));
        let pairs: Vec<(usize, usize)> = ordered.filter(|(u, v)| u < v || is_directed && u != v).collect();
        let place = |u: usize, v: usize| {
            let is_it = |pair: &(usize, usize)| *pair == (u, v) || !is_directed && *pair == (v, u);
            pairs.iter().position(is_it).expect("every pair has a place")
        };
        let images: Vec<Vec<usize>> = permutations(size)
            .iter()
            .map(|image| pairs.iter().map(|&(u, v)| place(image[u], image[v])).collect())
            .collect();
        let mut class = vec![u32::MAX; 1 << pairs.len()];
        for matrix in 0..class.len() {
            if class[matrix] == u32::MAX {
                for image in &images {
                    let bits = image.iter().enumerate().filter(|(from, _)| matrix >> from & 1 == 1);
                    class[bits.map(|(_, to)| 1 << to).sum::<usize>()] = matrix as u32;
                }
            }
        }
        Matrices { size, pairs, class }
    }

    /// How many sets of vertices of the sample span each class.
    fn census(&self, sample: &Sample) -> Vec<u128> {
        let (n, matrix) = (sample.num_vertices, sample.matrix());
        let mut counts = vec![0; self.class.len()];
        let mut chosen: Vec<usize> = (0..self.size).collect();
        while chosen.last().is_some_and(|&last| last < n) {
            let joined = |(u, v): (usize, usize)| matrix[chosen[u] * n + chosen[v]].is_some();
            let bits = self.pairs.iter().enumerate().filter(|(_, pair)| joined(**pair)).map(|(at, _)| 1 << at);
            counts[self.class[bits.sum::<usize>()] as usize] += 1;
            // The next set in lexicographic order.
            let next = (0..self.size).rev().find(|&i| chosen[i] < n - self.size + i);
            let Some(i) = next else { break };
            let first = chosen[i] + 1;
            chosen[i..].iter_mut().enumerate().for_each(|(step, v)| *v = first + step);
        }
        counts
    }

    /// From the sets that span each class, how often each is a part of them with all their vertices.
    fn parts(&self, census: &[u128]) -> Vec<u128> {
        let mut counts = vec![0; self.class.len()];
        for (whole, &number) in census.iter().enumerate().filter(|(_, number)| **number > 0) {
            let mut part = whole;
            loop {
                counts[self.class[part] as usize] += number;
                if part == 0 {
                    break;
                }
                part = (part - 1) & whole;
            }
        }
        counts
    }

    fn class_of(&self, pattern: &Pattern) -> usize {
        let arcs: Vec<(usize, usize)> = pattern.edges().map(|edge| (edge.from, edge.to)).collect();
        let is_there =
            |&(u, v): &(usize, usize)| arcs.contains(&(u, v)) || !pattern.is_directed() && arcs.contains(&(v, u));
        self.class_with(is_there)
    }

    /// The class of the graph of some pairs.
    fn class_with(&self, is_there: impl Fn(&(usize, usize)) -> bool) -> usize {
        let bits = self.pairs.iter().enumerate().filter(|(_, pair)| is_there(pair)).map(|(at, _)| 1 << at);
        self.class[bits.sum::<usize>()] as usize
    }
}

fn permutations(size: usize) -> Vec<Vec<usize>> {
    let Some(last) = size.checked_sub(1) else { return vec![Vec::new()] };
    let shorter = permutations(last);
    let inserted =
        |at: usize| shorter.iter().map(move |order| [&order[..at], &[last], &order[at..]].concat()).collect::<Vec<_>>();
    (0..size).flat_map(inserted).collect()
}

#[test]
fn undirected_motifs_match_a_census() {
    let engine = all_cores();
    for size in 3..=6 {
        let matrices = Matrices::new(size, false);
        let patterns = all_connected(size);
        for sample in random_graphs::undirected().iter().take(3) {
            check(&engine, &matrices, &patterns, sample);
        }
    }
}

#[test]
fn directed_motifs_match_a_census() {
    let engine = all_cores();
    for size in 2..=4 {
        let matrices = Matrices::new(size, true);
        let patterns = all_connected_directed(size);
        for sample in &random_graphs::directed() {
            check(&engine, &matrices, &patterns, sample);
        }
    }
}

/// Both meanings, each in sessions of its own, dense patterns first: all announced, with and without fused nests, or one by one.
fn check(engine: &Engine, matrices: &Matrices, patterns: &[Pattern], sample: &Sample) {
    let graph = sample.graph();
    let census = matrices.census(sample);
    let parts = matrices.parts(&census);
    for (semantics, expected) in [(Semantics::VertexInduced, census), (Semantics::EdgeInduced, parts)] {
        let queries = |disabled: PassSet| -> Vec<Query> {
            let query = |pattern: &Pattern| Query::from(pattern.clone()).with_semantics(semantics).without(disabled);
            patterns.iter().rev().map(query).collect()
        };
        let unfused = PassSet::named("fuse").expect("there is such a pass");
        let ways = [(PassSet::default(), true), (PassSet::default(), false), (unfused, true)];
        // There are many of six vertices.
        let number = if matrices.size < 6 { ways.len() } else { 1 };
        for (disabled, is_announced) in ways.into_iter().take(number) {
            let (mut session, queries) = (Session::new(&graph), queries(disabled));
            if is_announced {
                engine.announce(&mut session, &queries, &Control::new()).expect("every pattern has a plan");
            }
            for query in queries {
                let report = engine.count_in(&mut session, &query, &Control::new()).expect("the run succeeds");
                let (pattern, expected) = (&query.pattern, expected[matrices.class_of(&query.pattern)]);
                assert_eq!(report.count, expected, "{pattern} {semantics} in {}\n{:?}", sample.name, report.plan);
            }
        }
    }
}

/// The triads that are not connected follow from those that are.
#[test]
fn disconnected_triads_match_a_census() {
    let engine = all_cores();
    let matrices = Matrices::new(3, true);
    for sample in &random_graphs::directed() {
        let graph = sample.graph();
        let count = |pattern: &Pattern| {
            engine.count(&graph, Query::from(pattern.clone()).vertex_induced()).expect("the run succeeds").count
        };
        let pairs: Vec<u128> = all_connected_directed(2).iter().map(count).collect();
        let triads = all_connected_directed(3);
        let connected: Vec<(&str, u128)> =
            triads.iter().map(|triad| (triad_code(triad).expect("a triad"), count(triad))).collect();
        let census = matrices.census(sample);
        let spanning = |arcs: &[(usize, usize)]| census[matrices.class_with(|pair| arcs.contains(pair))];
        let expected = [spanning(&[]), spanning(&[(0, 1)]), spanning(&[(0, 1), (1, 0)])];
        assert!(expected.iter().all(|&count| count > 0), "{} shows nothing", sample.name);
        let found = disconnected_triads(graph.num_vertices() as u64, [pairs[0], pairs[1]], &connected);
        assert_eq!(found, Some(expected), "{}", sample.name);
    }
}

#[test]
fn directed_motifs_add_up_to_undirected_ones() {
    let engine = all_cores();
    for sample in random_graphs::directed() {
        let graph = sample.graph();
        let count = |pattern: &Pattern| {
            engine.count(&graph, Query::from(pattern.clone()).vertex_induced()).expect("the run succeeds").count
        };
        for shape in all_connected(3) {
            let is_alike = |pattern: &&Pattern| {
                let edges: Vec<(usize, usize)> = pattern.edges().map(|edge| (edge.from, edge.to)).collect();
                Pattern::from_edges(3, &edges).is_ok_and(|bare| bare.is_isomorphic(&shape))
            };
            let directed: u128 = all_connected_directed(3).iter().filter(is_alike).map(count).sum();
            assert_eq!(directed, count(&shape), "{shape} in {}", sample.name);
        }
    }
}
