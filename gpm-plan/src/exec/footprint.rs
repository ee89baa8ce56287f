//! What a kernel takes of a multiprocessor: warps and blocks, shared memory, and whether work below a root is given away.

use super::narrow;
use super::shared::{Wanted, local_graph_words, marks_words, matrix_words};
use super::sharing::Sharing;
use super::{Lanes, SharedLayout};
use crate::nest::{Level, LoopNest, Per, SetExpr, SetId, Step};

/// Warps resident on a multiprocessor, for nests of up to so many loops, and of up to so many totals where these are few: the others need
/// more registers a thread, 80, 96, 128 or 255 of the 65,536 there are. With 64, what is live where work is given away is spilled there,
/// which is rare; more warps hide more waits, and the search takes 0.75 to 1 of the time that it takes with 80 (H200).
const RESIDENT: [((usize, usize), u32); 5] =
    [((2, 1), 32), ((2, usize::MAX), 24), ((3, usize::MAX), 20), ((8, usize::MAX), 16), ((usize::MAX, usize::MAX), 8)];

/// Neighbors: rows up to this size are short. *guess*
const SHORT: u64 = 128;

/// Steps of a piece, up to which searches below a root with short rows are not worth being given away: a tenth of a millisecond or two of a
/// warp. A kernel without a queue is nearly half as large, and so is the time to compile it. Set when pieces were measured on an H200
/// (`benches/NOTES.md`, "Local graphs over smaller neighbors" and the row after it); the exact number is a *guess*.
const FEW_STEPS: u64 = 1 << 15;

/// Words (32 bits) with which a warp can mark a row where a multiprocessor has 128 KiB of shared memory and 32 warps: a fact of the
/// hardware. Where it has less, a warp searches the longest rows themselves.
const MARKS_OF_WARP: u64 = 1_024;

/// Candidates of a piece, at least: with one loop below the root, and with more to do below each candidate. Of 64, 256 and 1,024
/// (`benches/NOTES.md`, H200) none was best everywhere; 128 was best for R-MAT 18 and socfb-Cornell5. The second number is a *guess*.
const LEAST_PIECE: (u32, u32) = (128, 8);

/// How a kernel is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelOptions {
    /// Warps a block: a power of two from 1 to 32.
    pub warps: u32,
    /// No row is longer; counts that may leave 64 bits with rows of this size are made in 128.
    pub max_size: u64,
    /// Work is not given away where rows are short and the search of a piece cannot take more steps than this.
    pub few_steps: u64,
    /// So many levels below the root are to be searched breadth-first, as far as they can be cut.
    pub breadth: usize,
    /// What holds for the smaller neighbors of any vertex; only asked for where [`needs_lower_rows`] says so.
    pub lower: LowerRows,
}

/// What holds for the smaller neighbors of any vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerRows {
    /// There are no more of them.
    pub longest: u64,
    /// Words that suffice to mark them.
    pub marks: u64,
}

impl LowerRows {
    /// Nothing is known of them.
    pub const UNKNOWN: LowerRows = LowerRows { longest: u64::MAX, marks: u64::MAX };
}

impl Default for KernelOptions {
    fn default() -> Self {
        KernelOptions { warps: 16, max_size: 1 << 20, few_steps: FEW_STEPS, breadth: 0, lower: LowerRows::UNKNOWN }
    }
}

impl KernelOptions {
    /// How many vertices the local graphs of a nest have at most, if it has any.
    pub(super) fn largest_universe(&self, nest: &LoopNest) -> Option<u64> {
        let longest = if has_lower_universe(nest) { self.lower.longest } else { u64::MAX };
        nest.local.map(|_| longest.min(self.max_size))
    }
}

/// What a kernel takes of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// No set has more elements, and no number of walks is larger. What may leave 64 bits then is made in 128.
    pub largest: u64,
    /// Warps a block: as wished, but no more than leave room for two blocks. While one waits at a barrier the other works.
    pub warps: u32,
    /// Blocks a multiprocessor that registers are limited for, by the depth of the loops.
    pub blocks: u32,
    /// The fixed part of a block's shared memory.
    pub shared: SharedLayout,
    /// How the search below a root is spread over warps.
    pub spread: Spread,
    /// Whether roots with short rows can be searched side by side: the candidates of 32 of them are counted, on lists or in matrices that are
    /// written, then each has a lane. A warp would have too few candidates of one such root for its lanes. Pairs of walks of
    /// 32 roots are counted in one table.
    pub side_by_side: bool,
    /// How many levels below the root are searched breadth-first: a warp that enters the loop of such a level puts its candidates on the
    /// frontier.
    pub breadth: usize,
    /// Whether that is so below roots that blocks search, too. The single warp that takes a piece has no room for what a block prepares,
    /// but for marks, which it can do without.
    pub breadth_in_blocks: bool,
}

/// How the search below a root is spread over warps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// As it runs, among the warps of a block and by giving work away: it may take long, or the root may need more memory than a
    /// warp has.
    GivenAway,
    /// A warp has a root, or some of the candidates below a big one, to itself, and there is no queue: big roots are cut from the start, into pieces
    /// of as many candidates as the launch says.
    Pieces {
        /// Words that the rest of a block's shared memory must have, for every warp to have room for any root.
        least_share: u32,
        /// Candidates that a piece must have for it to be worth preparing its root again.
        least_piece: u32,
    },
}

/// Whether it matters for the kernel of a nest how many smaller neighbors vertices have ([`KernelOptions::lower`]): local graphs may be over
/// these, or the search can be cut into even pieces where few words mark them.
pub fn needs_lower_rows(nest: &LoopNest) -> bool {
    // Asked for each query: most nests are told apart by their loops.
    has_lower_universe(nest) || (has_one_loop(nest) && is_even(nest, &Sharing::new(nest)))
}

impl Footprint {
    pub(super) fn new(nest: &LoopNest, sharing: &Sharing, wanted: &Wanted, options: &KernelOptions) -> Footprint {
        let loops = if is_light(nest, sharing) { sharing.num_loops.min(3) } else { sharing.num_loops };
        // A long tail is a polynomial in many sizes, which all have to be held.
        let depth = loops + usize::from(nest.tail > 2);
        let has_room = |&&((loops, totals), _): &&((usize, usize), u32)| depth <= loops && nest.num_totals() <= totals;
        let resident = RESIDENT.iter().find(has_room).map_or(8, |&(_, warps)| warps);
        let warps = options.warps.min((resident / 2).max(8));
        let spread = spread(nest, sharing, warps, options);
        // What is handed to the host goes through the one ring there is; matrices are written by the millisecond.
        let can_wait = spread == Spread::GivenAway && !nest.emits() && nest.per != Per::Matrix;
        let breadth = if can_wait { options.breadth.min(sharing.max_cut()) } else { 0 };
        let shared = &Wanted { has_frontier: breadth > 0, ..*wanted };
        Footprint {
            largest: nest.largest_size(options.max_size as f64) as u64,
            warps,
            blocks: (resident / warps).max(1),
            shared: SharedLayout::new(shared, warps, sharing.num_loops, sharing.leaf_marked.is_some()),
            spread,
            breadth,
            breadth_in_blocks: breadth > 0 && sharing.reach.is_none() && nest.local.is_none(),
            side_by_side: is_side_by_side(nest, sharing),
        }
    }
}

/// Whether some loops on a bit matrix need no more registers than three: their sets are in shared memory, or lanes hold two of them, and nothing
/// else is at hand than what they count.
fn is_light(nest: &LoopNest, sharing: &Sharing) -> bool {
    let is_triangle = nest.local.is_some_and(|local| local.lower_only);
    is_triangle && sharing.num_loops <= 5 && nest.credited.is_empty() && nest.num_columns() == 0
}

/// Whether roots can be searched side by side: all that is counted is pairs of walks, or lanes share all loops below them, and there is nothing
/// that a team prepares or is credited.
fn is_side_by_side(nest: &LoopNest, sharing: &Sharing) -> bool {
    if sharing.pairs.is_some() {
        return true;
    }
    let [step] = &nest.root_body().steps[..] else { return false };
    let by_lanes = match nest.local {
        None => sharing.num_loops == 2 && sharing.leaf.is_some(),
        Some(local) => local.is_written && narrow::begins_at(nest, Level(1)),
    };
    matches!(step, Step::For { level: Level(1), .. })
        && by_lanes
        && nest.root_body().define.iter().all(|&id| nest.set(id).expr.is_row())
        && !nest.placed().contains(Level(0))
}

/// Whether local graphs are over smaller neighbors of the root.
fn has_lower_universe(nest: &LoopNest) -> bool {
    nest.local.is_some_and(|local| nest.closed_below(nest.set(local.universe).below).contains(Level(0)))
}

/// Whether there is one loop on lists below the root.
fn has_one_loop(nest: &LoopNest) -> bool {
    nest.local.is_none() && nest.blocks().len() == 3
}

/// Whether the search below any candidate of the root takes about as long: below the root there is one loop, which reads only the smaller neighbors
/// of its candidates and looks them up among those of the root. Where vertices are in the order of degrees, each has few of these, however many
/// neighbors it has in all.
fn is_even(nest: &LoopNest, sharing: &Sharing) -> bool {
    let is_smaller = |&id: &SetId| match nest.set(id).expr {
        SetExpr::Neighbors { of, .. } => nest.closed_below(nest.set(id).below).contains(of),
        SetExpr::Intersect(..) | SetExpr::Difference(..) | SetExpr::Reach { .. } => true,
    };
    !nest.emits()
        && has_one_loop(nest)
        && is_side_by_side(nest, sharing)
        && sharing.leaf == Some(Lanes::Streaming)
        && sharing.leaf_marked.is_none()
        && sharing.marked.as_ref().is_some_and(is_smaller)
        && nest.innermost().2.define.iter().all(is_smaller)
}

fn spread(nest: &LoopNest, sharing: &Sharing, warps: u32, options: &KernelOptions) -> Spread {
    if nest.emits() || sharing.reach.is_some() {
        return Spread::GivenAway;
    }
    if options.lower.marks <= MARKS_OF_WARP && options.breadth == 0 && is_even(nest, sharing) {
        // A warp without room for marks searches the row itself.
        return Spread::Pieces { least_share: 0, least_piece: LEAST_PIECE.0 };
    }
    let size = options.largest_universe(nest).unwrap_or(options.max_size);
    let least_piece = if has_one_loop(nest) { LEAST_PIECE.0 } else { LEAST_PIECE.1 };
    let lists = u32::from(nest.local.is_none());
    let loops = sharing.num_loops.saturating_sub(1) as u32 + lists;
    // The first of the loops is cut.
    let steps =
        size.checked_pow(loops.saturating_sub(1)).and_then(|steps| steps.checked_mul(size.min(least_piece.into())));
    if size > SHORT || steps.is_none_or(|steps| steps > options.few_steps) {
        return Spread::GivenAway;
    }
    Spread::Pieces { least_share: warps * root_words(nest, sharing, size).next_multiple_of(4), least_piece }
}

/// What `root_words` of a kernel says of a root with a row of this size.
fn root_words(nest: &LoopNest, sharing: &Sharing, size: u64) -> u32 {
    let words = match nest.local {
        Some(local) if local.is_written => matrix_words(size),
        Some(_) => local_graph_words(size),
        None if sharing.marked.is_some() => marks_words(size),
        None => size,
    };
    words as u32
}
