//! The terms in which an engine is asked and answers: how it is to run, and what a run says of what it found, on what, how long it
//! took, or why it found nothing.

mod error;
mod error_kind;
mod config;
mod threads;
mod devices_used;
mod report;
#[cfg(feature = "serde")]
mod serial;
mod leave;

pub use config::{Devices, EngineConfig, NoDevices, SAMPLE_ABOVE};
pub use devices_used::{DevicesUsed, GpuUsed};
pub use error::EngineError;
pub use error_kind::ErrorKind;
pub use leave::leave;
pub use report::{GpuReport, Report, Seconds};
pub use threads::ready_threads;

pub(super) use report::InVain;
pub(super) use threads::{Threads, pool};
