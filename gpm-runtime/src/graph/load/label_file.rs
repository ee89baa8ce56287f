//! A file of labels as read, from text or Parquet.

use crate::graph::LabelId;
use crate::graph::names::LabelCollector;

/// An id as written, and its 1-based line.
pub(super) struct LabelledId {
    pub(super) id: String,
    pub(super) line: u64,
}

/// A parsed label file.
pub(super) struct LabelFile {
    /// Its name, for messages.
    pub(super) name: String,
    /// Ids as written, parallel to `labels`; `None` if labels come in id order.
    pub(super) ids: Option<Vec<LabelledId>>,
    /// By provisional numbers.
    pub(super) labels: Vec<LabelId>,
    pub(super) names: LabelCollector,
}

/// Where ids and labels stand.
pub(super) struct Places {
    /// `None` for labels in id order.
    pub(super) id: Option<usize>,
    pub(super) label: usize,
}
