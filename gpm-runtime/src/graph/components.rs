//! Connected components of an undirected graph, for statistics.

use super::{Csr, VertexId};

/// Number of connected components; an isolated vertex is one. Cost: O((V + E) α), sequential.
pub(crate) fn count_components(csr: &Csr) -> u64 {
    let n = csr.num_vertices();
    let mut parent: Vec<VertexId> = (0..n as u64).map(|v| v as VertexId).collect();
    let mut components = n as u64;
    for v in 0..n as u64 {
        let v = v as VertexId;
        for &u in csr.row(v).iter().take_while(|&&u| u < v) {
            let (a, b) = (root(&mut parent, u), root(&mut parent, v));
            if a != b {
                parent[a.max(b) as usize] = a.min(b);
                components -= 1;
            }
        }
    }
    components
}

/// The root of `v`'s tree; halves the path on the way.
fn root(parent: &mut [VertexId], mut v: VertexId) -> VertexId {
    while parent[v as usize] != v {
        let above = parent[parent[v as usize] as usize];
        parent[v as usize] = above;
        v = above;
    }
    v
}
