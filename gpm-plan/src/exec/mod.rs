//! WHERE: a nest lowered to typed operators for the warps of a GPU, in which nothing about the search is left to decide.
//!
//! Lowering settles who makes each set (a team of warps, a warp, the lanes of a candidate), how (a cut of a row, a join that is
//! stored in a slot or counted as it is streamed, a look-up, words of bit rows), which bounds are still to be put on an operand,
//! from which size on a set is worth going on with, how each loop is explored, what a task makes again, and how numbers are added
//! up: by which lanes, in how many bits, to which totals and entries of tables. The back end of CUDA prints a [`WarpProgram`]
//! and decides nothing. What it says as the CPU's [`Program`](crate::program::Program) does, it says in the same types.
//!
//! It is made in four steps: [`Sharing`] says how warps and lanes share the loops, `credits` which loops credit tables,
//! [`Footprint`] what that takes of a multiprocessor; `lists` and `bits` then lower each block to operators.

mod bits;
mod count;
mod credits;
mod explore;
mod flow;
mod footprint;
mod hold;
mod leaf;
mod lists;
mod live;
mod narrow;
mod ops;
mod pairs;
mod print;
mod root;
mod scan;
mod shared;
mod sharing;
mod size;
mod verify;
mod words;

use crate::nest::{Level, LoopNest, SetId};

pub use explore::{Explore, NoExplore};
pub use flow::Flow;
pub use footprint::{Footprint, KernelOptions, LowerRows, Spread, needs_lower_rows};
pub use leaf::{Handed, Lanes, Leaf};
pub use ops::{
    Amount, Arc, BitOp, BitWork, Count, Credit, Entry, Exploration, Known, LaneSize, Leave, ListMember, ListOp,
    ListWork, LookUp, Looks, Narrow, Number, Once, Scan, ScanCount, Sum, Total, WarpLoop, WarpOp, Work, Write,
};
pub use pairs::Pairs;
pub use root::{Cut, Root, RootRow};
pub use scan::scanned_along;
pub use shared::{PLACES, SHORT_WORDS, SharedLayout, local_graph_words, marks_words, matrix_words, row_words};
pub use sharing::Sharing;
pub use words::{All, Places, Word, WordDef};

/// What the warps of a GPU do below each root.
#[derive(Clone, Debug, PartialEq)]
pub struct WarpProgram {
    /// How warps and lanes share the loops.
    pub sharing: Sharing,
    /// What that takes of a multiprocessor.
    pub footprint: Footprint,
    /// What a team prepares for a root.
    pub root: Root,
    /// The search on lists; none where every neighborhood is searched as a bit matrix.
    pub lists: Option<OnLists>,
    /// The search on a bit matrix.
    pub local: Option<OnBits>,
    /// Bounds that are looked up, each with the level whose vertex it is looked up for.
    pub cuts: Vec<(Level, Level)>,
}

/// The search on lists.
#[derive(Clone, Debug, PartialEq)]
pub struct OnLists {
    /// The stored sets: a list each in the memory of every warp, by slot.
    pub slots: Vec<SetId>,
    /// A set that a warp holds for probing while a leaf runs.
    pub leaf_marked: Option<SetId>,
    /// How many lanes a candidate of the leaf gets.
    pub leaf_lanes: Lanes,
    /// Operators below one root, in the order in which they run.
    pub ops: Vec<ListOp>,
}

/// The search on a bit matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct OnBits {
    /// The members: rows and columns of the matrix.
    pub universe: SetId,
    /// Whether the matrix has its lower triangle only.
    pub lower_only: bool,
    /// Whether it was written before, and is read here.
    pub is_written: bool,
    /// The stored sets: a bit row each in the memory of every warp, by slot.
    pub slots: Vec<SetId>,
    /// Operators below one root, in the order in which they run.
    pub ops: Vec<BitOp>,
}

/// Neighbors: neighborhoods up to this size are always given room for a matrix: that of 264 blocks (all that an H200 has resident) takes
/// half a gigabyte. That this is little enough is a *guess*.
const ALWAYS_LOCAL: u64 = 4_096;

impl WarpProgram {
    /// Lowers a nest.
    pub fn new(nest: &LoopNest, options: &KernelOptions) -> WarpProgram {
        let sharing = Sharing::new(nest);
        let body = nest.root_body();
        // Neighborhoods too large for a matrix are searched on lists.
        let has_lists = options.largest_universe(nest).is_none_or(|size| size > ALWAYS_LOCAL);
        let bit_slots = nest.local.map(|_| bits::slots(nest, &sharing));
        let credits = [has_lists.then(|| sharing.list_leaf()), nest.local.map(|_| sharing.bits_leaf())];
        let gathered = credits.into_iter().flatten().map(|leaf| credits::gathered(nest, leaf)).max().unwrap_or(0);
        let shared = shared::Wanted {
            bit_slots: bit_slots.as_ref().map(Vec::len),
            has_lists,
            gathered,
            totals: nest.num_totals(),
            has_frontier: false,
        };
        let footprint = Footprint::new(nest, &sharing, &shared, options);
        let mut lists = has_lists.then(|| OnLists {
            slots: sharing.slots.clone(),
            leaf_marked: sharing.leaf_marked,
            leaf_lanes: sharing.leaf.unwrap_or(Lanes::One),
            ops: lists::lower(nest, &sharing, footprint.largest, body),
        });
        let local = nest.local.zip(bit_slots).map(|(local, slots)| OnBits {
            universe: local.universe,
            lower_only: local.lower_only,
            is_written: local.is_written,
            ops: bits::lower(nest, &sharing, (footprint.largest, &slots), body),
            slots,
        });
        if let (Some(lists), Spread::Pieces { .. }) = (&mut lists, footprint.spread) {
            flow::settle(&mut lists.ops);
        }
        let mut root = Root::new(nest, &sharing, has_lists);
        if matches!(footprint.spread, Spread::Pieces { .. }) && sharing.num_loops > 1 {
            root.cut = Some(Cut::of(&root.rows, lists.as_ref()));
        }
        WarpProgram { root, sharing, footprint, lists, local, cuts: nest.owners_of_cuts() }
    }
}

#[cfg(test)]
mod tests;
