//! Frequent patterns: those that a graph has often enough, and how often it has one.

mod frequent;
mod support;

pub use frequent::{Frequent, FrequentLevel, FrequentPattern, FrequentReport, Further};
