//! Taking samples on a GPU: a launch draws all of some parts.

use super::launch::launch;
use super::watch::{OnDevice, Watch};
use crate::control::Control;
use crate::cuda::abi::SampleChunk;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Found;
use crate::cuda::device::place::PlacedSamples;
use crate::estimate::{Drawer, Moments, Part, Way};

/// Samples of one nest, taken on the first device, which is for nobody else while a launch takes them; between two launches it is.
#[derive(Debug)]
pub(crate) struct Samples<'a> {
    /// What lies on the device until this is dropped.
    placed: Option<PlacedSamples>,
    found: &'a Found,
    kernel_seconds: Option<f64>,
}

impl<'a> Samples<'a> {
    pub(super) fn new(placed: PlacedSamples, found: &'a Found) -> Samples<'a> {
        Samples { placed: Some(placed), found, kernel_seconds: Some(0.0) }
    }

    /// Launches, and waits for the end; what the chunks say, if that came by itself.
    fn launch(
        &mut self,
        way: Way,
        chunks: &[SampleChunk],
        control: &Control,
    ) -> Result<Option<Vec<Moments>>, GpuError> {
        let Some(placed) = &mut self.placed else { return Ok(None) };
        let mut opening = match self.found.take(0, control) {
            Err(GpuError::Stopped(_)) => return Ok(None),
            opening => opening?,
        };
        let device = opening.device()?;
        device.context.bind()?;
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
        if ended.is_stopped { Ok(None) } else { placed.read(chunks.len()).map(Some) }
    }
}

impl Drop for Samples<'_> {
    fn drop(&mut self) {
        if let Some(placed) = self.placed.take() {
            self.found.free(0, placed);
        }
    }
}

impl Drawer for Samples<'_> {
    type Error = GpuError;

    fn draw(&mut self, way: Way, parts: &[Part], control: &Control) -> Result<Option<Vec<Moments>>, GpuError> {
        let chunks: Vec<SampleChunk> = parts.iter().map(SampleChunk::from).collect();
        if chunks.is_empty() {
            return Ok(Some(Vec::new()));
        }
        self.launch(way, &chunks, control)
    }

    fn kernel_seconds(&self) -> Option<f64> {
        self.kernel_seconds
    }
}
