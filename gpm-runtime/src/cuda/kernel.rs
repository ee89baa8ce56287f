//! A rendered kernel, and what its host must provide.

pub use gpm_plan::exec::{KernelOptions, LowerRows, row_words};
use gpm_plan::exec::{Spread, WarpProgram, needs_lower_rows};
use gpm_plan::nest::{LoopNest, Per, SetId};
use gpm_plan::sampling::SampleProgram;

use crate::graph::LowerSums;
use crate::view::{Bound, Rows};

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

/// How the two kernels of a program are launched, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The entry point that runs before [`SEARCH`], if one does.
    pub prepare: Option<&'static str>,
    /// Whether [`SEARCH`] waits by itself for that to end, on devices that can: then it may be launched before.
    pub waits: bool,
    /// Warps a block of the search.
    pub warps: u32,
    /// Words of shared memory of a block's fixed part; the rest is shared out at run time.
    pub fixed_words: u32,
    /// Words that the rest must have.
    pub least_share: u32,
}

/// What a kernel needs of its host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Warps a block.
    pub warps: u32,
    /// Blocks a multiprocessor that registers are limited for.
    pub min_blocks: u32,
    /// Words of a task in the queue.
    pub task_words: u32,
    /// Words of a match, or of a piece of the frontier, whichever the host is handed.
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
    /// Whether blocks need codegrees, and a reach unless they count pairs.
    pub codegrees: bool,
    /// Whether pairs of walks are counted.
    pub pairs: bool,
    /// Whether they need the same for walks of three steps.
    pub walks: bool,
    /// Whether blocks need a local matrix.
    pub local: bool,
    /// Whether the bit matrices of all roots were written before, and are read.
    pub reads_matrices: bool,
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
    /// How many levels below the root are searched breadth-first; if any, there is a frontier.
    pub breadth: u32,
    /// Words that the rest of a block's shared memory must have, for no root to be too big for a warp of a kernel that
    /// does not split.
    pub least_share: u32,
    /// Candidates of a piece of a big root, at least, of such a kernel.
    pub least_piece: u32,
    /// Whether it takes samples: [`SEARCH`] is its only entry point then, and needs no memory but counters, chunks and what they say.
    pub samples: bool,
}

/// Warps a block of a kernel that takes samples: they have nothing in common, and small blocks fit anywhere. *guess*
const SAMPLE_WARPS: u32 = 8;

/// Blocks a multiprocessor, by the loops inside each other: each takes registers, of its candidates and of what it visits.
fn sample_blocks(depth: usize) -> u32 {
    if depth <= 2 { 3 } else { 2 }
}

/// Words of device memory for the local matrix over `limit` vertices and the tables to build it: places by vertex, a hash
/// table at most half full, and members.
pub fn local_words(limit: u64) -> u64 {
    limit * row_words(limit) + 4 * limit + 32
}

impl Kernel {
    /// The same, made to count its operations instead of to be timed: see `templates/cuda/device/operations.cuh`.
    #[must_use]
    pub fn counting_operations(self) -> Kernel {
        Kernel { source: format!("#define GPM_OPERATIONS 1\n{}", self.source), ..self }
    }
}

impl Layout {
    /// Whether neighborhoods are searched as bit matrices.
    pub fn has_local_search(&self) -> bool {
        self.local || self.reads_matrices
    }

    /// How its kernels are launched.
    pub fn form(&self) -> Form {
        let Layout { warps, fixed_words, least_share, samples, .. } = *self;
        Form { prepare: (!samples).then_some(CLASSIFY), waits: !samples, warps, fixed_words, least_share }
    }

    /// What the kernel of a program needs.
    pub(super) fn new(nest: &LoopNest, program: &WarpProgram) -> Layout {
        let WarpProgram { sharing, footprint, root, lists, local, .. } = program;
        let (splits, least_share, least_piece) = match footprint.spread {
            Spread::GivenAway => (true, 0, 0),
            Spread::Pieces { least_share, least_piece } => (false, least_share, least_piece),
        };
        let task_words = 3 + sharing.num_loops as u32;
        Layout {
            warps: footprint.warps,
            min_blocks: footprint.blocks,
            task_words,
            match_words: if footprint.breadth > 0 { task_words } else { nest.num_positions() as u32 },
            slots: lists.as_ref().map_or_else(Vec::new, |lists| lists.slots.clone()),
            bit_slots: footprint.shared.bit_slots,
            fixed_words: footprint.shared.words(),
            marks: root.marked.is_some(),
            leaf_marks: footprint.shared.leaf_marks,
            codegrees: !root.reaches.is_empty() || root.pairs.is_some(),
            pairs: root.pairs.is_some(),
            walks: root.reaches.len() > 1,
            local: local.as_ref().is_some_and(|local| !local.is_written),
            reads_matrices: local.as_ref().is_some_and(|local| local.is_written),
            columns: (nest.num_columns() + nest.entries.len()) as u32,
            lists: lists.is_some(),
            per: nest.per,
            totals: nest.num_totals(),
            emits: nest.emits(),
            splits,
            breadth: footprint.breadth as u32,
            least_share,
            least_piece,
            samples: false,
        }
    }

    /// What the kernel needs that takes samples.
    pub(super) fn of_samples(nest: &LoopNest, program: &SampleProgram) -> Layout {
        Layout {
            warps: SAMPLE_WARPS,
            min_blocks: sample_blocks(program.depth),
            task_words: 0,
            match_words: nest.num_positions() as u32,
            slots: Vec::new(),
            bit_slots: 0,
            fixed_words: 0,
            marks: false,
            leaf_marks: 0,
            codegrees: false,
            pairs: false,
            walks: false,
            local: false,
            reads_matrices: false,
            columns: nest.num_columns() as u32,
            lists: true,
            per: nest.per,
            totals: 1,
            emits: false,
            splits: false,
            breadth: 0,
            least_share: 0,
            least_piece: 0,
            samples: true,
        }
    }
}

/// How the kernel of a nest is made for a graph. Sizes are rounded, so that graphs of about the same degrees share a kernel. Cost: O(V) the
/// first time that it matters for a graph how many words marks take.
pub(crate) fn options(nest: &LoopNest, bound: &Bound<'_>, breadth: usize) -> KernelOptions {
    let lower = match needs_lower_rows(nest) {
        true => lower_rows(&bound.views),
        false => LowerRows::UNKNOWN,
    };
    let max_size = (bound.max_row() as u64).next_power_of_two();
    KernelOptions { max_size, breadth, lower, ..KernelOptions::default() }
}

/// What holds for the smaller neighbors of any vertex in all views.
fn lower_rows(views: &[Rows<'_>]) -> LowerRows {
    let sums: Vec<LowerSums> = views.iter().map(Rows::lower_sums).collect();
    let longest = sums.iter().map(|sums| sums.longest).max().unwrap_or(u64::MAX);
    let marks = sums.iter().map(|sums| sums.marks).max().unwrap_or(u64::MAX);
    LowerRows {
        longest: longest.checked_next_power_of_two().unwrap_or(longest),
        marks: marks.checked_next_power_of_two().unwrap_or(marks).max(LEAST_MARKS),
    }
}

/// Marks of fewer words than this are said to have so many: there is room for these anywhere, and graphs alike share a kernel. *guess*
const LEAST_MARKS: u64 = 256;

#[cfg(test)]
mod tests {
    use gpm_plan::cost::GraphStats;
    use gpm_plan::passes::Pass;
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
        // 64 rows of 128 bits, which were written before; where they are made, places and members too.
        assert_eq!((clique.splits, clique.least_share), (false, clique.warps * 64 * 4));
        let clique = layout(query("clique:4").without(Pass::Matrices.into()), 64);
        assert_eq!((clique.splits, clique.least_share), (false, clique.warps * (64 + 64 + 64 * 4)));
        for (query, max_size) in
            [(query("triangle"), 256), (query("clique:7"), 64), (query("4-cycle"), 64), (query("triangle").list(), 64)]
        {
            let Layout { splits, least_share, .. } = layout(query, max_size);
            assert_eq!((splits, least_share), (true, 0));
        }
    }
}
