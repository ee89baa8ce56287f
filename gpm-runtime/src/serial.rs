//! Numbers as serde's data (feature `serde`). Counts have up to 128 bits, which JSON's readers do not: they are strings of
//! decimal digits. Times are seconds.

use std::time::Duration;

use serde::ser::Serializer;

/// A count as decimal digits.
pub(crate) fn decimal<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

/// A time in seconds.
pub(crate) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
