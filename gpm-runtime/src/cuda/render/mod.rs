//! From a nest to CUDA text: a model of plain names and numbers, printed by the templates.

use gpm_plan::nest::LoopNest;

use super::kernel::{Kernel, KernelOptions};

/// Renders the kernel of a nest.
pub(super) fn render(_nest: &LoopNest, _options: &KernelOptions) -> Kernel {
    unimplemented!("in progress")
}
