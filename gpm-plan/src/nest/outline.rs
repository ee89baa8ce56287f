//! What fixes a naive nest: the matching order, and the decisions of the search.

use super::{Entry, Level, Levels, Restriction};

/// Everything that fixes a naive nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The pattern vertex at each position.
    pub order: Vec<usize>,
    /// How many positions at the end form the tail (see [`LoopNest::tail`](super::LoopNest::tail)).
    pub tail: usize,
    /// Restrictions between positions, closed under transitivity.
    pub restrictions: Vec<Restriction>,
    /// The symmetry that the restrictions leave.
    pub divisor: u128,
    /// Whether the innermost step emits the match instead of counting it.
    pub emit: bool,
    /// Whether classes carry neighbourhood needs beside labels.
    pub filter: bool,
    /// Whether tail vertices may coincide (see [`LoopNest::tail_may_coincide`](super::LoopNest::tail_may_coincide)).
    pub tail_may_coincide: bool,
    /// Whether the vertices two hops from the root are found first, with their codegrees (see [`SetExpr::Reach`](super::SetExpr::Reach)). Levels
    /// without a neighbor before them are drawn from these.
    pub reach: bool,
    /// The levels that say whose matches are counted (see [`LoopNest::credited`](super::LoopNest::credited)).
    pub credited: Levels,
    /// Tables looked up (see [`LoopNest::entries`](super::LoopNest::entries)).
    pub entries: Vec<Entry>,
    /// Walks counted instead of the tail, but for those of its vertices that hang on one other. Where there are any, vertices may
    /// coincide, and restrictions make the root the least vertex or there are none.
    pub walks: Vec<Walk>,
}

/// Walks from the root that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walk {
    /// How long they are: 2 or 3.
    pub steps: u8,
    /// Where they end.
    pub to: Level,
}
