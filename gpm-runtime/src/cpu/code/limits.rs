//! What native code relies on.

use crate::view::Bound;

/// What code is made for, beside its nest and what filters read. It is valid for any graph of which this is so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limits {
    /// No row is longer: a power of two, so that graphs alike have the same code. Sizes and their products are known to fit 64 bits by it.
    pub(super) longest_row: usize,
    /// [`Bound::largest_entries`].
    pub(super) largest_entries: f64,
    /// Whether roots come from a list.
    pub(super) is_listed: bool,
}

impl Limits {
    pub(super) fn of(bound: &Bound<'_>) -> Limits {
        Limits {
            longest_row: bound.max_row().next_power_of_two(),
            largest_entries: bound.largest_entries(),
            is_listed: bound.roots.is_some(),
        }
    }
}
