//! The library as programs use it: queries, graphs made in memory, matches as an iterator, reports as data.

mod analysis;
mod graphs;
mod matches;
mod queries;
mod reports;
mod types;
