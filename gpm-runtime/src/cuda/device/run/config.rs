//! How kernels are run.

use std::time::Duration;

use gpm_plan::cost::Prices;
use gpm_plan::nest::LoopNest;

/// Times after which a warp gives work away: where whoever takes it up prepares the root's row again, and where that is a matrix of
/// the root's neighborhood. On an H200 small graphs gain up to a tenth by the first, which costs matrices as much.
const TASK_TIMEOUTS: [Duration; 2] = [Duration::from_micros(20), Duration::from_micros(100)];

/// How kernels are run. None of it changes an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GpuConfig {
    /// Time after which a warp gives work away, if others have none. `None`: by what it costs others to take it up.
    pub task_timeout: Option<Duration>,
    /// ... if at least so many warps have none.
    pub min_idle: u32,
    /// Tasks that the queue holds; rounded up to a power of two.
    pub queue: u32,
    /// Whether to read what each block did: ten microseconds a launch.
    pub stats: bool,
    /// By which it is decided whether another kernel writes the bit matrices that one reads.
    pub prices: Prices,
}

impl Default for GpuConfig {
    fn default() -> Self {
        GpuConfig { task_timeout: None, min_idle: 1, queue: 16_384, stats: false, prices: Prices::GPU }
    }
}

impl GpuConfig {
    /// The time after which a warp that searches this nest gives work away.
    pub(crate) fn task_timeout_of(&self, nest: &LoopNest) -> Duration {
        self.task_timeout.unwrap_or(TASK_TIMEOUTS[usize::from(nest.local.is_some())])
    }
}
