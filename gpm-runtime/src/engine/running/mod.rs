//! From a plan to its answer: nests are bound to the graph, tables that they look up are made, nests are run, and totals make an answer.
//!
//! A table that is looked up is the answer to a smaller question, which passes planning and this room by itself: that is why tables are
//! made here, and what users ask for each vertex or edge begins in `tables`.

mod bind;
mod parts;
mod run;
mod lookups;
mod search;
mod smaller;
mod answer;
mod tabulate;

pub use tabulate::Tabulated;

pub(super) use smaller::with_smaller_numbers;
pub(super) use tabulate::{ensure_places, num_places};
