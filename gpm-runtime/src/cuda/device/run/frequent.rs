//! Settling candidate patterns on a GPU.

use super::gpus::Gpus;
use super::launch::launch;
use super::watch::{OnDevice, Watch};
use crate::control::Control;
use crate::cuda::abi::bytes;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Found;
use crate::cuda::device::make::KernelState;
use crate::cuda::device::place::PlacedRows;
use crate::cuda::frequent::{FrequentLaunch, WARPS};
use crate::cuda::static_kernel::StaticKernel;
use crate::mine::{Batch, Outcome, RowArrays, Settler};

/// Chunks of 32 candidates that a warp looks at for one root at most, so that none keeps a launch waiting: some ten milliseconds. What it
/// leaves is shared out to the threads of the CPU. *guess*
const PATIENCE: u32 = 1 << 14;

/// Candidates of a pattern from which it is worth to hand it over: to write it down for that takes ten microseconds. *guess*
const LEAST: u64 = 1024;

/// A graph on the first device, and who settles candidate patterns there.
#[derive(Debug)]
pub(crate) struct OnRows<'a> {
    /// What lies on the device until this is dropped.
    placed: Option<PlacedRows>,
    found: &'a Found,
}

impl Gpus {
    /// Begins to make the kernel that settles candidate patterns.
    pub(crate) fn expect_settler(&self) {
        self.kernels.expect_static(StaticKernel::Frequent);
    }

    /// How far the kernel is; ready once candidate patterns could be settled at once.
    pub(crate) fn settler_state(&self) -> KernelState {
        match self.kernels.static_state(StaticKernel::Frequent) {
            KernelState::Ready if !self.are_open() => KernelState::Missing,
            state => state,
        }
    }

    /// Who settles candidate patterns on rows of a graph, on the first device.
    ///
    /// # Errors
    /// [`GpuError`]; [`GpuError::Stopped`] in it if the run was stopped before there was a kernel.
    pub(crate) fn settler(&self, rows: &RowArrays, control: &Control) -> Result<OnRows<'_>, GpuError> {
        self.expect_devices();
        let (kernel, _) = self.kernels.get_static(StaticKernel::Frequent, control)?;
        let (mut opening, loaded) = self.on_first(&kernel, "candidate patterns", control)?;
        let device = opening.device()?;
        // Nothing may use memory that is about to be freed.
        let placed = PlacedRows::new(device, rows, loaded).inspect_err(|_| device.drain())?;
        Ok(OnRows { placed: Some(placed), found: self.discovery.get()? })
    }
}

impl Drop for OnRows<'_> {
    fn drop(&mut self) {
        if let Some(placed) = self.placed.take() {
            self.found.free(0, placed);
        }
    }
}

impl Settler for OnRows<'_> {
    type Error = GpuError;

    fn least(&mut self) -> Option<u64> {
        Some(LEAST)
    }

    fn settle(&mut self, batch: &Batch, control: &Control) -> Result<Option<Outcome>, GpuError> {
        let Some(placed) = &self.placed else { return Ok(None) };
        let mut opening = match self.found.take(0, control) {
            Err(GpuError::Stopped(_)) => return Ok(None),
            opening => opening?,
        };
        let device = opening.device()?;
        device.context.bind()?;
        // Nothing may use memory that is about to be freed.
        let own = match placed.place(device, batch).inspect_err(|_| device.drain()) {
            Err(error @ GpuError::OutOfMemory { .. }) => {
                log::debug!("{} candidate patterns are settled on the CPU: {error}", batch.num_patterns());
                return Ok(None);
            }
            own => own?,
        };
        let run = || {
            let watch = Watch::new(OnDevice::new(device, own.at.control), control, &|| false);
            device.record_start()?;
            let at = FrequentLaunch { patience: PATIENCE, ..own.at };
            for own in FrequentLaunch::of_batch(batch, at) {
                let blocks = own.num_units.div_ceil(WARPS).min(placed.loaded.shape.blocks);
                // SAFETY: the argument is for this kernel; what it points to is held here, and the watch sees to it that the launches have
                // ended or the device is lost, where nothing is freed, before this returns or unwinds.
                unsafe { launch(&placed.loaded, device, &mut bytes(&own), None, blocks) }?;
            }
            device.record_end(own.at.control)?;
            watch.wait(|| Ok(false))
        };
        let ended = run().inspect_err(|_| device.drain())?;
        let seconds = device.kernel_seconds()?;
        log::debug!(
            "{} candidate patterns, {} words: {:.6} s",
            batch.num_patterns(),
            batch.num_units,
            seconds.unwrap_or(0.0)
        );
        if ended.is_stopped { Ok(None) } else { own.outcome(batch).map(Some) }
    }
}
