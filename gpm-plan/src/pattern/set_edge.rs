//! A set of records as a pattern states it.

use std::ops::Range;

use super::PatternErrorKind;
use super::predicate::RecordSet;
use crate::error::PatternError;

/// A set of records that a pattern names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetEdge {
    /// The vertex of the pattern that its values belong to.
    pub(crate) host: usize,
    /// Other bound edges with the same ends, which might as well be its host: so that none is told from others by being it.
    pub(crate) also: Vec<usize>,
    /// Whether the host is the first record of the set, and is matched only as such.
    pub(crate) is_first: bool,
    /// Which records.
    pub(crate) set: RecordSet,
}

impl SetEdge {
    /// What it is called; nothing if it has no name.
    pub(crate) fn name(&self) -> &str {
        &self.set.name.0
    }
}

/// The error that `*` stands where there is no set of records.
pub(super) fn all_vertices(at: Range<usize>) -> PatternError {
    let found = "another edge".to_owned();
    let expected = "a set of records with a direction beside `*`, which stands for all vertices at its other end";
    let error = PatternError::new(PatternErrorKind::Syntax { expected, found });
    error.at(Some(at)).or_help("write `*-[p*]->m` for all records that lead to `m`, or name a vertex")
}

/// The error that a set of records that lead one way stands beside an edge for records of either direction.
pub(crate) fn two_directions(at: Range<usize>) -> PatternError {
    let expected = "a direction at all edges between two vertices, or at none, where one is a set of records";
    let error =
        PatternError::new(PatternErrorKind::Syntax { expected, found: "a direction at one of them".to_owned() });
    error.at(Some(at)).or_help("write `->` at both, or at neither")
}

/// The error that the records of a set are taken for one.
pub(super) fn several_records(name: &str) -> PatternError {
    let found = format!("`{name}`, which stands for several records");
    let error =
        PatternError::new(PatternErrorKind::Syntax { expected: "one record, or an aggregate of several", found });
    error.or_help(format!(
        "write `max({name}.column)`, `count({name})` or the like, or bind one record with `[{name}:]`; what chooses the records of the set compares them with numbers, or all that lead to or from a vertex with one bound edge there"
    ))
}
