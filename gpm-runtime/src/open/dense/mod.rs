//! Dense subgraphs that need not be complete, in the local graphs of roots in degeneracy order: k-plexes and quasi-cliques.
//!
//! One rule serves both. [`Density`] says how many of its own a vertex of a dense set may miss; a [`node`] cuts what cannot be dense; what is
//! found is maximal if no excluded vertex can be added, and of quasi-cliques if [`larger`] finds no larger one that has it.

mod density;
mod local;
mod node;
mod larger;
mod maximal;
#[cfg(test)]
mod tests;

pub use density::{Density, Gamma, GammaError};
pub(crate) use maximal::MaximalDense;

/// Candidates of a node that is worth another thread's while. *guess*
pub(crate) const LARGE: usize = 8;
