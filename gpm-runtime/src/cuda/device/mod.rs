//! Kernels on devices: finding GPUs, bringing graphs and kernels there, planning memory, launching, watching, collecting.
//!
//! ```text
//! LoopNest ── compiler ──> Compiled ── modules ──> Loaded ─┐
//! Bound ────── upload ──> rows, roots ─┐                   │
//!              bounds ──> memory ──> MemoryPlan ── work ───┴── launch ──> watch, output ──> GpuFinding
//! ```
//!
//! A warm query on a known graph costs one memset, two launches and one small copy: everything else is kept by [`Gpus`].

mod config;
mod error;
mod fault;
mod driver;
mod compiler;
mod bounds;
mod memory;
mod roots;
mod stats;
mod buffer;
mod staging;
mod context;
mod modules;
mod upload;
mod output;
mod work;
mod launch;
mod makers;
mod watch;
mod job;
mod gpu;
mod opening;
mod guess;
mod discovery;
mod several;

pub(crate) use compiler::Request;
pub use compiler::describe_compiler;
pub use config::GpuConfig;
pub use driver::{DeviceInfo, devices, driver_version};
pub use error::{Failure, GpuError, NoGpu, Phase};
pub use memory::MemoryError;
pub(crate) use several::request;
pub use several::{GpuFinding, Gpus};
