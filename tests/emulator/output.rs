//! The host's end of the output ring: takes complete chunks while the kernel runs, and the rest after it.

use gpm_runtime::cuda::abi::Launch;
use gpm_runtime::cuda::kernel::Layout;

use crate::config::EmuConfig;
use crate::memory::{Buffer, Parts};

/// The ring and what was taken from it.
pub(crate) struct Output {
    match_words: usize,
    capacity: u64,
    chunk: u64,
    ring: Buffer,
    committed: Buffer,
    ready: Buffer,
    consumed: Buffer,
    taken: Vec<Vec<u32>>,
    random: u64,
}

impl Output {
    /// An empty ring; next to nothing for kernels that only count.
    pub(crate) fn new(layout: &Layout, config: &EmuConfig) -> Output {
        let match_words = layout.match_words as usize;
        let (capacity, chunk) = (config.match_capacity as usize, config.chunk as usize);
        assert!(capacity.is_power_of_two() && chunk.is_power_of_two() && chunk < capacity, "chunks of a ring");
        let words = if layout.emits || layout.breadth > 0 { capacity * match_words } else { 0 };
        Output {
            match_words,
            capacity: capacity as u64,
            chunk: chunk as u64,
            ring: Buffer::new(Parts::one("matches", words), 1),
            committed: Buffer::zeroed("committed", capacity / chunk),
            ready: Buffer::zeroed("ready", 2 * capacity / chunk),
            consumed: Buffer::zeroed("consumed", 2),
            taken: Vec::new(),
            random: config.seed | 1,
        }
    }

    /// Writes the addresses into the launch.
    pub(crate) fn connect(&self, launch: &mut Launch) {
        launch.matches = self.ring.address();
        launch.match_mask = self.capacity - 1;
        launch.committed = self.committed.address();
        launch.ready = self.ready.address();
        launch.consumed = self.consumed.address();
        launch.chunk_shift = self.chunk.trailing_zeros();
    }

    /// Makes ready for a launch.
    pub(crate) fn begin(&mut self) {
        self.committed.fill("committed", 0);
        self.ready.fill("ready", 0);
        self.consumed.fill("consumed", 0);
        self.taken.clear();
    }

    /// A moment of the host while the kernel runs. It is not always quick.
    pub(crate) fn pause(&mut self) {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if self.random >> 62 == 0 {
            self.take_chunks();
        }
    }

    /// How many matches were taken of this launch.
    pub(crate) fn num_taken(&self) -> usize {
        self.taken.len()
    }

    fn take_chunks(&mut self) {
        loop {
            let consumed = self.consumed.get_u64(0);
            let number = consumed / self.chunk;
            let place = number % (self.capacity / self.chunk);
            if self.ready.get_u64(place as usize) != number + 1 {
                return;
            }
            self.take(consumed, self.chunk);
            self.consumed.set_u64(0, consumed + self.chunk);
        }
    }

    fn take(&mut self, first: u64, count: u64) {
        for at in first..first + count {
            let start = (at % self.capacity) as usize * self.match_words;
            self.taken.push((start..start + self.match_words).map(|i| self.ring.get(i)).collect());
        }
    }

    /// All matches of a launch that has ended after it reserved room for `emitted`.
    ///
    /// # Errors
    /// If not all of them lie in the ring.
    pub(crate) fn finish(&mut self, emitted: u64, stopped: bool) -> Result<Vec<Vec<u32>>, String> {
        self.take_chunks();
        let consumed = self.consumed.get_u64(0);
        let rest = emitted - consumed.min(emitted);
        if !stopped && rest >= self.chunk {
            return Err(format!("{emitted} matches were reserved, but after {consumed} no complete chunk is ready"));
        }
        if !stopped && rest > 0 {
            let place = consumed / self.chunk % (self.capacity / self.chunk);
            let committed = u64::from(self.committed.get(place as usize));
            if committed != rest {
                return Err(format!("the last chunk should have {rest} matches, {committed} are written"));
            }
            self.take(consumed, rest);
        }
        Ok(std::mem::take(&mut self.taken))
    }

    /// All memory of the ring.
    pub(crate) fn buffers(&self) -> [&Buffer; 4] {
        [&self.ring, &self.committed, &self.ready, &self.consumed]
    }
}
