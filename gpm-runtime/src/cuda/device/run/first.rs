//! Kernels that are the same for all graphs, on the first device.

use std::sync::MutexGuard;

use super::gpus::Gpus;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Opening;
use crate::cuda::device::make::{Compiled, load_or_renew};
use crate::cuda::device::place::Loaded;
use crate::lock::lock;

impl Gpus {
    /// Loads a kernel for `what` on the first device, which is for nobody else meanwhile, and whose context is bound then.
    pub(super) fn on_first(
        &self,
        kernel: &Compiled,
        what: &str,
    ) -> Result<(MutexGuard<'_, Opening>, Loaded), GpuError> {
        let found = self.discovery.get()?;
        let mut opening = lock(&found.gpus[0]);
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
