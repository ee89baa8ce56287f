//! Edges that stand for records: `a-[p:pays]->b` binds one row of a table of payments, messages or relations, of which there may be many
//! between two vertices.
//!
//! A bound edge is a vertex of the pattern between its two ends: records are vertices of the graph that is searched. What tells these
//! from the vertices that the records join is their label, which nothing else has. So all that patterns can say of vertices they
//! say of records, and all that is done with patterns is done with them: distinct bound edges are distinct records.

use std::ops::Range;

use super::{Label, Pattern};
use crate::error::{PatternError, PatternErrorKind};

/// The label of vertices that have none of their own, in graphs of records and in patterns of these.
pub const VERTEX: &str = "(vertex)";
/// The label of records that have none of their own; of others the label follows, after a blank.
pub const RECORD: &str = "(record)";

/// An edge that stands for a record, as stated.
#[derive(Clone, Debug)]
pub(crate) struct BoundEdge {
    pub(crate) name: String,
    /// The place of the name.
    pub(crate) at: Range<usize>,
    /// The label asked of the record.
    pub(crate) label: Option<Label>,
    /// From the first to the second, if it has a direction.
    pub(crate) ends: (usize, usize),
    pub(crate) is_directed: bool,
    /// The place of the edge with its ends.
    pub(crate) span: Option<Range<usize>>,
}

/// The error that the name at a place is one already.
pub(super) fn named_twice(name: String, at: Range<usize>) -> PatternError {
    let error = PatternError::new(PatternErrorKind::NameTwice { name }).at(Some(at));
    error.or_help("each bound edge is a record of its own: give it a name of its own")
}

/// The error that a bound edge leads from a vertex to itself.
pub(super) fn leads_back(vertex: String, at: Option<Range<usize>>) -> PatternError {
    let error = PatternError::new(PatternErrorKind::SelfLoop { vertex }).at(at);
    error.or_help("records that lead from a vertex to itself match nothing")
}

/// The label that a record carries whose own label is `own`.
///
/// ```
/// use gpm_plan::pattern::record_label;
///
/// assert_eq!(record_label(Some("pays")), "(record) pays");
/// assert_eq!(record_label(None), "(record)");
/// ```
pub fn record_label(own: Option<&str>) -> String {
    own.map_or_else(|| RECORD.to_owned(), |own| format!("{RECORD} {own}"))
}

/// Whether a label is one of records.
pub fn is_record_label(text: &str) -> bool {
    text.strip_prefix(RECORD).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether a text that a pattern asks for admits a label of a graph of records: its own, or any of the kind.
pub fn admits(asked: &str, label: &str) -> bool {
    match asked {
        RECORD => is_record_label(label),
        VERTEX => !is_record_label(label),
        _ => asked == label,
    }
}

impl Pattern {
    /// Whether a vertex of the pattern stands for a record.
    ///
    /// ```
    /// let chain: gpm::Pattern = "a-[p:]->b-[q:pays]->c".parse()?;
    /// let records: Vec<&str> = (0..5).filter(|&u| chain.is_record(u)).map(|u| chain.vertex_name(u)).collect();
    /// assert_eq!(records, ["p", "q"]);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    pub fn is_record(&self, u: usize) -> bool {
        self.vertex_label(u).is_some_and(|label| label.texts().all(is_record_label))
    }

    /// Whether a vertex stands for a record of which a label is asked.
    #[doc(hidden)]
    pub fn is_labelled_record(&self, u: usize) -> bool {
        self.is_record(u) && self.vertex_label(u).is_some_and(|label| label.as_str() != RECORD)
    }

    /// Whether the pattern binds records.
    pub fn has_records(&self) -> bool {
        (0..self.num_vertices()).any(|u| self.is_record(u))
    }

    /// What is asked of a record's own label.
    pub(super) fn own_label_of_record(label: &Label) -> Option<Label> {
        let own = |text: &str| text.strip_prefix(RECORD).map(|rest| rest.trim_start().to_owned());
        match label.only() {
            Some(RECORD) => None,
            _ => Some(label.mapped(|text| own(text).unwrap_or_default())),
        }
    }
}
