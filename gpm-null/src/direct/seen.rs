//! A set of edges that only grows, faster than one of all purposes: one read finds most edges.

use std::hint::black_box;

/// A free slot. No edge has this key, as it would be a loop at vertex 0.
const FREE: u64 = 0;

/// An odd number of half of the bits: 2⁶⁴ divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// How many keys to read at once: memory has at most so many reads under way, and their slots fit caches. *guess*
pub(crate) const BATCH: usize = 64;

/// Keys of edges by open addressing, in slots of which at most two thirds are taken.
pub(crate) struct Seen {
    slots: Vec<u64>,
}

impl Seen {
    /// Room for that many keys, and no more.
    pub(crate) fn with_room(keys: usize) -> Seen {
        Seen { slots: vec![FREE; (keys + keys / 2 + 1).next_power_of_two()] }
    }

    /// Where a key belongs.
    #[inline]
    fn home(&self, key: u64) -> usize {
        // Both halves of the product, since keys of neighbors differ in few bits.
        let product = u128::from(key) * u128::from(SPREAD);
        let mixed = (product as u64) ^ (product >> 64) as u64;
        (mixed ^ mixed >> 32) as usize & (self.slots.len() - 1)
    }

    /// Reads where keys belong. These reads wait for nothing, so that memory answers many in the time of one; afterwards
    /// keys are found in the cache. For a batch of keys before [`Seen::insert`], in sets that are larger than caches.
    #[inline]
    pub(crate) fn warm(&self, keys: impl Iterator<Item = u64>) {
        black_box(keys.fold(0, |all, key| all ^ self.slots[self.home(key)]));
    }

    /// The slot that has the key, or else the first free one after where the key belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = self.home(key);
        while self.slots[slot] != FREE && self.slots[slot] != key {
            slot = (slot + 1) & last;
        }
        slot
    }

    /// Whether the key is new.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        let slot = self.slot(key);
        let new = self.slots[slot] == FREE;
        self.slots[slot] = key;
        new
    }

    /// Whether the key is there.
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.slots[self.slot(key)] != FREE
    }

    /// Forgets all keys. O(room).
    pub(crate) fn clear(&mut self) {
        self.slots.fill(FREE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edges::key;

    #[test]
    fn keys_are_found_also_in_a_full_set() {
        for size in [0u32, 1, 2, 3, 10, 100] {
            // All arcs of a complete graph: as alike as keys get.
            let keys: Vec<u64> =
                (0..size).flat_map(|u| (0..size).filter(move |&v| u != v).map(move |v| key(u, v))).collect();
            let mut seen = Seen::with_room(keys.len());
            for _ in 0..2 {
                assert!(keys.iter().all(|&key| !seen.contains(key)));
                assert!(keys.iter().all(|&key| seen.insert(key)));
                assert!(keys.iter().all(|&key| seen.contains(key) && !seen.insert(key)));
                assert!(!seen.contains(key(size, 0)));
                seen.clear();
            }
        }
    }
}
