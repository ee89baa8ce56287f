//! The output ring: matches written by a running kernel into host memory, a chunk at a time, and handed to the sink.
//!
//! The kernel reserves places, waits until they are free, writes, and marks a chunk as ready when all of it is written. The
//! host takes chunks in order and says how many matches it has taken. When the kernel has ended, the rest is taken.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::cuda::abi::Address;
use crate::cuda::device::driver::{Context, PinnedBuffer};
use crate::cuda::device::error::GpuError;

/// Chunks of the ring that listings go through. *guess*
pub(crate) const CHUNKS: u64 = 4;
/// Most bytes of a chunk. *guess*
const CHUNK_BYTES: u64 = 4 << 20;

/// How the ring is cut for matches of some width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// Words of a match, or of a piece.
    pub(crate) match_words: u64,
    /// log2 of the matches in a chunk.
    pub(crate) chunk_shift: u32,
}

impl Geometry {
    pub(crate) fn new(match_words: u32) -> Geometry {
        let match_words = u64::from(match_words.max(1));
        Geometry { match_words, chunk_shift: (CHUNK_BYTES / (4 * match_words)).ilog2() }
    }

    /// Matches in a chunk.
    fn chunk(self) -> u64 {
        1 << self.chunk_shift
    }

    /// Matches that fit.
    pub(crate) fn capacity(self) -> u64 {
        CHUNKS * self.chunk()
    }
}

/// The memory of a ring, for matches of any width.
#[derive(Debug)]
pub(crate) struct OutputRing {
    matches: PinnedBuffer,
    /// The number of each ready chunk plus 1, then the matches taken.
    marks: PinnedBuffer,
}

/// Addresses of a ring for its device.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RingAddresses {
    pub(crate) matches: Address,
    pub(crate) ready: Address,
    pub(crate) consumed: Address,
}

impl OutputRing {
    /// Allocates a ring for the bound device: 16 MiB of page-locked memory.
    pub(crate) fn new(context: &Context) -> Result<OutputRing, GpuError> {
        let matches = PinnedBuffer::new(context, (CHUNKS * CHUNK_BYTES) as usize)?;
        let marks = PinnedBuffer::new(context, (CHUNKS as usize + 1) * 8)?;
        Ok(OutputRing { matches, marks })
    }

    pub(crate) fn addresses(&self) -> Result<RingAddresses, GpuError> {
        let (matches, ready) = (self.matches.device_address()?, self.marks.device_address()?);
        Ok(RingAddresses { matches, ready, consumed: ready + 8 * CHUNKS })
    }

    /// The reading end for one launch, to be made before it.
    pub(crate) fn reader(&mut self, geometry: Geometry) -> Reader<'_> {
        let mark = |index: usize| self.marks.pointer(8 * index).cast::<u64>();
        debug_assert!(geometry.capacity() * geometry.match_words * 4 <= self.matches.len() as u64);
        Reader {
            geometry,
            matches: self.matches.pointer(0).cast(),
            // SAFETY: aligned, initialized, alive as long as the ring, and accessed atomically by both sides.
            ready: std::array::from_fn(|chunk| unsafe { AtomicU64::from_ptr(mark(chunk)) }),
            // SAFETY: as above.
            consumed: unsafe { AtomicU64::from_ptr(mark(CHUNKS as usize)) },
            next: 0,
        }
        .reset()
    }
}

/// Takes the matches of one launch.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    geometry: Geometry,
    matches: *const u32,
    ready: [&'a AtomicU64; CHUNKS as usize],
    consumed: &'a AtomicU64,
    /// The chunk to take next, counted from the beginning of the launch.
    next: u64,
}

impl Reader<'_> {
    fn reset(self) -> Self {
        self.ready.iter().for_each(|ready| ready.store(0, Ordering::Relaxed));
        self.consumed.store(0, Ordering::Release);
        self
    }

    /// Hands over the next chunk if it is ready; says whether it was.
    pub(crate) fn take_chunk(&mut self, give: &mut dyn FnMut(&[u32])) -> bool {
        let ready = self.ready[(self.next % CHUNKS) as usize];
        if ready.load(Ordering::Acquire) != self.next + 1 {
            return false;
        }
        let chunk = self.geometry.chunk();
        give(self.matches(self.next * chunk, chunk));
        self.next += 1;
        self.consumed.store(self.next * chunk, Ordering::Release);
        true
    }

    /// Hands over what is left of the `emitted` matches of a launch that ran to its end.
    pub(crate) fn take_rest(&mut self, emitted: u64, give: &mut dyn FnMut(&[u32])) {
        let chunk = self.geometry.chunk();
        while self.next * chunk < emitted {
            let first = self.next * chunk;
            give(self.matches(first, (emitted - first).min(chunk)));
            self.next += 1;
        }
    }

    /// The words of the matches `first..first + number`, all in one chunk and all written.
    fn matches(&self, first: u64, number: u64) -> &[u32] {
        let (at, words) = (first % self.geometry.capacity(), self.geometry.match_words);
        // SAFETY: inside the ring, and the kernel does not write there again before `consumed` allows it.
        unsafe { std::slice::from_raw_parts(self.matches.add((at * words) as usize), (number * words) as usize) }
    }
}

#[cfg(test)]
mod tests;
