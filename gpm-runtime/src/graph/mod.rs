//! Data graphs: text, matrix or binary file → [`Graph`], in memory or mapped, cleaned and reported.
//!
//! ```text
//! file ── source (map, gunzip) ── detect ── parse (parallel) ── intern ids ── rows (bucketed) ── relabel ── Graph
//! .gpm ── map, check header ──────────────────────────────────────────────────────────────────────────────┘
//! ```
//! Invariants of every [`Graph`]: rows ascending, no loops, no duplicates; an undirected graph is symmetric.
//! Only [`load`], [`binary`], [`mod@write`] and [`AtomicFile`] touch files.

mod error;
mod storage;
mod csr;
mod names;
mod original;
mod attributes;
mod rows;
mod order;
mod data_graph;
mod builder;
mod statistics;
mod triangles;
mod cores;
mod components;
mod atomic_file;
pub mod load;
pub mod binary;
pub mod write;
pub mod generate;

pub use atomic_file::AtomicFile;
pub use attributes::{Column, MixedColumn, SkippedColumn, TableReport, TextColumn};
pub use builder::GraphBuilder;
pub use csr::Csr;
pub use data_graph::Graph;
pub use error::GraphError;
pub use load::{Format, LoadOptions, LoadReport, load_bytes};
pub use names::LabelNames;
pub use order::VertexOrder;
pub use original::OriginalId;
pub use statistics::GraphStatistics;
pub use storage::Storage;

/// Internal vertex id: `0..num_vertices`.
pub type VertexId = u32;

/// Internal label id: `0..LabelNames::len()`.
pub type LabelId = u32;
