//! Questions to one shard of a run, and what the answers of all shards make together.

use gpm::pattern::OrbitsOf;
use gpm::{Control, Counts, EngineError, MergeError, Merging, Session, Shard, ShardSum, ShardTable, VertexId};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{input, of_engine, of_merge, overflow};
use crate::graph::CoreGraph;
use crate::options::{Meaning, RunOptions};
use crate::part::{Identity, Part};
use crate::questions::{anchored_queries, ensure_orbits, places_of_records, side_by_side};
use crate::run::{Ran, run};

/// What a shard counted: for each table its column and how often it counts there; `None` if the run was stopped.
type Tables = Option<Vec<(u32, u128, ShardTable)>>;

/// Which part of which job is asked for: the number of the shard and how many there are, then what says which graph and which question it is.
#[derive(FromPyObject)]
pub(crate) struct Wanted(u32, u32, String, String);

impl Wanted {
    fn shard(&self, py: Python<'_>) -> PyResult<Shard> {
        Shard::new(self.0, self.1).map_err(|_| input(py, format!("there is no shard {} of {}", self.0, self.1)))
    }

    /// The bytes of the part; `None` if the run was stopped, since part of a shard adds nothing.
    fn part<'py>(self, py: Python<'py>, found: Ran<Result<Tables, EngineError>>) -> PyResult<Bound<'py, PyAny>> {
        found.finish(py, |tables| {
            let tables = tables.map_err(|error| of_engine(py, error))?;
            let Some(tables) = tables else { return Ok(py.None().into_bound(py)) };
            Ok(bytes_of(py, Identity::own(self.2, self.3), tables).into_any())
        })
    }
}

/// A part as bytes.
fn bytes_of<'py>(py: Python<'py>, identity: Identity, tables: Vec<(u32, u128, ShardTable)>) -> Bound<'py, PyBytes> {
    let bytes = py.detach(|| Part { identity, tables }.to_bytes());
    PyBytes::new(py, &bytes)
}

/// The part of a list: how many matches it has.
pub(crate) fn list_part<'py>(
    py: Python<'py>,
    (shard, run, matches): (Shard, u64, u64),
    (graph, question): (String, String),
) -> Bound<'py, PyBytes> {
    let total = ShardSum { shard, run, sum: matches.into(), divisor: 1, times: 1, is_lower_bound: true };
    bytes_of(py, Identity::own(graph, question), vec![(0, 1, ShardTable { total, sums: Vec::new() })])
}

/// Counts the matches of patterns below the roots of a shard: a part for a `Merger`, or `None` if the run was stopped.
#[pyfunction]
pub(crate) fn count_part<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    patterns: Vec<String>,
    part: Wanted,
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let queries = patterns.iter().map(|text| meaning.query_on(py, graph, text)).collect::<PyResult<Vec<_>>>()?;
    let (engine, shard) = (options.engine(py)?, part.shard(py)?);
    let work = |control: &Control| {
        let (mut session, mut tables) = (Session::of_shard(&graph.graph, shard), Vec::new());
        for (query, column) in queries.into_iter().zip(0..) {
            let Some(total) = engine.count_shard_in(&mut session, query, control)?.sum else { return Ok(None) };
            tables.push((column, 1, ShardTable { total, sums: Vec::new() }));
        }
        Ok(Some(tables))
    };
    part.part(py, run(py, &options, work)?)
}

/// Counts by vertex or edge as `per_place` does, below the roots of a shard: a part for a `Merger`, or `None` if the run was stopped.
#[pyfunction]
pub(crate) fn place_part<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    patterns: Vec<String>,
    place: (bool, Vec<String>),
    part: Wanted,
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (per_edge, anchor) = place;
    let of = if per_edge { OrbitsOf::Edges } else { OrbitsOf::Vertices };
    let asked = anchored_queries(py, &meaning, &patterns, &anchor)?;
    let (engine, shard) = (options.engine(py)?, part.shard(py)?);
    let work = |control: &Control| {
        let rows = match graph.has_records() {
            true => Some(places_of_records(graph, &asked)),
            false => rows_of_vertices(graph, per_edge),
        };
        let (mut session, mut tables) = (Session::of_shard(&graph.graph, shard), Vec::new());
        for ((query, named), column) in asked.iter().zip(0..) {
            let found = engine.count_shard_per_place_in(&mut session, query, (of, named), control)?;
            let Some(found) = found else { return Ok(None) };
            tables.extend(found.into_iter().map(|(times, table)| (column, times, in_rows(table, rows.as_deref()))));
        }
        Ok(Some(tables))
    };
    part.part(py, run(py, &options, work)?)
}

/// Counts orbits as `orbits` does, below the roots of a shard: a part for a `Merger`, or `None` if the run was stopped.
#[pyfunction]
pub(crate) fn orbits_part<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    size: usize,
    per_edge: bool,
    part: Wanted,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    ensure_orbits(py, graph, size)?;
    let of = if per_edge { OrbitsOf::Edges } else { OrbitsOf::Vertices };
    let (engine, shard) = (options.engine(py)?, part.shard(py)?);
    let work = |control: &Control| {
        let mut session = Session::of_shard(&graph.graph, shard);
        let found = engine.count_shard_orbits_in(&mut session, of, size, control)?;
        let rows = rows_of_vertices(graph, per_edge);
        let table = |(column, table)| (column, 1, in_rows(table, rows.as_deref()));
        Ok(found.map(|found| (0..).zip(found.tables).map(table).collect()))
    };
    part.part(py, run(py, &options, work)?)
}

/// The entry of each row in Python's order of vertices; `None` where rows are edges, which are in order already.
fn rows_of_vertices(graph: &CoreGraph, per_edge: bool) -> Option<Vec<Option<usize>>> {
    (!per_edge).then(|| graph.order().iter().map(|&v: &VertexId| Some(v as usize)).collect())
}

/// A table with these entries for rows; rows without an entry have 0.
fn in_rows(table: ShardTable, rows: Option<&[Option<usize>]>) -> ShardTable {
    let Some(rows) = rows else { return table };
    let sums = rows.iter().map(|row| row.map_or(0, |row| table.sums[row])).collect();
    ShardTable { sums, ..table }
}

/// Adds up the parts of a job, each once, in any order.
#[pyclass(module = "gpmine._core")]
#[derive(Debug)]
pub(crate) struct Merger {
    identity: Identity,
    shards: u32,
    /// What tables there are, as the first part has them: for each its column and how often it counts there.
    layout: Vec<(u32, u128)>,
    tables: Vec<Merging>,
}

#[pymethods]
impl Merger {
    #[new]
    fn new(graph: String, question: String, shards: u32) -> Merger {
        Merger { identity: Identity::own(graph, question), shards, layout: Vec::new(), tables: Vec::new() }
    }

    /// Adds a part: the number of its shard, and what it adds to the first sum. A part is refused that was added before, or is of another graph, question,
    /// version or number of shards.
    fn add(&mut self, py: Python<'_>, part: &[u8]) -> PyResult<(u32, i128)> {
        let read = py.detach(|| Part::of_bytes(part));
        let Some(Part { identity, tables }) = read else {
            return Err(input(py, "these bytes are no part of a job, or not all of one: count the shard again"));
        };
        self.ensure_own(&identity).map_err(|message| input(py, message))?;
        let Some((.., first)) = tables.first() else {
            return Err(input(py, "this part has no sums: count the shard again"));
        };
        let (shard, sum) = (first.total.shard, first.total.sum);
        if shard.of() != self.shards {
            return Err(input(py, format!("shard {shard} is none of {}: all are cut alike", self.shards)));
        }
        let layout: Vec<(u32, u128)> = tables.iter().map(|(column, times, _)| (*column, *times)).collect();
        if self.tables.is_empty() {
            self.tables = vec![Merging::default(); layout.len()];
            self.layout = layout;
        } else if self.layout != layout {
            return Err(input(py, format!("shard {shard} has other sums than those before it: count it again")));
        }
        let mut added = self.tables.iter_mut().zip(&tables);
        py.detach(|| added.try_for_each(|(all, (.., own))| all.add(own))).map_err(|error| of_merge(py, &error))?;
        Ok((shard.number(), sum))
    }

    /// The numbers of the shards that are missing, ascending.
    fn missing(&self) -> Vec<u32> {
        match self.tables.first() {
            Some(first) => first.missing().iter().flat_map(|[first, last]| first.number()..=last.number()).collect(),
            None => (1..=self.shards).collect(),
        }
    }

    /// The counts of questions that have one each: exact, once no shard is missing, and before that lower bounds, 0 where plans subtract.
    fn counts(&self, py: Python<'_>) -> PyResult<Vec<u128>> {
        let is_complete = self.missing().is_empty();
        let count = |table: &Merging| if is_complete { table.count() } else { table.lower_bound() };
        self.tables.iter().map(count).collect::<Result<_, _>>().map_err(|error| of_merge(py, &error))
    }

    /// The rows of a table: a column for each question. All shards must be there.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = py.detach(|| self.columns()).map_err(|error| of_merge(py, &error))?;
        let columns = columns.ok_or_else(|| overflow(py, "a count leaves 128 bits"))?;
        side_by_side(py, None, &columns)
    }
}

impl Merger {
    /// Says why a part is not one of this job.
    fn ensure_own(&self, part: &Identity) -> Result<(), String> {
        let Identity { version, graph, question } = &self.identity;
        if part.version != *version {
            return Err(format!(
                "this part was counted by gpm {}, this is gpm {version}: have one version everywhere",
                part.version
            ));
        }
        if part.graph != *graph {
            return Err(format!("this part is of graph {}, not of {graph}: count it again", part.graph));
        }
        match part.question == *question {
            true => Ok(()),
            false => Err(format!("this part answers {}, not {question}", part.question)),
        }
    }

    /// The columns; `None` if a count leaves 128 bits.
    fn columns(&self) -> Result<Option<Vec<Counts>>, MergeError> {
        let mut columns: Vec<Option<Counts>> = Vec::new();
        for ((column, times), table) in self.layout.iter().zip(&self.tables) {
            let (own, column) = (table.counts()?, *column as usize);
            columns.resize(columns.len().max(column + 1), None);
            let Some(sum) = own.times_onto(*times, columns[column].as_ref()) else { return Ok(None) };
            columns[column] = Some(sum);
        }
        Ok(Some(columns.into_iter().flatten().collect()))
    }
}
