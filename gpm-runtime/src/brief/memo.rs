//! Counts of parts that were met before. What a part counts depends on what its neighbors are matched to, and on which of its candidates
//! others took.

use gpm_plan::pattern::{MAX_VERTICES, bits};
use rustc_hash::FxHashMap;

use super::parts::Part;
use super::search::{Below, Search};
use crate::graph::VertexId;

/// Entries that are kept at most; then all are dropped.
const ENTRIES: usize = 1 << 18;
/// Lookups of a part after which it is known whether they pay.
const LOOKUPS: u32 = 256;

/// What a part counted, and if that is nothing, who of its neighbors is to blame, and whether others are too.
#[derive(Clone, Copy, Debug)]
struct Known {
    count: u128,
    around: u32,
    others: bool,
}

/// What is kept.
#[derive(Debug, Default)]
pub(super) struct Memo {
    is_off: bool,
    known: FxHashMap<Box<[VertexId]>, Known>,
    /// By the number of a part, how often it was looked for, and found.
    lookups: Vec<[u32; 2]>,
}

impl Memo {
    #[cfg(test)]
    pub(super) fn off() -> Memo {
        Memo { is_off: true, ..Memo::default() }
    }
}

/// What the count of a part depends on: the part, what its neighbors are matched to, and what others took of its candidates, ascending.
#[derive(Clone, Copy)]
pub(super) struct Key {
    words: [VertexId; MAX_VERTICES + 1],
    len: usize,
    /// Those who took them.
    takers: u32,
}

impl Search<'_> {
    /// What a part counts, if that is known; else its key, if it is worth keeping.
    pub(super) fn recall(&mut self, part: Part) -> Result<Below, Option<Key>> {
        debug_assert_eq!((part.around | part.rivals) & !self.placed, 0, "a part has no open neighbors or rivals");
        // Where all that is matched is in the key, it is new.
        if self.memo.is_off || self.placed & !part.around == 0 {
            return Err(None);
        }
        if self.memo.lookups.len() <= part.at {
            self.memo.lookups.resize(part.at + 1, [0; 2]);
        }
        let [tried, found] = self.memo.lookups[part.at];
        if tried >= LOOKUPS && found < tried / 16 {
            return Err(None);
        }
        let key = self.key(part);
        self.memo.lookups[part.at][0] += 1;
        let Some(known) = self.memo.known.get(&key.words[..key.len]) else { return Err(Some(key)) };
        self.memo.lookups[part.at][1] += 1;
        let others = if known.others { key.takers } else { 0 };
        Ok(Below { count: known.count, blame: known.around | others })
    }

    fn key(&self, part: Part) -> Key {
        let mut key = Key { words: [0; MAX_VERTICES + 1], len: 1, takers: 0 };
        key.words[0] = part.open;
        for u in bits(part.around) {
            key.words[key.len] = self.matched[u];
            key.len += 1;
        }
        let first = key.len;
        for rival in bits(part.rivals) {
            let x = self.matched[rival];
            let may_take = |u: usize| match self.question.neighbors[u] & !part.open {
                0 => self.candidates[u].contains(x),
                _ => self.elements(self.left[u]).binary_search(&x).is_ok(),
            };
            if bits(self.parts.alike[rival] & part.open).any(may_take) {
                key.words[key.len] = x;
                key.len += 1;
                key.takers |= 1 << rival;
            }
        }
        key.words[first..key.len].sort_unstable();
        key
    }

    /// Keeps what a part counts.
    pub(super) fn keep(&mut self, part: Part, key: Key, below: Below) {
        if self.memo.known.len() >= ENTRIES {
            self.memo.known.clear();
        }
        let known =
            Known { count: below.count, around: below.blame & part.around, others: below.blame & !part.around != 0 };
        self.memo.known.insert(key.words[..key.len].into(), known);
    }
}
