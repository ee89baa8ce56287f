//! What nests are charged for, in elements streamed: the unit that predictions and samples have in common.

use super::{Kind, Work};

/// Fixed cost of a set operation.
pub(super) const CALL: f64 = 8.0;
/// The same in a bit matrix, beside its words.
pub(super) const BIT_CALL: f64 = 2.0;
/// Vertices in a word of a bit matrix.
const WORD: f64 = 32.0;
/// Cost of one binary search.
pub const SEARCH: f64 = 6.0;
/// Cost of one round of a loop.
pub const STEP: f64 = 8.0;
/// Cost of one in a bit matrix.
pub const BIT_STEP: f64 = 3.0;
/// Cost of one where nothing is left to do but to look sizes up.
pub const LOOKUP_STEP: f64 = 4.0;
/// Cost of one step of a two-hop path that codegrees are counted along.
pub const PATH: f64 = 2.0;

/// Cost of reading the entry of a vertex in a table.
pub(super) const ENTRY: f64 = 4.0;
/// Cost of reading that of an arc: a search in a row, and a read at random.
pub(super) const ARC_ENTRY: f64 = 12.0;

/// How two sets are joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Join {
    /// Lists: so many elements are streamed, or each of the smaller list is searched for in the larger one, whichever costs less.
    Lists {
        /// Elements that a merge streams.
        streamed: f64,
        /// Elements of the smaller list.
        smaller: f64,
    },
    /// Rows of a bit matrix, in so many columns.
    Bits {
        /// How many.
        columns: f64,
    },
}

impl Join {
    /// What it costs.
    pub fn cost(self) -> f64 {
        match self {
            Join::Lists { streamed, smaller } => CALL + streamed.min(smaller * SEARCH),
            Join::Bits { columns } => BIT_CALL + columns / WORD,
        }
    }

    /// Adds what it takes, so many times.
    pub fn add_to(self, work: &mut Work, times: f64) {
        match self {
            Join::Lists { streamed, smaller } => {
                work.add(Kind::Join, times);
                match streamed <= smaller * SEARCH {
                    true => work.add(Kind::Streamed, times * streamed),
                    false => work.add(Kind::Searched, times * smaller),
                }
            }
            Join::Bits { columns } => {
                work.add(Kind::BitJoin, times);
                work.add(Kind::Word, times * columns / WORD);
            }
        }
    }
}

/// What it costs to make a bit matrix on some kind of device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix {
    /// For each member: its row of the graph is found, and mirrored if the matrix is not only a lower triangle.
    pub row: f64,
    /// For each entry of such a row that is looked at.
    pub entry: f64,
}

impl Matrix {
    /// What so many rows with so many entries cost.
    pub(super) fn cost(self, rows: f64, entries: f64) -> f64 {
        self.row * rows + self.entry * entries
    }
}
