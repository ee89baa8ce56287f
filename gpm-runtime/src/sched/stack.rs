//! What the host holds of frontiers that a device has no room for: a stack of pieces in memory, and beyond its bound in a file.
//!
//! Pieces that came last go back first, and those in memory before those in the file, so that little is held at a time. The order does not
//! matter otherwise.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most that the host held of a frontier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Buffered {
    /// The most bytes that lay in memory at a time.
    pub memory: u64,
    /// Bytes in the file.
    pub file: u64,
}

impl Buffered {
    /// The larger of each.
    pub(crate) fn or_more(self, other: Buffered) -> Buffered {
        Buffered { memory: self.memory.max(other.memory), file: self.file.max(other.file) }
    }
}

/// A stack of pieces of so many words each.
#[derive(Debug)]
pub struct Stack {
    piece_words: usize,
    /// Bytes that memory may take.
    limit: u64,
    memory: Vec<u32>,
    /// Where the file is to be, and the file once there is something in it.
    folder: Option<PathBuf>,
    spilled: Option<Spilled>,
    most: Buffered,
}

/// Pieces in a file.
#[derive(Debug)]
struct Spilled {
    file: File,
    bytes: u64,
}

/// Words that are read from the file at a time, about. *guess*
const READ_WORDS: usize = 1 << 18;

impl Stack {
    /// An empty stack of pieces of so many words, one at least, which holds up to `limit` bytes in memory and all else in a file in
    /// `folder`. Where there is no folder, nobody may push beyond the limit.
    pub fn new(piece_words: usize, limit: u64, folder: Option<&Path>) -> Stack {
        let folder = folder.map(Path::to_owned);
        Stack { piece_words, limit, memory: Vec::new(), folder, spilled: None, most: Buffered::default() }
    }

    /// Whether there is room for so many bytes more.
    pub fn has_room(&self, bytes: u64) -> bool {
        self.folder.is_some() || self.memory_bytes() + bytes <= self.limit
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.memory.is_empty() && self.spilled.as_ref().is_none_or(|spilled| spilled.bytes == 0)
    }

    /// The most that it ever held.
    pub fn most(&self) -> Buffered {
        self.most
    }

    /// Puts whole pieces on it.
    ///
    /// # Errors
    /// If the file cannot be made, or written.
    pub fn push(&mut self, pieces: &[u32]) -> io::Result<()> {
        debug_assert!(pieces.len().is_multiple_of(self.piece_words));
        let bytes = size_of_val(pieces) as u64;
        match &self.folder {
            Some(folder) if self.memory_bytes() + bytes > self.limit => {
                let spilled = match &mut self.spilled {
                    Some(spilled) => spilled,
                    // It has no name: it is gone when it is closed, however the process ends.
                    None => self.spilled.insert(Spilled { file: tempfile::tempfile_in(folder)?, bytes: 0 }),
                };
                spilled.file.seek(SeekFrom::Start(spilled.bytes))?;
                spilled.file.write_all(bytemuck::cast_slice(pieces))?;
                spilled.bytes += bytes;
                self.most.file = self.most.file.max(spilled.bytes);
            }
            _ => {
                self.memory.extend_from_slice(pieces);
                self.most.memory = self.most.memory.max(self.memory_bytes());
            }
        }
        Ok(())
    }

    /// Takes up to so many pieces off it, one at least if there are any.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn pop(&mut self, most: usize) -> io::Result<Vec<u32>> {
        if self.memory.is_empty() {
            self.read_back(most)?;
        }
        let number = (self.memory.len() / self.piece_words).min(most.max(1));
        Ok(self.memory.split_off(self.memory.len() - number * self.piece_words))
    }

    /// Brings the end of the file to memory: so many pieces at most, and no more than are read at a time.
    fn read_back(&mut self, most: usize) -> io::Result<()> {
        let Some(spilled) = &mut self.spilled else { return Ok(()) };
        let piece = self.piece_words as u64 * 4;
        let wanted = most.min(READ_WORDS / self.piece_words).max(1) as u64 * piece;
        let bytes = wanted.min(spilled.bytes);
        self.memory.resize(bytes as usize / 4, 0);
        spilled.file.seek(SeekFrom::Start(spilled.bytes - bytes))?;
        spilled.file.read_exact(bytemuck::cast_slice_mut(&mut self.memory))?;
        spilled.bytes -= bytes;
        spilled.file.set_len(spilled.bytes)?;
        self.most.memory = self.most.memory.max(self.memory.len() as u64 * 4);
        Ok(())
    }

    fn memory_bytes(&self) -> u64 {
        self.memory.len() as u64 * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(stack: &mut Stack, most: usize) -> Vec<u32> {
        let mut all = Vec::new();
        while !stack.is_empty() {
            let popped = stack.pop(most).expect("the file is read");
            assert!(!popped.is_empty() && popped.len() <= 3 * most && popped.len().is_multiple_of(3));
            all.extend(popped.chunks_exact(3).map(|piece| piece[0]));
        }
        all.sort_unstable();
        all
    }

    #[test]
    fn what_is_pushed_is_popped_once() {
        let folder = std::env::temp_dir();
        for (limit, folder) in [(u64::MAX, None), (0, Some(folder.as_path())), (100, Some(folder.as_path()))] {
            let mut stack = Stack::new(3, limit, folder);
            let mut popped = Vec::new();
            for first in 0..50_u32 {
                let pieces: Vec<u32> = (10 * first..10 * (first + 1)).flat_map(|i| [i, i + 1, i + 2]).collect();
                stack.push(&pieces).expect("the file is written");
                popped.extend(stack.pop(4).expect("the file is read").chunks_exact(3).map(|piece| piece[0]));
            }
            popped.extend(drained(&mut stack, 7));
            popped.sort_unstable();
            assert_eq!(popped, (0..500).collect::<Vec<_>>());
            let most = stack.most();
            assert_eq!((most.file > 0, most.memory <= limit.max(7 * 12)), (folder.is_some(), true), "{most:?}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let mut stack = Stack::new(1, 0, Some(Path::new("/no/such/folder")));
        assert!(stack.has_room(1 << 40) && stack.push(&[1]).is_err() && stack.is_empty());
        let stack = Stack::new(1, 8, None);
        assert!(stack.has_room(8) && !stack.has_room(9));
    }
}
