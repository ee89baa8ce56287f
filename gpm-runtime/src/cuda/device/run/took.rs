//! How long searches took that ran before: short ones are left to one device.

use std::sync::Mutex;

use crate::lock::lock;
use crate::recent::Recent;

/// Seconds of kernels, of all devices together, from which on several devices are worth it: half a millisecond passes until all have begun
/// and are known to be done. Four times that, a *guess*.
const SHORT: f64 = 2e-3;
/// Searches that are known. *guess*
const KEPT: usize = 256;

/// A search: its kernel and its graph.
pub(super) type Key = (u64, u64);

/// What searches took.
#[derive(Debug, Default)]
pub(super) struct Took(Mutex<Recent<(Key, f64), KEPT>>);

impl Took {
    /// Whether a search is known to be so short that one device is done before several are.
    pub(super) fn is_short(&self, key: Key) -> bool {
        lock(&self.0).find(|&(own, _)| own == key).is_some_and(|&mut (_, seconds)| seconds < SHORT)
    }

    /// Notes what a whole search took.
    pub(super) fn note(&self, key: Key, seconds: f64) {
        let mut known = lock(&self.0);
        known.retain(|&(own, _)| own != key);
        known.add((key, seconds));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_to_be_short_is_short() {
        let took = Took::default();
        took.note((1, 1), 1e-4);
        took.note((2, 1), 1.0);
        assert_eq!([(1, 1), (2, 1), (1, 2)].map(|key| took.is_short(key)), [true, false, false]);
        (0..KEPT as u64).for_each(|graph| took.note((3, graph), 1e-4));
        assert!(!took.is_short((1, 1)) && took.is_short((3, 0)));
    }
}
