//! SPANNING: trees of a size, by which all connected patterns of that size are sampled at once.
//!
//! A tree is matched at random, each of its homomorphisms as likely as any other, which takes a draw a vertex; what the graph has
//! between the vertices that it met is a match of some pattern, vertex-induced. A pattern that a tree spans in many [`ways`](Forest::ways)
//! is met in as many. Paths of four vertices were sampled like that for patterns of four \[JhaSeshadhriPinar2015\], and several trees for
//! those of five \[WangZhaoZhangLi2018\]; here all trees of a size serve all patterns, however large.

mod classes;
mod forest;
mod ways;

pub use self::classes::Classes;
pub use self::forest::{Branch, Forest, Tree};

/// The number of a pair of vertices, the smaller first: (0, 1), (0, 2), (1, 2), (0, 3), …
pub fn pair(u: usize, v: usize) -> usize {
    v * (v - 1) / 2 + u
}
