//! Numbers that look random, and are the same on every machine and in every run: SplitMix64 [Steele2014]. Seeds of graphs and of samples
//! lead to what they always did only as long as each of these numbers stays as it is; `templates/cuda/device/draws.cuh` has the same ones.

/// What the state of a stream is increased by: 2^64 over the golden ratio, of which multiples lie far apart.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection of words: those that are close to each other become ones that look unrelated.
#[inline]
pub fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The next word of the stream in a state.
#[inline]
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    mixed(*state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation, for the seed 1234567.
    #[test]
    fn the_stream_is_that_of_splitmix64() {
        let mut state = 1_234_567;
        let first: [u64; 3] = std::array::from_fn(|_| next(&mut state));
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
