//! Levels, the positions of the matching order, and sets of them.

use std::fmt;

/// Position in the matching order. Prints as `v0`, `v1`, …, the name of the data vertex in every back end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub u8);

impl Level {
    /// Where an order of all vertices of a pattern binds one of them.
    pub fn of(vertex: usize, order: &[usize]) -> Level {
        Level(order.iter().position(|&u| u == vertex).expect("the order has every vertex") as u8)
    }

    /// The position as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A set of levels, as a bit mask (patterns have at most 32 vertices).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Levels(u32);

impl Levels {
    /// No level.
    pub const NONE: Levels = Levels(0);
    /// How many levels there are at most: bits of the mask.
    pub(crate) const MOST: usize = 32;

    /// The levels before `level`.
    pub fn before(level: Level) -> Levels {
        Levels(((1u64 << level.0) - 1) as u32)
    }

    /// Whether `level` is in the set.
    pub fn contains(self, level: Level) -> bool {
        self.0 >> level.0 & 1 == 1
    }

    /// The levels as a bit mask.
    pub fn mask(self) -> u32 {
        self.0
    }

    /// Adds a level.
    pub fn insert(&mut self, level: Level) {
        self.0 |= 1 << level.0;
    }

    /// The set with a level more.
    pub fn with(mut self, level: Level) -> Levels {
        self.insert(level);
        self
    }

    /// Removes a level.
    pub fn remove(&mut self, level: Level) {
        self.0 &= !(1 << level.0);
    }

    /// Levels in either set.
    pub fn union(self, other: Levels) -> Levels {
        Levels(self.0 | other.0)
    }

    /// Levels in both sets.
    pub fn intersection(self, other: Levels) -> Levels {
        Levels(self.0 & other.0)
    }

    /// Levels of this set that are not in `other`.
    pub fn minus(self, other: Levels) -> Levels {
        Levels(self.0 & !other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The deepest level, if any.
    pub fn last(self) -> Option<Level> {
        (self.0 != 0).then(|| Level(31 - self.0.leading_zeros() as u8))
    }

    /// The levels, ascending.
    pub fn iter(self) -> impl Iterator<Item = Level> {
        (0..32u8).map(Level).filter(move |&level| self.contains(level))
    }
}

impl FromIterator<Level> for Levels {
    fn from_iter<I: IntoIterator<Item = Level>>(levels: I) -> Self {
        let mut set = Levels::NONE;
        levels.into_iter().for_each(|level| set.insert(level));
        set
    }
}
