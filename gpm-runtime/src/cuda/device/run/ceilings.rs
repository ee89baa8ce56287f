//! Measuring how many operations of each kind a device does in a second at most.

use super::gpus::Gpus;
use super::launch::launch;
use super::watch::{OnDevice, Watch};
use crate::control::Control;
use crate::cuda::abi::{self, bytes};
use crate::cuda::ceilings::{CeilingLaunch, FAR_WORDS, ROUNDS};
use crate::cuda::device::driver::DeviceBuffer;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::cuda::device::place::Loaded;
use crate::cuda::static_kernel::StaticKernel;
use crate::run::Operations;

/// Launches of each kind, of which the fastest counts: the first ones wake the device up. *guess*
const LAUNCHES: usize = 4;

impl Gpus {
    /// What the first device does in a second at most. Measured once, in some 80 ms on an H200. `None` if the driver cannot tell how long
    /// kernels take, or the run was stopped.
    ///
    /// # Errors
    /// [`GpuError`]; [`GpuError::Stopped`] in it if the run was stopped before there was a kernel.
    pub(crate) fn ceilings(&self, control: &Control) -> Result<Option<Operations<f64>>, GpuError> {
        if let Some(&known) = self.ceilings.get() {
            return Ok(Some(known));
        }
        self.expect_devices();
        let (kernel, _) = self.kernels.get_static(StaticKernel::Ceilings, control)?;
        let (mut opening, loaded) = self.on_first(&kernel, "ceilings", control)?;
        let device = opening.device()?;
        // Nothing may use memory that is about to be freed.
        let measured = measure(device, &loaded, control).inspect_err(|_| device.drain())?;
        Ok(measured.map(|measured| *self.ceilings.get_or_init(|| measured)))
    }
}

fn measure(device: &Device, loaded: &Loaded, control: &Control) -> Result<Option<Operations<f64>>, GpuError> {
    let memory = DeviceBuffer::new(&device.memory, 4 * FAR_WORDS, "what is measured")?;
    let sum = DeviceBuffer::new(&device.memory, 8, "what is measured")?;
    let counters = DeviceBuffer::new(&device.memory, size_of::<abi::Control>() as u64, "counters")?;
    memory.clear(memory.bytes(), device.main())?;
    sum.clear(sum.bytes(), device.main())?;
    let threads = u64::from(loaded.shape.blocks) * u64::from(loaded.shape.threads);
    let mut ceilings = [0.0f64; ROUNDS.len()];
    for (kind, (rounds, of_round)) in ROUNDS.into_iter().enumerate() {
        let own = CeilingLaunch {
            memory: memory.address(),
            sum: sum.address(),
            control: counters.address(),
            kind: kind as u32,
            rounds,
        };
        for _ in 0..LAUNCHES {
            counters.clear(counters.bytes(), device.main())?;
            let watch = Watch::new(OnDevice::new(device, own.control), control, &|| false);
            device.record_start()?;
            // SAFETY: the argument is for this kernel; what it points to is held here, and the watch sees to it that the launch has ended or
            // the device is lost, where nothing is freed, before this returns or unwinds.
            unsafe { launch(loaded, device, &mut bytes(&own), None, loaded.shape.blocks) }?;
            device.record_end(own.control)?;
            let is_stopped = watch.wait(|| Ok(false))?.is_stopped;
            let Some(seconds) = device.kernel_seconds()?.filter(|_| !is_stopped) else { return Ok(None) };
            ceilings[kind] = ceilings[kind].max((threads * u64::from(rounds) * of_round) as f64 / seconds);
        }
    }
    Ok(Some(Operations::from_kinds(ceilings)))
}
