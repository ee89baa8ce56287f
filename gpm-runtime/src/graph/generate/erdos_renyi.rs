//! Uniform random graphs with a given number of edges.

use rand::RngCore;
use rayon::prelude::*;

use super::random::{below, hash, spans, stream};
use super::{Edges, require};
use crate::graph::VertexId;

pub(super) fn edges(vertices: u32, edges: u64, seed: u64) -> Edges {
    let n = u64::from(vertices);
    let pairs = n * n.saturating_sub(1) / 2;
    require(edges <= pairs, "er", "edges", (edges, format!("at most {pairs}")))?;
    let keys = if edges <= pairs / 2 {
        draw_distinct(n, edges, seed)
    } else {
        // A dense graph is all pairs but a sparse random set.
        let absent = draw_distinct(n, pairs - edges, seed);
        let all = (0..n).into_par_iter().flat_map_iter(|u| (u + 1..n).map(move |v| u << 32 | v));
        all.filter(|key| absent.binary_search(key).is_err()).collect()
    };
    let unpack = |key: &u64| [(key >> 32) as VertexId, *key as VertexId];
    Ok((vertices as usize, keys.par_chunks(1 << 18).map(|part| part.iter().map(unpack).collect()).collect()))
}

/// `count` distinct pairs `u < v`, ascending, as `u << 32 | v`: draws as many as are missing until none is.
fn draw_distinct(n: u64, count: u64, seed: u64) -> Vec<u64> {
    let mut keys: Vec<u64> = Vec::new();
    for round in 0.. {
        let missing = count - keys.len() as u64;
        if missing == 0 {
            break;
        }
        let round_seed = hash(seed).wrapping_add(round);
        let drawn = spans(missing).into_par_iter().flat_map_iter(|(first, len)| {
            let mut random = stream(round_seed, first);
            (0..len).map(move |_| draw_pair(&mut random, n))
        });
        keys.par_extend(drawn);
        keys.par_sort_unstable();
        keys.dedup();
    }
    keys
}

/// One of the pairs `u < v < n`, each equally likely.
fn draw_pair(random: &mut impl RngCore, n: u64) -> u64 {
    let u = below(random.next_u64(), n);
    let other = below(random.next_u64(), n - 1);
    let v = if other < u { other } else { other + 1 };
    u.min(v) << 32 | u.max(v)
}
