//! What can be asked of a graph.

use std::ops::ControlFlow;

use gpm::pattern::{OrbitsOf, TRIAD_CODES, all_connected, all_connected_directed, disconnected_triads, triad_code};
use gpm::{
    Control, Counts, EngineError, Estimate, EstimateOptions, MatchBatch, Query, Report, RunError, SampleOptions,
    Session, VertexId,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::buffer::Buffer;
use crate::failure::{input, of_engine};
use crate::graph::CoreGraph;
use crate::id_columns::{IdColumn, column_of, columns_of};
use crate::options::{Meaning, RunOptions, limit};
use crate::run::run;

/// Rows of a batch of matches. A *guess*: a few hundred KiB, which caches hold.
const BATCH: usize = 1 << 16;

/// What a run was, beside its count.
pub(crate) fn described<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let about = PyDict::new(py);
    about.set_item("count", report.count)?;
    about.set_item("partial", report.partial)?;
    about.set_item("limited", report.limited)?;
    about.set_item("seconds", report.seconds.plan + report.seconds.compile + report.seconds.run)?;
    about.set_item("device", report.device.to_string())?;
    Ok(about)
}

/// Counts the matches of patterns, or with `once` the subgraphs that have such records: for each a dictionary.
#[pyfunction]
#[pyo3(name = "count")]
pub(crate) fn count<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    patterns: Vec<String>,
    most: Option<u64>,
    once: bool,
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let queries = patterns.iter().map(|text| meaning.query_on(py, graph, text)).collect::<PyResult<Vec<_>>>()?;
    let (engine, most) = (options.engine(py)?, limit(py, most)?);
    let graph = &graph.graph;
    let work = |control: &Control| -> Result<Vec<Report>, EngineError> {
        match (&queries[..], most) {
            // An engine keeps the plan of a query that is asked by itself.
            ([query], None) if !once => Ok(vec![engine.count_with(graph, query.clone(), control)?]),
            _ => {
                let mut session = Session::new(graph);
                let one = |query: &Query| match most {
                    Some(most) => engine.count_up_to_in(&mut session, query.clone(), most, control),
                    None if once => engine.count_once_in(&mut session, query.clone(), control),
                    None => engine.count_in(&mut session, query.clone(), control),
                };
                queries.iter().map(one).collect()
            }
        }
    };
    run(py, &options, work)?.finish(py, |reports| {
        let reports = reports.map_err(|error| of_engine(py, error))?;
        let all = reports.iter().map(|report| described(py, report)).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, all)?.into_any())
    })
}

/// Lists matches: what the run was, and a column of ids for each vertex of the pattern with its name, or of rows for each record, and which it is.
#[pyfunction]
pub(crate) fn list<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    pattern: &str,
    most: Option<u64>,
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let query = meaning.query_on(py, graph, pattern)?;
    let engine = options.engine(py)?;
    let most = limit(py, most)?.map_or(usize::MAX, |most| usize::try_from(most.get()).unwrap_or(usize::MAX));
    let names = columns_of(&query.pattern);
    let mut columns: Vec<IdColumn> =
        names.iter().map(|&(_, is_of_records)| IdColumn::new(graph, is_of_records)).collect();
    let work = |control: &Control| {
        let mut take = |mut batch: MatchBatch| {
            batch.truncate(most - columns[0].len());
            columns.iter_mut().zip(batch.columns()).for_each(|(column, own)| column.extend(graph, own));
            if columns[0].len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = engine.list_batches(&graph.graph, query, control, BATCH.min(most), &mut take)?;
        Ok((report, columns))
    };
    run(py, &options, work)?.finish(py, |found| {
        let (report, columns) = found.map_err(|error| of_engine(py, error))?;
        let about = described(py, &report)?;
        about.set_item("count", columns[0].len())?;
        let columns = columns.into_iter().map(|column| column.into_ids(py, graph)).collect::<PyResult<Vec<_>>>()?;
        Ok((about, names, columns).into_pyobject(py)?.into_any())
    })
}

/// Counts as Python takes them: 64-bit numbers as a buffer, larger ones as a list.
pub(crate) fn numbers<'py>(py: Python<'py>, values: impl Iterator<Item = u128> + Clone) -> PyResult<Bound<'py, PyAny>> {
    let narrow: Option<Vec<u64>> = values.clone().map(|value| u64::try_from(value).ok()).collect();
    match narrow {
        Some(narrow) => Ok(Bound::new(py, Buffer::of_unsigned(narrow))?.into_any()),
        None => Ok(PyList::new(py, values.collect::<Vec<u128>>())?.into_any()),
    }
}

/// Counts for each vertex in order, or each edge in the order of `edges`, how many matches have it: for each pattern a column;
/// `None` if the run was stopped.
#[pyfunction]
pub(crate) fn per_place<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    patterns: Vec<String>,
    place: (bool, Vec<String>),
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (per_edge, anchor) = place;
    let of = if per_edge { OrbitsOf::Edges } else { OrbitsOf::Vertices };
    let asked = anchored_queries(py, &meaning, &patterns, &anchor)?;
    let engine = options.engine(py)?;
    let mut session = Session::new(&graph.graph);
    let work = |control: &Control| -> Result<Option<Vec<Counts>>, EngineError> {
        let mut all = Vec::new();
        for (query, named) in &asked {
            let found = engine.count_per_place_in(&mut session, query, (of, named), control)?;
            let Some(found) = found else { return Ok(None) };
            all.push(found.counts);
        }
        Ok(Some(all))
    };
    run(py, &options, work)?.finish(py, |found| {
        let Some(found) = found.map_err(|error| of_engine(py, error))? else { return Ok(py.None().into_bound(py)) };
        if !graph.has_records() {
            return side_by_side(py, (!per_edge).then(|| graph.order()), &found);
        }
        let places = places_of_records(graph, &asked);
        let found: Vec<Counts> = found.iter().map(|counts| counts.picked(places.iter().copied())).collect();
        side_by_side(py, None, &found)
    })
}

/// The queries for the texts of patterns, each with the numbers of its vertices that have these names.
pub(crate) fn anchored_queries(
    py: Python<'_>,
    meaning: &Meaning,
    patterns: &[String],
    anchor: &[String],
) -> PyResult<Vec<(Query, Vec<usize>)>> {
    let asked = |text: &String| {
        let query = meaning.query(py, text)?;
        let names = || (0..query.pattern.num_vertices()).map(|v| query.pattern.vertex_name(v));
        let position = |name: &String| {
            let missing = || input(py, format!("the pattern `{text}` has no vertex `{name}`"));
            names().position(|own| own == name).ok_or_else(missing)
        };
        let named = anchor.iter().map(position).collect::<PyResult<Vec<usize>>>()?;
        Ok((query, named))
    };
    patterns.iter().map(asked).collect()
}

/// In a graph of records the entry of each row of a table by vertex, or by record if a record is an anchor. Some records have no row.
pub(crate) fn places_of_records(graph: &CoreGraph, asked: &[(Query, Vec<usize>)]) -> Vec<Option<usize>> {
    let are_records = asked.iter().any(|(query, named)| named.iter().any(|&at| query.pattern.is_record(at)));
    match are_records {
        true => graph.records().into_iter().map(|v| v.map(|v| v as usize)).collect(),
        false => graph.vertices().map(|v| Some(v as usize)).collect(),
    }
}

/// Columns of counts side by side, entries in this order if it is another: rows of 64-bit numbers as a buffer, or columns of larger ones as lists.
pub(crate) fn side_by_side<'py>(
    py: Python<'py>,
    order: Option<&[VertexId]>,
    columns: &[Counts],
) -> PyResult<Bound<'py, PyAny>> {
    /// Rows that are put together at a time: they stay in a near cache while each column is read.
    const ROWS: usize = 512;
    let num_rows = columns.first().map_or(0, Counts::len);
    let entry = |row: usize| order.map_or(row, |order| order[row] as usize);
    fn narrow(counts: &Counts) -> Option<&[u64]> {
        if let Counts::Narrow(counts) = counts { Some(counts) } else { None }
    }
    if let Some(columns) = columns.iter().map(narrow).collect::<Option<Vec<_>>>() {
        let width = columns.len();
        let mut rows = vec![0; num_rows * width];
        py.detach(|| {
            for (chunk, rows) in rows.chunks_mut(ROWS * width.max(1)).enumerate() {
                for (at, column) in columns.iter().enumerate() {
                    let own = rows[at..].iter_mut().step_by(width);
                    own.zip(chunk * ROWS..).for_each(|(count, row)| *count = column[entry(row)]);
                }
            }
        });
        return Ok(Bound::new(py, Buffer::of_rows(rows, width))?.into_any());
    }
    let column = |counts: &Counts| (0..num_rows).map(|row| counts.get(entry(row))).collect::<Vec<u128>>();
    Ok(PyList::new(py, columns.iter().map(column).collect::<Vec<_>>())?.into_any())
}

/// Counts for each vertex, or edge, how often it lies on each orbit: columns; `None` if the run was stopped.
#[pyfunction]
pub(crate) fn orbits<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    size: usize,
    per_edge: bool,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    ensure_orbits(py, graph, size)?;
    let (engine, of) = (options.engine(py)?, if per_edge { OrbitsOf::Edges } else { OrbitsOf::Vertices });
    let work = |control: &Control| engine.count_orbits(&graph.graph, of, size, control);
    run(py, &options, work)?.finish(py, |found| {
        let Some(found) = found.map_err(|error| of_engine(py, error))? else { return Ok(py.None().into_bound(py)) };
        side_by_side(py, (!per_edge).then(|| graph.order()), &found.counts)
    })
}

/// Estimates a count.
#[pyfunction]
pub(crate) fn estimate<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    pattern: &str,
    wanted: (f64, f64, u64),
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (query, engine) = (meaning.query_on(py, graph, pattern)?, options.engine(py)?);
    let (rel_error, confidence, seed) = wanted;
    let wanted = EstimateOptions { rel_error, confidence, seed, ..EstimateOptions::default() };
    let work = |control: &Control| engine.estimate(&graph.graph, query, wanted, control);
    run(py, &options, work)?.finish(py, |found| {
        let Estimate { estimate, low, high, samples, count, is_reached, seconds, .. } =
            found.map_err(|error| of_engine(py, error))?;
        let about = PyDict::new(py);
        about.set_item("estimate", estimate)?;
        about.set_item("low", low)?;
        about.set_item("high", high)?;
        about.set_item("confidence", confidence)?;
        about.set_item("samples", samples)?;
        about.set_item("count", count)?;
        about.set_item("is_reached", is_reached)?;
        about.set_item("seconds", seconds)?;
        Ok(about.into_any())
    })
}

/// Draws matches at random: how many there are, and columns as [`list`] has them.
#[pyfunction]
pub(crate) fn sample<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    pattern: &str,
    draws: (u64, u64),
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (query, engine) = (meaning.query_on(py, graph, pattern)?, options.engine(py)?);
    let names = columns_of(&query.pattern);
    let (draws, seed) = draws;
    let mut columns: Vec<Vec<VertexId>> = vec![Vec::new(); names.len()];
    let work = |control: &Control| {
        let sampled = engine.sample(&graph.graph, query, SampleOptions { draws, seed }, control, &mut |found| {
            columns.iter_mut().zip(found).for_each(|(column, &v)| column.push(v));
            ControlFlow::Continue(())
        })?;
        Ok((sampled, columns))
    };
    run(py, &options, work)?.finish(py, |found| {
        let (sampled, columns) = found.map_err(|error: EngineError| of_engine(py, error))?;
        let column = |(column, (_, is_of_records)): (&Vec<VertexId>, &(String, bool))| {
            column_of(py, graph, *is_of_records, column)
        };
        let columns = columns.iter().zip(&names).map(column).collect::<PyResult<Vec<_>>>()?;
        Ok((sampled.count, names, columns).into_pyobject(py)?.into_any())
    })
}

/// How a pattern is searched, as text.
#[pyfunction]
pub(crate) fn explain(
    py: Python<'_>,
    graph: &CoreGraph,
    pattern: &str,
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<String> {
    let (query, engine) = (meaning.query_on(py, graph, pattern)?, options.engine(py)?);
    let plan = py.detach(|| engine.plan(&graph.graph, query));
    plan.map(|plan| plan.to_string()).map_err(|error| of_engine(py, error))
}

/// All connected patterns of a size, with directions or without: what each is called, and its text.
#[pyfunction]
pub(crate) fn patterns_of_size(py: Python<'_>, size: usize, directed: bool) -> PyResult<Vec<(String, String)>> {
    let most = if directed { 4 } else { 7 };
    if !(2..=most).contains(&size) {
        return Err(input(py, format!("motifs have 2 to {most} vertices here, not {size}")));
    }
    let all = py.detach(|| if directed { all_connected_directed(size) } else { all_connected(size) });
    // Dense patterns are terms of the sums that count sparse ones.
    Ok(all.iter().rev().map(|pattern| (pattern.title(), pattern.to_string())).collect())
}

/// The census of triads: the sixteen codes in order, and how many sets of three vertices are each; `None` if the run was stopped, since those that are
/// not connected follow from all others.
#[pyfunction]
pub(crate) fn triads<'py>(py: Python<'py>, graph: &CoreGraph, options: RunOptions) -> PyResult<Bound<'py, PyAny>> {
    if !graph.graph.is_directed() {
        return Err(input(py, "triads are counted in directed graphs: `motifs(3)` is for undirected ones"));
    }
    let engine = options.engine(py)?;
    let mut session = Session::new(&graph.graph);
    let work = |control: &Control| -> Result<Option<Vec<(&'static str, u128)>>, EngineError> {
        let induced = |pattern| Query::from(pattern).vertex_induced();
        let mut count = |query: Query| -> Result<Option<u128>, EngineError> {
            let report = engine.count_in(&mut session, query, control)?;
            Ok((!report.partial).then_some(report.count))
        };
        let (mut connected, mut pairs) = (Vec::new(), Vec::new());
        for pattern in all_connected_directed(3).into_iter().rev() {
            let code = triad_code(&pattern).unwrap_or_default();
            let Some(found) = count(induced(pattern))? else { return Ok(None) };
            connected.push((code, found));
        }
        for pattern in all_connected_directed(2) {
            let Some(found) = count(induced(pattern))? else { return Ok(None) };
            pairs.push(found);
        }
        let pairs = [pairs[0], pairs[1]];
        let others = disconnected_triads(graph.graph.num_vertices() as u64, pairs, &connected);
        let others = others.ok_or(RunError::Overflow)?;
        let known = |code: &str| connected.iter().find(|(own, _)| *own == code).map(|(_, count)| *count);
        // Those that are not connected are the first three.
        let count = |(at, code): (usize, &'static str)| (code, known(code).unwrap_or_else(|| others[at.min(2)]));
        Ok(Some(TRIAD_CODES.into_iter().enumerate().map(count).collect()))
    };
    run(py, &options, work)?.finish(py, |found| {
        let found = found.map_err(|error| of_engine(py, error))?;
        Ok(found.into_pyobject(py)?.into_any())
    })
}

/// The number of orbits of graphlets of up to so many vertices, 4 or 5.
#[pyfunction]
pub(crate) fn num_orbits(py: Python<'_>, size: usize, per_edge: bool) -> PyResult<usize> {
    ensure_graphlets(py, size)?;
    Ok(gpm::pattern::orbits(if per_edge { OrbitsOf::Edges } else { OrbitsOf::Vertices }, size).len())
}

/// Refuses orbits that are not counted in a graph.
pub(crate) fn ensure_orbits(py: Python<'_>, graph: &CoreGraph, size: usize) -> PyResult<()> {
    ensure_graphlets(py, size)?;
    match graph.graph.is_directed() {
        true => Err(input(py, "orbits are counted in undirected graphs")),
        false => Ok(()),
    }
}

fn ensure_graphlets(py: Python<'_>, size: usize) -> PyResult<()> {
    match size {
        4 | 5 => Ok(()),
        _ => Err(input(py, format!("orbits are those of graphlets of up to 4 or 5 vertices, not {size}"))),
    }
}
