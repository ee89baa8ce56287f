//! Sets of vertices of any size: cliques, and dense sets.

use std::ops::ControlFlow;

use gpm::{CliqueOptions, Control, DenseOptions, Density, EngineError, OpenReport, OriginalId, VertexId};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::buffer::Buffer;
use crate::failure::{input, of_engine};
use crate::graph::CoreGraph;
use crate::options::{RunOptions, limit};
use crate::questions::numbers;
use crate::run::run;

/// Which sets, and what is told of them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Sets {
    kind: Kind,
    /// The sizes that are counted of all cliques; of maximal ones and of dense sets the first is the smallest.
    sizes: (usize, Option<usize>),
    containing: Vec<Id>,
    per_vertex: bool,
    listed: bool,
    limit: Option<u64>,
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Kind {
    Cliques,
    Maximal,
    Maximum,
    Dense(Density),
}

/// The id of a vertex.
#[derive(FromPyObject)]
enum Id {
    Integer(u64),
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for Kind {
    type Error = PyErr;

    /// `cliques`, `maximal`, `maximum`, `plex:K` or `quasi:GAMMA`.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Kind> {
        let (py, text): (_, String) = (object.py(), object.extract()?);
        match text.split_once(':') {
            Some(("plex", k)) => match k.parse() {
                Ok(k) => Ok(Kind::Dense(Density::Plex(k))),
                Err(_) => Err(input(py, format!("k of k-plexes is an integer from 1 on, not {k}"))),
            },
            Some(("quasi", gamma)) => match gamma.parse() {
                Ok(gamma) => Ok(Kind::Dense(Density::QuasiClique(gamma))),
                Err(error) => Err(input(py, format!("quasi_clique={gamma}: {error}"))),
            },
            None if text == "maximal" => Ok(Kind::Maximal),
            None if text == "maximum" => Ok(Kind::Maximum),
            None if text == "cliques" => Ok(Kind::Cliques),
            _ => Err(input(py, format!("there are no sets called `{text}`"))),
        }
    }
}

impl Sets {
    fn containing(&self, py: Python<'_>, graph: &CoreGraph) -> PyResult<Vec<VertexId>> {
        let vertex = |id: &Id| {
            let id = match id {
                Id::Integer(id) => OriginalId::Integer(*id),
                Id::Name(name) => OriginalId::Name(name),
            };
            graph.graph.vertex(id).ok_or_else(|| input(py, format!("containing: the graph has no vertex {id}")))
        };
        self.containing.iter().map(vertex).collect()
    }
}

/// What was found, beside numbers by vertex, or the sets one behind the other and the size of each.
#[pyfunction]
pub(crate) fn sets<'py>(
    py: Python<'py>,
    graph: &CoreGraph,
    sets: Sets,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (engine, most) = (options.engine(py)?, limit(py, sets.limit)?.map_or(u64::MAX, |most| most.get()));
    let (min_size, containing) = (sets.sizes.0, sets.containing(py, graph)?);
    let cliques = CliqueOptions { min_size, containing: containing.clone() };
    let (mut members, mut sizes): (Vec<VertexId>, Vec<u64>) = (Vec::new(), Vec::new());
    let data = &graph.graph;
    let work = |control: &Control| -> Result<(OpenReport, Vec<VertexId>, Vec<u64>), EngineError> {
        let mut left = most;
        let mut each = |found: &[VertexId]| {
            left -= 1;
            if sets.listed {
                members.extend_from_slice(found);
                sizes.push(found.len() as u64);
            }
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let is_met = sets.listed || most < u64::MAX;
        let report = match sets.kind {
            Kind::Maximum => engine.maximum_clique(data, &cliques, control),
            Kind::Cliques => {
                let (least, most) = (min_size, sets.sizes.1.unwrap_or(usize::MAX));
                engine.cliques_by_size(data, least..=most, &containing, control)
            }
            Kind::Maximal if sets.per_vertex => engine.maximal_cliques_per_vertex(data, &cliques, control),
            Kind::Maximal if is_met => engine.list_maximal_cliques(data, &cliques, control, &mut each),
            Kind::Maximal => engine.maximal_cliques(data, &cliques, control),
            Kind::Dense(density) => {
                let dense = DenseOptions { density, min_size, containing: containing.clone() };
                match (sets.per_vertex, is_met) {
                    (true, _) => engine.maximal_dense_per_vertex(data, &dense, control),
                    (_, true) => engine.list_maximal_dense(data, &dense, control, &mut each),
                    _ => engine.maximal_dense(data, &dense, control),
                }
            }
        }?;
        Ok((report, members, sizes))
    };
    run(py, &options, work)?.finish(py, |found| {
        let (mut report, mut members, sizes) = found.map_err(|error| of_engine(py, error))?;
        py.detach(|| {
            let ranks = graph.ranks();
            let mut left = &mut members[..];
            for &size in &sizes {
                let (own, others) = left.split_at_mut(size as usize);
                own.sort_unstable_by_key(|&v| ranks[v as usize]);
                left = others;
            }
            report.largest.sort_unstable_by_key(|&v| ranks[v as usize]);
        });
        let about = PyDict::new(py);
        about.set_item("count", report.count)?;
        about.set_item("sizes", PyList::new(py, &report.sizes)?)?;
        about.set_item("largest", graph.ids_of(py, &report.largest)?)?;
        about.set_item("partial", report.partial)?;
        about.set_item("limited", report.limited)?;
        about.set_item("seconds", report.seconds.run)?;
        about.set_item("device", report.device.to_string())?;
        let by_vertex = report.per_vertex.filter(|_| !report.partial);
        let by_vertex =
            by_vertex.map(|counts| numbers(py, graph.order().iter().map(|&v| u128::from(counts[v as usize]))));
        let sizes = Bound::new(py, Buffer::of_unsigned(sizes))?;
        Ok((about, by_vertex.transpose()?, graph.ids_of(py, &members)?, sizes).into_pyobject(py)?.into_any())
    })
}
