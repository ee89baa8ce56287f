//! A table made before, as nests look it up.

use std::sync::Arc;

use rayon::prelude::*;

use super::Counts;

/// Counts by data vertex or arc, all below 2^63, so that they are numbers of 64 bits of either kind.
#[derive(Clone, Debug)]
pub struct Lookup {
    values: Arc<Vec<u64>>,
    largest: u64,
    is_exact: bool,
}

/// The largest value.
const MOST: u64 = i64::MAX as u64;

impl Lookup {
    /// The counts, or the largest number that fits in the place of larger ones: then the table is not exact, and what is counted
    /// with it is at most as much as it should be. The caller's threads share the work.
    pub fn new(counts: Counts) -> Lookup {
        let mut values: Vec<u64> = match counts {
            Counts::Narrow(counts) => counts,
            Counts::Wide(counts) => {
                counts.into_par_iter().map(|count| u64::try_from(count).unwrap_or(u64::MAX)).collect()
            }
        };
        let largest = values.par_iter().copied().max().unwrap_or(0);
        let is_exact = largest <= MOST;
        if !is_exact {
            values.par_iter_mut().for_each(|value| *value = (*value).min(MOST));
        }
        Lookup { values: Arc::new(values), largest: largest.min(MOST), is_exact }
    }

    /// The same as a table of numbers that are at most the counts.
    pub(crate) fn at_most(counts: Counts) -> Lookup {
        Lookup { is_exact: false, ..Lookup::new(counts) }
    }

    /// Whether the values are the counts, and not some of them less.
    pub fn is_exact(&self) -> bool {
        self.is_exact
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_counts_are_the_largest_that_fits() {
        let exact = Lookup::new(Counts::Narrow(vec![3, MOST]));
        assert!(exact.is_exact() && exact.values() == [3, MOST]);
        let less = Lookup::new(Counts::Wide(vec![3, 1 << 100]));
        assert!(!less.is_exact() && less.values() == [3, MOST] && less.largest() == MOST);
        assert!(!Lookup::new(Counts::Narrow(vec![u64::MAX])).is_exact());
    }
}
