//! Sets in a local graph: words of bit rows, and how sets are made of them.

use crate::nest::{Level, SetId};
use crate::program::Range;

/// All members of the local graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct All;

/// Members of the local graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Their words.
    pub word: Word,
    /// In which words they are, if not in all.
    pub span: Range,
}

/// A word of 128 bits of a set of members, made of the words at the same place of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Of the row of the matrix that this set names.
    Row(SetId),
    /// Of a stored set.
    Stored(SetId),
    /// Of the set that the loop around walks, which lanes hold.
    Held,
    /// Of the members in a range.
    Range(Range),
    /// The bits of the first that are in the second as well.
    And(Box<[Word; 2]>),
    /// The bits of the first that are not in the second.
    AndNot(Box<[Word; 2]>),
}

/// How a set is made on a bit matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum WordDef {
    /// A name for the row of a member.
    Row {
        /// The set of the nest that is made here.
        set: SetId,
        /// The level whose vertex, a member of the local graph, owns the row.
        of: Level,
    },
    /// Words that are stored and counted.
    Store {
        /// The set of the nest that is made here.
        set: SetId,
        /// How each of its words is computed.
        word: Word,
    },
    /// The one word of a set that lies in one, which a lane holds and has counted.
    Keep {
        /// The set of the nest that is made here.
        set: SetId,
        /// How that word is computed.
        word: Word,
    },
    /// Words that are only counted.
    Count {
        /// The name of the number.
        set: SetId,
        /// The words that are counted, and the range that counts.
        places: Places,
    },
}
