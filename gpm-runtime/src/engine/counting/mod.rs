//! Counts: of one pattern, in the way that the planner decides, up to a limit, and of many patterns at once.

mod at_once;
mod decide;
mod once;
mod pivots;
mod questions;
mod up_to;
mod each;

pub use decide::decision_on;
pub use each::EachOptions;
