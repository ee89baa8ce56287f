//! Counts beside those in random graphs, and these graphs themselves.

use std::ops::ControlFlow;
use std::sync::Arc;

use gpm::null::{self, Comparison, Interval, Judgement, Mixing, NotCompared};
use gpm::{Control, Counts, Graph, Query};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::failure::{input, of_graph, of_null};
use crate::graph::CoreGraph;
use crate::null_options::NullOptions;
use crate::options::{Meaning, RunOptions};
use crate::questions::side_by_side;
use crate::run::run;

/// How often it is looked whether answers are exact enough, in random graphs: as the command does, and always at the same, so that the
/// answer does not depend on the number of threads. *guess*
const LOOK: u64 = 10;

/// Random graphs of a model beside a graph, each made when it is asked for.
#[pyclass(frozen, module = "gpmine._core")]
pub(crate) struct NullGraphs {
    /// It refers to the graph below, and goes before it.
    nulls: null::NullGraphs<'static>,
    _graph: Arc<Graph>,
}

#[pymethods]
impl NullGraphs {
    #[new]
    fn new(py: Python<'_>, graph: &CoreGraph, null: NullOptions) -> PyResult<NullGraphs> {
        let model = null.null(py, graph)?;
        let kept = Arc::clone(&graph.graph);
        // SAFETY: the graph never changes and stays where it is as long as `kept`, which the result has, and drops last.
        let own: &'static Graph = unsafe { &*Arc::as_ptr(&kept) };
        let nulls =
            py.detach(|| null::NullGraphs::new(own, &model, null.seed())).map_err(|error| of_null(py, error))?;
        Ok(NullGraphs { nulls, _graph: kept })
    }

    /// The random graph of a number.
    fn graph(&self, py: Python<'_>, number: u64) -> PyResult<CoreGraph> {
        let made = py.detach(|| self.nulls.graph(number)).map_err(|error| of_graph(py, error))?;
        Ok(CoreGraph::reported(made, format!("random graph {number} by {}", self.nulls.describe().name), 0))
    }

    /// How they are made: what the model is called, what it keeps, whether it reaches all graphs that have that, and what was seen of its chain.
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        described(py, &self.nulls)
    }
}

/// How random graphs are made.
fn described<'py>(py: Python<'py>, nulls: &null::NullGraphs<'_>) -> PyResult<Bound<'py, PyDict>> {
    let (about, model) = (PyDict::new(py), nulls.describe());
    about.set_item("null", model.name)?;
    about.set_item("keeps", model.keeps)?;
    about.set_item("reach", nulls.reach().map(|reach| (reach.all, reach.why)))?;
    about.set_item("mixing", nulls.mixing().map(|mixing| seen(py, mixing)).transpose()?)?;
    Ok(about)
}

/// What was seen of a chain.
fn seen<'py>(py: Python<'py>, mixing: &Mixing) -> PyResult<Bound<'py, PyDict>> {
    let about = PyDict::new(py);
    about.set_item("unit", mixing.unit)?;
    about.set_item("advised", mixing.advised)?;
    about.set_item("used", mixing.used)?;
    about.set_item("watched", mixing.watched)?;
    about.set_item("settled", mixing.settled)?;
    let statistics = mixing.statistics.iter().map(|one| (one.name, one.time, one.correlation, one.noise));
    about.set_item("statistics", statistics.collect::<Vec<_>>())?;
    Ok(about)
}

/// How many random graphs there are, and what is called unusual.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Goal {
    /// Random graphs at most.
    samples: u64,
    /// How exact answers are to be, where they are to be so exact.
    until: Option<f64>,
    level: f64,
    /// Whether the counts of each random graph are wanted.
    counts: bool,
}

impl Goal {
    fn check(&self) -> Result<(), String> {
        let is_part = |part: f64| part > 0.0 && part < 1.0;
        if self.samples == 0 {
            return Err("samples must be 1 or more".to_owned());
        }
        match self.until {
            Some(until) if !is_part(until) => Err(format!("until must be a number between 0 and 1, not {until}")),
            _ if !is_part(self.level) => Err(format!("level must be a number between 0 and 1, not {}", self.level)),
            _ => Ok(()),
        }
    }

    fn is_settled(&self, judgements: impl FnOnce() -> Vec<Judgement>) -> bool {
        self.until.is_some_and(|part| judgements().iter().all(|one| one.is_settled(part)))
    }
}

/// What a comparison found.
struct Found<'g> {
    nulls: null::NullGraphs<'g>,
    judgements: Vec<Judgement>,
    is_settled: bool,
    /// By pattern the count in each random graph, if these are wanted.
    counts: Option<Vec<Vec<u128>>>,
}

/// Compares counts with those in random graphs: what is known of the run, a dictionary for each pattern, and the counts of each random
/// graph if they are wanted.
#[pyfunction]
pub(crate) fn significance<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    patterns: Vec<String>,
    null: NullOptions,
    goal: Goal,
    meaning: Meaning,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    goal.check().map_err(|message| input(py, message))?;
    let queries = patterns.iter().map(|text| meaning.query_on(py, graph, text)).collect::<PyResult<Vec<Query>>>()?;
    if queries.is_empty() {
        return Err(input(py, "there is no pattern: give one, or a number of vertices for all of that size"));
    }
    let (model, engine, seed) = (null.null(py, graph)?, options.engine(py)?, null.seed());
    let work = |control: &Control| -> Result<Found<'_>, NotCompared> {
        let nulls = null::NullGraphs::new(&graph.graph, &model, seed)?;
        let mut comparison = Comparison::new(&engine, &nulls, &queries, control)?;
        let (mut is_settled, mut counts) = (false, goal.counts.then(|| vec![Vec::new(); queries.len()]));
        comparison.sample(goal.samples, control, |tallies, (number, own)| {
            counts.iter_mut().flatten().zip(own).for_each(|(column, &count)| column.push(count));
            is_settled = (number + 1).is_multiple_of(LOOK) && goal.is_settled(|| null::judge(tallies, goal.level));
            if is_settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let judgements = comparison.judge(goal.level);
        drop(comparison);
        Ok(Found { nulls, judgements, is_settled, counts })
    };
    run(py, &options, work)?.finish(py, |found| {
        let found = found.map_err(|error| of_null(py, error))?;
        let about = described(py, &found.nulls)?;
        let samples = found.judgements.first().map_or(0, |judgement| judgement.samples);
        about.set_item("partial", !found.is_settled && samples < goal.samples)?;
        about.set_item("settled", goal.until.map(|_| found.is_settled))?;
        let rows = found.judgements.iter().map(|judgement| judged(py, judgement)).collect::<PyResult<Vec<_>>>()?;
        let counts = found.counts.map(|columns| {
            let columns: Vec<Counts> = columns.into_iter().map(narrowed).collect();
            side_by_side(py, None, &columns)
        });
        Ok((about, PyList::new(py, rows)?, counts.transpose()?).into_pyobject(py)?.into_any())
    })
}

/// What a count is worth, by the names that the command has in JSON.
fn judged<'py>(py: Python<'py>, judgement: &Judgement) -> PyResult<Bound<'py, PyDict>> {
    let ends = |interval: Interval| (interval.low, interval.high);
    let row = PyDict::new(py);
    row.set_item("observed", judgement.observed)?;
    row.set_item("samples", judgement.samples)?;
    row.set_item("mean", judgement.mean)?;
    row.set_item("deviation", judgement.deviation)?;
    row.set_item("z", judgement.z)?;
    row.set_item("z_interval", judgement.z_interval.map(ends))?;
    row.set_item("p", judgement.p)?;
    row.set_item("p_more", judgement.p_more)?;
    row.set_item("p_fewer", judgement.p_fewer)?;
    row.set_item("p_interval", ends(judgement.p_interval))?;
    row.set_item("q", judgement.q)?;
    row.set_item("profile", judgement.profile)?;
    row.set_item("verdict", judgement.verdict.name())?;
    Ok(row)
}

/// Counts in 64 bits where these hold all of them.
fn narrowed(counts: Vec<u128>) -> Counts {
    match counts.iter().map(|&count| u64::try_from(count)).collect::<Result<Vec<u64>, _>>() {
        Ok(narrow) => Counts::Narrow(narrow),
        Err(_) => Counts::Wide(counts),
    }
}
