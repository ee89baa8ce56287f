//! Total orders of vertices that are all alike, as those of a clique.
//!
//! Which order is cheapest depends on the graph: rooted at its middle vertex, a triangle streams Σ C(d⁻, 2) elements, rooted at
//! either end of the order Σ d⁻·d⁺, where d⁻ and d⁺ are the numbers of smaller and of larger neighbors.

use super::Breaking;
use crate::limits::TOTAL_ORDERS;

/// Total orders of `n` vertices that are alike and are matched in the order of their numbers: each meets a subgraph once. The first one
/// puts each vertex below the one before.
///
/// Of more than four vertices these are not all orders but, for each rank of the first vertex, those that match the vertices below it
/// before those above it, or after them.
pub fn total_orders(n: usize) -> Vec<Breaking> {
    let ranks: Vec<Vec<usize>> = if n <= TOTAL_ORDERS { permutations(n) } else { by_first(n) };
    let pairs = |ranks: &Vec<usize>| {
        let all = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        all.filter(|&(i, j)| ranks[i] < ranks[j]).collect()
    };
    ranks.iter().map(|ranks| Breaking { pairs: pairs(ranks), divisor: 1 }).collect()
}

/// All ways to rank `n` vertices, the descending one first.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let Some(last) = n.checked_sub(1) else { return vec![Vec::new()] };
    // The last vertex takes each rank in turn; those of the others that are not smaller move up.
    let shifted = |ranks: Vec<usize>, rank: usize| -> Vec<usize> {
        ranks.into_iter().map(|own| own + usize::from(own >= rank)).chain([rank]).collect()
    };
    let before = permutations(last);
    (0..n).flat_map(|rank| before.iter().cloned().map(move |ranks| shifted(ranks, rank))).collect()
}

/// The first vertex at each rank, the others outwards from it.
fn by_first(n: usize) -> Vec<Vec<usize>> {
    let mut orders = Vec::new();
    for first in (0..n).rev() {
        let (below, above) = ((0..first).rev(), first + 1..n);
        orders.push(std::iter::once(first).chain(below.clone()).chain(above.clone()).collect());
        if 0 < first && first < n - 1 {
            orders.push(std::iter::once(first).chain(above).chain(below).collect());
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn total_orders_are_distinct_and_descend_first() {
        for (n, expected) in [(2, 2), (3, 6), (4, 24), (6, 10)] {
            let orders = total_orders(n);
            let distinct: BTreeSet<&Breaking> = orders.iter().collect();
            assert_eq!((orders.len(), distinct.len()), (expected, expected), "of {n} vertices");
            assert!(orders[0].pairs.iter().all(|(smaller, larger)| smaller > larger), "{:?}", orders[0]);
            assert!(orders.iter().all(|order| order.pairs.len() == n * (n - 1) / 2), "of {n} vertices");
        }
    }
}
