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

    /// The memory that they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}
