//! Data graphs: text, matrix or binary file → [`Graph`], in memory or mapped, cleaned and reported.
//!
//! ```text
//! file ── source (map, gunzip) ── detect ── parse (parallel) ── intern ids ── rows (bucketed) ── relabel ── Graph
//! .gpm ── map, check header ──────────────────────────────────────────────────────────────────────────────┘
//! ```
//! Invariants of every [`Graph`]: rows ascending, no loops, no duplicates; an undirected graph is symmetric.
//! Only [`load`], [`binary`], [`mod@write`] and [`AtomicFile`] touch graph files; `soundness` notes which were checked, and
//! `memory` reads what the system says of itself.

mod error;
mod io_error;
mod storage;
mod bit_rows;
mod csr;
mod names;
mod original;
mod attributes;
#[cfg(feature = "parquet")]
mod parquet_column;
mod rows;
mod order;
mod members;
mod record_labels;
mod record_order;
mod records;
mod record_arrays;
mod own_records;
mod data_graph;
mod soundness;
mod validity;
mod fingerprint;
mod builder;
mod from_csr;
mod rewired;
#[cfg(feature = "petgraph")]
mod from_petgraph;
mod statistics;
mod measures;
mod triangles;
mod cores;
mod components;
mod atomic_file;
pub(crate) mod memory;
mod words;
#[doc(hidden)]
pub mod load;
#[doc(hidden)]
pub mod binary;
pub mod write;
pub mod generate;

#[doc(hidden)]
pub use atomic_file::AtomicFile;
pub(crate) use atomic_file::remove_unfinished;
pub use attributes::{
    Aggregate, Aggregation, Column, MixedColumn, NoAggregate, SkippedColumn, TableOptions, TableReport, TextColumn,
    WideColumn,
};
pub(crate) use attributes::{WideValues, in_units, mean, nearest};
pub(crate) use binary::checksum;
pub(crate) use bit_rows::{BitRows, is_short_as_bits};
pub use builder::GraphBuilder;
pub(crate) use cores::peel;
pub use csr::Csr;
#[cfg(feature = "cuda")]
pub(crate) use csr::LowerSums;
pub use data_graph::Graph;
pub use error::GraphError;
pub use from_csr::CsrError;
pub use load::{
    BadColumns, ColumnRef, Delimiter, Directions, EdgeColumns, Format, GraphArrays, IdArray, LoadOptions, LoadReport,
    ParallelLabels, PhaseTimes, load_bytes,
};
pub(crate) use measures::Measures;
pub(crate) use members::Members;
pub use memory::NotEnoughMemory;
pub use names::LabelNames;
pub use order::VertexOrder;
pub(crate) use order::{by_degeneracy, inverse, relabel_rows};
pub use original::OriginalId;
pub use record_labels::RecordLabels;
pub use records::RecordGraph;
pub use statistics::GraphStatistics;
pub(crate) use statistics::histogram;
#[doc(hidden)]
pub use storage::{Storage, Window};
#[doc(hidden)]
pub use words::counted;

/// Internal vertex id: `0..num_vertices`.
pub type VertexId = u32;

/// Internal label id: `0..LabelNames::len()`.
pub type LabelId = u32;
