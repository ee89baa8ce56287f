//! Runs in shards: what a process counts below its own roots, and what all of them counted together.

mod count;
mod tables;
mod per_place;
mod merging;

pub use count::{MergeError, ShardCount, ShardSum, ShardTable};
pub use merging::Merging;
pub use tables::ShardOrbits;
