//! A fast 64-bit checksum against damage (not against forgery).

use rayon::prelude::*;

/// Bytes hashed by one task; part of the file format.
const BLOCK_BYTES: usize = 1 << 20;

const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

/// Checksum of `bytes`: blocks of 1 MiB in parallel, then the block sums in order. Every step is invertible in the
/// word it takes in, so any change confined to one word is found. Cost: memory speed.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let blocks: Vec<u64> = bytes.par_chunks(BLOCK_BYTES).map(block_sum).collect();
    blocks.iter().fold(bytes.len() as u64, |sum, &block| mix(sum, block))
}

#[inline]
fn mix(sum: u64, word: u64) -> u64 {
    (sum ^ word.wrapping_mul(MULTIPLIERS[0])).rotate_left(31).wrapping_mul(MULTIPLIERS[1])
}

/// Four independent lanes, so that the multiplications overlap.
fn block_sum(block: &[u8]) -> u64 {
    let word = |bytes: &[u8]| {
        let mut padded = [0; 8];
        padded[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(padded)
    };
    let mut lanes = [1u64, 2, 3, 4];
    let mut quads = block.chunks_exact(32);
    for quad in &mut quads {
        for (lane, bytes) in lanes.iter_mut().zip(quad.chunks_exact(8)) {
            *lane = mix(*lane, word(bytes));
        }
    }
    for (i, bytes) in quads.remainder().chunks(8).enumerate() {
        lanes[i] = mix(lanes[i], word(bytes));
    }
    lanes.into_iter().fold(block.len() as u64, mix)
}
