//! The runtime of gpm.

pub mod graph;
pub mod set;
