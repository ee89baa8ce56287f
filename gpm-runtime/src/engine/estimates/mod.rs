//! About how often patterns occur, where to count them takes too long; and random matches.

mod absent;
mod estimate;
mod tree_estimate;
mod motifs;
mod count_or_estimate;
mod random;

pub use count_or_estimate::Counted;
pub use estimate::{Estimate, EstimateOptions};
pub use random::{SampleOptions, Sampled};
