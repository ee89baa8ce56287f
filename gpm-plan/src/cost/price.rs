//! What nests are charged for, in elements streamed: the unit that predictions and samples have in common.

/// Fixed cost of a set operation.
const CALL: f64 = 8.0;
/// The same in a bit matrix, beside its words.
const BIT_CALL: f64 = 2.0;
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

/// Cost of joining two sets by streaming so many elements, or by searching for each of the smaller set in the larger one.
pub fn join(streamed: f64, smaller: f64) -> f64 {
    CALL + streamed.min(smaller * SEARCH)
}

/// Cost of joining two rows of a bit matrix in so many columns.
pub fn join_bits(columns: f64) -> f64 {
    BIT_CALL + columns / WORD
}

/// What it costs to make a bit matrix on some kind of device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix {
    /// For each member: its row of the graph is found, and mirrored if the matrix is not only a lower triangle.
    pub row: f64,
    /// For each entry of such a row that is looked at.
    pub entry: f64,
}

/// Of reading the entry of a vertex, or of an arc between two: a search in a row, and a read at random.
pub fn entry(ends: usize) -> f64 {
    if ends == 1 { 4.0 } else { 12.0 }
}
