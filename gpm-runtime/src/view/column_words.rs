//! The values of a column that a search reads.

use std::ops::Deref;
use std::sync::Arc;

/// Values bit by bit, which lie still while they are used. Who keeps copies of them elsewhere, as on a GPU, may tell those of the graph by where they lie.
#[derive(Clone, Debug)]
pub enum ColumnWords<'g> {
    /// A column of the graph, which lives as long as it.
    OfGraph(&'g [u64]),
    /// Made for a search: another one may lie in the same place later.
    Made(Arc<Vec<u64>>),
}

impl Deref for ColumnWords<'_> {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match self {
            ColumnWords::OfGraph(words) => words,
            ColumnWords::Made(words) => words,
        }
    }
}

impl From<Vec<u64>> for ColumnWords<'_> {
    fn from(words: Vec<u64>) -> Self {
        ColumnWords::Made(Arc::new(words))
    }
}
