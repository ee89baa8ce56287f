//! Taking samples on a GPU: a launch draws all of some parts.

use std::sync::MutexGuard;

use super::launch::launch;
use super::watch::{OnDevice, Watch};
use crate::control::Control;
use crate::cuda::abi::SampleChunk;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Opening;
use crate::cuda::device::make::{Compiled, KernelStore};
use crate::cuda::device::place::{PlacedSamples, Resident};
use crate::estimate::{Drawer, Moments, Part, Way};
use crate::run::BoundNest;

/// Samples of one nest, taken on a device that is for nobody else meanwhile.
#[derive(Debug)]
pub(crate) struct Samples<'a> {
    // What lies on the device is freed before others may use it.
    placed: PlacedSamples,
    opening: MutexGuard<'a, Opening>,
    _resident: MutexGuard<'a, Resident>,
    kernel_seconds: Option<f64>,
}

impl<'a> Samples<'a> {
    pub(super) fn new(
        search: BoundNest<'a>,
        (mut opening, mut resident): (MutexGuard<'a, Opening>, MutexGuard<'a, Resident>),
        kernel: (&Compiled, &KernelStore),
    ) -> Result<Samples<'a>, GpuError> {
        let device = opening.device()?;
        device.context.bind()?;
        // Nothing may use memory that is about to be freed.
        let placed = resident.place_samples(device, search, kernel).inspect_err(|_| device.drain())?;
        Ok(Samples { placed, opening, _resident: resident, kernel_seconds: Some(0.0) })
    }

    /// Launches, and waits for the end; whether that came by itself.
    fn launch(&mut self, way: Way, chunks: &[SampleChunk], control: &Control) -> Result<bool, GpuError> {
        let device = self.opening.device()?;
        device.context.bind()?;
        let placed = &mut self.placed;
        let mut run = || {
            placed.prepare(device, chunks)?;
            let mut argument = placed.argument(way.seed, way.by_level(), chunks.len() as u32);
            let watch = Watch::new(OnDevice::new(device, placed.control()), control, &|| false);
            device.record_start()?;
            // A warp takes a chunk at a time: more blocks would find none.
            let warps = placed.loaded.shape.threads / 32;
            let blocks = placed.loaded.shape.blocks.min((chunks.len() as u32).div_ceil(warps)).max(1);
            // SAFETY: the argument is for this kernel; what it points to is held by `placed`, and the watch sees to it that the launch has
            // ended or the device is lost, where nothing is freed, before this returns or unwinds.
            unsafe { launch(&placed.loaded, device, &mut argument, None, blocks) }?;
            device.record_end(placed.control())?;
            watch.wait(|| Ok(false))
        };
        let ended = run().inspect_err(|_| device.drain())?;
        self.kernel_seconds = self.kernel_seconds.zip(device.kernel_seconds()?).map(|(sum, own)| sum + own);
        Ok(!ended.is_stopped)
    }
}

impl Drawer for Samples<'_> {
    type Error = GpuError;

    fn draw(&mut self, way: Way, parts: &[Part], control: &Control) -> Result<Option<Vec<Moments>>, GpuError> {
        let chunks: Vec<SampleChunk> = parts.iter().map(SampleChunk::from).collect();
        if chunks.is_empty() {
            return Ok(Some(Vec::new()));
        }
        if !self.launch(way, &chunks, control)? {
            return Ok(None);
        }
        Ok(Some(self.placed.read(chunks.len())?))
    }

    fn kernel_seconds(&self) -> Option<f64> {
        self.kernel_seconds
    }
}
