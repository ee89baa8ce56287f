//! What nests are charged for, in elements streamed: the unit that predictions and samples have in common.

/// Fixed cost of a set operation.
const CALL: f64 = 8.0;
/// Cost of one binary search.
pub const SEARCH: f64 = 6.0;
/// Cost of one round of a loop.
pub const STEP: f64 = 8.0;
/// Cost of one where nothing is left to do but to look sizes up.
pub const LOOKUP_STEP: f64 = 4.0;
/// Cost of one step of a two-hop path that codegrees are counted along.
pub const PATH: f64 = 2.0;
/// Vertices in a word of a bit matrix.
const WORD: f64 = 32.0;

/// Cost of joining two sets by streaming so many elements, or by searching for each of the smaller set in the larger one.
pub fn join(streamed: f64, smaller: f64) -> f64 {
    CALL + streamed.min(smaller * SEARCH)
}

/// What a search of a bit matrix costs on some kind of device, beside its words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bits {
    /// One round of a loop.
    pub step: f64,
    /// A set operation.
    pub call: f64,
}

impl Bits {
    /// Cost of joining two rows in so many columns.
    pub fn join(self, columns: f64) -> f64 {
        self.call + columns / WORD
    }
}

/// Of reading the entry of a vertex, or of an arc between two: a search in a row, and a read at random.
pub fn entry(ends: usize) -> f64 {
    if ends == 1 { 4.0 } else { 12.0 }
}
