//! What an observed count is worth beside those of random graphs: sums over samples, and what follows from them.

mod tally;
mod interval;
mod judgement;

pub use interval::Interval;
pub use judgement::{Judgement, Verdict, judge};
pub use tally::Tally;
