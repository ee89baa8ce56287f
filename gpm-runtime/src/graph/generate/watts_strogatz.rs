//! Small worlds: a ring whose edges are moved at random.

use rand::RngCore;
use rayon::prelude::*;

use super::random::{below, spans, stream};
use super::{Edges, require};
use crate::graph::VertexId;

pub(super) fn edges(vertices: u32, neighbors: u32, rewire: f64, seed: u64) -> Edges {
    let (n, half) = (u64::from(vertices), u64::from(neighbors) / 2);
    let is_fine = neighbors.is_multiple_of(2) && neighbors < vertices;
    require(is_fine, "ws", "neighbors", (neighbors, "an even number less than the vertices"))?;
    require((0.0..=1.0).contains(&rewire), "ws", "rewire", (rewire, "a probability"))?;
    // Compared with 53 random bits; a probability of 1 is above all of them.
    let threshold = (rewire * (1u64 << 53) as f64) as u64;
    let chunks = spans(n * half).into_par_iter().map(|(first, len)| {
        let mut random = stream(seed, first);
        let mut edge_at = |i: u64| {
            let u = i / half;
            let is_moved = random.next_u64() >> 11 < threshold;
            let v = if is_moved { below(random.next_u64(), n - 1) } else { (u + 1 + i % half) % n };
            [u as VertexId, (v + u64::from(is_moved && v >= u)) as VertexId]
        };
        (first..first + len).map(&mut edge_at).collect()
    });
    Ok((vertices as usize, chunks.collect()))
}
