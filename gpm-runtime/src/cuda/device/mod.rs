//! Kernels on devices, in four steps, each of which knows those before it: devices are found and opened, kernels are made, both are
//! brought together with a graph on a device, and run there.
//!
//! ```text
//! find ──> Device ───────────────┐
//! make ──> Compiled ─────────────┤
//! Bound ─────────────────────────┴── place ──> Placed ── run ──> GpuFinding
//! ```
//!
//! `driver` is what they all stand on. A warm query on a known graph costs one memset, two launches and one small copy: everything
//! else is kept by [`Gpus`].

mod error;
mod fault;
mod driver;
mod find;
mod make;
mod place;
mod run;

pub use driver::driver_version;
pub(crate) use driver::is_inherited;
pub use error::{Failure, GpuError, MemoryError, NoGpu, Phase};
pub(crate) use find::has_driver;
pub use find::{DeviceInfo, devices};
pub(crate) use make::KernelState;
pub use make::describe_compiler;
pub use run::{CliqueFinding, GpuConfig, GpuFinding, Gpus};
