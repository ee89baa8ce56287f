//! Random streams that depend on a seed and a position only.

use gpm_plan::mix;
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The stream of chunk `chunk` under `seed`.
pub(super) fn stream(seed: u64, chunk: u64) -> StdRng {
    StdRng::seed_from_u64(hash(hash(seed).wrapping_add(chunk)))
}

/// The word of a stream at some place of it.
#[inline]
pub(super) fn hash(mut word: u64) -> u64 {
    mix::next(&mut word)
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
