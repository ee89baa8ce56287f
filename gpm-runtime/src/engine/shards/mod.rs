//! Runs in shards: what a process counts below its own roots, and what all of them counted together.

mod count;
mod tables;
mod per_place;

pub use count::{MergeError, ShardCount, ShardSum};
pub use tables::{ShardOrbits, ShardTable};
