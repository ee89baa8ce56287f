//! Counts of labelled patterns without a plan: most queries on labelled graphs are answered within less time than it takes to plan them.
//!
//! ```text
//! Graph ── ground (rows label by label, twins, cores; once) ──┐
//! Pattern ── question (masks) ────────────────────────────────┴─ candidates (label, degree, neighbors) ── search ──> count
//! ```
//!
//! It is no nest that is run, since a plan, rows laid out and machine code for each query cost more than the search. The next vertex to match
//! is the one with the fewest candidates left [DAF], where labels say little one of the densest part [CFL-Match], and a dead end goes back to
//! the last vertex that is to blame [DAF]. Once some vertices are matched, the others fall into parts (`parts`) that are counted by
//! themselves and multiplied; what a part counts is kept (`memo`). Vertices without edges between them are counted together (`leaves`).
//! Twins, vertices with the same label and neighbors, can be swapped: below one of them is found what is found below the others [TurboIso]. Threads
//! share the candidates of the first vertex (`roots`, `shares`). A search that turns out long, and each of edges with labels or directions, goes along
//! `edges` between candidates that are laid out and sifted (`sieve`), a long one by the ways to match short cycles too (`ways`). One that takes more
//! than a number of steps gives up: then a plan pays.

mod ground;
mod question;
mod candidates;
mod cycles;
mod ways;
mod sieve;
mod edges;
mod parts;
mod memo;
mod shares;
mod search;
mod roots;
mod leaves;
mod recall;
mod populations;
mod trees;
mod written;
#[cfg(test)]
mod tests;

pub(crate) use candidates::{Candidates, candidates};
pub(crate) use edges::Edges;
pub use ground::Ground;
pub(crate) use populations::{Populated, populate};
pub(crate) use question::{Asked, Question};
pub(crate) use search::{Found, Search};
pub(crate) use trees::QueryTree;
pub use written::{LabelledPattern, PatternVertex, Written};
