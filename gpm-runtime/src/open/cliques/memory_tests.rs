//! What a search for cliques takes beside what was said before it.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::local::Local;
use super::memory::most_bytes;
use super::node::Node;
use super::{LARGE, MaximalCliques};
use crate::control::Control;
use crate::graph::Graph;
use crate::open::{Findings, Ordered, Problem};

/// Bytes that one worker took for the local graph and the nodes of a whole search, and the number of cliques.
fn taken(problem: &MaximalCliques<'_>) -> (usize, u128) {
    let mut found = Findings::new(None, None);
    let (mut local, mut stack) = (Local::default(), vec![Node::default(), Node::default()]);
    for at in 0..problem.num_roots() {
        let mut top = 0;
        let mut is_open = problem.begin(at, &mut local, &mut stack[0], &mut found);
        while is_open {
            if top + 1 == stack.len() {
                stack.push(Node::default());
            }
            let (above, below) = stack.split_at_mut(top + 1);
            match problem.candidate(&local, &mut above[top]) {
                Some(v) => top += usize::from(problem.extend(&local, &mut above[top], v, &mut below[0], &mut found)),
                None if top > 0 => top -= 1,
                None => is_open = false,
            }
        }
    }
    let nodes: usize = stack.iter().map(Node::bytes).sum();
    let count = found.into_found().unwrap().sizes.iter().map(|&(_, number)| number).sum();
    (local.bytes() + nodes + stack.capacity() * size_of::<Node>(), count)
}

/// What was said, what was taken, and the number of cliques.
fn said_and_taken(graph: &Graph) -> (usize, usize, u128) {
    let ordered = Ordered::new(graph, &[], &Control::new()).unwrap().unwrap();
    let (taken, count) = taken(&MaximalCliques::new(&ordered, 0, LARGE));
    (most_bytes(&ordered, MaximalCliques::NODE), taken, count)
}

#[test]
fn no_more_is_taken_than_was_said() {
    let mut rng = StdRng::seed_from_u64(3);
    for round in 0..300 {
        let (n, density) = (rng.random_range(1..=100), rng.random_range(0.02..if round % 3 == 0 { 0.7 } else { 0.2 }));
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let graph = Graph::from_edges(n as usize, pairs.filter(|_| rng.random_bool(density))).unwrap();
        let (said, taken, _) = said_and_taken(&graph);
        assert!(taken <= said, "{taken} bytes, not {said}: {n} vertices, {density}");
    }
}

/// 5000 cliques of 21 vertices that have one vertex in common, which has 100,000 neighbors.
#[test]
fn a_star_of_cliques() {
    let others = (1..=100_000u32).flat_map(|v| ((v - 1) / 20 * 20 + 1..v).chain([0]).map(move |u| (u, v)));
    let (said, taken, count) = said_and_taken(&Graph::from_edges(100_001, others).unwrap());
    assert_eq!(count, 5000);
    assert!(taken <= said && said < 32 << 20, "{taken} bytes, not {said}");
}

/// 100,000 vertices, each adjacent to some of 40 that are all adjacent.
#[test]
fn many_excluded_vertices() {
    let mut rng = StdRng::seed_from_u64(1);
    let core = (0..40u32).flat_map(|v| (0..v).map(move |u| (u, v)));
    let others: Vec<(u32, u32)> =
        (40..100_040).flat_map(|v| (0..12).map(move |_| v)).map(|v| (rng.random_range(0..40), v)).collect();
    let (said, taken, _) = said_and_taken(&Graph::from_edges(100_040, core.chain(others)).unwrap());
    assert!(taken <= said && said < 64 << 20, "{taken} bytes, not {said}");
}
