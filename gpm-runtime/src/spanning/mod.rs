//! All patterns of a size estimated at once: trees are matched at random, and what each meets is looked at.
//!
//! ```text
//! trees of the size ── weights ── a match of one at random ── what is joined between its vertices: a code ── classes ── estimates
//! ```
//! A match of a tree is drawn from its homomorphisms, each as likely as any other: their number below each vertex is counted first, from the leaves to
//! the root. It counts if no vertex is met twice. A pattern that the tree spans in `w` ways is then met with probability `w` times its
//! number over that of the homomorphisms, so that hits over what one match of the pattern would be hit on average are an unbiased estimate. Hits of all trees are added
//! before \[VeachGuibas1995\]. They are independent draws: intervals hold down to no hit at all.

mod census;
mod draw;
mod interval;
#[cfg(test)]
mod tests;
mod trees;
mod weights;

pub(crate) use census::{Census, Tally};
pub use draw::{Drawer, OnThreads};
pub use trees::{Drawn, Link, PAIRS, Pair, Trees};
pub use weights::Weights;
