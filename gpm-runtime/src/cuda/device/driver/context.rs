//! The context of a device, and whether this process may still use it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cudarc::driver::result::{ctx, device, primary_ctx};
use cudarc::driver::sys;

use crate::cuda::device::error::GpuError;

/// The primary context of a device. Held for the life of the process: making one takes a tenth of a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    handle: sys::CUcontext,
    index: u32,
}

/// The devices that this process can use no more, by index: a kernel failed there, after which all calls fail, or does not end, so
/// that whoever frees memory waits forever. All engines share a device's context.
static LOST: Mutex<Vec<u32>> = Mutex::new(Vec::new());

// SAFETY: the driver's calls may be made from any thread; the handle is never released.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    pub(crate) fn open(index: u32) -> Result<Context, GpuError> {
        let failed = GpuError::driver("opening a context");
        let device = device::get(index as i32).map_err(&failed)?;
        // SAFETY: `device` is a device of the driver.
        let context = unsafe { primary_ctx::retain(device) }.map_err(&failed)?;
        Ok(Context { handle: context, index })
    }

    /// The device.
    pub(super) fn device(self) -> Result<sys::CUdevice, GpuError> {
        device::get(self.index as i32).map_err(GpuError::driver("finding a device"))
    }

    /// Makes this thread's calls go to the device. Costs less than a microsecond. Fails once the device is lost: nothing is freed
    /// there any more either.
    pub(crate) fn bind(self) -> Result<(), GpuError> {
        if self.is_lost() {
            return Err(GpuError::Lost { index: self.index });
        }
        // SAFETY: the context is never released.
        unsafe { ctx::set_current(self.handle) }.map_err(GpuError::driver("binding a context"))
    }

    /// Leaves the device alone from now on.
    pub(crate) fn lose(self) {
        if !self.is_lost() {
            lost().push(self.index);
        }
    }

    pub(crate) fn is_lost(self) -> bool {
        lost().contains(&self.index)
    }
}

fn lost() -> MutexGuard<'static, Vec<u32>> {
    LOST.lock().unwrap_or_else(PoisonError::into_inner)
}
