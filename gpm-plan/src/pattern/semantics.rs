//! The three meanings of "the pattern occurs here".

use std::fmt;

/// What counts as an occurrence of a pattern.
///
/// ```
/// assert_eq!(gpm::Semantics::VertexInduced.to_string(), "vertex-induced");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Semantics {
    /// Distinct data vertices; pattern edges must be present, others may be.
    EdgeInduced,
    /// Distinct data vertices; pattern edges must be present, others must be absent.
    VertexInduced,
    /// As edge-induced, but data vertices may coincide.
    Homomorphism,
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EdgeInduced => "edge-induced",
            Self::VertexInduced => "vertex-induced",
            Self::Homomorphism => "homomorphism",
        })
    }
}
