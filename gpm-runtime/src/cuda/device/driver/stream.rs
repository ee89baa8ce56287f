//! Streams and events, given back when dropped.

use cudarc::driver::result::{event, stream};
use cudarc::driver::sys;

use super::context::Context;
use crate::cuda::device::error::GpuError;

/// A stream, until it is dropped.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) handle: sys::CUstream,
    context: Context,
}

// SAFETY: the driver's calls may be made from any thread.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    /// A stream of the bound context.
    pub(crate) fn new(context: &Context) -> Result<Stream, GpuError> {
        let handle = stream::create(stream::StreamKind::NonBlocking).map_err(GpuError::driver("making a stream"))?;
        Ok(Stream { handle, context: context.clone() })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: made by `new`, and used by nothing any more.
            let _ = unsafe { stream::destroy(self.handle) };
        }
    }
}

/// An event, until it is dropped.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) handle: sys::CUevent,
    context: Context,
}

// SAFETY: as for streams.
unsafe impl Send for Event {}
// SAFETY: as for streams.
unsafe impl Sync for Event {}

impl Event {
    /// An event of the bound context.
    pub(crate) fn new(context: &Context, flags: sys::CUevent_flags) -> Result<Event, GpuError> {
        let handle = event::create(flags).map_err(GpuError::driver("making an event"))?;
        Ok(Event { handle, context: context.clone() })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: as for streams.
            let _ = unsafe { event::destroy(self.handle) };
        }
    }
}
