//! How kernels are run.

use std::time::Duration;

use crate::engine::TASK_TIMEOUT;

/// How kernels are run. None of it changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuConfig {
    /// Time after which a warp gives work away, if others have none.
    pub task_timeout: Duration,
    /// ... if at least so many warps have none.
    pub min_idle: u32,
    /// Tasks that the queue holds; rounded up to a power of two.
    pub queue: u32,
    /// Whether to read what each block did: ten microseconds a launch.
    pub stats: bool,
}

impl Default for GpuConfig {
    fn default() -> Self {
        GpuConfig { task_timeout: TASK_TIMEOUT, min_idle: 1, queue: 16_384, stats: false }
    }
}
