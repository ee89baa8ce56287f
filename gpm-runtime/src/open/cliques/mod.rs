//! Cliques of any size, in the local graphs of roots in degeneracy order.

mod local;
mod node;
mod degrees;
mod maximal;
mod maximum;
mod memory;
mod tree;
#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tree_tests;

pub(crate) use maximal::MaximalCliques;
pub(crate) use maximum::MaximumClique;
pub(crate) use memory::most_bytes;
pub(crate) use tree::CliqueTree;

/// Candidates of a node that is worth another thread's while: what is below fewer is searched in less time than it takes to hand it over.
/// *guess*
pub(crate) const LARGE: usize = 4;

/// The same for a tree of pivots: candidates that are left, whether or not the search goes on with them itself. *guess*
pub(crate) const LARGE_TREE: usize = 16;
