//! Frequent subgraphs: which patterns occur at enough places of a graph. Candidates are settled by the CPU, or in batches by a device.
//!
//! The support of a pattern is the least number of data vertices that any of its vertices is matched to [Bringmann2008]: the size of the
//! smallest *domain*. So it is not matches that are counted; of each candidate of a domain it is asked whether there is one [GraMi, T-FSM].
//!
//! ```text
//! Graph ── rows (label by label) ──┐
//! known patterns ── grow ── child ─┴─ bound (domains of its parts) ── narrow (neighbors) ── complete (a search each) ──> domains
//! ```
//!
//! It is no nest that is run. Thousands of patterns, most of them discarded within microseconds, each have a search order and candidates of
//! their own; a plan and a view for each, which a nest takes, cost more than the search.

mod rows;
mod domain;
mod places;
mod narrow;
mod search;
mod settle;
mod batch;
mod growing;
mod levels;

pub use batch::{Batch, Job, Outcome, RowArrays, Settler};
pub use growing::{LevelError, PatternsError};
pub(crate) use levels::domains_of;
pub use levels::{Grown, Level, Miner, MinerConfig};
pub(crate) use rows::{LabelledRows, merged};
pub use settle::Settled;
