//! The runtime of gpm: data graphs, set primitives, and the CPU back end that runs the planner's nests.
//!
//! ```text
//! file ── graph ──> Graph ┐
//!                         ├── view ──> Bound ── cpu ──> Report
//! Query ── gpm-plan ──> Plan (LoopNest) ┘
//! ```

// Each knows those above it only.
#[cfg(feature = "serde")]
mod serial;
mod kept_folder;
mod lock;
mod recent;
mod process;
mod on_demand;
pub mod control;
pub mod set;
pub mod graph;
pub mod table;
pub mod view;
pub mod brute;
pub mod sample;
pub mod run;
pub mod sched;
pub mod cpu;
pub mod estimate;
mod urn;
pub mod spanning;
pub mod open;
pub mod mine;
pub mod brief;
mod temporal;
#[cfg(feature = "cuda")]
pub mod cuda;
pub mod engine;
