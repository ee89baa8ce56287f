//! Cliques of all sizes: closed forms, brute force, and one search with others that give their subtrees away.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::CliqueTree;
use crate::control::Control;
use crate::graph::{Graph, VertexId};
use crate::open::{Found, Giving, Job, Ordered, search};

const WAYS: [(usize, Giving, usize); 3] = [(1, Giving::OnDemand, 16), (4, Giving::Always, 1), (1, Giving::Always, 2)];

const ALL: std::ops::RangeInclusive<usize> = 1..=usize::MAX;

/// The number of each size, and a largest clique.
fn counted(
    graph: &Graph,
    sizes: std::ops::RangeInclusive<usize>,
    base: &[VertexId],
    (threads, giving, large): (usize, Giving, usize),
) -> (Option<Vec<(usize, u128)>>, Vec<VertexId>) {
    let ordered = Ordered::new(graph, base, &Control::new()).unwrap().expect("a clique");
    let problem = CliqueTree::new(&ordered, sizes.clone(), large);
    let job = Job { control: &Control::new(), threads, giving, sink: None, per_vertex: None };
    let (Found { families, mut largest, .. }, is_complete) = search(&problem, job).unwrap();
    assert!(is_complete);
    largest.sort_unstable();
    (families.sizes(&sizes), largest)
}

/// All cliques with a base, by trying all ways to extend each: how many there are of each size.
fn by_force(graph: &Graph, base: &[VertexId]) -> Vec<u128> {
    let n = graph.num_vertices() as VertexId;
    let mut numbers = vec![0; n as usize + 1];
    let mut open: Vec<Vec<VertexId>> = vec![base.to_vec()];
    while let Some(clique) = open.pop() {
        numbers[clique.len()] += 1;
        let first = clique[base.len()..].last().map_or(0, |&v| v + 1);
        let fits = |&v: &VertexId| clique.iter().all(|&u| graph.out().has_edge(u, v));
        open.extend((first..n).filter(fits).map(|v| [clique.as_slice(), &[v]].concat()));
    }
    // No vertex is no clique.
    numbers[0] = 0;
    numbers
}

fn complement_of_groups(vertices: u32, group: u32) -> Graph {
    let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
    Graph::from_edges(vertices as usize, pairs.filter(|(u, v)| u / group != v / group)).unwrap()
}

fn choose(n: u32, k: u32) -> u128 {
    (0..k).fold(1, |product, at| product * u128::from(n - at) / u128::from(at + 1))
}

/// 10,000 graphs.
#[test]
fn random_graphs_agree_with_brute_force() {
    let mut rng = StdRng::seed_from_u64(225);
    for round in 0..10_000 {
        let (n, density) = (rng.random_range(1..=14), rng.random_range(0.05..0.98));
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let edges: Vec<(u32, u32)> = pairs.filter(|_| rng.random_bool(density)).collect();
        let graph = Graph::from_edges(n as usize, edges).unwrap();
        let way = WAYS[if round % 4 == 0 { 1 } else { round % 2 * 2 }];
        let (_, clique) = counted(&graph, ALL, &[], way);
        let base: Vec<VertexId> = clique.into_iter().filter(|_| rng.random_bool(0.3)).collect();
        let least = rng.random_range(1..=5);
        let most = if rng.random_bool(0.5) { usize::MAX } else { least + rng.random_range(0..4) };
        for (base, sizes) in [(&[][..], ALL), (&base, ALL), (&[], least..=most), (&base, least..=most)] {
            let all = by_force(&graph, base).into_iter().enumerate();
            let expected: Vec<_> = all.filter(|(size, number)| *number > 0 && sizes.contains(size)).collect();
            let (found, largest) = counted(&graph, sizes.clone(), base, way);
            assert_eq!(found.as_ref(), Some(&expected), "{:?} {base:?} {sizes:?}", graph.out());
            assert_eq!(largest.len(), expected.last().map_or(0, |&(size, _)| size));
            assert!(base.iter().all(|v| largest.is_empty() || largest.contains(v)));
            assert!(largest.iter().all(|&u| largest.iter().all(|&v| u == v || graph.out().has_edge(u, v))));
        }
    }
}

/// Moon and Moser's graphs \[MoonMoser1965\] and their like: a clique has at most one vertex of each group.
#[test]
fn complements_of_groups() {
    for (groups, group) in [(1, 1), (9, 1), (1, 3), (5, 3), (9, 3), (11, 2), (6, 4), (70, 1)] {
        let graph = complement_of_groups(groups * group, group);
        let number = |k: u32| (k as usize, choose(groups, k) * u128::from(group).pow(k));
        let expected: Vec<_> = (1..=groups).map(number).collect();
        for way in WAYS {
            assert_eq!(counted(&graph, ALL, &[], way).0, Some(expected.clone()), "{groups} of {group}");
        }
    }
}

/// Of a clique of 200 vertices not all numbers fit, but those that do are known.
#[test]
fn numbers_that_do_not_fit_are_noticed() {
    let graph = complement_of_groups(200, 1);
    for way in WAYS {
        assert_eq!(counted(&graph, ALL, &[], way).0, None);
        let (sizes, largest) = counted(&graph, 3..=4, &[], way);
        assert_eq!((sizes, largest.len()), (Some(vec![(3, choose(200, 3)), (4, choose(200, 4))]), 4));
        let high = counted(&graph, 199..=usize::MAX, &[], way).0;
        assert_eq!(high, Some(vec![(199, 200), (200, 1)]));
    }
}

/// Local graphs of all widths: with subtrees given away, and a size at a time.
#[test]
fn wide_local_graphs() {
    let mut rng = StdRng::seed_from_u64(7);
    for (n, density) in [(90u32, 0.7), (150, 0.5), (300, 0.25), (700, 0.1)] {
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let edges: Vec<(u32, u32)> = pairs.filter(|&(u, _)| u < 3 || rng.random_bool(density / 2.0)).collect();
        let graph = Graph::from_edges(n as usize, edges).unwrap();
        let whole = counted(&graph, ALL, &[], WAYS[0]).0.expect("numbers fit");
        assert_eq!(counted(&graph, ALL, &[], (4, Giving::Always, 1)).0.as_ref(), Some(&whole));
        assert_eq!((whole[0], whole[1]), ((1, n.into()), (2, graph.num_edges().into())));
        for &(size, number) in &whole {
            assert_eq!(counted(&graph, size..=size, &[], WAYS[0]).0, Some(vec![(size, number)]));
        }
    }
}

/// What is counted before a search is stopped are cliques.
#[test]
fn a_search_that_is_stopped_counts_fewer() {
    let graph = complement_of_groups(60, 3);
    let ordered = Ordered::new(&graph, &[], &Control::new()).unwrap().expect("a clique");
    let control = Control::new().with_time_limit(std::time::Duration::from_millis(20));
    let problem = CliqueTree::new(&ordered, ALL, 16);
    let stopped = control.run(|run| {
        let job = Job { control: run, threads: 2, giving: Giving::OnDemand, sink: None, per_vertex: None };
        search(&problem, job)
    });
    let (found, _) = stopped.expect("a thread watches limits").unwrap();
    let sizes = found.families.sizes(&ALL).expect("numbers fit");
    assert!(sizes.iter().all(|&(size, number)| number <= choose(20, size as u32) * 3u128.pow(size as u32)));
}
