//! A table made before, as nests look it up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Counts;

static NEXT: AtomicU64 = AtomicU64::new(0);

/// Counts by data vertex, all below 2^63, so that they are numbers of 64 bits of either kind.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Tells it from all others that there ever were.
    id: u64,
    values: Arc<[u64]>,
    largest: u64,
}

impl Lookup {
    /// `None` if a count is too large.
    pub(crate) fn new(counts: Counts) -> Option<Lookup> {
        let Counts::Narrow(counts) = counts else { return None };
        let largest = counts.iter().copied().max().unwrap_or(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        (largest <= i64::MAX as u64).then(|| Lookup { id, values: counts.into(), largest })
    }

    /// A number that no other table has.
    #[cfg(feature = "cuda")]
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// By data vertex.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// The largest value; 0 if there is none.
    pub fn largest(&self) -> u64 {
        self.largest
    }
}
