//! The bits of a word, one by one.

/// The places of the bits in a word.
#[inline(always)]
pub fn ones((first, word): (usize, u64)) -> Ones {
    Ones { first, left: word }
}

/// See [`ones`].
#[derive(Debug)]
pub struct Ones {
    first: usize,
    /// Bits that are still to come.
    left: u64,
}

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(self.first + bit)
    }
}
