//! Tables looked up: what hangs on one vertex of a match, counted once for each data vertex and multiplied with the match.

use std::fmt::{self, Display, Formatter};

use super::{Level, Levels, LoopNest};
use crate::pattern::Pattern;

/// A factor of what each match counts: the entry of a table for the data vertex at a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table holds for each data vertex the edge-induced subgraphs like this that have it at the pattern's one anchor.
    pub table: Pattern,
    /// Whose entry.
    pub level: Level,
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "T({})[{}]", self.table, self.level)
    }
}

impl LoopNest {
    /// The levels that must be loops, since something is known or asked of the one data vertex bound there.
    pub fn kept_levels(&self) -> Levels {
        self.entries.iter().fold(self.per.levels(), |levels, entry| levels.with(entry.level))
    }
}
