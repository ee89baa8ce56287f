//! The kernel that matches trees at random: its text, which is the same for all trees and graphs, and what it is told.
//!
//! A lane takes a sample after the other. What is met is counted by code, in shared memory first where there are few codes.

use bytemuck::{Pod, Zeroable};
use gpm_plan::spanning::Tree;

use super::abi::Address;
use super::kernel::Form;

/// Vertices of a tree at most: `TREE_SIZE` of `templates/cuda/spanning/launch.cuh`.
const SIZE: usize = 8;
/// Pairs that it leaves free at most, rounded up: `TREE_PAIRS + 3`.
const PAIRS: usize = 24;
/// Warps a block: `TREE_WARPS`.
pub const WARPS: u32 = 8;
/// Blocks a multiprocessor that registers are limited for: `TREE_BLOCKS`.
pub const MIN_BLOCKS: u32 = 6;
/// Words of shared memory: `TREE_FIXED_WORDS`.
pub const FIXED_WORDS: u32 = 32 * WARPS * SIZE as u32 + 1024;

/// How it is launched.
pub const FORM: Form = Form { prepare: None, warps: WARPS, fixed_words: FIXED_WORDS, least_share: 0 };

/// The one argument of the kernel, by value. See there for what each field means.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct TreeLaunch {
    /// Bounds of the rows (`u64`).
    pub offsets: Address,
    /// The rows.
    pub neighbors: Address,
    /// Running sums of homomorphisms, by vertex (`f64`).
    pub roots: Address,
    /// By vertex of the tree, the same by entry of the rows, or 0 for a leaf.
    pub sums: [Address; SIZE],
    /// By code, how many had it (`u64`), zeroed.
    pub counts: Address,
    /// The [`Control`](super::abi::Control), zeroed.
    pub control: Address,
    /// The seed.
    pub seed: u64,
    /// The first sample, and how many there are.
    pub first: u64,
    /// How many there are.
    pub number: u64,
    /// Vertices of the graph.
    pub num_vertices: u32,
    /// The number of the tree.
    pub tree: u32,
    /// Its vertices.
    pub size: u32,
    /// Pairs of them that it does not join.
    pub num_free: u32,
    /// By vertex, the one that it hangs on.
    pub parents: [u8; SIZE],
    /// The pairs.
    pub left: [u8; PAIRS],
    /// Their other vertices.
    pub right: [u8; PAIRS],
}

impl TreeLaunch {
    /// What is told of a tree that has this number, where the running sums of branches lie there.
    pub fn of_tree(number: usize, tree: &Tree, sums: &[Address]) -> TreeLaunch {
        let mut launch = TreeLaunch {
            tree: number as u32,
            size: tree.parents.len() as u32,
            num_free: tree.free.len() as u32,
            ..TreeLaunch::default()
        };
        for (v, (&parent, &branch)) in tree.parents.iter().zip(&tree.branches).enumerate().skip(1) {
            (launch.parents[v], launch.sums[v]) = (parent as u8, sums[branch]);
        }
        for (at, &(u, v)) in tree.free.iter().enumerate() {
            (launch.left[at], launch.right[at]) = (u as u8, v as u8);
        }
        launch
    }

    /// The bytes of the kernel's argument.
    pub fn argument(&self) -> Vec<u8> {
        bytemuck::bytes_of(self).to_vec()
    }
}

/// The text of the kernel.
pub fn source() -> String {
    super::render::trees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_kernel() {
        let source = source();
        for line in [
            format!("TREE_SIZE = {SIZE};"),
            format!("TREE_PAIRS = {};", PAIRS - 3),
            format!("TREE_WARPS = {WARPS};"),
            format!("TREE_BLOCKS = {MIN_BLOCKS};"),
            "SHARED_CODES = 1024;".to_owned(),
        ] {
            assert!(source.contains(&line), "`{line}` is not in the kernel");
        }
    }
}
