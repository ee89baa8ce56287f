use std::ops::Range;

use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::spanning::{Classes, Forest, pair};

use super::*;
use crate::control::{Control, Stopped};
use crate::estimate::Goal;
use crate::graph::generate::{Spec, generate};
use crate::graph::{Csr, Graph, VertexId};

/// A clique with a cycle and a star at it, and a vertex alone.
fn mixed() -> Graph {
    let edges =
        [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3), (0, 7), (0, 8), (0, 9)];
    Graph::from_edges(11, edges).expect("a graph")
}

fn random(spec: &str, seed: u64) -> Graph {
    generate(&spec.parse::<Spec>().expect("a graph"), seed).expect("a graph")
}

fn weights_of(forest: &Forest, rows: &Csr) -> Weights {
    Weights::new(forest, rows, &Control::new()).expect("they are small").expect("nobody stops it")
}

/// By pattern, how many there are: all sets of vertices are looked at.
fn counted(rows: &Csr, patterns: &[Pattern]) -> Vec<u64> {
    let (classes, size) = (Classes::new(patterns), patterns[0].num_vertices());
    let mut counts = vec![0; patterns.len()];
    for set in 0u32..1 << rows.num_vertices() {
        let vertices: Vec<VertexId> = (0..rows.num_vertices() as VertexId).filter(|v| set >> v & 1 == 1).collect();
        let pairs = (1..vertices.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
        let edges: Vec<(usize, usize)> = match vertices.len() == size {
            true => pairs.filter(|&(u, v)| rows.has_edge(vertices[u], vertices[v])).collect(),
            false => continue,
        };
        if Pattern::from_edges(size, &edges).is_ok() {
            counts[classes.of(edges.iter().map(|&(u, v)| 1u32 << pair(u, v)).sum())] += 1;
        }
    }
    counts
}

/// All homomorphisms of a tree, as the vertices that they meet.
fn homomorphisms(rows: &Csr, parents: &[usize]) -> Vec<Vec<VertexId>> {
    let mut open: Vec<Vec<VertexId>> = (0..rows.num_vertices() as VertexId).map(|v| vec![v]).collect();
    for &parent in &parents[1..] {
        let next =
            |met: &Vec<VertexId>| rows.row(met[parent]).iter().map(|&v| [met.as_slice(), &[v]].concat()).collect();
        open = open.iter().flat_map(|met| -> Vec<Vec<VertexId>> { next(met) }).collect();
    }
    open
}

#[test]
fn homomorphisms_are_counted_and_hit_each_pattern_in_as_many_ways() {
    let graph = mixed();
    let rows = graph.out();
    for size in 2..=5 {
        let patterns = all_connected(size);
        let (counts, classes, forest) = (counted(rows, &patterns), Classes::new(&patterns), Forest::new(size));
        let weights = weights_of(&forest, rows);
        for (number, tree) in forest.trees.iter().enumerate() {
            let all = homomorphisms(rows, &tree.parents);
            assert_eq!(weights.roots[number].last(), Some(&(all.len() as f64)), "{tree}");
            // The expectation of hits, times the number of homomorphisms.
            let mut hits = vec![0; patterns.len()];
            for met in all.iter().filter(|met| (1..size).all(|v| !met[..v].contains(&met[v]))) {
                let pairs = (1..size).flat_map(|v| (0..v).map(move |u| (u, v)));
                let joined = pairs.filter(|&(u, v)| rows.has_edge(met[u], met[v])).map(|(u, v)| 1u32 << pair(u, v));
                hits[classes.of(joined.sum())] += 1;
            }
            for (pattern, (hits, count)) in patterns.iter().zip(hits.into_iter().zip(&counts)) {
                assert_eq!(hits, count * forest.ways(pattern)[number], "{tree} in {pattern}");
            }
        }
    }
}

#[test]
fn each_homomorphism_is_as_likely_as_any_other() {
    let graph = mixed();
    let (rows, forest) = (graph.out(), Forest::new(6));
    let weights = weights_of(&forest, rows);
    let total = |number: usize| weights.roots[number][rows.num_vertices() - 1];
    let row_of = |v: VertexId| rows.offsets()[v as usize] as usize..rows.offsets()[v as usize + 1] as usize;
    let grows = |sums: &[f64], at: usize| sums[at] - if at == 0 { 0.0 } else { sums[at - 1] };
    for (number, tree) in forest.trees.iter().enumerate() {
        for met in homomorphisms(rows, &tree.parents) {
            let mut part = grows(&weights.roots[number], met[0] as usize) / total(number);
            for v in 1..met.len() {
                let around = row_of(met[tree.parents[v]]);
                let at = rows.row(met[tree.parents[v]]).iter().position(|&u| u == met[v]).expect("a neighbor");
                part *= match tree.branches[v] {
                    0 => 1.0 / around.len() as f64,
                    branch => {
                        let sums = &weights.rows[branch][around];
                        grows(sums, at) / sums[sums.len() - 1]
                    }
                };
            }
            assert!((part * total(number) - 1.0).abs() < 1e-9, "{tree}: {met:?}");
        }
    }
}

/// What a census says of each pattern.
fn census(graph: &Graph, size: usize, (seed, goal): (u64, Goal)) -> Vec<Tally> {
    let (rows, forest, patterns) = (graph.out(), Forest::new(size), all_connected(size));
    let weights = weights_of(&forest, rows);
    let trees = Trees::of_forest(rows, &forest, &weights, seed);
    let totals: Vec<f64> = (0..forest.trees.len()).map(|tree| trees.total(tree)).collect();
    let mut census = Census::of_all(OnThreads(&trees), (&forest, &totals), &patterns, goal);
    assert_eq!(census.run(&Control::new()), Ok(()));
    (0..patterns.len()).map(|pattern| census.tally(pattern)).collect()
}

#[test]
fn estimates_are_unbiased_and_their_intervals_hold() {
    const RUNS: u64 = 400;
    let graphs = [mixed(), random("er:14:36", 3)];
    for graph in &graphs {
        for size in [4, 5] {
            let counts = counted(graph.out(), &all_connected(size));
            let goal = Goal { rel_error: 1e-9, confidence: 0.95, samples: 600 };
            let runs: Vec<Vec<Tally>> = (0..RUNS).map(|seed| census(graph, size, (seed, goal))).collect();
            for (pattern, &count) in counts.iter().enumerate() {
                let count = count as f64;
                let all = || runs.iter().map(|run| run[pattern]);
                let mean = all().map(|own| own.mean).sum::<f64>() / RUNS as f64;
                let variance = all().map(|own| (own.mean - mean).powi(2)).sum::<f64>() / (RUNS - 1) as f64;
                assert!(
                    (mean - count).abs() <= 4.0 * (variance / RUNS as f64).sqrt() + 1e-9,
                    "{pattern}: {mean} for {count}"
                );
                let held = all().filter(|own| (own.interval.low..=own.interval.high).contains(&count)).count();
                assert!(held as f64 >= 0.92 * RUNS as f64, "{pattern}: {held} of {RUNS} for {count}");
            }
        }
    }
}

#[test]
fn samples_are_taken_until_numbers_are_known() {
    let graph = random("er:300:4500", 5);
    let goal = Goal { rel_error: 0.05, confidence: 0.95, samples: 100_000_000 };
    let found = census(&graph, 4, (1, goal));
    assert!(found.iter().all(|own| own.is_reached && own.interval.half_width() <= 0.05 * own.mean), "{found:?}");
    assert!(found.iter().map(|own| own.samples).max() < Some(10_000_000), "{found:?}");
}

#[test]
fn where_there_is_none_samples_bound_the_number() {
    let path = Graph::from_edges(200, (1..200).map(|v| (v - 1, v))).expect("a graph");
    let found = census(&path, 4, (2, Goal { rel_error: 0.01, confidence: 0.95, samples: 50_000 }));
    // Paths, stars, cycles, tailed triangles, diamonds, cliques.
    assert!((found[0].interval.low..=found[0].interval.high).contains(&197.0) && found[0].hits > 0, "{:?}", found[0]);
    for own in &found[1..] {
        assert!(own.mean == 0.0 && own.hits == 0 && !own.is_reached && own.interval.high > 0.0, "{own:?}");
    }
    let empty = Graph::from_edges(5, []).expect("a graph");
    let found = census(&empty, 4, (1, Goal { rel_error: 0.01, confidence: 0.95, samples: 50_000 }));
    assert!(found.iter().all(|own| own.is_reached && own.interval.high == 0.0), "{found:?}");
}

/// Notes what is asked for.
struct Asked(Vec<(usize, Range<u64>)>);

impl Drawer for &mut Asked {
    type Error = Stopped;

    fn draw(&mut self, tree: usize, samples: Range<u64>, _: &Control) -> Result<Option<Vec<u64>>, Stopped> {
        self.0.push((tree, samples));
        Ok(if self.0.len() > 2 { None } else { Some(vec![0; Forest::new(4).trees[tree].num_codes()]) })
    }
}

#[test]
fn a_stopped_run_keeps_what_was_taken() {
    let mut asked = Asked(Vec::new());
    let (forest, goal) = (Forest::new(4), Goal { rel_error: 0.01, confidence: 0.95, samples: 1 << 40 });
    let mut census = Census::of_all(&mut asked, (&forest, &[10.0, 10.0]), &all_connected(4), goal);
    assert_eq!(census.run(&Control::new()), Ok(()));
    assert!(census.tally(0).samples > 0);
    assert_eq!(asked.0.len(), 3);
    assert!(asked.0[2].1.start > 0);
}

#[test]
fn a_tree_of_a_pattern_meets_its_matches() {
    for graph in [mixed(), random("er:14:36", 3)] {
        let rows = graph.out();
        for pattern in [3, 4, 5].into_iter().flat_map(all_connected) {
            let size = pattern.num_vertices();
            let counts = counted(rows, &all_connected(size));
            let (forest, order) = Forest::spanning(&pattern);
            let weights = weights_of(&forest, rows);
            for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
                // Injective matches: those of each pattern, in each of the ways in which this one lies in it.
                let lies = |all: &Pattern| {
                    let mut orders = vec![vec![]];
                    for at in 0..size {
                        orders = orders
                            .iter()
                            .flat_map(|own: &Vec<usize>| {
                                (0..size)
                                    .filter(|v| !own.contains(v))
                                    .map(|v| [own.as_slice(), &[v]].concat())
                                    .collect::<Vec<_>>()
                            })
                            .filter(|own: &Vec<usize>| {
                                (0..at).all(|before| {
                                    let (asked, found) =
                                        (pattern.are_adjacent(before, at), all.are_adjacent(own[before], own[at]));
                                    found == asked || (found && semantics == Semantics::EdgeInduced)
                                })
                            })
                            .collect();
                    }
                    orders.len() as u64
                };
                let matches: u64 = all_connected(size).iter().zip(&counts).map(|(all, count)| count * lies(all)).sum();
                let trees = Trees::of_pattern((rows, &forest, &weights), (&pattern, semantics, &order), 5)
                    .expect("it is injective");
                let goal = Goal { rel_error: 1e-9, confidence: 0.95, samples: 60_000 };
                let mut census = Census::of_one(OnThreads(&trees), trees.total(0), goal, (1 << 20, 1));
                assert_eq!(census.run(&Control::new()), Ok(()));
                let Tally { mean, samples, .. } = census.tally(0);
                let part = matches as f64 / trees.total(0);
                let error = trees.total(0) * (part * (1.0 - part) / samples as f64).sqrt();
                assert!(
                    (mean - matches as f64).abs() <= 4.5 * error + 1e-9,
                    "{pattern} {semantics}: {mean} for {matches}"
                );
            }
        }
    }
}
