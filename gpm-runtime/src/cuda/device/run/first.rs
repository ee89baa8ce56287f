//! Kernels that are the same for all graphs, on the first device.

use super::gpus::Gpus;
use crate::control::Control;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::{Opening, Turn};
use crate::cuda::device::make::{Compiled, load_or_renew};
use crate::cuda::device::place::Loaded;

impl Gpus {
    /// Loads a kernel for `what` on the first device, which is for nobody else meanwhile, and whose context is bound then.
    ///
    /// # Errors
    /// [`GpuError`]; [`GpuError::Stopped`] in it if the run was stopped while others used the device.
    pub(super) fn on_first(
        &self,
        kernel: &Compiled,
        what: &str,
        control: &Control,
    ) -> Result<(Turn<'_, Opening>, Loaded), GpuError> {
        let mut opening = self.discovery.wait(control)?.take(0, control)?;
        let device = opening.device()?;
        device.context.bind()?;
        let sm = device.info.sm;
        let load = |code: &_| Loaded::new(device, code, kernel.form);
        let loaded = load_or_renew(kernel.image(sm)?, load, || self.kernels.renew(kernel, sm))?;
        log::debug!(
            "gpu {}: {what} with {} registers, {} blocks on each multiprocessor",
            device.info.index,
            loaded.shape.registers,
            loaded.shape.blocks_per_multiprocessor
        );
        Ok((opening, loaded))
    }
}
