//! Searches of open depth: problems whose answers have no fixed number of vertices, such as maximal cliques.
//!
//! ```text
//! Problem (a rule) ─┐
//!                   ├── search ── workers: roots of Pool ── begin ── candidate, extend, …  ── Findings
//! graph ── Ordered ─┘                 └── open nodes given away ── Pool
//! ```
//! A nest of loops is as deep as its pattern; here the search ends where a rule says so. A [`Problem`] says what sets it carries down
//! a tree, which candidates it goes on with, and what it reports; `search` walks the trees on all threads. `cliques` has the
//! rules for maximal cliques, for the maximum clique and for cliques of all sizes, `dense` that for maximal k-plexes and quasi-cliques.

mod problem;
mod families;
mod findings;
mod pool;
mod search;
mod width;
mod ordered;
pub(crate) mod cliques;
pub(crate) mod dense;

pub use dense::{Density, Gamma, GammaError};
pub use findings::Findings;
pub(crate) use findings::Found;
pub(crate) use ordered::Ordered;
pub(crate) use pool::Giving;
pub use problem::Problem;
pub(crate) use search::{Job, search};
