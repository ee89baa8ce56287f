//! What a nest gives: matches, a total, or the entries of the table that its total is spread over.

use super::{Level, Levels, LoopNest, SetExpr, Step, ViewId};
use crate::pattern::Pattern;

/// What the matches of a nest are counted for: what is counted below the loops of [`LoopNest::credited`] levels is credited to the
/// entries of the data vertices, or of the arc, that they bind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Per {
    /// One number.
    #[default]
    Total,
    /// One number a data vertex: the matches that have it at a credited level.
    Vertex,
    /// One number an arc, which is an entry of the rows that level 1 is drawn from: the matches that have its ends at levels 0
    /// and 1.
    Edge,
    /// One bit matrix a data vertex: the set that is counted below level 1 is row `v0` of the matrix over the lower neighborhood of `v1`.
    /// All of them are a family of sets, which another nest reads.
    Matrix,
}

impl Per {
    /// What a pattern's anchors ask for.
    pub fn anchors(pattern: &Pattern) -> Per {
        match pattern.anchors() {
            [] => Per::Total,
            [_] => Per::Vertex,
            [_, ..] => Per::Edge,
        }
    }
}

impl LoopNest {
    /// Whether matches are handed over.
    pub fn emits(&self) -> bool {
        self.blocks().iter().any(|(_, block)| block.steps.contains(&Step::Emit))
    }

    /// For each pattern vertex the level whose vertex it is matched to.
    pub fn emitted(&self) -> Vec<Level> {
        let mut levels = vec![Level(0); self.num_positions()];
        self.order.iter().enumerate().for_each(|(level, &u)| levels[u] = Level(level as u8));
        levels
    }

    /// The levels whose loops go through the places of a table: what is counted for each of their vertices is credited to one entry.
    pub fn placed(&self) -> Levels {
        match self.per {
            Per::Total | Per::Matrix => Levels::NONE,
            Per::Vertex => self.credited,
            // The arc is known with its end.
            Per::Edge => Levels::NONE.with(Level(1)),
        }
    }

    /// The relation whose rows hold the arcs that the nest counts per, if it does.
    pub fn arcs(&self) -> Option<ViewId> {
        match self.drawn_at(Level(1)).map(|candidates| self.set(candidates.set).expr) {
            Some(SetExpr::Neighbors { view, of: Level(0) }) if self.per == Per::Edge => Some(view),
            _ => None,
        }
    }
}
