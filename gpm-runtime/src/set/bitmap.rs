//! An owned bitmap over vertex ids, for Rust callers of the probe and word primitives.

/// One bit per id in `0..num_ids`; whole words of 64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmap {
    words: Vec<u64>,
}

impl Bitmap {
    /// An empty set of ids below `num_ids`.
    pub fn new(num_ids: usize) -> Self {
        Self { words: vec![0; num_ids.div_ceil(64)] }
    }

    /// The words, lowest ids first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words, lowest ids first.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Whether `x` is in the set.
    pub fn contains(&self, x: u32) -> bool {
        self.words.get(x as usize / 64).is_some_and(|word| word >> (x % 64) & 1 == 1)
    }

    /// Puts `x` in the set, an id below the number that it is made for.
    pub fn insert(&mut self, x: u32) {
        self.words[x as usize / 64] |= 1 << (x % 64);
    }

    /// Takes `x` out of the set, an id below the number that it is made for.
    pub fn remove(&mut self, x: u32) {
        self.words[x as usize / 64] &= !(1 << (x % 64));
    }

    /// Number of ids in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}
