//! What sets are cut to.

use super::{Candidates, Levels, LoopNest, SetDef};

/// Levels that members of a set lie below, and those that they lie above: they are smaller or greater than the vertices matched there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Smaller than all of these.
    pub below: Levels,
    /// Greater than all of these.
    pub above: Levels,
}

impl Bounds {
    /// No bound.
    pub const NONE: Bounds = Bounds { below: Levels::NONE, above: Levels::NONE };

    /// Both of these bounds.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { below: self.below.union(other.below), above: self.above.union(other.above) }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Bounds::NONE
    }
}

impl SetDef {
    /// Its bounds.
    pub fn bounds(&self) -> Bounds {
        Bounds { below: self.below, above: self.above }
    }
}

impl Candidates {
    /// The bounds that their set does not have already.
    pub fn bounds(&self) -> Bounds {
        Bounds { below: self.below, above: self.above }
    }
}

impl LoopNest {
    /// What cuts a set to the bounds that are wanted, where some are known: the tightest of those that do not follow from these.
    pub fn left_of(&self, wanted: Bounds, known: Bounds) -> Bounds {
        Bounds {
            below: self.tightest_below(wanted.below.minus(self.closed_below(known.below))),
            above: self.tightest_above(wanted.above.minus(self.closed_above(known.above))),
        }
    }
}
