//! Running a search on the devices: launching kernels, watching them, and adding up what they found.

mod config;
mod delivery;
mod stats;
mod watch;
mod launch;
mod frontier;
mod recall;
mod job;
mod gpu;
mod took;
mod gpus;
mod first;
mod ceilings;
mod cliques;
mod frequent;
mod labelled;
mod samples;
mod trees;

pub use cliques::CliqueFinding;
pub use config::GpuConfig;
pub use gpus::{GpuFinding, Gpus};
