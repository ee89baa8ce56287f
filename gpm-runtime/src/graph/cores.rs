//! Core numbers by peeling: remove a vertex of least degree, again and again.

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

/// Peels the graph of so many vertices with these symmetric rows, level by level: all that have at most `k` neighbors left, those that come to
/// have `k` on the way behind them. Cost: O(V + E), sequential: a vertex is looked at on as many levels as its core number says, which its degree bounds.
/// \[BatageljZaversnik2003\]
pub(crate) fn peel<'a>(n: usize, row: impl Fn(VertexId) -> &'a [VertexId]) -> Peeling {
    // Of a vertex that is removed it stays what it was then: its core number.
    let mut degree: Vec<u32> = (0..n).map(|v| row(v as VertexId).len() as u32).collect();
    let mut order: Vec<VertexId> = Vec::with_capacity(n);
    let mut left: Vec<VertexId> = (0..n as VertexId).collect();
    let (mut next, mut degeneracy) = (0, 0);
    while let Some(level) = left.iter().map(|&v| degree[v as usize]).min() {
        degeneracy = level;
        order.extend(left.iter().filter(|&&v| degree[v as usize] == level));
        while let Some(&v) = order.get(next) {
            next += 1;
            for &u in row(v) {
                let of_other = &mut degree[u as usize];
                if *of_other > level {
                    *of_other -= 1;
                    if *of_other == level {
                        order.push(u);
                    }
                }
            }
        }
        left.retain(|&v| degree[v as usize] > level);
    }
    Peeling { order, degeneracy, numbers: degree }
}

#[cfg(test)]
mod tests {
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
}
