//! Search below a root inside its own neighborhood, as a bit matrix.

use super::SetId;

/// Search below a root inside its own neighborhood, held as a bit matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalGraph {
    /// The set all deeper levels draw from: (part of) the root's row.
    pub universe: SetId,
    /// Only pairs `(x, y)` with `y < x` are asked for, so the matrix needs its lower triangle alone.
    pub lower_only: bool,
    /// Whether another nest may write the matrices of all roots before the search: a family of sets that this one reads
    /// (see [`Per::Matrix`](super::Per::Matrix)). Else, and on the CPU, whoever searches below a root makes its matrix.
    pub is_written: bool,
}

impl LocalGraph {
    /// Neighbors: the largest neighborhood that is searched as a bit matrix, which takes 8 MiB then; larger ones are searched in lists. Who
    /// has less memory may search smaller ones in lists too. *guess*; places of members on the CPU, of 16 bits, would allow 65,534.
    pub const LIMIT: usize = 8192;
}
