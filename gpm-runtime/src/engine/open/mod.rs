//! What has no fixed number of vertices: cliques and dense sets of any size, and problems of a program's own.

mod cliques;
mod clique_sizes;
mod dense;

pub use cliques::{CliqueOptions, OpenReport};
pub use dense::DenseOptions;

pub(super) use cliques::{Rule, Wanted};
