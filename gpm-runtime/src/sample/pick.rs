//! Which of many are picked: spread evenly, and the same in each run.

use gpm_plan::mix;

/// The `index`-th of a sequence of places below `len`, any few of which in a row lie far apart: multiples of the golden ratio.
pub(super) fn spread(index: usize, len: usize) -> usize {
    scaled(mix::GOLDEN.wrapping_mul(index as u64 + 1), len)
}

/// Starts of evenly spaced places: a stream that looks random.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts(u64);

impl Starts {
    /// The stream of a root: that of one stratum in one round.
    pub(super) fn of(round: usize, stratum: usize) -> Starts {
        Starts(((round as u64) << 32) | stratum as u64)
    }

    /// `number` places below `len`, ascending and evenly spaced; all of them if there are not more.
    pub(super) fn places(&mut self, number: usize, len: usize) -> impl Iterator<Item = usize> + use<> {
        let number = number.min(len);
        let (step, start) = (len as f64 / number.max(1) as f64, self.next());
        (0..number).map(move |i| (((i as f64 + start) * step) as usize).min(len - 1))
    }

    /// A number from 0 to below 1.
    fn next(&mut self) -> f64 {
        (mix::next(&mut self.0) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A word as a place below `len`.
fn scaled(word: u64, len: usize) -> usize {
    ((u128::from(word) * len as u128) >> 64) as usize
}
