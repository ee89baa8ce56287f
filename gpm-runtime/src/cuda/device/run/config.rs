//! How kernels are run.

use std::path::PathBuf;
use std::time::Duration;

use gpm_plan::cost::Prices;
use gpm_plan::exec::Explore;

/// Time after which a warp gives work away. Of 5, 10, 20, 40 and 100 µs, 20 and 40 were best on an H100 where matrices are searched, and 20
/// and 100 elsewhere.
pub(super) const TASK_TIMEOUT: Duration = Duration::from_micros(20);

/// Cells of a frontier, at most: they are numbered in 32 bits, beyond which warps count when they find it full. A fact of the number, with
/// two bits to spare.
const MOST_CELLS: u64 = 1 << 30;

/// How kernels are run. None of it changes an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuConfig {
    /// Time after which a warp gives work away, if others have none. `None`: 20 µs, or 5 in searches for maximal cliques.
    pub task_timeout: Option<Duration>,
    /// ... if at least so many warps have none.
    pub min_idle: u32,
    /// Tasks that the queue holds; rounded up to a power of two.
    pub queue: u32,
    /// Whether to read what each block did: ten microseconds a launch.
    pub stats: bool,
    /// Whether kernels count their operations, which takes longer than what they are for.
    pub operations: bool,
    /// How levels are explored.
    pub explore: Explore,
    /// Bytes that each device's frontier may take of the host's memory where the device has no room for it.
    pub host_memory: u64,
    /// Where a file is made for what goes beyond that. `None`: what has no room is searched depth-first.
    pub spill: Option<PathBuf>,
    /// By which it is decided whether another kernel writes the bit matrices that one reads.
    pub prices: Prices,
}

impl Default for GpuConfig {
    fn default() -> Self {
        GpuConfig {
            task_timeout: None,
            min_idle: 1,
            queue: 16_384,
            stats: false,
            operations: false,
            explore: Explore::Dfs,
            host_memory: 0,
            spill: None,
            prices: Prices::GPU,
        }
    }
}

impl GpuConfig {
    /// Pieces that a frontier holds, and most candidates of one, where a kernel has one.
    pub(crate) fn frontier(&self) -> (u32, u32) {
        let Explore::BfsDfs { eta, piece, .. } = self.explore else { return (1, 1) };
        (eta.div_ceil(u64::from(piece)).clamp(1, MOST_CELLS) as u32, piece)
    }
}
