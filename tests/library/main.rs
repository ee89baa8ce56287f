//! The library as programs use it: queries, graphs made in memory, matches as an iterator, reports as data.

mod analysis;
mod databases;
mod graphs;
mod matches;
mod processes;
mod queries;
mod reports;
mod runs;
mod types;
