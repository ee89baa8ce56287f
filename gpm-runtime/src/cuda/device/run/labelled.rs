//! Counting the matches of labelled patterns on a GPU.

use std::time::Duration;

use super::gpus::Gpus;
use super::launch::{launch, ticks};
use super::watch::{OnDevice, Watch};
use crate::brief::{Found, Written};
use crate::control::Control;
use crate::cuda::abi::bytes;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::make::KernelState;
use crate::cuda::device::place::PlacedQuestions;
use crate::cuda::labelled::{LabelledTotal, WARPS};
use crate::cuda::static_kernel::StaticKernel;

/// Time after which a warp gives work away once there are no tasks for others: to take a task up costs some hundredths of that. *guess*
const TIMEOUT: Duration = Duration::from_micros(500);
/// The most that this time is: a warp looks then, too, whether the run was stopped. *guess*
const LONGEST: Duration = Duration::from_millis(10);

impl Gpus {
    /// How far devices and kernel are; begins to make the kernel if only that is not there.
    pub(crate) fn labelled_state(&self) -> KernelState {
        if !self.are_open() {
            return KernelState::Missing;
        }
        self.kernels.expect_static(StaticKernel::Labelled);
        self.kernels.static_state(StaticKernel::Labelled)
    }

    /// Counts the matches of each pattern on the first device, and seconds of kernels. What takes longer than `most`, all together, is given up.
    ///
    /// # Errors
    /// [`GpuError`]; [`GpuError::Stopped`] in it if the run was stopped before there was a kernel.
    pub(crate) fn count_labelled(
        &self,
        written: &Written<'_>,
        (timeout, most): (Option<Duration>, Option<Duration>),
        control: &Control,
    ) -> Result<(Vec<Found>, Option<f64>), GpuError> {
        self.expect_devices();
        let (kernel, _) = self.kernels.get_static(StaticKernel::Labelled, control)?;
        let (mut opening, loaded) = self.on_first(&kernel, "labelled patterns", control)?;
        let device = opening.device()?;
        // Nothing may use memory that is about to be freed.
        let mut placed = PlacedQuestions::new(device, written, loaded).inspect_err(|_| device.drain())?;
        placed.launch.timeout = ticks(timeout.unwrap_or(TIMEOUT).min(LONGEST), device.info.clock_khz);
        let (mut seconds, mut launches, mut tasks) = (Some(0.0), 0, 0);
        let mut search = |part: &Control| loop {
            let own = placed.launch;
            let blocks = own.num_tasks.div_ceil(WARPS).min(placed.blocks);
            let run = || {
                placed.clear(device)?;
                let watch = Watch::new(OnDevice::new(device, own.control), part, &|| false);
                device.record_start()?;
                // SAFETY: the argument is for this kernel; what it points to is held by `placed`, and the watch sees to it that the launch
                // has ended or the device is lost, where nothing is freed, before this returns or unwinds.
                unsafe { launch(&placed.loaded, device, &mut bytes(&own), None, blocks) }?;
                device.record_end(own.control)?;
                watch.wait(|| Ok(false))
            };
            let ended = run().inspect_err(|_| device.drain())?;
            let own_seconds = device.kernel_seconds()?;
            if let Some(seconds) = own_seconds.filter(|_| log::log_enabled!(log::Level::Trace)) {
                let busy = placed.busy()? as f64 / (f64::from(blocks * WARPS) * f64::from(device.info.clock_khz) * 1e3);
                log::trace!("{} tasks in {seconds:.6} s, of which a warp is busy for {busy:.6}", own.num_tasks);
            }
            seconds = seconds.zip(own_seconds).map(|(sum, own)| sum + own);
            (launches, tasks) = (launches + 1, tasks + u64::from(own.num_tasks));
            if ended.is_stopped || placed.turn()? == 0 {
                return placed.totals();
            }
        };
        let totals: Result<Vec<LabelledTotal>, GpuError> = match most {
            Some(most) => control.within(most).run(search)?,
            None => search(&control.of_part()),
        };
        let found = |own: &LabelledTotal| match (own.overflows, own.left) {
            (0, 0) => Found::All(own.count()),
            (0, _) if control.is_stopped() => Found::Stopped(own.count()),
            (0, _) => Found::GaveUp(own.count()),
            _ => Found::GaveUp(0),
        };
        let found = totals?.iter().map(found).collect();
        log::debug!(
            "{launches} launches of {} blocks, {tasks} tasks, {} MiB of lists",
            placed.blocks,
            (4 * placed.launch.slab_words * u64::from(placed.blocks * WARPS)) >> 20
        );
        Ok((found, seconds))
    }
}
