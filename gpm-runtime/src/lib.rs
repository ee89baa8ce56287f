//! The runtime of gpm: data graphs, set primitives, and the CPU back end that runs the planner's nests.
//!
//! ```text
//! file ── graph ──> Graph ┐
//!                         ├── view ──> Bound ── cpu ──> Report
//! Query ── gpm-plan ──> Plan (LoopNest) ┘
//! ```

pub mod graph;
pub mod set;
pub mod view;
pub mod table;
pub mod sample;
pub mod control;
pub mod cpu;
#[cfg(feature = "cuda")]
pub mod cuda;
pub mod engine;
#[cfg(feature = "serde")]
mod serial;
