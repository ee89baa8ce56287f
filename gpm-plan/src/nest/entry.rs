//! Tables looked up: what hangs on a vertex or an edge of a match, counted once for each data vertex or arc and multiplied with
//! the match.

use std::fmt::{self, Display, Formatter};

use super::{Level, Levels, LoopNest};
use crate::pattern::{Pattern, Semantics};

/// A factor of what each match counts: the entry of a table for the data vertex at a level, or for the arc between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table holds for each data vertex, or arc, how often this is found with it at the pattern's anchors.
    pub table: Pattern,
    /// What is counted there: subgraphs, or maps in which vertices may coincide.
    pub semantics: Semantics,
    /// Whose entry: one level, or two for an arc from the first to the second. Arcs are entries of the nest's only view, whose rows
    /// are those of the graph.
    pub at: Vec<Level>,
}

impl Entry {
    /// The level at which it is known whose entry it is.
    pub fn last(&self) -> Level {
        self.at.iter().copied().max().expect("an entry is somebody's")
    }

    /// Whether another entry is looked up in the same table, perhaps for another vertex.
    pub fn is_of_same_table(&self, other: &Entry) -> bool {
        (&self.table, self.semantics) == (&other.table, other.semantics)
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = if self.semantics == Semantics::Homomorphism { "maps" } else { "T" };
        let at: Vec<String> = self.at.iter().map(Level::to_string).collect();
        write!(f, "{name}({})[{}]", self.table, at.join(" "))
    }
}

impl LoopNest {
    /// The levels that must be loops, since something is known or asked of the one data vertex bound there.
    pub fn looped_levels(&self) -> Levels {
        self.entries.iter().flat_map(|entry| &entry.at).fold(self.credited, |levels, &level| levels.with(level))
    }
}
