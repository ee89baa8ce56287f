//! The engine: answers queries on graphs.
//!
//! A query passes the files below `session` in their order, and none of them twice: a question is asked, a plan is chosen, what it
//! searches is bound, run on some device, and reported. What a nest looks up is a smaller question, which begins anew.

mod config;
mod error;
mod devices_used;
mod report;
mod place;
mod setup;
mod bound_search;
mod run_log;
mod statistics;
mod session;

mod questions;
mod tabulate;
mod orbits;
mod announce;
mod matches;
mod planned;
mod analysis;
mod smaller;
mod plan;
mod near_ties;
mod search;
mod fused;
mod bind;
mod lookups;
mod run;
mod leave;
#[cfg(feature = "serde")]
mod serial;

pub use analysis::{Analysis, AnalyzedLevel, AnalyzedNest, AnalyzedPart, AnalyzedPlan, Runs};
pub use config::{Devices, EngineConfig, SAMPLE_ABOVE};
pub use devices_used::{DevicesUsed, GpuUsed};
pub use error::EngineError;
pub use leave::leave;
pub use matches::{Match, Matches};
pub use orbits::OrbitCounts;
pub use planned::{Answer, Options, Planned};
pub use report::{GpuReport, Report, Seconds};
pub use session::Session;
pub use setup::Engine;
pub use statistics::stats_for_planning;
pub use tabulate::Tabulated;
