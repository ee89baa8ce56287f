//! Counts of parts that were met before. What a part counts depends on what its neighbors are matched to, and on which of its candidates
//! others took.

use gpm_plan::pattern::MAX_VERTICES;
use rustc_hash::FxHashMap;

use crate::graph::VertexId;

/// Entries that are kept at most; then all are dropped. *guess*
const ENTRIES: usize = 1 << 18;
/// Lookups of a part after which it is known whether they pay. *guess*
const LOOKUPS: u32 = 256;

/// What a part counted, and if that is nothing, who of its neighbors is to blame, and whether others are too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) count: u128,
    pub(super) around: u32,
    pub(super) others: bool,
}

/// What is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    is_off: bool,
    known: FxHashMap<Box<[VertexId]>, Known>,
    /// By the number of a part, how often it was looked for, and found.
    lookups: Vec<[u32; 2]>,
}

impl Memo {
    /// Whether it pays to look a part up.
    pub(super) fn pays(&mut self, at: usize) -> bool {
        if self.lookups.len() <= at {
            self.lookups.resize(at + 1, [0; 2]);
        }
        let [tried, found] = self.lookups[at];
        !self.is_off && (tried < LOOKUPS || found >= tried / 16)
    }

    /// What a part counted.
    pub(super) fn get(&mut self, at: usize, key: &Key) -> Option<Known> {
        let known = self.known.get(&key.words[..key.len]).copied();
        self.lookups[at][0] += 1;
        self.lookups[at][1] += u32::from(known.is_some());
        known
    }

    /// Keeps what a part counts.
    pub(super) fn keep(&mut self, key: &Key, known: Known) {
        if self.known.len() >= ENTRIES {
            self.known.clear();
        }
        self.known.insert(key.words[..key.len].into(), known);
    }

    #[cfg(test)]
    pub(super) fn off() -> Memo {
        Memo { is_off: true, ..Memo::default() }
    }
}

/// What the count of a part depends on: the part, what its neighbors are matched to, and what others took of its candidates, ascending.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) words: [VertexId; MAX_VERTICES + 1],
    pub(super) len: usize,
    /// Those who took them.
    pub(super) takers: u32,
}
