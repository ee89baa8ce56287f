//! Edges that stand for records: `a-[p:pays]->b` binds one row of a table of payments, messages or relations, of which there may be many
//! between two vertices.
//!
//! A bound edge is a vertex of the pattern between its two ends: records are vertices of the graph that is searched. What tells these
//! from the vertices that the records join is their label, which nothing else has. So all that patterns can say of vertices they
//! say of records, and all that is done with patterns is done with them: distinct bound edges are distinct records.

use std::ops::Range;

use super::predicate::{LABEL, Owner};
use super::set_edge::SetEdge;
use super::{Label, Pattern, RECORD, admits, is_record_label, own_label, record_label};
use crate::error::{PatternError, PatternErrorKind};

/// An edge that stands for a record, or for a [set](super::sets) of them, as stated.
#[derive(Clone, Debug)]
pub(crate) struct BoundEdge {
    pub(crate) name: String,
    /// The place of the name.
    pub(crate) at: Range<usize>,
    /// The label asked of the record.
    pub(crate) label: Option<Label>,
    /// From the first to the second, if it has a direction; nothing for all vertices there, of a set.
    pub(crate) ends: (Option<usize>, Option<usize>),
    pub(crate) is_directed: bool,
    pub(crate) is_set: bool,
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

/// The label that is asked of a record, as records carry it, of the one that is written.
pub(super) fn asked_of_record(label: &Label) -> Label {
    label.mapped(|text| record_label(Some(text)))
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
    fn is_labelled_record(&self, u: usize) -> bool {
        self.is_record(u) && self.vertex_label(u).and_then(Pattern::own_label_of_record).is_some()
    }

    /// Whether a label of a record is asked for, or read.
    #[doc(hidden)]
    pub fn needs_labels_of_records(&self) -> bool {
        let mut is_read = false;
        for condition in self.predicate().conjuncts() {
            condition.visit(&mut |owner, attribute| {
                let is_of_record = matches!(owner, Owner::Vertex(u) if self.is_record(u));
                is_read |= is_of_record && attribute.column() == Some(LABEL);
            });
        }
        let is_read_of = |set: &SetEdge| {
            let mut is_read = set.set.label.as_ref().and_then(Pattern::own_label_of_record).is_some();
            for condition in &set.set.members {
                condition.visit(&mut |_, attribute| is_read |= attribute.column() == Some(LABEL));
            }
            is_read
        };
        is_read || (0..self.num_vertices()).any(|u| self.is_labelled_record(u)) || self.sets.iter().any(is_read_of)
    }

    /// Whether the pattern binds records, or speaks of sets of them.
    pub fn has_records(&self) -> bool {
        !self.sets.is_empty() || (0..self.num_vertices()).any(|u| self.is_record(u))
    }

    /// The same pattern for a graph of records with these labels of vertices: what asks for any vertex, or any record, asks for each label that
    /// such a one has. Then two vertices of the pattern may coincide where their labels meet, as everywhere else.
    #[doc(hidden)]
    #[must_use]
    pub fn for_labels_of_records<'a>(self, names: impl Iterator<Item = &'a str> + Clone) -> Pattern {
        self.relabelled(|label| {
            let is_admitted = |name: &&str| label.texts().any(|asked| admits(asked, name));
            let all = label.texts().map(str::to_owned).chain(names.clone().filter(is_admitted).map(str::to_owned));
            Label::of(all).unwrap_or_else(|| label.clone())
        })
    }

    /// The same pattern for a graph whose records have their ids in the order of these columns, which have a value for each record.
    #[doc(hidden)]
    #[must_use]
    pub fn for_ascending_records(mut self, columns: Vec<String>) -> Pattern {
        self.predicate = self.predicate.with_ascending(columns);
        self
    }

    /// The label that is asked of a record, as it is written; `None` where any will do.
    pub(super) fn own_label_of_record(label: &Label) -> Option<Label> {
        let takes_any = label.texts().any(|text| text == RECORD);
        (!takes_any).then(|| label.mapped(|text| own_label(text).to_owned()))
    }
}
