//! Frequent patterns: those that a graph has often enough, and how often it has one.

mod frequent;
mod support;
mod temporal;

pub use frequent::{Frequent, FrequentLevel, FrequentPattern, FrequentReport, Further};
pub use temporal::{TemporalCounts, TemporalQuestion};
