//! A device that is being opened on a thread of its own, while graphs are read and kernels compiled.

use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::device::Device;
use super::devices::DeviceInfo;
use crate::control::Control;
use crate::cuda::device::error::{GpuError, NoGpu};
use crate::run::RunError;

/// A device, opened or about to be.
#[derive(Debug)]
pub(crate) struct Opening {
    info: DeviceInfo,
    limit: Option<u64>,
    thread: Option<JoinHandle<Result<Device, GpuError>>>,
    device: Option<Device>,
}

impl Opening {
    /// Begins to open a device, of whose memory at most `limit` bytes may be taken.
    pub(crate) fn start(info: DeviceInfo, limit: Option<u64>) -> Opening {
        let opened = info.clone();
        let thread = thread::Builder::new().name(format!("gpu {}", info.index)).spawn(move || open(opened, limit));
        // Without a thread it is opened when it is needed.
        Opening { info, limit, thread: thread.ok(), device: None }
    }

    /// Whether it is open by now. Where that failed, the next run tries again.
    pub(crate) fn is_open(&mut self) -> bool {
        if self.thread.as_ref().is_some_and(JoinHandle::is_finished)
            && let Err(error) = self.device()
        {
            log::warn!("running on the CPU: {error}");
            return false;
        }
        self.device.is_some() && !self.is_lost()
    }

    /// Whether it was open and is of no use any more.
    pub(crate) fn is_lost(&self) -> bool {
        self.device.as_ref().is_some_and(|device| device.context.is_lost())
    }

    /// Waits until it is open, or the run is stopped.
    ///
    /// # Errors
    /// [`GpuError::Stopped`] then; else why it cannot be opened.
    pub(super) fn wait(&mut self, control: &Control) -> Result<(), GpuError> {
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            control.nap()?;
        }
        self.device().map(drop)
    }

    /// The device, once it is open. Where that failed, the next call tries again.
    pub(crate) fn device(&mut self) -> Result<&Device, GpuError> {
        if self.device.is_none() {
            let panicked = |_| Err(RunError::Internal("opening a GPU panicked; please report this".to_owned()).into());
            self.device = Some(match self.thread.take() {
                Some(thread) => thread.join().unwrap_or_else(panicked)?,
                None => open(self.info.clone(), self.limit)?,
            });
        }
        Ok(self.device.as_ref().expect("opened above"))
    }
}

impl Drop for Opening {
    /// Waits: a process that ends while a thread is in the driver may fail in it.
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn open(info: DeviceInfo, limit: Option<u64>) -> Result<Device, GpuError> {
    let (start, index) = (Instant::now(), info.index);
    let opened =
        Device::open(info, limit).map_err(|error| NoGpu::NoContext { index, reason: error.to_string() }.into());
    log::debug!(
        "GPU {index}: {} in {:.3} s",
        if opened.is_ok() { "open" } else { "failed" },
        start.elapsed().as_secs_f64()
    );
    opened
}
