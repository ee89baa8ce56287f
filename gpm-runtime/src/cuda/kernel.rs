//! A rendered kernel, and what its host must provide.

use gpm_plan::nest::{Kind, LoopNest, Per, SetId};

/// CUDA source text with the entry points [`CLASSIFY`] and [`SEARCH`], and the layout of the memory that they use.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// A complete translation unit.
    pub source: String,
    /// What the host must provide.
    pub layout: Layout,
}

/// Sorts the roots of a launch by size: one thread a root, any grid, no shared memory. Runs before [`SEARCH`].
pub const CLASSIFY: &str = "gpm_classify";
/// Searches: [`Layout::warps`] · 32 threads a block, as many blocks as are resident together.
pub const SEARCH: &str = "gpm_search";

/// What a kernel needs of its host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Warps a block.
    pub warps: u32,
    /// Blocks a multiprocessor that registers are limited for.
    pub min_blocks: u32,
    /// Words of a task in the queue.
    pub task_words: u32,
    /// Words of a match.
    pub match_words: u32,
    /// The stored sets, by slot number.
    pub slots: Vec<SetId>,
    /// Bit rows a warp keeps while it searches a local graph.
    pub bit_slots: u32,
    /// Words of shared memory of a block's fixed part; the rest is shared out at run time.
    pub fixed_words: u32,
    /// Whether blocks need a bitmap of `num_vertices` bits.
    pub marks: bool,
    /// Entries of a warp's own table in shared memory.
    pub leaf_marks: u32,
    /// Whether blocks need codegrees and a reach.
    pub codegrees: bool,
    /// Whether they need the same for walks of three steps.
    pub walks: bool,
    /// Whether blocks need a local matrix.
    pub local: bool,
    /// Columns that filters read.
    pub columns: u32,
    /// Whether neighborhoods are searched on lists: all, or those too large for a matrix. If not, the matrix must have room
    /// for every one.
    pub lists: bool,
    /// What the entries of the table stand for, if there is one.
    pub per: Per,
    /// How many numbers are counted: one, but for a fused nest.
    pub totals: usize,
    /// Whether matches are written.
    pub emits: bool,
}

/// Words of a bit row over `limit` vertices: 128 bits at a time.
pub fn row_words(limit: u64) -> u64 {
    limit.div_ceil(128) * 4
}

/// Words of device memory for the local matrix over `limit` vertices and the tables to build it: places by vertex, a hash
/// table at most half full, and members.
pub fn local_words(limit: u64) -> u64 {
    limit * row_words(limit) + 4 * limit + 32
}

/// Neighborhoods up to this size are always given room for a matrix: that of 264 blocks takes half a gigabyte.
pub const ALWAYS_LOCAL: u64 = 4_096;

/// How a kernel is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelOptions {
    /// Warps a block: a power of two from 1 to 32.
    pub warps: u32,
    /// No set has more elements; counts that may leave 64 bits with sets of this size are made in 128. Up to
    /// [`ALWAYS_LOCAL`], patterns with a local graph need no search on lists.
    pub max_size: u64,
}

impl Default for KernelOptions {
    fn default() -> Self {
        KernelOptions { warps: 16, max_size: 1 << 20 }
    }
}

impl Kernel {
    /// Renders the kernel of a nest whose columns ([`LoopNest::columns`]) are of these kinds.
    pub fn render(nest: &LoopNest, kinds: &[Kind], options: &KernelOptions) -> Kernel {
        super::render::render(nest, kinds, options)
    }
}
