//! Random graphs that keep what is to be kept, and what an observed count is worth beside them.

mod chain;
mod describe;
mod direct;
mod edges;
mod error;
mod mixing;
mod model;
mod permutation;
mod random;
mod sampler;
mod worth;
#[cfg(test)]
mod testing;

pub use describe::{Description, Reach};
pub use edges::Edges;
pub use error::NullError;
pub use mixing::{Mixing, Statistic};
pub use model::{Curveball, LEAST_STEPS, Length, Model, Switching};
pub use permutation::permutation;
pub use sampler::Sampler;
pub use worth::{Interval, Judgement, Tally, Verdict, judge};
