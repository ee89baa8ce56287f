//! The devices of an engine, looked for on a thread of its own and then opened on one each, while graphs are read and kernels
//! compiled: the first takes a tenth of a second, the second another.

use std::fmt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::{self, JoinHandle};

use super::devices::{Capability, DeviceInfo, select};
use super::guess;
use super::opening::Opening;
use crate::cuda::device::error::NoGpu;

/// Devices that are there, each opened or about to be.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) infos: Vec<DeviceInfo>,
    /// In the order of `infos`. Each runs one job at a time.
    pub(crate) gpus: Vec<Mutex<Opening>>,
}

impl Found {
    fn look(named: Option<&[u32]>, limit: Option<u64>) -> Result<Found, NoGpu> {
        let infos = select(named).inspect_err(|missing| log::info!("{missing}"))?;
        let gpus = infos.iter().map(|info| Mutex::new(Opening::start(info.clone(), limit))).collect();
        Ok(Found { infos, gpus })
    }

    fn capabilities(&self) -> Vec<Capability> {
        self.infos.iter().map(|info| info.sm).collect()
    }

    /// Whether all are open and at rest.
    fn are_open(&self) -> bool {
        self.gpus.iter().all(|gpu| try_lock(gpu).is_some_and(|mut gpu| gpu.is_open()))
    }

    /// Whether one is of no use any more.
    fn is_lost(&self) -> bool {
        self.gpus.iter().any(|gpu| try_lock(gpu).is_some_and(|gpu| gpu.is_lost()))
    }
}

/// The device, unless it is at work. A sink that panicked left it in order.
fn try_lock(gpu: &Mutex<Opening>) -> Option<MutexGuard<'_, Opening>> {
    match gpu.try_lock() {
        Ok(gpu) => Some(gpu),
        Err(TryLockError::Poisoned(gpu)) => Some(gpu.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Devices being looked for.
#[derive(Debug)]
pub(crate) struct Discovery {
    named: Option<Vec<u32>>,
    limit: Option<u64>,
    thread: Mutex<Option<JoinHandle<Result<Found, NoGpu>>>>,
    found: OnceLock<Result<Found, NoGpu>>,
}

impl Discovery {
    /// Of the devices named, or the first that will do. Nothing is done yet.
    /// At most `limit` bytes of each are taken.
    pub(crate) fn new(named: Option<&[u32]>, limit: Option<u64>) -> Discovery {
        Discovery { named: named.map(<[u32]>::to_vec), limit, thread: Mutex::default(), found: OnceLock::new() }
    }

    /// Begins to look, unless that was done before.
    pub(crate) fn expect(&self) {
        let mut thread = self.thread();
        if thread.is_none() && self.found.get().is_none() {
            let (named, limit) = (self.named.clone(), self.limit);
            // Without a thread they are looked for when they are needed.
            let look = move || Found::look(named.as_deref(), limit);
            *thread = thread::Builder::new().name("gpus".to_owned()).spawn(look).ok();
        }
    }

    /// The devices, waiting for them.
    pub(crate) fn get(&self) -> Result<&Found, NoGpu> {
        let look = || {
            let panicked =
                |_| Err(NoGpu::Broken { reason: "looking for GPUs panicked; please report this".to_owned() });
            let thread = self.thread().take();
            thread.map_or_else(
                || Found::look(self.named.as_deref(), self.limit),
                |thread| thread.join().unwrap_or_else(panicked),
            )
        };
        self.found.get_or_init(look).as_ref().map_err(NoGpu::clone)
    }

    /// What is known by now.
    fn known(&self) -> Option<Result<&Found, NoGpu>> {
        let is_known = self.found.get().is_some() || self.thread().as_ref().is_some_and(JoinHandle::is_finished);
        is_known.then(|| self.get())
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

    fn thread(&self) -> MutexGuard<'_, Option<JoinHandle<Result<Found, NoGpu>>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
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
        if let Some(thread) = self.thread().take() {
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
        assert_eq!(discovery.is_vain(), found.is_err());
        assert_eq!(discovery.found().map(|found| found.infos.len()), found.ok());
    }
}
