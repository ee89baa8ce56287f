//! Matches while they are found, a batch at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Int64Type, UInt64Type};
use arrow_array::{ArrayRef, PrimitiveArray, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use gpm::{Control, EngineError, MatchBatch, MatchBatches, OriginalId, Shard, VertexId};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};

use crate::arrow::STREAM;
use crate::failure::{input, of_engine};
use crate::graph::CoreGraph;
use crate::id_columns::{column_of, columns_of, rows_of};
use crate::options::{Meaning, RunOptions, limit};
use crate::questions::described;
use crate::run::{LOOK, look};
use crate::shards::list_part;

/// The matches of a pattern, searched while they are taken.
#[pyclass(frozen, module = "gpmine._core")]
pub(crate) struct MatchStream {
    graph: Py<CoreGraph>,
    /// The names of the pattern's vertices and records, and which they are.
    #[pyo3(get)]
    columns: Vec<(String, bool)>,
    control: Control,
    progress: Option<Py<PyAny>>,
    /// Where only the matches of a shard are searched.
    shard: Option<Shard>,
    state: Mutex<State>,
}

/// What is left.
#[derive(Default)]
struct State {
    batches: Option<MatchBatches>,
    /// Matches that may still be taken.
    left: Option<u64>,
    /// Those that were.
    taken: u64,
}

#[pymethods]
impl MatchStream {
    #[new]
    fn new(
        py: Python<'_>,
        graph: Py<CoreGraph>,
        pattern: &str,
        limits: (usize, Option<u64>),
        shard: Option<(u32, u32)>,
        meaning: Meaning,
        options: RunOptions,
    ) -> PyResult<MatchStream> {
        let (rows, most) = limits;
        let (query, engine, most) =
            (meaning.query_on(py, graph.get(), pattern)?, options.engine(py)?, limit(py, most)?);
        let columns = columns_of(&query.pattern);
        let control = options.control(py)?;
        let data = Arc::clone(&graph.get().graph);
        let shard = shard.map(|(number, of)| Shard::new(number, of)).transpose();
        let shard = shard.map_err(|error| input(py, error.to_string()))?;
        let batches = py.detach(|| match shard {
            Some(shard) => engine.shard_batches(&data, query, (rows, shard), &control),
            None => engine.batches(&data, query, rows, &control),
        });
        let batches = Some(batches.map_err(|error| of_engine(py, error))?);
        let state = Mutex::new(State { batches, left: most.map(u64::from), taken: 0 });
        Ok(MatchStream { graph, columns, control, progress: options.progress, shard, state })
    }

    /// The ids of the matches of a batch, column by column; `None` after the last.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let Some(batch) = self.next(py)? else { return Ok(None) };
        let graph = self.graph.get();
        let columns = batch.columns().iter().zip(&self.columns);
        columns
            .map(|(own, (_, is_of_records))| column_of(py, graph, *is_of_records, own))
            .collect::<PyResult<_>>()
            .map(Some)
    }

    /// What is known of the run: all, once it has ended by itself, and else how many matches were taken.
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let about = match state.batches.as_ref().and_then(MatchBatches::report) {
            Some(report) => described(py, report)?,
            None => PyDict::new(py),
        };
        about.set_item("count", state.taken)?;
        about.set_item("limited", state.left == Some(0))?;
        Ok(about)
    }

    /// The part of a list of these matches, once all matches of a shard are taken: what says which graph and which question it is goes with it. `None` if
    /// there are more, or if the whole graph was searched.
    fn part<'py>(&self, py: Python<'py>, graph: String, question: String) -> Option<Bound<'py, PyBytes>> {
        let (run, matches) = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let report = state.batches.as_ref().and_then(MatchBatches::report).filter(|report| !report.partial)?;
            let data = &self.graph.get().graph;
            (py.detach(|| report.run(data))?, state.taken)
        };
        Some(list_part(py, (self.shard?, run, matches), (graph, question)))
    }

    /// Ends the search.
    fn close(&self, py: Python<'_>) {
        self.control.stop();
        // Of one that has ended it stays known how.
        let is_under_way = |batches: &mut MatchBatches| batches.report().is_none();
        let left = || self.state.lock().unwrap_or_else(PoisonError::into_inner).batches.take_if(is_under_way);
        py.detach(|| drop(left()));
    }
}

impl MatchStream {
    /// The next batch. Exceptions of signals end the search.
    fn next(&self, py: Python<'_>) -> PyResult<Option<MatchBatch>> {
        loop {
            // A thread that waits for another's batch must not keep the interpreter's lock from it.
            match py.detach(|| self.state.lock().unwrap_or_else(PoisonError::into_inner).poll()) {
                Poll::Ready(Some(Err(error))) => return Err(of_engine(py, error)),
                Poll::Ready(batch) => return Ok(batch.transpose().unwrap_or_default()),
                Poll::Pending => {}
            }
            if let Err(raised) = look(py, &self.control, self.progress.as_ref()) {
                self.close(py);
                return Err(raised);
            }
        }
    }
}

impl State {
    fn poll(&mut self) -> Poll<Option<Result<MatchBatch, EngineError>>> {
        if self.left == Some(0) {
            self.batches = None;
        }
        let Some(batches) = &mut self.batches else { return Poll::Ready(None) };
        batches.poll_within(LOOK).map(|found| {
            found.map(|batch| {
                let mut batch = batch?;
                if let Some(left) = &mut self.left {
                    batch.truncate(usize::try_from(*left).unwrap_or(usize::MAX));
                    *left -= batch.len() as u64;
                }
                self.taken += batch.len() as u64;
                Ok(batch)
            })
        })
    }
}

/// What is left of a stream as an Arrow stream: numbers, or text where vertices have names.
#[pyfunction]
pub(crate) fn arrow_of_matches(py: Python<'_>, stream: Py<MatchStream>) -> PyResult<Bound<'_, PyCapsule>> {
    let own = stream.get();
    let graph = own.graph.get();
    let kind = match graph.has_names() {
        true => DataType::LargeUtf8,
        // All batches have the same type.
        false if graph.integers_of(graph.order()).is_err() => DataType::UInt64,
        false => DataType::Int64,
    };
    let kind_of = |is_of_records: bool| if is_of_records { DataType::Int64 } else { kind.clone() };
    let field = |(name, is_of_records): &(String, bool)| Field::new(name, kind_of(*is_of_records), false);
    let fields: Vec<Field> = own.columns.iter().map(field).collect();
    let schema = Arc::new(Schema::new(fields));
    let next = {
        let schema = Arc::clone(&schema);
        move || -> Option<Result<RecordBatch, ArrowError>> {
            let own = stream.get();
            let batch = match Python::attach(|py| own.next(py)) {
                Ok(batch) => batch?,
                Err(raised) => return Some(Err(ArrowError::ExternalError(Box::new(raised)))),
            };
            let graph = own.graph.get();
            let column = |(vertices, (_, is_of_records)): (&Vec<VertexId>, &(String, bool))| -> ArrayRef {
                match is_of_records {
                    true => Arc::new(PrimitiveArray::<Int64Type>::from_iter_values(rows_of(graph, vertices))),
                    false => array(graph, &kind, vertices),
                }
            };
            let columns = batch.columns().iter().zip(&own.columns).map(column);
            Some(RecordBatch::try_new(Arc::clone(&schema), columns.collect()))
        }
    };
    let batches = RecordBatchIterator::new(std::iter::from_fn(next), schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
}

/// The ids of vertices as Arrow has them.
fn array(graph: &CoreGraph, kind: &DataType, vertices: &[VertexId]) -> ArrayRef {
    if *kind == DataType::LargeUtf8 {
        let mut names = LargeStringBuilder::new();
        for &v in vertices {
            match graph.graph.original_id(v) {
                OriginalId::Name(name) => names.append_value(name),
                OriginalId::Integer(id) => names.append_value(id.to_string()),
            }
        }
        return Arc::new(names.finish());
    }
    match graph.integers_of(vertices) {
        Ok(ids) if *kind == DataType::Int64 => Arc::new(PrimitiveArray::<Int64Type>::from(ids)),
        Ok(ids) => Arc::new(PrimitiveArray::<UInt64Type>::from_iter_values(ids.into_iter().map(|id| id as u64))),
        Err(ids) => Arc::new(PrimitiveArray::<UInt64Type>::from(ids)),
    }
}
