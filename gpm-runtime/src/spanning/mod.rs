//! Trees matched at random: what the graph joins between the vertices that they meet says how often patterns occur, one or all of a size.
//!
//! ```text
//! trees of the size ── weights ── a match of one at random ── what is joined between its vertices: a code ── classes ── estimates
//! ```
//! A match of a tree is drawn from its homomorphisms, each as likely as any other: their number below each vertex is counted first, from the leaves to
//! the root. It counts if no vertex is met twice. A pattern that the tree spans in `w` ways is then met with probability `w` times its
//! number over that of the homomorphisms. So the hits of a pattern, over the hits that a single match of it would have on average, are an unbiased estimate
//! of its number. The hits of all trees are added before that \[VeachGuibas1995\]. Draws are independent: intervals hold down to no hit at all.

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
