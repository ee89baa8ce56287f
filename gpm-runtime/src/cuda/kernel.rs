//! A rendered kernel, and what its host must provide.

use gpm_plan::nest::{Per, SetId};

use crate::view::Bound;

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
    /// Whether the search below a root is split as it runs, among the warps of a block and by giving work away. If not,
    /// there is no queue, and big roots are cut into pieces from the start.
    pub splits: bool,
    /// Words that the rest of a block's shared memory must have, for no root to be too big for a warp of a kernel that
    /// does not split.
    pub least_share: u32,
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

/// Words of shared memory for a hash table of so many vertices, as `marks_words` of `marks.cuh`.
pub(super) fn marks_words(size: u64) -> u64 {
    (2 * size).max(32).next_power_of_two()
}

/// Words of shared memory to build and hold a local graph of so many vertices, as `local_graph_words` of `local_graph.cuh`.
pub(super) fn shared_local_words(size: u64) -> u64 {
    marks_words(size) / 2 + size.next_multiple_of(4) + size * row_words(size)
}

/// Rows up to this size are short.
pub(super) const SHORT: u64 = 128;

/// Searches below a root with short rows that take up to so many steps are not worth being given away: some
/// milliseconds of one warp, less by the pieces that they are cut into. A kernel without a queue is nearly half as
/// large, and so is the time to compile it.
const FEW_STEPS: u64 = 1 << 21;

/// How a kernel is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelOptions {
    /// Warps a block: a power of two from 1 to 32.
    pub warps: u32,
    /// No set has more elements; counts that may leave 64 bits with sets of this size are made in 128. Up to
    /// [`ALWAYS_LOCAL`], patterns with a local graph need no search on lists.
    pub max_size: u64,
    /// Work is not given away where rows are short and the search below a root cannot take more steps than this.
    pub few_steps: u64,
}

impl Default for KernelOptions {
    fn default() -> Self {
        KernelOptions { warps: 16, max_size: 1 << 20, few_steps: FEW_STEPS }
    }
}

/// The longest row, rounded, so that graphs of about the same degrees share a kernel.
pub(crate) fn max_size(bound: &Bound<'_>) -> u64 {
    (bound.max_row() as u64).next_power_of_two()
}

#[cfg(test)]
mod tests {
    use gpm_plan::cost::GraphStats;
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::Plan;
    use gpm_plan::query::Query;

    use super::*;

    fn layout(query: Query, max_size: u64) -> Layout {
        let plan = Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan");
        Kernel::render(plan.first_nest(), &[], &KernelOptions { max_size, ..KernelOptions::default() }).layout
    }

    fn query(text: &str) -> Query {
        Query::from(text.parse::<Pattern>().expect("a pattern"))
    }

    #[test]
    fn work_is_given_away_but_for_little_below_short_rows() {
        let triangle = layout(query("triangle"), 64);
        assert_eq!((triangle.splits, triangle.least_share), (false, triangle.warps * 128));
        let star = layout(query("star:4"), 64);
        assert_eq!((star.splits, star.least_share), (false, star.warps * 64));
        let clique = layout(query("clique:4"), 64);
        // Places, members and 64 rows of 128 bits.
        assert_eq!((clique.splits, clique.least_share), (false, clique.warps * (64 + 64 + 64 * 4)));
        for (query, max_size) in
            [(query("triangle"), 256), (query("clique:7"), 64), (query("4-cycle"), 64), (query("triangle").list(), 64)]
        {
            let Layout { splits, least_share, .. } = layout(query, max_size);
            assert_eq!((splits, least_share), (true, 0));
        }
    }
}
