//! The searches for cliques as kernels: what they are told, and the plan of their memory.
//!
//! One warp searches below a root, depth first, by the rule of `open/cliques/maximal.rs` or `tree.rs`. The bit rows of
//! all roots are written before; open nodes that warps give away are copies of their sets.

mod launch;
mod plan;

pub use launch::CliqueLaunch;
pub use plan::{Budget, CliqueGraph, CliquePlan, row_offsets};

/// Writes the bit rows of all roots of a launch: [`WARPS`] · 32 threads a block, any grid, no shared memory. Runs before
/// [`SEARCH`](super::kernel::SEARCH).
pub const ROWS: &str = "gpm_rows";
/// Warps a block: `CLIQUE_WARPS` of `templates/cuda/open/launch.cuh`. Seven of them with four blocks leave a thread the 72 registers that
/// the search needs.
pub const WARPS: u32 = 7;
/// Blocks a multiprocessor that registers are limited for: `CLIQUE_BLOCKS`. *guess*
pub const MIN_BLOCKS: u32 = 4;
/// Words of shared memory before the warps' shares: `CLIQUE_FIXED_WORDS`.
pub const FIXED_WORDS: u32 = 2 * 512 + 4;
/// Words before the bits of the largest clique that a warp met: `LARGEST_WORDS`.
pub const LARGEST_WORDS: u32 = 3;

/// Words for excluded vertices in a task of a search for maximal cliques: `LISTED`. *guess*
pub const LISTED: u32 = 128;

/// Which cliques are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Those that are maximal, by size.
    Maximal,
    /// All of them, in families: by the vertices that all of a family have, and those of which each has any.
    All,
}
