//! Tables looked up: what hangs on a vertex or an edge of a match, counted once for each data vertex or arc and multiplied with
//! the match.

use std::fmt::{self, Display, Formatter};

use super::{Level, Levels, LoopNest};
use crate::pattern::Pattern;

/// A factor of what each match counts: the entry of a table for the data vertex at a level, or for the arc between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table holds for each data vertex, or arc, the edge-induced subgraphs like this that have it at the pattern's anchors.
    pub table: Pattern,
    /// Whose entry: one level, or two for an arc from the first to the second. Arcs are entries of the nest's only view, whose rows
    /// are those of the graph.
    pub at: Vec<Level>,
}

impl Entry {
    /// The level at which it is known whose entry it is.
    pub fn last(&self) -> Level {
        self.at.iter().copied().max().expect("an entry is somebody's")
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let at: Vec<String> = self.at.iter().map(Level::to_string).collect();
        write!(f, "T({})[{}]", self.table, at.join(" "))
    }
}

impl LoopNest {
    /// The levels that must be loops, since something is known or asked of the one data vertex bound there.
    pub fn kept_levels(&self) -> Levels {
        self.entries.iter().flat_map(|entry| &entry.at).fold(self.credited, |levels, &level| levels.with(level))
    }
}
