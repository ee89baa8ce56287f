//! The native part of the Python package `gpmine`: graphs, questions and buffers. What is written in Python around it gives ids back as they came and
//! makes tables of columns.

mod arrow;
mod buffer;
mod columns;
mod engine;
mod failure;
mod frequent;
mod graph;
mod id_columns;
mod null;
mod null_options;
mod options;
mod part;
mod pattern;
mod query;
mod questions;
mod run;
mod sets;
mod shards;
mod stream;
mod temporal;

use pyo3::prelude::*;

/// See the package `gpmine`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::arrow::{arrow_columns, arrow_stream};
    #[pymodule_export]
    use super::buffer::Buffer;
    #[pymodule_export]
    use super::frequent::frequent;
    #[pymodule_export]
    use super::graph::CoreGraph;
    #[pymodule_export]
    use super::null::{NullGraphs, significance};
    #[pymodule_export]
    use super::pattern::{CorePattern, reads_ids};
    #[pymodule_export]
    use super::query::{explain_query, query, query_reads_ids};
    #[pymodule_export]
    use super::questions::{
        count, estimate, explain, list, num_orbits, orbits, patterns_of_size, per_place, sample, triads,
    };
    #[pymodule_export]
    use super::sets::sets;
    #[pymodule_export]
    use super::shards::{Merger, count_part, orbits_part, place_part};
    #[pymodule_export]
    use super::stream::{MatchStream, arrow_of_matches};
    #[pymodule_export]
    use super::temporal::{temporal_counts, temporal_patterns};
}
