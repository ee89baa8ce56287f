//! What the candidates of a node are to each other.

use super::local::Local;
use crate::open::width::{Width, common, insert};

/// How many candidates each candidate is adjacent to.
pub(super) struct Degrees {
    /// Candidates that are adjacent to all others.
    pub(super) universal: usize,
    /// Those that are adjacent to none of several.
    pub(super) lonely: usize,
    /// The smallest and the largest number of the others, and a candidate that has the latter.
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) pivot: usize,
}

impl Degrees {
    /// Those of `left` candidates, at least one. Puts those that are universal, or else lonely, into `apart`: where there are some of the
    /// one kind, there are none of the other.
    #[inline(always)]
    pub(super) fn of<W: Width>(width: W, local: &Local, left: usize, possible: &[u64], apart: &mut [u64]) -> Degrees {
        let mut degrees = Degrees { universal: 0, lonely: 0, least: usize::MAX, most: 0, pivot: 0 };
        for w in 0..width.words() {
            let mut word = possible[w];
            while word != 0 {
                let u = w * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let degree = common(width, local.row(width.words(), u), possible);
                if degree + 1 == left {
                    degrees.universal += 1;
                    insert(apart, u);
                } else if degree == 0 {
                    degrees.lonely += 1;
                    insert(apart, u);
                } else {
                    degrees.least = degrees.least.min(degree);
                    if degree > degrees.most {
                        (degrees.most, degrees.pivot) = (degree, u);
                    }
                }
            }
        }
        degrees
    }
}
