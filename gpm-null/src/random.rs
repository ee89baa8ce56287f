//! Streams of random numbers: one for each sample, whoever draws it and when.

use rand::rngs::{SmallRng, StdRng};
use rand::{Rng, SeedableRng};

/// What a stream is for. Two purposes never share numbers.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    /// A graph.
    Sample = 1,
    /// A permutation of labels, weights or times.
    Permutation = 2,
    /// The chain that is watched to judge mixing.
    Mixing = 3,
    /// Trials before the first sample, such as the length of a batch.
    Trial = 4,
}

/// The stream of a seed, an index and a purpose. A cipher (`StdRng`) makes the state of the fast generator of them, so that
/// neighbors share nothing. `SmallRng` is another generator on 32-bit machines: graphs are the same on all 64-bit ones.
pub(crate) fn stream(seed: u64, index: u64, purpose: Purpose) -> SmallRng {
    let mut words = [0; 32];
    words[..8].copy_from_slice(&seed.to_le_bytes());
    words[8..16].copy_from_slice(&index.to_le_bytes());
    words[16] = purpose as u8;
    SmallRng::from_rng(&mut StdRng::from_seed(words))
}

/// A number less than `below` of 32 random bits, by one multiplication [Lemire2019], without his rejections. Numbers differ
/// in probability by up to `below` / 2³². Chains may use it where the way back of a move draws the same numbers: then the
/// move and the way back are as likely as each other, whatever the numbers' probabilities are.
#[inline]
pub(crate) fn scaled(bits: u32, below: u32) -> u32 {
    ((u64::from(bits) * u64::from(below)) >> 32) as u32
}

/// How many failures there are before the first success of independent tries: `log_failure` is ln(1 − p), less than 0.
/// More than any list is long comes out as `u64::MAX`.
#[inline]
pub(crate) fn failures(rng: &mut SmallRng, log_failure: f64) -> u64 {
    // In (0, 1], so that the logarithm is there. A cast of a float saturates.
    let uniform: f64 = 1.0 - rng.random::<f64>();
    (uniform.ln() / log_failure) as u64
}
