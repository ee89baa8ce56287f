//! The context of a device, and whether this process may still use it.

use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard};

use cudarc::driver::result::{ctx, device, primary_ctx};
use cudarc::driver::{DriverError, sys};

use super::library::can_make_contexts;
use crate::cuda::device::error::GpuError;
use crate::lock::lock;

/// A context of a device, for one engine at a time: in one that two share, who frees memory waits for the other's kernel, and a
/// kernel may not be told to stop meanwhile. It is kept for the next engine: nothing of it has to be made again.
#[derive(Clone, Debug)]
pub(crate) struct Context(Arc<Lent>);

/// To be put back when all that was made in it is freed.
#[derive(Debug)]
struct Lent(Made);

/// A context that is held for the life of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made {
    handle: sys::CUcontext,
    index: u32,
}

// SAFETY: the driver's calls may be made from any thread; the handle is never released.
unsafe impl Send for Made {}
// SAFETY: as above.
unsafe impl Sync for Made {}

/// What this process has of devices.
#[derive(Debug)]
struct Contexts {
    /// Those that no engine has.
    idle: Vec<Made>,
    /// The devices whose primary context is held, by index.
    primary: Vec<u32>,
    /// The devices that can be used no more, by index: a kernel failed there, after which all calls fail, or does not end, so that whoever
    /// frees memory may wait forever.
    lost: Vec<u32>,
}

static CONTEXTS: Mutex<Contexts> = Mutex::new(Contexts { idle: Vec::new(), primary: Vec::new(), lost: Vec::new() });

impl Context {
    /// One that no other engine has: the primary one of the device at first. Where the driver makes no others, which it does not where a
    /// process may have one alone, engines share that.
    pub(crate) fn open(index: u32) -> Result<Context, GpuError> {
        let failed = GpuError::driver("opening a context");
        let device = device::get(index as i32).map_err(&failed)?;
        // Held to the end, for two engines not to think both that they are the first.
        let mut own = contexts();
        if let Some(at) = own.idle.iter().position(|made| made.index == index) {
            return Ok(Context(Arc::new(Lent(own.idle.swap_remove(at)))));
        }
        let handle = if own.primary.contains(&index) {
            make(device).or_else(|error| {
                log::info!("GPU {index}: engines share a context, since the driver makes no other: {error}");
                primary(device)
            })
        } else {
            primary(device).inspect(|_| own.primary.push(index))
        };
        Ok(Context(Arc::new(Lent(Made { handle: handle.map_err(failed)?, index }))))
    }

    /// The device.
    pub(super) fn device(&self) -> Result<sys::CUdevice, GpuError> {
        device::get(self.index() as i32).map_err(GpuError::driver("finding a device"))
    }

    /// Makes this thread's calls go to the device. Costs less than a microsecond. Fails once the device is lost: nothing is freed
    /// there any more either.
    pub(crate) fn bind(&self) -> Result<(), GpuError> {
        if self.is_lost() {
            return Err(GpuError::Lost { index: self.index() });
        }
        // SAFETY: the context is never released.
        unsafe { ctx::set_current(self.0.0.handle) }.map_err(GpuError::driver("binding a context"))
    }

    /// Leaves the device alone from now on.
    pub(crate) fn lose(&self) {
        let mut own = contexts();
        if !own.lost.contains(&self.index()) {
            own.lost.push(self.index());
        }
    }

    pub(crate) fn is_lost(&self) -> bool {
        contexts().lost.contains(&self.index())
    }

    fn index(&self) -> u32 {
        self.0.0.index
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut own = contexts();
        // It is there already if it was shared.
        if !own.idle.contains(&self.0) {
            own.idle.push(self.0);
        }
    }
}

/// The context that everybody in this process shares who asks for none of their own.
fn primary(device: sys::CUdevice) -> Result<sys::CUcontext, DriverError> {
    // SAFETY: `device` is a device of the driver.
    unsafe { primary_ctx::retain(device) }
}

/// Another context.
fn make(device: sys::CUdevice) -> Result<sys::CUcontext, DriverError> {
    if !can_make_contexts() {
        return Err(DriverError(sys::CUresult::CUDA_ERROR_NOT_SUPPORTED));
    }
    // SAFETY: `device` is a device of the driver, and no parameters are given.
    unsafe { ctx::create_v4(ptr::null_mut(), 0, device) }
}

fn contexts() -> MutexGuard<'static, Contexts> {
    lock(&CONTEXTS)
}
