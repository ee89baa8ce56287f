//! What stands for a value that is missing.

/// The integer that stands for a missing value.
pub(crate) const MISSING: i64 = i64::MIN;
