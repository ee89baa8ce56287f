//! Counts: of one pattern, in the way that the planner decides, up to a limit, of many patterns at once, and of
//! other graphs by the same plans.

mod at_once;
mod decide;
mod once;
mod pivots;
mod questions;
mod up_to;
mod each;
mod elsewhere;

pub use decide::decision_on;
pub use each::EachOptions;
