//! Cliques against brute force, with subtrees given away all the time.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::{MaximalCliques, MaximumClique};
use crate::control::Control;
use crate::graph::{Graph, VertexId};
use crate::open::{Found, Giving, Job, Ordered, Problem, search};

/// How a search is done: threads, when subtrees are given away, and candidates that make one large.
const WAYS: [(usize, Giving, usize); 3] = [(1, Giving::OnDemand, 4), (4, Giving::Always, 1), (1, Giving::Always, 2)];

/// Searches for all answers.
fn found<P: Problem>(problem: &P, (threads, giving): (usize, Giving), per_vertex: Option<usize>) -> Found {
    let control = Control::new();
    let job = Job { control: &control, threads, giving, sink: None, per_vertex };
    let (found, is_complete) = search(problem, job).unwrap();
    assert!(is_complete);
    found
}

/// The answers themselves.
fn listed<P: Problem>(problem: &P, (threads, giving): (usize, Giving)) -> Vec<Vec<VertexId>> {
    let (control, mut all) = (Control::new(), Vec::new());
    let mut sink = |members: &[VertexId]| {
        let mut members = members.to_vec();
        members.sort_unstable();
        all.push(members);
        ControlFlow::Continue(())
    };
    let job = Job { control: &control, threads, giving, sink: Some(&mut sink), per_vertex: None };
    search(problem, job).unwrap();
    all.sort_unstable();
    all
}

/// All maximal cliques of a graph of at most 32 vertices, by trying all ways to extend each clique.
fn by_force(graph: &Graph) -> Vec<Vec<VertexId>> {
    let n = graph.num_vertices();
    let row = |v: usize| graph.out().row(v as VertexId).iter().fold(0u32, |row, &u| row | 1 << u);
    let rows: Vec<u32> = (0..n).map(row).collect();
    let mut cliques: Vec<(u32, u32, usize)> = vec![(0, if n == 32 { u32::MAX } else { (1 << n) - 1 }, 0)];
    let mut maximal = BTreeSet::new();
    while let Some((clique, common, next)) = cliques.pop() {
        if clique != 0 && common == 0 {
            maximal.insert((0..n as VertexId).filter(|v| clique >> v & 1 == 1).collect());
        }
        let more = (next..n).filter(|v| common >> v & 1 == 1);
        cliques.extend(more.map(|v| (clique | 1 << v, common & rows[v], v + 1)));
    }
    maximal.into_iter().collect()
}

fn ordered(graph: &Graph, base: &[VertexId]) -> Ordered {
    Ordered::new(graph, base, &Control::new()).unwrap().expect("a clique")
}

fn random(rng: &mut StdRng) -> Graph {
    let (n, density) = (rng.random_range(1..=14), rng.random_range(0.05..0.98));
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges: Vec<(u32, u32)> = pairs.filter(|_| rng.random_bool(density)).collect();
    Graph::from_edges(n as usize, edges).unwrap()
}

fn histogram(cliques: &[Vec<VertexId>]) -> Vec<(usize, u128)> {
    let sizes: BTreeSet<usize> = cliques.iter().map(Vec::len).collect();
    sizes.into_iter().map(|size| (size, cliques.iter().filter(|clique| clique.len() == size).count() as u128)).collect()
}

/// Checks one graph: numbers, lists, counts by vertex, the maximum, and the options.
fn check(graph: &Graph, (threads, giving, large): (usize, Giving, usize), rng: &mut StdRng) {
    let all = by_force(graph);
    let n = graph.num_vertices();
    let way = (threads, giving);
    let whole = ordered(graph, &[]);
    let problem = MaximalCliques::new(&whole, 0, large);
    let counted = found(&problem, way, None);
    assert_eq!(counted.sizes, histogram(&all), "{:?}", graph.out());
    assert!({
        let mut largest = counted.largest.clone();
        largest.sort_unstable();
        all.contains(&largest)
    });
    assert_eq!(listed(&problem, way), all);
    let with = |v: VertexId| all.iter().filter(|clique| clique.contains(&v)).count() as u64;
    let per_vertex: Vec<u64> = (0..n as VertexId).map(with).collect();
    assert_eq!(found(&problem, way, Some(n)).per_vertex, Some(per_vertex));
    let largest = found(&MaximumClique::new(&whole, 0, large), way, None).largest;
    assert_eq!(Some(largest.len()), all.iter().map(Vec::len).max());
    assert!(largest.iter().all(|&u| largest.iter().all(|&v| u == v || graph.out().has_edge(u, v))));
    let (min_size, base) = (rng.random_range(1..=5), &all[rng.random_range(0..all.len())]);
    let base: Vec<VertexId> = base.iter().copied().filter(|_| rng.random_bool(0.5)).collect();
    let wanted = |clique: &&Vec<VertexId>| clique.len() >= min_size && base.iter().all(|v| clique.contains(v));
    let wanted: Vec<Vec<VertexId>> = all.iter().filter(wanted).cloned().collect();
    let part = ordered(graph, &base);
    let problem = MaximalCliques::new(&part, min_size, large);
    assert_eq!(listed(&problem, way), wanted, "{min_size} {base:?}");
    assert_eq!(found(&problem, way, None).sizes, histogram(&wanted));
    let largest = found(&MaximumClique::new(&part, min_size, large), way, None).largest;
    assert_eq!(largest.len(), wanted.iter().map(Vec::len).max().unwrap_or(0));
}

/// 10,000 graphs.
#[test]
fn random_graphs_agree_with_brute_force() {
    let mut rng = StdRng::seed_from_u64(22);
    for round in 0..10_000 {
        check(&random(&mut rng), WAYS[if round % 4 == 0 { 1 } else { round % 2 * 2 }], &mut rng);
    }
}

/// The complement of triangles that share nothing has the most maximal cliques for its size \[MoonMoser1965\].
#[test]
fn moon_moser_graphs() {
    for parts in [1, 2, 5, 9] {
        let pairs = (0..3 * parts).flat_map(|v| (0..v).map(move |u| (u, v)));
        let graph = Graph::from_edges(3 * parts as usize, pairs.filter(|(u, v)| u / 3 != v / 3)).unwrap();
        let whole = ordered(&graph, &[]);
        for (threads, giving, large) in WAYS {
            let counted = found(&MaximalCliques::new(&whole, 0, large), (threads, giving), None);
            assert_eq!(counted.sizes, [(parts as usize, 3u128.pow(parts))]);
        }
    }
}

/// Each vertex but one is adjacent to all others: 2^90 cliques are counted by a formula, and 2^130 do not fit.
#[test]
fn cocktail_parties_are_counted_by_formula() {
    let party = |pairs: u32| {
        let all = (0..2 * pairs).flat_map(|v| (0..v).map(move |u| (u, v)));
        Graph::from_edges(2 * pairs as usize, all.filter(|(u, v)| u / 2 != v / 2)).unwrap()
    };
    let whole = ordered(&party(90), &[]);
    let counted = found(&MaximalCliques::new(&whole, 0, 4), (2, Giving::OnDemand), None);
    assert_eq!((counted.sizes, counted.largest.len()), (vec![(90, 1 << 90)], 90));
    let (graph, control) = (party(130), Control::new());
    let job = Job { control: &control, threads: 1, giving: Giving::OnDemand, sink: None, per_vertex: None };
    assert!(search(&MaximalCliques::new(&ordered(&graph, &[]), 0, 4), job).is_err());
}

/// Local graphs of all widths, where one search gives its subtrees away and another does not.
#[test]
fn wide_local_graphs() {
    let mut rng = StdRng::seed_from_u64(7);
    for (n, density) in [(90u32, 0.85), (150, 0.6), (300, 0.3), (700, 0.12)] {
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let hubs = 3;
        let edges: Vec<(u32, u32)> = pairs.filter(|&(u, _)| u < hubs || rng.random_bool(density / 2.0)).collect();
        let graph = Graph::from_edges(n as usize, edges).unwrap();
        let whole = ordered(&graph, &[]);
        let (narrow, split) = (MaximalCliques::new(&whole, 0, 4), MaximalCliques::new(&whole, 0, 6));
        let counted = found(&narrow, (1, Giving::OnDemand), None);
        let given = found(&split, (4, Giving::Always), Some(n as usize));
        assert_eq!(counted.sizes, given.sizes);
        let members: u128 = counted.sizes.iter().map(|&(size, number)| size as u128 * number).sum();
        assert_eq!(u128::from(given.per_vertex.unwrap().iter().sum::<u64>()), members);
        let largest = found(&MaximumClique::new(&whole, 0, 1), (3, Giving::Always), None).largest;
        assert_eq!(largest.len(), counted.largest.len());
    }
}

/// Moon and Moser's graph of 3^8 cliques, whose list ends early.
#[test]
fn lists_end_when_their_sink_says_so() {
    let pairs = (0..24).flat_map(|v| (0..v).map(move |u| (u, v)));
    let graph = Graph::from_edges(24, pairs.filter(|(u, v)| u / 3 != v / 3)).unwrap();
    let whole = ordered(&graph, &[]);
    let problem = MaximalCliques::new(&whole, 0, 1);
    let (control, mut taken) = (Control::new(), 0);
    let mut sink = |_: &[VertexId]| {
        taken += 1;
        if taken < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let job = Job { control: &control, threads: 4, giving: Giving::Always, sink: Some(&mut sink), per_vertex: None };
    let (found, is_complete) = search(&problem, job).unwrap();
    assert_eq!((found.sizes, taken, is_complete), (vec![(8, 5)], 5, false));
}

/// Neither do other threads wait for one whose sink panicked, nor is the sink called again.
#[test]
fn a_panic_of_the_sink_ends_the_search() {
    let graph = Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap();
    let whole = ordered(&graph, &[]);
    let (control, calls) = (Control::new(), AtomicUsize::new(0));
    let run = || {
        let mut sink = |_: &[VertexId]| -> ControlFlow<()> {
            calls.fetch_add(1, Ordering::Relaxed);
            panic!("as a sink may")
        };
        let job =
            Job { control: &control, threads: 4, giving: Giving::Always, sink: Some(&mut sink), per_vertex: None };
        search(&MaximalCliques::new(&whole, 0, 1), job)
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    assert_eq!(calls.into_inner(), 1);
}
