//! What a search keeps of the parts that it counted.

use gpm_plan::pattern::{MAX_VERTICES, bits};

use super::memo::{Key, Known};
use super::parts::Part;
use super::search::{Below, Search};

impl Search<'_> {
    /// What the count of a part depends on, if it pays to look for it among those that are kept.
    pub(super) fn key_to_keep(&mut self, part: Part) -> Option<Key> {
        debug_assert_eq!((part.around | part.rivals) & !self.placed, 0, "a part has no open neighbors or rivals");
        // Where all that is matched is in the key, it is new.
        (self.placed & !part.around != 0 && self.memo.pays(part.at)).then(|| self.key(part))
    }

    /// What a part counts, if that is known.
    pub(super) fn recall(&mut self, part: Part, key: &Key) -> Option<Below> {
        let known = self.memo.get(part.at, key)?;
        let others = if known.others { key.takers } else { 0 };
        Some(Below { count: known.count, blame: known.around | others })
    }

    fn key(&self, part: Part) -> Key {
        let mut key = Key { words: [0; MAX_VERTICES + 1], len: 1, takers: 0 };
        key.words[0] = part.open;
        for u in bits(part.around) {
            key.words[key.len] = self.ground.twins[self.matched[u] as usize];
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
                key.words[key.len] = self.ground.twins[x as usize];
                key.len += 1;
                key.takers |= 1 << rival;
            }
        }
        key.words[first..key.len].sort_unstable();
        key
    }

    /// Keeps what a part counts.
    pub(super) fn keep(&mut self, part: Part, key: &Key, below: Below) {
        let (around, others) = (below.blame & part.around, below.blame & !part.around != 0);
        self.memo.keep(key, Known { count: below.count, around, others });
    }
}
