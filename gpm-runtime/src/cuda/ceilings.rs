//! The kernel that says how many operations of each kind a device does in a second at most: what it is told.

use bytemuck::{Pod, Zeroable};

use super::abi::{Address, OPERATION_KINDS};

/// Warps a block: `CEILING_WARPS` of `templates/cuda/ceilings.cuh`.
pub const WARPS: u32 = 8;
/// Blocks a multiprocessor that registers are limited for: `CEILING_BLOCKS`.
pub const MIN_BLOCKS: u32 = 6;
/// Words of a block's shared memory: `1 << NEAR_LOG2`.
pub const FIXED_WORDS: u32 = 1 << 12;
/// Words of device memory: `1 << FAR_LOG2`.
pub const FAR_WORDS: u64 = 1 << 22;

/// By kind, rounds of a thread, and operations of a round. A launch takes 1 to 6 ms on an H200.
pub const ROUNDS: [(u32, u64); OPERATION_KINDS] = [(4096, 8), (512, 8), (512, 32), (2048, 32), (1024, 8), (128, 8)];

/// The one argument of the kernel, by value. See there for what each field means.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct CeilingLaunch {
    /// [`FAR_WORDS`] words, zeroed.
    pub memory: Address,
    /// A number (`u64`).
    pub sum: Address,
    /// The [`Control`](super::abi::Control), zeroed.
    pub control: Address,
    /// The kind of operation.
    pub kind: u32,
    /// Rounds of each thread.
    pub rounds: u32,
}
