//! What the host tells the kernel: the struct of `templates/cuda/open/launch.cuh`, field by field.

use bytemuck::{Pod, Zeroable};

use crate::cuda::abi::{Address, View};

/// The one argument of the search for cliques, by value. See there for what each field means.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct CliqueLaunch {
    /// Rows of all vertices, of which each is a root.
    pub graph: View,
    /// Words before the bit rows of each root, and one number more (`u64`).
    pub row_offsets: Address,
    /// The bit rows of the roots of this launch.
    pub rows: Address,
    /// Words before those of the first of them.
    pub first_word: u64,
    /// First root of this launch.
    pub first_root: u32,
    /// One past the last.
    pub last_root: u32,
    /// The [`Control`](crate::cuda::abi::Control).
    pub control: Address,
    /// Of each size, how many cliques (`u64`), zeroed; of all cliques by vertices held, then free.
    pub numbers: Address,
    /// How many sizes there are, 0 included.
    pub num_sizes: u32,
    /// Vertices that all cliques have beside their root.
    pub base: u32,
    /// Smaller cliques are left out.
    pub min_size: u32,
    /// Of all cliques larger ones too.
    pub max_size: u32,
    /// Candidates of a node that is worth another warp's while.
    pub least_given: u32,
    /// Candidates of a node that is searched in registers, at most: up to 32.
    pub few: u32,
    /// One word a task, zeroed.
    pub ring_state: Address,
    /// The tasks of the queue, `cell_words` words each.
    pub ring: Address,
    /// Tasks that fit, less one; a power of two less one.
    pub ring_mask: u32,
    /// Words of a task.
    pub cell_words: u32,
    /// Ticks after which a warp looks whether others have no work, or the run was stopped.
    pub timeout: u32,
    /// ... if at least so many warps have none.
    pub min_idle: u32,
    /// Memory of the warps.
    pub warps: Address,
    /// Words of each warp's memory.
    pub warp_words: u64,
    /// Words to its nodes.
    pub nodes_offset: u64,
    /// The largest clique that each warp met.
    pub largest: Address,
    /// Words for each such clique.
    pub largest_words: u32,
    /// Words of shared memory that a warp has.
    pub share_words: u32,
}
