//! Random graphs that keep what is to be kept, and what an observed count is worth beside them.

mod direct;
mod edges;
mod error;
mod model;
mod permutation;
mod random;
#[cfg(test)]
mod testing;

pub use edges::Edges;
pub use error::NullError;
pub use model::{Curveball, LEAST_STEPS, Length, Model, Switching};
pub use permutation::permutation;
