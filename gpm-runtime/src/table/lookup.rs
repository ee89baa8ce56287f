//! A table made before, as nests look it up.

use std::sync::Arc;

use rayon::prelude::*;

use super::Counts;

/// Counts by data vertex or arc, all below 2^63, so that they are numbers of 64 bits of either kind.
#[derive(Clone, Debug)]
pub struct Lookup {
    values: Arc<Vec<u64>>,
    largest: u64,
}

impl Lookup {
    /// `None` if a count is too large. The caller's threads share the work.
    pub fn new(counts: Counts) -> Option<Lookup> {
        let Counts::Narrow(counts) = counts else { return None };
        let largest = counts.par_iter().copied().max().unwrap_or(0);
        (largest <= i64::MAX as u64).then(|| Lookup { values: Arc::new(counts), largest })
    }

    /// The values, held: as long as somebody does, no other table lies where they do.
    #[cfg(feature = "cuda")]
    pub(crate) fn held(&self) -> Arc<Vec<u64>> {
        Arc::clone(&self.values)
    }

    /// By data vertex, or by entry of the graph's rows.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// The largest value; 0 if there is none.
    pub fn largest(&self) -> u64 {
        self.largest
    }
}
