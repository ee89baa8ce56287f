//! The devices of an engine, looked for on a thread of its own and then opened on one each, while graphs are read and kernels
//! compiled: the first takes a tenth of a second, the second another.

use std::any::Any;
use std::fmt;
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};

use super::devices::{Capability, DeviceInfo, select};
use super::guess;
use super::opening::Opening;
use super::turns::{Turn, Turns};
use crate::control::Control;
use crate::cuda::device::error::{GpuError, NoGpu};
use crate::lock::lock;

/// Devices that are there, each opened or about to be.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) infos: Vec<DeviceInfo>,
    /// In the order of `infos`. Each runs one job at a time.
    gpus: Vec<Turns<Opening>>,
}

impl Found {
    fn look(named: Option<&[u32]>, limit: Option<u64>) -> Result<Found, NoGpu> {
        let infos = select(named).inspect_err(|missing| log::info!("{missing}"))?;
        let gpus = infos.iter().map(|info| Turns::new(Opening::start(info.clone(), limit))).collect();
        Ok(Found { infos, gpus })
    }

    /// A turn with a device, once it is open.
    ///
    /// # Errors
    /// [`GpuError::Stopped`] if the run is stopped before; else why it cannot be opened.
    pub(crate) fn take(&self, gpu: usize, control: &Control) -> Result<Turn<'_, Opening>, GpuError> {
        let mut opening = self.gpus[gpu].take(control)?;
        opening.wait(control)?;
        Ok(opening)
    }

    /// The same, unless others use it.
    ///
    /// # Errors
    /// [`GpuError::Busy`] then.
    pub(crate) fn try_take(&self, gpu: usize, control: &Control) -> Result<Turn<'_, Opening>, GpuError> {
        let busy = || GpuError::Busy { index: self.infos[gpu].index };
        let mut opening = self.gpus[gpu].try_take().ok_or_else(busy)?;
        opening.wait(control)?;
        Ok(opening)
    }

    /// Frees memory of a device when nobody is at work there: that would wait for a kernel, and keep others from stopping it.
    pub(crate) fn free(&self, gpu: usize, memory: impl Any + Send) {
        self.gpus[gpu].drop_in_turn(memory);
    }

    fn capabilities(&self) -> Vec<Capability> {
        self.infos.iter().map(|info| info.sm).collect()
    }

    /// Whether all are open and at rest.
    fn are_open(&self) -> bool {
        self.gpus.iter().all(|gpu| gpu.look().is_some_and(|mut gpu| gpu.is_open()))
    }

    /// Whether one is of no use any more.
    fn is_lost(&self) -> bool {
        self.gpus.iter().any(|gpu| gpu.look().is_some_and(|gpu| gpu.is_lost()))
    }
}

/// Devices being looked for.
#[derive(Debug)]
pub(crate) struct Discovery {
    named: Option<Vec<u32>>,
    limit: Option<u64>,
    thread: Mutex<Option<JoinHandle<()>>>,
    found: Arc<OnceLock<Result<Found, NoGpu>>>,
}

impl Discovery {
    /// Of the devices named, or the first that will do. Nothing is done yet.
    /// At most `limit` bytes of each are taken.
    pub(crate) fn new(named: Option<&[u32]>, limit: Option<u64>) -> Discovery {
        Discovery { named: named.map(<[u32]>::to_vec), limit, thread: Mutex::default(), found: Arc::default() }
    }

    /// What may be taken of so many bytes of a device.
    pub(crate) fn limit(&self, bytes: u64) -> u64 {
        self.limit.map_or(bytes, |limit| bytes.min(limit))
    }

    /// Begins to look, unless that was done before; whether a thread does, or did.
    pub(crate) fn expect(&self) -> bool {
        let mut thread = lock(&self.thread);
        if thread.is_none() && self.found.get().is_none() {
            let (named, limit, found) = (self.named.clone(), self.limit, Arc::clone(&self.found));
            let look = move || {
                let looked = catch_unwind(|| Found::look(named.as_deref(), limit));
                let panicked =
                    |_| Err(NoGpu::Broken { reason: "looking for GPUs panicked; please report this".to_owned() });
                found.get_or_init(|| looked.unwrap_or_else(panicked));
            };
            // Without a thread they are looked for when they are needed.
            *thread = thread::Builder::new().name("gpus".to_owned()).spawn(look).ok();
        }
        thread.is_some()
    }

    /// The devices, waiting for them.
    pub(crate) fn get(&self) -> Result<&Found, NoGpu> {
        let found = match self.expect() {
            true => self.found.wait(),
            false => self.found.get_or_init(|| Found::look(self.named.as_deref(), self.limit)),
        };
        found.as_ref().map_err(NoGpu::clone)
    }

    /// The same, for a run that may be stopped meanwhile.
    ///
    /// # Errors
    /// [`GpuError::Stopped`] then.
    pub(crate) fn wait(&self, control: &Control) -> Result<&Found, GpuError> {
        if self.expect() {
            while self.found.get().is_none() {
                control.nap()?;
            }
        }
        Ok(self.get()?)
    }

    /// What is known by now.
    fn known(&self) -> Option<Result<&Found, NoGpu>> {
        Some(self.found.get()?.as_ref().map_err(NoGpu::clone))
    }

    /// The devices, if they are known by now.
    fn found(&self) -> Option<&Found> {
        self.known()?.ok()
    }

    /// Whether they were looked for and are not there, or of no use after a failure.
    pub(crate) fn is_vain(&self) -> bool {
        self.known().is_some_and(|known| known.map_or(true, Found::is_lost))
    }

    /// Whether they are known, open and at rest.
    pub(crate) fn are_open(&self) -> bool {
        self.found().is_some_and(Found::are_open)
    }
}

/// For which devices kernels are made.
pub(crate) trait Targets: fmt::Debug + Send + Sync {
    /// Their compute capabilities, if they are known by now.
    fn known(&self) -> Option<Vec<Capability>>;

    /// What these are likely to be.
    fn guess(&self) -> Option<Capability>;

    /// The same as [`known`](Self::known), waiting for it.
    fn get(&self) -> Result<Vec<Capability>, NoGpu>;
}

impl Targets for Discovery {
    fn known(&self) -> Option<Vec<Capability>> {
        self.found().map(Found::capabilities)
    }

    fn guess(&self) -> Option<Capability> {
        guess::capability()
    }

    fn get(&self) -> Result<Vec<Capability>, NoGpu> {
        self.get().map(Found::capabilities)
    }
}

impl Drop for Discovery {
    /// Waits: a process that ends while a thread starts the driver may fail in it.
    fn drop(&mut self) {
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether this machine has GPUs or not.
    #[test]
    fn devices_are_looked_for_once() {
        let discovery = Discovery::new(None, None);
        assert!(discovery.found().is_none() && !discovery.are_open(), "nothing is done before it is asked for");
        discovery.expect();
        discovery.expect();
        let found = discovery.get().map(|found| found.infos.len());
        assert_eq!(discovery.get().map(|found| found.infos.len()), found);
        assert_eq!(discovery.wait(&Control::new()).map(|found| found.infos.len()).ok(), found.clone().ok());
        assert_eq!(discovery.is_vain(), found.is_err());
        assert_eq!(discovery.found().map(|found| found.infos.len()), found.ok());
    }
}
