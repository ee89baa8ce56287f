//! A term of the sum that a reading is.

use gpm::Pattern;

/// Terms of a query. *guess*: each is planned by itself, in about a millisecond.
pub(super) const MOST_TERMS: usize = 4096;

/// One of the patterns that a reading is the sum of.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// None of a single node, which is no pattern: its rows are the vertices.
    pub(crate) pattern: Option<Pattern>,
    /// The vertex of the pattern that each node is.
    pub(crate) vertices: Vec<usize>,
    /// What each relationship is; of chains nothing.
    pub(crate) edges: Vec<Option<Place>>,
    /// Whether its matches are taken away from those of the others.
    pub(crate) is_negative: bool,
}

/// What a relationship is in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The vertex of the pattern that stands for a record.
    Record(usize),
    /// Between these vertices of the pattern.
    Arc(usize, usize),
}

/// The sum, and the conditions left, by number, which are asked of the rows.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) terms: Vec<Term>,
    pub(crate) left: Vec<usize>,
}
