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

/// Peels the graph of so many vertices with these symmetric rows, with one bucket a degree. Cost: O(V + E), sequential.
/// \[BatageljZaversnik2003\]
pub(crate) fn peel<'a>(n: usize, row: impl Fn(VertexId) -> &'a [VertexId]) -> Peeling {
    let mut degree: Vec<u32> = (0..n).map(|v| row(v as VertexId).len() as u32).collect();
    let (mut bucket_start, mut order, mut position) = sort_by_degree(&degree);
    let mut degeneracy = 0;
    for i in 0..n {
        let v = order[i];
        degeneracy = degeneracy.max(degree[v as usize]);
        for &u in row(v) {
            let d = degree[u as usize];
            if d <= degree[v as usize] {
                continue;
            }
            // Swap `u` with the first vertex of its bucket, then shrink the bucket from the left.
            let (first, at) = (bucket_start[d as usize], position[u as usize]);
            let w = order[first];
            order.swap(first, at);
            position[u as usize] = first;
            position[w as usize] = at;
            bucket_start[d as usize] += 1;
            degree[u as usize] = d - 1;
        }
    }
    // Of a vertex that is removed, the degree at removal is its core number: later ones do not change it.
    Peeling { order, degeneracy, numbers: degree }
}

/// Start of each degree's bucket, vertices by degree, and where each vertex stands.
fn sort_by_degree(degree: &[u32]) -> (Vec<usize>, Vec<VertexId>, Vec<usize>) {
    let max_degree = degree.iter().copied().max().unwrap_or(0) as usize;
    let mut bucket_start = vec![0usize; max_degree + 2];
    for &d in degree {
        bucket_start[d as usize + 1] += 1;
    }
    for d in 0..=max_degree {
        bucket_start[d + 1] += bucket_start[d];
    }
    let mut next = bucket_start.clone();
    let mut order = vec![0; degree.len()];
    let mut position = vec![0; degree.len()];
    for (v, &d) in degree.iter().enumerate() {
        let at = next[d as usize];
        next[d as usize] += 1;
        order[at] = v as VertexId;
        position[v] = at;
    }
    (bucket_start, order, position)
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
