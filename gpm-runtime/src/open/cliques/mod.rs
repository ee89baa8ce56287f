//! Cliques of any size, in the local graphs of roots in degeneracy order.

mod local;
mod node;
mod maximal;
mod maximum;
#[cfg(test)]
mod tests;

pub(crate) use maximal::MaximalCliques;
pub(crate) use maximum::MaximumClique;

/// Candidates of a node that is worth another thread's while: what is below fewer is searched in less time than it takes to hand it over.
pub(crate) const LARGE: usize = 4;
