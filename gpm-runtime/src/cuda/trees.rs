//! The kernel that matches trees at random: what it is told.
//!
//! A lane takes a sample after the other. What is met is counted by code, in shared memory first where there are few codes.

use bytemuck::{Pod, Zeroable};

use super::abi::Address;
use crate::spanning::{PAIRS, Trees};

/// Vertices of a tree at most: `TREE_SIZE` of `templates/cuda/spanning/launch.cuh`.
pub(super) const SIZE: usize = 32;
/// Warps a block: `TREE_WARPS`. *guess*
pub const WARPS: u32 = 8;
/// Blocks a multiprocessor that registers are limited for: `TREE_BLOCKS`. *guess*
pub const MIN_BLOCKS: u32 = 6;
/// Words of shared memory: `TREE_FIXED_WORDS`.
pub const FIXED_WORDS: u32 = 32 * WARPS * SIZE as u32 + 1024;

/// How a vertex of the tree is drawn: `TreeLink`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct TreeLink {
    /// Bounds of rows by place of the parent (`u64`).
    pub offsets: Address,
    /// Entries of these rows, one after the other.
    pub targets: Address,
    /// Running sums of homomorphisms by entry of the rows (`f64`), or 0 if all are as likely.
    pub sums: Address,
    /// The vertex that it hangs on.
    pub parent: u32,
    /// The first of those that this may be.
    pub base: u32,
}

/// The one argument of the kernel, by value. See there for what each field means.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct TreeLaunch {
    /// Bounds of the graph's rows (`u64`).
    pub offsets: Address,
    /// Neighbors of all vertices of the graph, row after row.
    pub neighbors: Address,
    /// Running sums of homomorphisms, by root (`f64`).
    pub roots: Address,
    /// By code, how many had it (`u64`), zeroed.
    pub counts: Address,
    /// The [`Control`](super::abi::Control), zeroed.
    pub control: Address,
    /// The seed that all samples depend on.
    pub seed: u64,
    /// The number of the first sample of the launch.
    pub first: u64,
    /// How many there are.
    pub number: u64,
    /// Candidates for the root of the tree.
    pub num_roots: u32,
    /// The first vertex that the root may be.
    pub base: u32,
    /// The number of the tree.
    pub tree: u32,
    /// Its vertices.
    pub size: u32,
    /// Pairs that are looked at.
    pub num_pairs: u32,
    /// Whether all of them must be as they say.
    pub needs_all: u32,
    /// By vertex, the first unused.
    pub links: [TreeLink; SIZE],
    /// The pairs, by the one that is drawn last: the other one.
    pub left: [u8; PAIRS],
    /// The one that is drawn last.
    pub right: [u8; PAIRS],
    /// Whether they must be joined, or must not, if that matters.
    pub joined: [u8; PAIRS],
}

/// Where the arrays of trees lie, by number.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// By link, where rows begin and end.
    pub offsets: &'a [Address],
    /// By link, the entries of these rows.
    pub targets: &'a [Address],
    /// By link, running sums of homomorphisms, or 0 if all are as likely.
    pub sums: &'a [Address],
}

impl TreeLaunch {
    /// What is told of a tree whose arrays lie there.
    ///
    /// # Panics
    /// If it has more than 32 vertices or 256 pairs.
    pub fn of_tree(trees: &Trees<'_>, number: usize, places: Places<'_>) -> TreeLaunch {
        let tree = &trees.trees[number];
        let mut launch = TreeLaunch {
            offsets: places.offsets[0],
            neighbors: places.targets[0],
            roots: places.sums[tree.roots],
            num_roots: trees.sums[tree.roots].len() as u32,
            base: tree.base,
            seed: trees.seed,
            tree: number as u32,
            size: 1 + tree.links.len() as u32,
            num_pairs: tree.pairs.len() as u32,
            needs_all: tree.needs_all.into(),
            ..TreeLaunch::zeroed()
        };
        for (own, link) in launch.links[1..].iter_mut().zip(&tree.links) {
            *own = TreeLink {
                offsets: places.offsets[link.offsets],
                targets: places.targets[link.targets],
                sums: link.sums.map_or(0, |sums| places.sums[sums]),
                parent: link.parent as u32,
                base: link.base,
            };
        }
        for (at, pair) in tree.pairs.iter().enumerate() {
            (launch.left[at], launch.right[at]) = (pair.first as u8, pair.second as u8);
            launch.joined[at] = pair.is_joined.into();
        }
        launch
    }
}
