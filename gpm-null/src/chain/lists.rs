//! The neighbors of each vertex, one list after another: swaps keep degrees, so that a list stays where it is.
//!
//! Whether two vertices are joined is asked twice in each step of a chain. A list of a few neighbors is one or two
//! lines of the cache, most likely the ones that were read to find the edge, and is compared in blocks, without
//! branches. A hash set of edges has to be written four times in each swap; lists are written where the swap happens
//! anyhow. Only pairs whose lists are long on every side that could be read are in a set besides, see [`Lists::long`].

use rustc_hash::FxHashSet;

/// Neighbors compared at once. Arrays of neighbors have so many more at their end, so that a block can be read
/// anywhere.
pub(super) const LANES: usize = 8;

/// No neighbor.
pub(super) const NONE: u32 = u32::MAX;

/// Neighbors in a list up to which it is read rather than a set asked. *guess*: 64 and 256 are much the same on graphs
/// with hubs.
const SCAN: usize = 128;

/// Edges that are asked for by their key, as their lists are long.
pub(super) type Keys = FxHashSet<u64>;

/// Where the list of each vertex starts, and at the end where the last one ends.
pub(super) struct Lists {
    first: Vec<u32>,
}

impl Lists {
    /// Lists as long as the degrees.
    pub(super) fn new(degrees: &[u32]) -> Lists {
        let mut sum = 0;
        let ends = degrees.iter().map(|degree| {
            sum += degree;
            sum
        });
        Lists { first: std::iter::once(0).chain(ends).collect() }
    }

    /// How many lists there are.
    pub(super) fn vertices(&self) -> usize {
        self.first.len() - 1
    }

    /// How many neighbors there are in all.
    pub(super) fn slots(&self) -> usize {
        self.first.last().map_or(0, |&slots| slots as usize)
    }

    /// An array for the neighbors, none of them known yet.
    pub(super) fn room(&self) -> Vec<u32> {
        vec![NONE; self.slots() + LANES]
    }

    /// Where each list starts, to be counted up while lists are filled.
    pub(super) fn starts(&self) -> Vec<u32> {
        self.first.clone()
    }

    /// Where the list of `vertex` starts, and how long it is.
    #[inline(always)]
    pub(super) fn list(&self, vertex: u32) -> (usize, usize) {
        let first = self.first[vertex as usize];
        (first as usize, (self.first[vertex as usize + 1] - first) as usize)
    }

    /// Number of neighbors.
    #[inline(always)]
    pub(super) fn degree(&self, vertex: u32) -> usize {
        self.list(vertex).1
    }

    /// Whether reading the list of `vertex` takes longer than asking a set.
    #[inline(always)]
    pub(super) fn long(&self, vertex: u32) -> bool {
        self.degree(vertex) > SCAN
    }

    /// The neighbors of `vertex`.
    pub(super) fn neighbors<'a>(&self, slots: &'a [u32], vertex: u32) -> &'a [u32] {
        let (first, count) = self.list(vertex);
        &slots[first..first + count]
    }

    /// Where in the list of `vertex` a neighbor is.
    pub(super) fn find(&self, slots: &[u32], vertex: u32, neighbor: u32) -> Option<usize> {
        let (first, _) = self.list(vertex);
        self.neighbors(slots, vertex).iter().position(|&other| other == neighbor).map(|at| first + at)
    }

    /// Whether `neighbor` is in the list of `vertex`.
    #[inline(always)]
    pub(super) fn has(&self, slots: &[u32], vertex: u32, neighbor: u32) -> bool {
        let (first, count) = self.list(vertex);
        let mut at = first;
        while at < first + count {
            let Some(block) = slots[at..].first_chunk::<LANES>() else { return false };
            if block.iter().fold(false, |found, &other| found | (other == neighbor)) {
                // The block may reach into the next list, but seldom finds something there.
                return slots[at..first + count].contains(&neighbor);
            }
            at += LANES;
        }
        false
    }
}
