//! Preferential attachment without communication: the far end of an edge is found by retracing random choices.

use rayon::prelude::*;

use super::random::{below, hash, spans};
use super::{Edges, require};
use crate::graph::VertexId;

/// The list of all endpoints: even positions hold the near end of an edge, odd ones its far end.
struct Endpoints {
    seed: u64,
    per_vertex: u64,
    /// Edges of the first clique.
    clique: u64,
}

pub(super) fn edges(vertices: u32, edges_per_vertex: u32, seed: u64) -> Edges {
    let k = u64::from(edges_per_vertex);
    let n = u64::from(vertices);
    require(k >= 1 && k < n, "ba", "edges_per_vertex", (k, "at least 1 and less than the vertices"))?;
    let endpoints = Endpoints { seed: hash(seed), per_vertex: k, clique: k * (k + 1) / 2 };
    let total = endpoints.clique + (n - k - 1) * k;
    let chunks = spans(total).into_par_iter().map(|(first, len)| {
        (first..first + len).map(|edge| [2 * edge, 2 * edge + 1].map(|position| endpoints.at(position))).collect()
    });
    Ok((vertices as usize, chunks.collect()))
}

impl Endpoints {
    /// The vertex at `position`: a copy of a random earlier position, until one is known. Expected O(1) steps.
    fn at(&self, mut position: u64) -> VertexId {
        loop {
            let edge = position / 2;
            if edge < self.clique {
                return clique_end(edge, position % 2 == 1);
            }
            if position.is_multiple_of(2) {
                return (self.per_vertex + 1 + (edge - self.clique) / self.per_vertex) as VertexId;
            }
            position = below(hash(self.seed ^ hash(position)), position);
        }
    }
}

/// Ends of edge `edge` of a clique listed as 1-0, 2-0, 2-1, 3-0, …
fn clique_end(edge: u64, is_far: bool) -> VertexId {
    let mut near = (((8 * edge + 1) as f64).sqrt() as u64).div_ceil(2);
    while near * near.saturating_sub(1) / 2 > edge {
        near -= 1;
    }
    while near * (near + 1) / 2 <= edge {
        near += 1;
    }
    (if is_far { edge - near * (near - 1) / 2 } else { near }) as VertexId
}
