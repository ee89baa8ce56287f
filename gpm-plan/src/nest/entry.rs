//! Tables looked up: what hangs on one vertex of a match, counted once for each data vertex and multiplied with the match.

use std::fmt::{self, Display, Formatter};

use super::{Level, Levels, LoopNest};
use crate::pattern::{Pattern, Semantics};

/// A factor of what each match counts: the entry of a table for the data vertex at a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table holds for each data vertex how often this is found with it at the pattern's one anchor.
    pub table: Pattern,
    /// What is counted there: subgraphs, or maps in which vertices may coincide.
    pub semantics: Semantics,
    /// Whose entry.
    pub level: Level,
}

impl Entry {
    /// Whether another entry is looked up in the same table, perhaps for another vertex.
    pub fn is_of_same_table(&self, other: &Entry) -> bool {
        (&self.table, self.semantics) == (&other.table, other.semantics)
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = if self.semantics == Semantics::Homomorphism { "maps" } else { "T" };
        write!(f, "{name}({})[{}]", self.table, self.level)
    }
}

impl LoopNest {
    /// The levels that must be loops, since something is known or asked of the one data vertex bound there.
    pub fn kept_levels(&self) -> Levels {
        self.entries.iter().fold(self.per.levels(), |levels, entry| levels.with(entry.level))
    }
}
