//! Temporal motifs: all short sequences of records.

use gpm::pattern::predicate::Within;
use gpm::pattern::temporal_motifs;
use gpm::{Control, TemporalQuestion};
use pyo3::prelude::*;

use crate::failure::{input, of_engine};
use crate::graph::CoreGraph;
use crate::options::RunOptions;
use crate::run::run;

/// All temporal motifs of so many events on so many vertices: what each is called, what its events join, and its text up to the window.
#[pyfunction]
pub(crate) fn temporal_patterns(py: Python<'_>, edges: usize, size: usize) -> PyResult<Vec<(String, String, String)>> {
    if !(2..=4).contains(&edges) || !(2..=4).contains(&size) {
        return Err(input(
            py,
            format!("temporal motifs have 2 to 4 events on 2 to 4 vertices here, not {edges} on {size}"),
        ));
    }
    let motifs = temporal_motifs(edges, size);
    Ok(motifs.iter().map(|motif| (motif.title(), motif.class().to_string(), motif.text())).collect())
}

/// How often each temporal motif of so many events on so many vertices, at most three each, occurs, by motif and by span; `None` if the run was stopped. `order` is the column of times, and
/// whether events of one time are in the order of their rows.
#[pyfunction]
pub(crate) fn temporal_counts<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    motifs: (usize, usize),
    spans: Vec<String>,
    order: (String, bool),
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (by, are_ties_ordered) = order;
    let spans = spans.iter().map(|span| Within::new(span, &by)).collect::<Result<Vec<_>, _>>();
    let spans = spans.map_err(|error| of_engine(py, error.into()))?;
    let motifs = temporal_motifs(motifs.0, motifs.1);
    let question = TemporalQuestion { motifs: &motifs, spans: &spans, are_ties_ordered };
    let engine = options.engine(py)?;
    let work = |control: &Control| engine.temporal_counts(&graph.graph, &question, control);
    run(py, &options, work)?.finish(py, |found| {
        let found = found.map_err(|error| of_engine(py, error))?;
        Ok(found.complete.then_some(found.counts).into_pyobject(py)?.into_any())
    })
}
