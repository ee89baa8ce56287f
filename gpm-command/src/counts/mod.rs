//! Counts and estimates of several patterns: one after the other, side by side, by vertex or edge, and as the table of motifs.

mod batch;
mod by_time;
pub(crate) mod estimated;
mod counting;
pub(crate) mod disconnected_triads;
mod motif_table;
mod per_place;

pub(crate) use batch::{Batch, BatchArgs, Failed};
pub(crate) use by_time::count as count_by_time;
pub(crate) use counting::{Counting, Wanted};
pub(crate) use disconnected_triads::{Disconnected, pairs};
pub(crate) use estimated::{note, print};
pub(crate) use motif_table::{print_table, table};
pub(crate) use per_place::{PerArgs, Run};
