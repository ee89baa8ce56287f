//! How warps and lanes share the loops of a nest: the first decisions of lowering, which all operators follow.
//!
//! * The innermost loop is a *leaf* where its body only counts (or emits): then each candidate gets a few lanes of its own.
//! * A loop can be *cut*: what is left of it becomes a task, a prefix of matched vertices and a range of candidates, which
//!   any other warp can take up. A task makes the sets again that are needed below its prefix, and only those. A loop over a reach
//!   has no order to cut by, so that it is searched whole, with all loops below it.
//! * Sets that are stored get numbered *slots* in the memory of a warp.

use std::fmt;

use super::{Lanes, Pairs, leaf, live, pairs, size};
use crate::nest::{Hold, Level, LoopNest, SetId};

/// How a nest is spread over warps and lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// How many levels are loops; the rest of the pattern is counted.
    pub num_loops: usize,
    /// How the innermost loop runs on lists; `None` if whole warps walk it.
    pub leaf: Option<Lanes>,
    /// How many of the innermost loops the lanes of a warp share out on a local graph: one, or two where that is possible and
    /// loops of whole warps are left above them. The lanes of a candidate walk the second loop by themselves.
    pub local_leaf: usize,
    /// The innermost level that can be cut into tasks, if one can below the root.
    pub(super) last_cut: Option<Level>,
    /// The stored sets, by slot.
    pub(super) slots: Vec<SetId>,
    /// The root's row that is held for probing.
    pub(super) marked: Option<SetId>,
    /// The reach of two steps.
    pub(super) reach: Option<SetId>,
    /// Pairs of walks that are all that is counted.
    pub(super) pairs: Option<Pairs>,
    /// For each set the longest prefix of matched vertices with which a task still needs it.
    pub(super) needed_until: Vec<usize>,
    /// For each set how many elements it must have for anything to be found where it is required.
    pub(super) min_size: Vec<usize>,
    /// A set from outside the leaf that each of its candidates looks elements up in: held for probing while the leaf runs.
    pub(super) leaf_marked: Option<SetId>,
    /// Roots with fewer neighbors have no match.
    pub(super) min_root_degree: usize,
}

impl Sharing {
    /// Decides how the loops are shared.
    pub(super) fn new(nest: &LoopNest) -> Sharing {
        let reach = nest.set_ids().find(|&id| nest.set(id).expr.is_reach());
        let is_root_row = |id: &SetId| nest.set(*id).expr.row_of() == Some(Level(0));
        // Marked where the team prepares the root: a row defined further in is looked up in as a list.
        let root = nest.blocks()[1].1;
        let marked = root.define.iter().copied().find(|id| is_root_row(id) && nest.set(*id).hold == Hold::ListAndBits);
        let num_loops = nest.blocks().len() - 1;
        let leaf = leaf::of(nest);
        let local_leaf = if nest.local.is_some() && leaf::is_walkable(nest) { 2 } else { 1 };
        let last_cut = last_cut(nest, leaf);
        let slots =
            nest.set_ids().filter(|&id| nest.set(id).is_stored() && !leaf::counts_only(nest, leaf, id)).collect();
        let needed_until = live::needed_until(nest);
        let min_root_degree = match nest.views.len() {
            1 => nest.parts().iter().map(min_root_degree).min().unwrap_or(0),
            _ => 0,
        };
        let min_size = nest.set_ids().map(|id| size::min_size(nest, id)).collect();
        let leaf_marked = leaf.and_then(|_| leaf::marked(nest, marked));
        Sharing {
            num_loops,
            leaf,
            local_leaf,
            last_cut,
            slots,
            marked,
            reach,
            pairs: pairs::of(nest),
            needed_until,
            min_size,
            leaf_marked,
            min_root_degree,
        }
    }

    /// The longest prefix a task can have.
    pub(super) fn max_prefix(&self) -> usize {
        self.last_cut.map_or(1, Level::index)
    }

    /// How many levels below the root can be cut.
    pub(super) fn max_cut(&self) -> usize {
        self.last_cut.map_or(0, Level::index)
    }

    /// The first level that lanes share out, on lists.
    pub(super) fn list_leaf(&self) -> usize {
        self.num_loops - usize::from(self.leaf.is_some())
    }

    /// The same on a local graph.
    pub(super) fn bits_leaf(&self) -> usize {
        self.num_loops - self.local_leaf
    }
}

/// Candidates of levels before the first one that is drawn from a reach are in the same order whenever they are made. A leaf that only
/// looks up takes less time than making a reach again.
fn last_cut(nest: &LoopNest, leaf: Option<Lanes>) -> Option<Level> {
    let loops = nest.blocks().len() - 1;
    let is_short = nest.reach_of(2).is_some() && leaf == Some(Lanes::One);
    let last = nest.ordered_loops().min(loops - usize::from(is_short)).checked_sub(1)?;
    (last > 0).then_some(Level(last as u8))
}

/// The neighbors that the root needs in the one relation there is, at whichever position it stands.
fn min_root_degree(nest: &LoopNest) -> usize {
    let roots = if nest.both_ways { 0..2 } else { 0..1 };
    roots.map(|root| min_degree(nest, root)).min().unwrap_or(0)
}

/// The neighbors that a vertex at a position of the loops needs: for all pattern vertices adjacent to it, which are different
/// vertices unless matches may coincide.
fn min_degree(nest: &LoopNest, position: usize) -> usize {
    let n = nest.num_positions();
    let adjacent = |levels: std::ops::Range<usize>| {
        let others = levels.filter(|&j| j != position);
        others.filter(|&j| nest.constraint(Level(position as u8), Level(j as u8)).is_positive()).count()
    };
    if nest.semantics == crate::pattern::Semantics::Homomorphism {
        return adjacent(0..n).min(1);
    }
    // Vertices of the tail may coincide with each other, not with those of loops.
    let (loops, tail) = (adjacent(0..n - nest.tail), adjacent(n - nest.tail..n));
    loops + if nest.tail_may_coincide { tail.min(1) } else { tail }
}

impl fmt::Display for Sharing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loops {}", self.num_loops)?;
        match self.leaf {
            None => f.write_str(", whole warps down to the last")?,
            Some(leaf) => write!(f, ", the last {leaf}")?,
        }
        if self.local_leaf == 2 {
            f.write_str(" (the last two in a local graph)")?;
        }
        match self.last_cut {
            Some(level) if level.index() + 1 == self.num_loops => f.write_str(", cut into tasks")?,
            Some(level) => write!(f, ", cut into tasks down to {level}")?,
            None => f.write_str(", never cut")?,
        }
        if let Some(marked) = self.marked {
            write!(f, "; probe {marked}")?;
        }
        if let Some(marked) = self.leaf_marked {
            write!(f, "; probe {marked} in the last")?;
        }
        if !self.slots.is_empty() {
            let slots: Vec<String> = self.slots.iter().map(ToString::to_string).collect();
            write!(f, "; store {}", slots.join(" "))?;
        }
        Ok(())
    }
}
