//! Patterns that occur often.

use gpm::{Control, Frequent, FrequentReport, Further, Semantics};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::buffer::Buffer;
use crate::failure::{input, of_engine};
use crate::graph::CoreGraph;
use crate::options::RunOptions;
use crate::run::run;

/// Frequent patterns, those of fewer edges first: what the run was, the patterns as text, and the support of each.
#[pyfunction]
pub(crate) fn frequent<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    support: u64,
    most: (Option<usize>, Option<usize>),
    induced: bool,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (max_edges, max_vertices) = most;
    if max_edges.is_none() && max_vertices.is_none() {
        return Err(input(py, "say how large patterns may be: max_edges or max_vertices"));
    }
    let semantics = if induced { Semantics::VertexInduced } else { Semantics::EdgeInduced };
    let asked = Frequent { max_edges, max_vertices, semantics, ..Frequent::of_support(support) };
    let engine = options.engine(py)?;
    let work = |control: &Control| {
        let (mut patterns, mut supports) = (Vec::new(), Vec::new());
        let report = engine.frequent(&graph.graph, &asked, control, |found| {
            patterns.push(found.pattern.to_string());
            supports.push(found.support);
            Further::Grow
        })?;
        Ok((report, patterns, supports))
    };
    run(py, &options, work)?.finish(py, |found| {
        let (report, patterns, supports): (FrequentReport, Vec<String>, Vec<u64>) =
            found.map_err(|error| of_engine(py, error))?;
        let about = PyDict::new(py);
        about.set_item("partial", report.partial)?;
        about.set_item("seconds", report.seconds)?;
        Ok((about, patterns, Bound::new(py, Buffer::of_unsigned(supports))?).into_pyobject(py)?.into_any())
    })
}
