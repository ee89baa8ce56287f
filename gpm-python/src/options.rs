//! How a question is meant and run, as Python says it.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use gpm::{Control, Devices, Engine, Pattern, Query, Semantics, Unit};
use pyo3::prelude::*;

use crate::engine::engine;
use crate::failure::{input, of_engine};
use crate::graph::CoreGraph;

/// What counts as a match, and which unit is counted.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Meaning {
    induced: bool,
    homomorphism: bool,
    embeddings: bool,
}

/// Where and for how long.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct RunOptions {
    device: String,
    threads: Option<usize>,
    time_limit: Option<f64>,
    /// Called now and then with the part that is done, from 0 to 1, and the seconds that are expected to be left, if that is known.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Meaning {
    /// The query for the text of a pattern.
    pub(crate) fn query(&self, py: Python<'_>, text: &str) -> PyResult<Query> {
        let pattern = text.parse::<Pattern>().map_err(|error| input(py, error.to_string()))?;
        self.query_of(py, pattern)
    }

    /// The query for the text of a pattern that is asked of a graph.
    pub(crate) fn query_on(&self, py: Python<'_>, graph: &CoreGraph, text: &str) -> PyResult<Query> {
        let query = self.query(py, text)?;
        match graph.lacks_labels_for(&query.pattern) {
            true => Err(input(
                py,
                format!(
                    "`{text}` asks for the label of a record, and these records have none: make them with edge_labels, which names the column of labels"
                ),
            )),
            false => Ok(query),
        }
    }

    pub(crate) fn query_of(&self, py: Python<'_>, pattern: Pattern) -> PyResult<Query> {
        let semantics = match (self.induced, self.homomorphism) {
            (true, true) => return Err(input(py, "a homomorphism is never induced: leave out one of both")),
            (true, false) => Semantics::VertexInduced,
            (false, true) => Semantics::Homomorphism,
            (false, false) => Semantics::EdgeInduced,
        };
        // Homomorphisms are counted as maps.
        let is_map = self.embeddings || self.homomorphism;
        let unit = if is_map { Unit::Embeddings } else { Unit::Subgraphs };
        Ok(Query { unit, ..Query::from(pattern).with_semantics(semantics) })
    }
}

impl RunOptions {
    /// The engine that is meant.
    pub(crate) fn engine(&self, py: Python<'_>) -> PyResult<Arc<Engine>> {
        let devices: Devices = self.device.parse().map_err(|error| input(py, format!("device: {error}")))?;
        if self.threads == Some(0) {
            return Err(input(py, "threads must be 1 or more, or None for all cores"));
        }
        let threads = self.threads;
        engine(py, devices, threads).map_err(|error| of_engine(py, error))
    }

    /// A handle for runs that together have the time there is.
    pub(crate) fn control(&self, py: Python<'_>) -> PyResult<Control> {
        let Some(seconds) = self.time_limit else { return Ok(Control::new()) };
        match Duration::try_from_secs_f64(seconds) {
            Ok(limit) => Ok(Control::new().with_time_limit(limit)),
            Err(_) => Err(input(py, format!("time_limit must be a number of seconds from 0 on, not {seconds}"))),
        }
    }
}

/// The most that is to be counted or listed.
pub(crate) fn limit(py: Python<'_>, limit: Option<u64>) -> PyResult<Option<NonZeroU64>> {
    match limit {
        Some(limit) => NonZeroU64::new(limit).map(Some).ok_or_else(|| input(py, "limit must be 1 or more")),
        None => Ok(None),
    }
}
