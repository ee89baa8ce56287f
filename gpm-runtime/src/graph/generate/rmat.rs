//! Recursive matrix graphs.

use rand::RngCore;
use rayon::prelude::*;

use super::random::{hash, spans, stream};
use super::{Edges, require};
use crate::graph::VertexId;

/// Upper ends of the quadrants' shares of 2^32: .57, .19, .19, and .05 for the last.
const ENDS: [u32; 3] = [2_448_131_359, 3_264_175_145, 4_080_218_931];

pub(super) fn edges(scale: u32, edge_factor: u64, seed: u64) -> Edges {
    require((1..=31).contains(&scale), "rmat", "scale", (scale, "1 to 31"))?;
    let fits = edge_factor.checked_mul(1 << scale).filter(|&edges| edges <= 1 << 38);
    require(fits.is_some(), "rmat", "edge_factor", (edge_factor, "at most 2^38 edges in all"))?;
    let shuffle = Shuffle::new(scale, seed);
    let chunks = spans(fits.unwrap_or(0)).into_par_iter().map(|(first, len)| {
        let mut random = stream(seed, first);
        (0..len).map(|_| draw(&mut random, scale).map(|v| shuffle.apply(v))).collect()
    });
    Ok((1 << scale, chunks.collect()))
}

/// One edge: a quadrant for each bit of the ids, 32 random bits each.
pub(super) fn draw(random: &mut impl RngCore, scale: u32) -> [VertexId; 2] {
    let (mut u, mut v, mut word) = (0, 0, 0u64);
    for bit in 0..scale {
        word = if bit % 2 == 0 { random.next_u64() } else { word >> 32 };
        let quadrant = ENDS.iter().map(|&end| u32::from(word as u32 >= end)).sum::<u32>();
        u = u << 1 | quadrant >> 1;
        v = v << 1 | (quadrant & 1);
    }
    [u, v]
}

/// A bijection of `0..2^scale`: odd multiplications, additions and right-shifts, each invertible.
pub(super) struct Shuffle {
    keys: [u64; 4],
    mask: u64,
    shift: u32,
}

impl Shuffle {
    pub(super) fn new(scale: u32, seed: u64) -> Self {
        let keys = [1, 2, 3, 4].map(|i| hash(seed ^ hash(i)));
        Self { keys, mask: (1 << scale) - 1, shift: scale.div_ceil(2) }
    }

    pub(super) fn apply(&self, v: VertexId) -> VertexId {
        let mix = |v: u64, key: &u64| {
            let v = v.wrapping_mul(key | 1).wrapping_add(key >> 32) & self.mask;
            v ^ (v >> self.shift)
        };
        self.keys.iter().fold(u64::from(v), mix) as VertexId
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffle_is_a_bijection() {
        for scale in [1, 2, 7, 12] {
            let shuffle = Shuffle::new(scale, 5);
            let mut seen: Vec<VertexId> = (0..1 << scale).map(|v| shuffle.apply(v)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..1 << scale));
        }
    }
}
