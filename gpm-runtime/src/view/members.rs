//! The members of a candidate class.

use rayon::prelude::*;

use crate::graph::VertexId;

const BITS: usize = u64::BITS as usize;

/// One bit a data vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Members {
    words: Vec<u64>,
    num_vertices: usize,
}

impl Members {
    /// Those of so many vertices that are: all threads ask.
    pub(super) fn of(num_vertices: usize, is_member: impl Fn(VertexId) -> bool + Sync) -> Members {
        let word = |word: usize| {
            let vertices = (word * BITS..num_vertices.min((word + 1) * BITS)).enumerate();
            vertices.fold(0, |bits, (bit, v)| bits | u64::from(is_member(v as VertexId)) << bit)
        };
        // Waking a thread for less takes longer.
        let words = (0..num_vertices.div_ceil(BITS)).into_par_iter().with_min_len(16);
        Members { words: words.map(word).collect(), num_vertices }
    }

    pub(super) fn contains(&self, v: VertexId) -> bool {
        self.words[v as usize / BITS] >> (v as usize % BITS) & 1 != 0
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    pub(super) fn ids(&self) -> Vec<VertexId> {
        (0..self.num_vertices as VertexId).filter(|&v| self.contains(v)).collect()
    }

    /// At most so many of them, evenly spread; all if there are no more.
    pub(super) fn spread(&self, number: usize) -> Vec<VertexId> {
        let all = self.len();
        let step = all.div_ceil(number).max(1);
        // The rank of the first member of a word, and of the next one wanted: in the middle of as many as it stands for.
        let (mut rank, mut wanted) = (0, step / 2);
        let mut found = Vec::with_capacity(all / step);
        for (word, &bits) in self.words.iter().enumerate() {
            let next = rank + bits.count_ones() as usize;
            while wanted < next {
                let bit = (0..wanted - rank).fold(bits, |bits, _| bits & (bits - 1)).trailing_zeros();
                found.push((word * BITS) as VertexId + bit);
                wanted += step;
            }
            rank = next;
        }
        found
    }

    /// The memory that they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_are_spread_over_all() {
        let even = Members::of(1000, |v| v % 2 == 0);
        assert_eq!(even.spread(500), even.ids());
        assert_eq!(even.spread(5), [100, 300, 500, 700, 900]);
        assert_eq!(Members::of(1000, |v| v == 7).spread(5), [7]);
        assert!(Members::of(1000, |_| false).spread(5).is_empty());
    }
}
