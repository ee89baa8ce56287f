//! Queries in Cypher.

use std::ops::ControlFlow;

use gpm::pattern::predicate::Calendar;
use gpm::{Control, VertexId};
use gpm_query::{Column, Kind, QueryError, Question, Value};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::buffer::Buffer;
use crate::failure::{input, of_engine};
use crate::graph::CoreGraph;
use crate::options::RunOptions;
use crate::run::run;

/// Answers a query: what the run was, and for each column its name, what is in it, and its values: vertices as their ids, records as their rows from 0.
#[pyfunction]
pub(crate) fn query<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    text: &str,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let question = Question::read(text).map_err(|refusal| input(py, refusal.to_string()))?;
    let engine = options.engine(py)?;
    let columns = question.columns(&graph.graph).map_err(|error| of_query(py, error))?;
    let mut values: Vec<Vec<Value>> = vec![Vec::new(); columns.len()];
    let work = |control: &Control| {
        let partial = question.answer_with(&engine, &graph.graph, control, &mut |row| {
            values.iter_mut().zip(row).for_each(|(column, value)| column.push(value.clone()));
            ControlFlow::Continue(())
        })?;
        Ok((partial, values))
    };
    run(py, &options, work)?.finish(py, |found| {
        let (partial, values) = found.map_err(|error| of_query(py, error))?;
        let about = PyDict::new(py);
        about.set_item("partial", partial)?;
        let column = |(head, values): (&Column, Vec<Value>)| {
            let (what, values) = column_of(py, graph, head.kind, &values)?;
            Ok((head.name.clone(), what, values))
        };
        let columns = columns.iter().zip(values).map(column).collect::<PyResult<Vec<_>>>()?;
        Ok((about, columns).into_pyobject(py)?.into_any())
    })
}

/// Whether a query reads ids of vertices, other than to return these.
#[pyfunction]
pub(crate) fn query_reads_ids(py: Python<'_>, graph: &CoreGraph, text: &str) -> PyResult<bool> {
    let question = Question::read(text).map_err(|refusal| input(py, refusal.to_string()))?;
    Ok(question.reads_ids(&graph.graph))
}

/// How a query is answered, as text.
#[pyfunction]
pub(crate) fn explain_query(py: Python<'_>, graph: &CoreGraph, text: &str) -> PyResult<String> {
    let question = Question::read(text).map_err(|refusal| input(py, refusal.to_string()))?;
    question.explain(&graph.graph).map_err(|error| of_query(py, error))
}

fn of_query(py: Python<'_>, error: QueryError) -> PyErr {
    match error {
        QueryError::Refused(refusal) => input(py, refusal.to_string()),
        QueryError::Engine(error) => of_engine(py, error),
    }
}

/// A column as Python has it, and what is in it: `vertices`, `arcs` as a column of vertices for each end, or `values`. Integers that are all there are a
/// buffer, others a list.
fn column_of<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    kind: Kind,
    values: &[Value],
) -> PyResult<(&'static str, Bound<'py, PyAny>)> {
    let vertices = |vertex: &dyn Fn(&Value) -> Option<VertexId>| values.iter().map(vertex).collect::<Option<Vec<_>>>();
    let of_vertices = vertices(&|value| if let Value::Vertex(v) = value { Some(*v) } else { None });
    if let (Kind::Vertex, Some(vertices)) = (kind, of_vertices) {
        return Ok(("vertices", graph.ids_of(py, &vertices)?));
    }
    let from = vertices(&|value| if let Value::Arc(from, _) = value { Some(*from) } else { None });
    let to = vertices(&|value| if let Value::Arc(_, to) = value { Some(*to) } else { None });
    if let (Kind::Relationship, false, Some(from), Some(to)) = (kind, graph.has_records(), from, to) {
        let ends = (graph.ids_of(py, &from)?, graph.ids_of(py, &to)?);
        return Ok(("arcs", ends.into_pyobject(py)?.into_any()));
    }
    Ok(("values", plain(py, graph, values)?))
}

/// Values that are no vertices.
fn plain<'py>(py: Python<'py>, graph: &CoreGraph, values: &[Value]) -> PyResult<Bound<'py, PyAny>> {
    let narrow = |value: &Value| match value {
        Value::Integer(value) => i64::try_from(*value).ok(),
        Value::Record(record) => graph.graph.row_of_record(*record).map(|row| row as i64 - 1),
        _ => None,
    };
    if let Some(integers) = values.iter().map(narrow).collect::<Option<Vec<_>>>() {
        return Ok(Bound::new(py, Buffer::of_integers(integers))?.into_any());
    }
    let all = values.iter().map(|value| object(py, graph, value)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(py, all)?.into_any())
}

/// A value as an object of Python.
fn object<'py>(py: Python<'py>, graph: &CoreGraph, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Boolean(value) => value.into_bound_py_any(py),
        Value::Integer(value) => value.into_bound_py_any(py),
        Value::Float(value) => value.into_bound_py_any(py),
        Value::Text(text) => (**text).into_bound_py_any(py),
        Value::Moment(calendar, value) => moment(py, *calendar, *value),
        Value::Vertex(_) | Value::Record(_) | Value::Arc(..) => value.shown(&graph.graph).into_bound_py_any(py),
    }
}

/// A date, time, datetime or timedelta of Python.
fn moment(py: Python<'_>, calendar: Calendar, value: i64) -> PyResult<Bound<'_, PyAny>> {
    let datetime = py.import("datetime")?;
    let since = |start: (i32, i32, i32)| datetime.getattr("datetime")?.call1(start);
    let delta = || datetime.getattr("timedelta")?.call1((0, 0, value));
    match calendar {
        // Day 1 is that of the year 1.
        Calendar::Date => datetime.getattr("date")?.call_method1("fromordinal", (value + 719_163,)),
        Calendar::Time => since((1970, 1, 1))?.add(delta()?)?.call_method0("time"),
        Calendar::Timestamp => since((1970, 1, 1))?.add(delta()?),
        Calendar::Instant => {
            let utc = datetime.getattr("timezone")?.getattr("utc")?;
            let zone = PyDict::new(py);
            zone.set_item("tzinfo", utc)?;
            since((1970, 1, 1))?.add(delta()?)?.call_method("replace", (), Some(&zone))
        }
        Calendar::Interval => delta(),
    }
}
