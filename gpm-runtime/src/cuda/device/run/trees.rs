//! Matching trees at random on a GPU.

use std::ops::Range;

use super::gpus::Gpus;
use super::launch::launch;
use super::watch::{OnDevice, Watch};
use crate::control::Control;
use crate::cuda::abi::bytes;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Found;
use crate::cuda::device::place::PlacedTrees;
use crate::cuda::static_kernel::StaticKernel;
use crate::spanning::{Drawer, Trees};

/// Samples of a launch at most: some tenths of a second on an H100, which takes one in 2.4 ns and less (`docs/internals/estimates.md`).
/// *guess*
const LAUNCHED: u64 = 1 << 25;

/// Trees of one size and graph, on the first device, which is for nobody else while a launch matches them; between two launches it is.
#[derive(Debug)]
pub(crate) struct TreeSamples<'a> {
    /// What lies on the device until this is dropped.
    placed: Option<PlacedTrees>,
    found: &'a Found,
    trees: &'a Trees<'a>,
    kernel_seconds: Option<f64>,
}

impl Gpus {
    /// Trees of a graph, on the first device.
    ///
    /// # Errors
    /// [`GpuError`]; [`GpuError::Stopped`] in it if the run was stopped before there was a kernel.
    pub(crate) fn tree_samples<'a>(
        &'a self,
        trees: &'a Trees<'a>,
        control: &Control,
    ) -> Result<TreeSamples<'a>, GpuError> {
        self.expect_devices();
        let (kernel, _) = self.kernels.get_static(StaticKernel::Trees, control)?;
        let (mut opening, loaded) = self.on_first(&kernel, "trees", control)?;
        let device = opening.device()?;
        // Nothing may use memory that is about to be freed.
        let placed = PlacedTrees::new(device, trees, loaded).inspect_err(|_| device.drain())?;
        Ok(TreeSamples { placed: Some(placed), found: self.discovery.get()?, trees, kernel_seconds: Some(0.0) })
    }
}

impl TreeSamples<'_> {
    /// Launches, and waits for the end; what was counted, if that came by itself.
    fn launch(&mut self, tree: usize, samples: Range<u64>, control: &Control) -> Result<Option<Vec<u64>>, GpuError> {
        let Some(placed) = &self.placed else { return Ok(None) };
        let mut opening = match self.found.take(0, control) {
            Err(GpuError::Stopped(_)) => return Ok(None),
            opening => opening?,
        };
        let device = opening.device()?;
        device.context.bind()?;
        let own = placed.launch(tree, samples.start, samples.end - samples.start);
        let run = || {
            placed.clear(device)?;
            let watch = Watch::new(OnDevice::new(device, own.control), control, &|| false);
            device.record_start()?;
            let blocks = own.number.div_ceil(placed.loaded.shape.threads.into()).min(placed.loaded.shape.blocks.into());
            // SAFETY: the argument is for this kernel; what it points to is held by `placed`, and the watch sees to it that the launch has
            // ended or the device is lost, where nothing is freed, before this returns or unwinds.
            unsafe { launch(&placed.loaded, device, &mut bytes(&own), None, blocks as u32) }?;
            device.record_end(own.control)?;
            watch.wait(|| Ok(false))
        };
        let ended = run().inspect_err(|_| device.drain())?;
        self.kernel_seconds = self.kernel_seconds.zip(device.kernel_seconds()?).map(|(sum, own)| sum + own);
        if ended.is_stopped { Ok(None) } else { placed.counts(self.trees.trees[tree].num_codes()).map(Some) }
    }
}

impl Drop for TreeSamples<'_> {
    fn drop(&mut self) {
        if let Some(placed) = self.placed.take() {
            self.found.free(0, placed);
        }
    }
}

impl Drawer for TreeSamples<'_> {
    type Error = GpuError;

    fn draw(&mut self, tree: usize, samples: Range<u64>, control: &Control) -> Result<Option<Vec<u64>>, GpuError> {
        let mut counts = vec![0; self.trees.trees[tree].num_codes()];
        let mut first = samples.start;
        while first < samples.end {
            let end = samples.end.min(first + LAUNCHED);
            let Some(found) = self.launch(tree, first..end, control)? else { return Ok(None) };
            counts.iter_mut().zip(found).for_each(|(sum, own)| *sum += own);
            first = end;
        }
        Ok(Some(counts))
    }

    fn kernel_seconds(&self) -> Option<f64> {
        self.kernel_seconds
    }
}
