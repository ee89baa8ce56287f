//! What kernels read of a row before its elements, in one word: where it begins, and how many of it are smaller than its vertex. Most
//! rows are short, so that a load less is a good part of what reading one costs.

use std::iter;

/// The bits before the number of smaller neighbors. As in `templates/cuda/device/types.cuh`.
const SPLIT_SHIFT: u32 = 40;

/// The most smaller neighbors that a descriptor has room for. In the usual order, that of descending degree, the square of their number is at
/// most twice the number of edges.
pub const MOST_SMALLER: u64 = (1 << (64 - SPLIT_SHIFT)) - 1;

/// The descriptors of some rows, made where they are written to. None may have more than [`MOST_SMALLER`] smaller neighbors: the caller sees to that.
#[derive(Clone, Copy, Debug)]
pub struct Descriptors<'a> {
    /// Where rows begin; one more where all have.
    pub offsets: &'a [u64],
    /// How many of each are smaller than its vertex; those left out count as zero.
    pub splits: &'a [u32],
}

impl<'a> Descriptors<'a> {
    /// Bytes of all.
    pub fn bytes(self) -> u64 {
        size_of_val(self.offsets) as u64
    }

    /// Those of so many rows after each other.
    pub fn chunks(self, number: usize) -> impl Iterator<Item = Descriptors<'a>> {
        let splits = self.splits.chunks(number).chain(iter::repeat(&[][..]));
        self.offsets.chunks(number).zip(splits).map(|(offsets, splits)| Descriptors { offsets, splits })
    }

    /// Writes them.
    pub fn fill(self, to: &mut [u64]) {
        to.iter_mut().zip(self.words()).for_each(|(to, word)| *to = word);
    }

    /// All of them.
    pub fn collect(self) -> Vec<u64> {
        self.words().collect()
    }

    fn words(self) -> impl Iterator<Item = u64> {
        let splits = self.splits.iter().copied().chain(iter::repeat(0));
        self.offsets.iter().zip(splits).map(|(&begin, split)| begin | u64::from(split) << SPLIT_SHIFT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numbers_come_back() {
        let offsets = [0, 1 << 33, (1 << 40) - 1, (1 << 40) - 1];
        let splits = [7, MOST_SMALLER as u32, 0];
        let all = Descriptors { offsets: &offsets, splits: &splits };
        let words = all.collect();
        assert!(words.iter().zip(offsets).all(|(word, begin)| word & ((1 << SPLIT_SHIFT) - 1) == begin));
        assert_eq!(words.iter().map(|word| word >> SPLIT_SHIFT).collect::<Vec<_>>(), [7, MOST_SMALLER, 0, 0]);
        assert_eq!(all.bytes(), 32);
        for number in 1..=4 {
            let mut pieces = Vec::new();
            for chunk in all.chunks(number) {
                let mut to = vec![0; chunk.offsets.len()];
                chunk.fill(&mut to);
                pieces.extend(to);
            }
            assert_eq!(pieces, words, "by {number}");
        }
    }
}
