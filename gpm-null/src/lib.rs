//! Random graphs that keep what is to be kept, and what an observed count is worth beside them.

mod edges;
mod error;
mod model;
mod random;
#[cfg(test)]
mod testing;

pub use edges::Edges;
pub use error::NullError;
pub use model::{Curveball, LEAST_STEPS, Length, Model, Switching};
