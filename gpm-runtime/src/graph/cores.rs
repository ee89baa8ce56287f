//! Core numbers by peeling: remove the vertices of least degree, again and again.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::VertexId;

/// The result of peeling an undirected graph.
pub(crate) struct Peeling {
    /// Vertices in the order of removal.
    pub(crate) order: Vec<VertexId>,
    /// Largest degree at removal: the degeneracy.
    pub(crate) degeneracy: u32,
    /// By vertex, its core number: the largest `k` for which it lies in a subgraph whose degrees are all at least `k`.
    pub(crate) numbers: Vec<u32>,
}

/// Vertices that one thread takes at once; fewer are not worth a second thread. *guess*
const PART: usize = 256;

/// Peels the graph of so many vertices with these symmetric rows, level by level \[BatageljZaversnik\]. A level is removed in rounds that threads share
/// \[ParK\]: all that have at most `k` neighbors left, then those that have come to `k` by that. In a round the order is that of the ids, so it does
/// not depend on threads.
///
/// Cost: O(V + E); a vertex is looked at on as many levels as its core number says, which its degree bounds.
pub(crate) fn peel<'a>(n: usize, row: impl Fn(VertexId) -> &'a [VertexId] + Sync) -> Peeling {
    let vertices = (0..n as VertexId).into_par_iter().with_min_len(PART);
    // Of a vertex that is removed it stays what it was then: its core number.
    let degrees: Vec<AtomicU32> = vertices.clone().map(|v| AtomicU32::new(row(v).len() as u32)).collect();
    let degree = |v: VertexId| degrees[v as usize].load(Relaxed);
    let mut order: Vec<VertexId> = Vec::with_capacity(n);
    let mut left: Vec<VertexId> = vertices.collect();
    let mut degeneracy = 0;
    while let Some(level) = left.par_iter().with_min_len(PART).map(|&v| degree(v)).min() {
        degeneracy = level;
        let mut round: Vec<VertexId> =
            left.par_iter().with_min_len(PART).copied().filter(|&v| degree(v) == level).collect();
        while !round.is_empty() {
            order.extend(&round);
            round = next_round(&round, level, &degrees, &row);
        }
        left = left.into_par_iter().with_min_len(PART).filter(|&v| degree(v) > level).collect();
    }
    Peeling { order, degeneracy, numbers: degrees.into_iter().map(AtomicU32::into_inner).collect() }
}

/// Takes the vertices of a round off the degrees of their neighbors; those that come to this level, ascending.
fn next_round<'a>(
    round: &[VertexId],
    level: u32,
    degrees: &[AtomicU32],
    row: &(impl Fn(VertexId) -> &'a [VertexId] + Sync),
) -> Vec<VertexId> {
    if round.len() <= PART || rayon::current_num_threads() == 1 {
        let mut next = Vec::new();
        for &u in round.iter().flat_map(|&v| row(v)) {
            // No other thread is here.
            let degree = degrees[u as usize].load(Relaxed);
            if degree > level {
                degrees[u as usize].store(degree - 1, Relaxed);
                if degree == level + 1 {
                    next.push(u);
                }
            }
        }
        next.sort_unstable();
        return next;
    }
    let comes_down = |u: &VertexId| {
        let lower = |degree: u32| (degree > level).then(|| degree - 1);
        degrees[*u as usize].fetch_update(Relaxed, Relaxed, lower) == Ok(level + 1)
    };
    let of_part = |part: &[VertexId]| part.iter().flat_map(|&v| row(v)).copied().filter(comes_down).collect::<Vec<_>>();
    let mut next: Vec<VertexId> = round.par_chunks(PART).flat_map_iter(of_part).collect();
    next.par_sort_unstable();
    next
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use crate::graph::{Graph, VertexOrder};

    #[test]
    fn clique_with_a_tail() {
        let graph = Graph::from_edges(6, [(0, 1), (1, 2), (2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)]).unwrap();
        let peeling = super::peel(6, |v| graph.out().row(v));
        assert_eq!(peeling.degeneracy, 3);
        let number =
            |id: &str| (0..6).find(|&v| graph.original_id(v).to_string() == id).map(|v| peeling.numbers[v as usize]);
        assert_eq!(["0", "1", "2", "3"].map(number), [Some(1), Some(1), Some(3), Some(3)]);
        let ordered = graph.relabelled(VertexOrder::Degeneracy);
        let core: Vec<String> = (0..4).map(|v| ordered.original_id(v).to_string()).collect();
        assert!(["2", "3", "4", "5"].iter().all(|id| core.contains(&id.to_string())), "{core:?}");
    }

    /// Large enough for rounds that threads share.
    #[test]
    fn order_and_numbers_hold_and_do_not_depend_on_threads() {
        let mut random = StdRng::seed_from_u64(7);
        let n = 30_000;
        let skewed = |random: &mut StdRng| {
            let most = random.random_range(..n);
            random.random_range(..=most)
        };
        let edges: Vec<_> = (0..4 * n).map(|_| (random.random_range(..n), skewed(&mut random))).collect();
        let graph = Graph::from_edges(n as usize, edges.into_iter().filter(|(u, v)| u != v)).unwrap();
        let rows = graph.out();
        let peeled = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| super::peel(rows.num_vertices(), |v| rows.row(v)))
        };
        let (alone, shared) = (peeled(1), peeled(4));
        assert_eq!((&alone.order, &alone.numbers), (&shared.order, &shared.numbers));

        let mut place = vec![0; rows.num_vertices()];
        alone.order.iter().enumerate().for_each(|(at, &v)| place[v as usize] = at);
        let mut core = 0;
        for (at, &v) in alone.order.iter().enumerate() {
            core = core.max(rows.row(v).iter().filter(|&&u| place[u as usize] > at).count() as u32);
            // Of its number it has as many among those of no smaller number, and it is no larger than what its order shows.
            let number = alone.numbers[v as usize];
            assert!(core <= number);
            assert!(rows.row(v).iter().filter(|&&u| alone.numbers[u as usize] >= number).count() >= number as usize);
        }
        assert_eq!(core, alone.degeneracy);
    }
}
