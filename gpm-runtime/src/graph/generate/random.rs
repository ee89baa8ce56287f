//! Random streams that depend on a seed and a position only.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// The stream of chunk `chunk` under `seed`.
pub(super) fn stream(seed: u64, chunk: u64) -> StdRng {
    StdRng::seed_from_u64(hash(hash(seed).wrapping_add(chunk)))
}

/// A bijection of 64-bit words that looks random. \[SplitMix64\]
#[inline]
pub(super) fn hash(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number below `bound` from a random word; the bias is below `bound / 2^64`.
#[inline]
pub(super) fn below(word: u64, bound: u64) -> u64 {
    ((u128::from(word) * u128::from(bound)) >> 64) as u64
}

/// `(first, len)` of each chunk of `total` items.
pub(super) fn spans(total: u64) -> Vec<(u64, u64)> {
    const LEN: u64 = 1 << 18;
    (0..total.div_ceil(LEN)).map(|i| (i * LEN, LEN.min(total - i * LEN))).collect()
}
