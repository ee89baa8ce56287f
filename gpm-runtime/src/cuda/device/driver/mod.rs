//! The driver: its library, and what it hands out, which is given back when dropped.

mod library;
mod context;
mod stream;
mod buffer;

pub(crate) use buffer::{DeviceBuffer, PinnedBuffer, free_bytes};
pub(crate) use context::Context;
pub use library::driver_version;
pub(crate) use library::{broken, has_event_times, start};
pub(crate) use stream::{Event, Stream};
