//! Samplers that draw each graph from nothing, without a chain: samples are independent and exactly of their distribution.
//!
//! Each takes a graph that [`Edges::check`](crate::Edges) has passed, and draws lists of edges. These are simple. Their order
//! means nothing, unless a sampler says otherwise.

mod blocks;
mod chung_lu;
mod configuration;
mod erdos_renyi;
mod pairs;
mod seen;

pub(crate) use blocks::Blocks;
pub(crate) use chung_lu::ChungLu;
pub(crate) use configuration::Configuration;
pub(crate) use erdos_renyi::{IndependentEdges, UniformEdges};
