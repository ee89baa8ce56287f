//! Cliques and dense sets of any size: what is asked, and counts, lists and tables of them.

mod asked;
mod clique_sizes;
mod maximal;

pub(crate) use asked::Question;
pub(crate) use clique_sizes::CliqueSizes;
pub(crate) use maximal::{MaximalArgs, Run};
