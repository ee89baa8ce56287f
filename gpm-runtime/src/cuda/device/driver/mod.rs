//! The driver: its library, and what it hands out, which is given back when dropped.

mod library;
mod context;
mod launch;
mod stream;
mod memory;
mod buffer;
mod spread;

pub(crate) use buffer::{DeviceBuffer, PinnedBuffer};
pub(crate) use context::Context;
pub(crate) use launch::{EARLY_SINCE, Grid, launch};
pub use library::driver_version;
pub(crate) use library::{broken, has_event_times, is_inherited, start};
pub(crate) use memory::DeviceMemory;
pub(crate) use spread::SpreadBuffer;
pub(crate) use stream::{Event, Stream};
