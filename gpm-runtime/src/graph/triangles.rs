//! Triangles of an undirected graph, for statistics.

use rayon::prelude::*;

use super::{Csr, VertexId};

/// Number of triangles. Orients edges to the end of larger degree, marks one row, counts marked ends of paths.
/// Cost: O(E · degeneracy) at worst, in parallel; one byte a vertex and thread.
pub(crate) fn count_triangles(csr: &Csr) -> u64 {
    let n = csr.num_vertices();
    let (offsets, targets) = orient(csr);
    let row = |v: VertexId| &targets[offsets[v as usize]..offsets[v as usize + 1]];
    (0..n)
        .into_par_iter()
        .with_min_len(256)
        .map_init(
            || vec![false; n],
            |marked, v| {
                let v = v as VertexId;
                row(v).iter().for_each(|&u| marked[u as usize] = true);
                let ends = row(v).iter().flat_map(|&u| row(u));
                let closed = ends.filter(|&&w| marked[w as usize]).count() as u64;
                row(v).iter().for_each(|&u| marked[u as usize] = false);
                closed
            },
        )
        .sum()
}

/// Rows that keep only neighbours of larger (degree, id).
fn orient(csr: &Csr) -> (Vec<usize>, Vec<VertexId>) {
    let n = csr.num_vertices();
    let rank = |v: VertexId| (csr.degree(v), v);
    let rows: Vec<Vec<VertexId>> = (0..n.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| {
            let vertices = (block * BLOCK..n.min((block + 1) * BLOCK)).map(|v| v as VertexId);
            vertices.flat_map(|v| csr.row(v).iter().copied().filter(move |&u| rank(u) > rank(v))).collect()
        })
        .collect();
    let sizes: Vec<usize> = (0..n)
        .into_par_iter()
        .map(|v| csr.row(v as VertexId).iter().filter(|&&u| rank(u) > rank(v as VertexId)).count())
        .collect();
    let mut offsets = Vec::with_capacity(n + 1);
    let mut end = 0;
    offsets.push(0);
    for size in sizes {
        end += size;
        offsets.push(end);
    }
    (offsets, rows.concat())
}

/// Vertices a task orients. *guess*
const BLOCK: usize = 1 << 12;
