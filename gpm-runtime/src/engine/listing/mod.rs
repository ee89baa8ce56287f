//! Matches handed over: one by one, as an iterator, or many at a time.

mod list_with;
mod background;
mod matches;
mod list_batches;

pub use list_batches::{MatchBatch, MatchBatches};
pub use matches::{Match, Matches};
