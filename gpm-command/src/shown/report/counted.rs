//! A pattern and how often it is there.

use gpm::Pattern;

/// A pattern that was counted.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) name: String,
    pub(super) pattern: Pattern,
    pub(super) count: u128,
}
