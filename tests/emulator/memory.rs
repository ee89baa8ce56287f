//! Emulated device memory: buffers whose parts have guard words behind them.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

use crate::compile::is_sanitized;

/// What guard words hold, and memory that kernels must not rely on.
const GUARD: u32 = 0x5afe_5afe;
const UNSET: u32 = 0xcdcd_cdcd;
/// As a cache line of the GPU.
const ALIGN: usize = 128;
/// Parts of one buffer begin at a multiple of this: kernels read 128 bits at a time.
const PART_WORDS: usize = 4;
/// Guard words behind a part. AddressSanitizer watches the end of a buffer better than they do.
const GUARD_WORDS: usize = 64;

/// How the memory of one owner (a warp, a block) is cut into parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    parts: Vec<Part>,
    words: usize,
}

#[derive(Clone, Debug)]
struct Part {
    name: String,
    offset: usize,
    words: usize,
}

impl Parts {
    /// One part of this many words.
    pub(crate) fn one(name: &str, words: usize) -> Parts {
        let mut parts = Parts::default();
        parts.add(name, words);
        parts
    }

    /// Adds a part and returns where it begins.
    pub(crate) fn add(&mut self, name: &str, words: usize) -> usize {
        let offset = self.words;
        self.parts.push(Part { name: name.to_owned(), offset, words });
        let guard = if is_sanitized() { 0 } else { GUARD_WORDS };
        self.words = (offset + words + guard).next_multiple_of(PART_WORDS);
        offset
    }

    fn part(&self, name: &str) -> &Part {
        self.parts.iter().find(|part| part.name == name).expect("parts are asked for by the names that they have")
    }
}

/// Memory of several owners. Kernels write to it, so it is only reached by address.
pub(crate) struct Buffer {
    start: *mut u32,
    parts: Parts,
    owners: usize,
}

impl Buffer {
    /// Parts for each of `owners`, holding nothing a kernel could count on.
    pub(crate) fn new(parts: Parts, owners: usize) -> Buffer {
        let words = parts.words * owners;
        let layout = Self::memory(words);
        // SAFETY: the layout is not empty.
        let start = unsafe { alloc(layout) }.cast::<u32>();
        if start.is_null() {
            handle_alloc_error(layout);
        }
        for i in 0..words {
            // SAFETY: within the allocation.
            unsafe { start.add(i).write(GUARD) };
        }
        let mut buffer = Buffer { start, parts, owners };
        for (owner, part) in buffer.all() {
            buffer.fill_part(owner, &part, UNSET);
        }
        buffer
    }

    /// A buffer of zeros.
    pub(crate) fn zeroed(name: &str, words: usize) -> Buffer {
        let mut buffer = Buffer::new(Parts::one(name, words), 1);
        buffer.fill(name, 0);
        buffer
    }

    /// A copy of these bytes, a multiple of four.
    pub(crate) fn copy<T: bytemuck::Pod>(name: &str, values: &[T]) -> Buffer {
        let words: &[u32] = bytemuck::cast_slice(values);
        let mut buffer = Buffer::new(Parts::one(name, words.len()), 1);
        words.iter().enumerate().for_each(|(i, &word)| buffer.set(i, word));
        buffer
    }

    fn memory(words: usize) -> Layout {
        Layout::from_size_align(words.max(1) * size_of::<u32>(), ALIGN).expect("test memory is small")
    }

    fn all(&self) -> Vec<(usize, Part)> {
        (0..self.owners).flat_map(|owner| self.parts.parts.iter().map(move |part| (owner, part.clone()))).collect()
    }

    /// What a kernel is given.
    pub(crate) fn address(&self) -> u64 {
        self.start as u64
    }

    /// Words of one owner.
    pub(crate) fn stride(&self) -> usize {
        self.parts.words
    }

    /// The word at `index`, as a kernel that runs now may have left it.
    pub(crate) fn get(&self, index: usize) -> u32 {
        assert!(index < self.parts.words * self.owners, "within the buffer");
        // SAFETY: within the allocation, which is initialized.
        unsafe { self.start.add(index).read_volatile() }
    }

    /// Writes a word.
    pub(crate) fn set(&mut self, index: usize, word: u32) {
        assert!(index < self.parts.words * self.owners, "within the buffer");
        // SAFETY: within the allocation.
        unsafe { self.start.add(index).write_volatile(word) }
    }

    /// The `index`-th double word.
    pub(crate) fn get_u64(&self, index: usize) -> u64 {
        u64::from(self.get(2 * index)) | u64::from(self.get(2 * index + 1)) << 32
    }

    /// Writes the `index`-th double word.
    pub(crate) fn set_u64(&mut self, index: usize, value: u64) {
        self.set(2 * index, value as u32);
        self.set(2 * index + 1, (value >> 32) as u32);
    }

    /// Fills a part, for every owner.
    pub(crate) fn fill(&mut self, name: &str, word: u32) {
        let part = self.parts.part(name).clone();
        (0..self.owners).for_each(|owner| self.fill_part(owner, &part, word));
    }

    fn fill_part(&mut self, owner: usize, part: &Part, word: u32) {
        let start = owner * self.parts.words + part.offset;
        (start..start + part.words).for_each(|i| self.set(i, word));
    }

    /// The words of a part.
    pub(crate) fn words(&self, owner: usize, name: &str) -> Vec<u32> {
        let part = self.parts.part(name);
        let start = owner * self.parts.words + part.offset;
        (start..start + part.words).map(|i| self.get(i)).collect()
    }

    /// That a part is zero for all owners.
    ///
    /// # Errors
    /// Where it is not.
    pub(crate) fn check_zero(&self, name: &str) -> Result<(), String> {
        for owner in 0..self.owners {
            if let Some(at) = self.words(owner, name).iter().position(|&word| word != 0) {
                return Err(format!("word {at} of `{name}` of owner {owner} is left nonzero"));
            }
        }
        Ok(())
    }

    /// That nothing was written between or behind the parts.
    ///
    /// # Errors
    /// Behind which part something was.
    pub(crate) fn check_guards(&self) -> Result<(), String> {
        for (owner, part) in self.all() {
            let next = self.parts.parts.iter().map(|other| other.offset).filter(|&at| at > part.offset).min();
            let (end, next) = (part.offset + part.words, next.unwrap_or(self.parts.words));
            if let Some(at) = (end..next).find(|at| self.get(owner * self.parts.words + at) != GUARD) {
                let (name, words) = (&part.name, part.words);
                return Err(format!(
                    "word {} of `{name}` of owner {owner} was written, which has {words}",
                    at - part.offset
                ));
            }
        }
        Ok(())
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.start.cast(), Self::memory(self.parts.words * self.owners)) }
    }
}
