//! Graphs: files and arrays in, ids and sizes out.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use gpm::graph::GraphArrays;
use gpm::graph::generate::{GenerateError, Model, generate};
use gpm::graph::write::WriteFormat;
use gpm::pattern::{is_record_label, own_label};
use gpm::{
    Graph, GraphError, LoadOptions, LoadReport, OriginalId, ParallelLabels, Pattern, RecordGraph, RecordLabels,
    VertexId,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;

use crate::buffer::Buffer;
use crate::columns::{Attribute, Ids};
use crate::failure::{input, of_graph, out_of_memory};

/// A graph, which never changes.
#[pyclass(frozen, name = "Graph", module = "gpmine._core")]
#[derive(Debug)]
pub(crate) struct CoreGraph {
    pub(crate) graph: Arc<Graph>,
    /// What was read and removed.
    report: String,
    /// How many of its vertices are records, rows of the table that it was made of.
    #[pyo3(get)]
    num_records: u64,
    /// How many rows that table had, if it is known: some may be no records.
    num_rows: u64,
    /// Vertices in the order in which Python has them: by ascending original id.
    order: OnceLock<Vec<VertexId>>,
}

/// How a file is read.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct FileOptions {
    directed: bool,
    edge_labels: bool,
    labels: Option<PathBuf>,
    label_sets: bool,
    columns: Option<String>,
    header: Option<bool>,
    format: Option<String>,
    parallel_labels: Option<String>,
    attributes: bool,
    vertex_attributes: Option<PathBuf>,
    edge_attributes: Option<PathBuf>,
    vertices: Option<u64>,
    threads: Option<usize>,
    records: Option<Labels>,
}

/// Which labels records have, where rows are records: those of a column of this name, or if it has one that is called so, or none.
#[derive(FromPyObject)]
enum Labels {
    May(bool),
    Column(String),
}

impl Labels {
    fn of_records(&self) -> RecordLabels {
        match self {
            Labels::May(true) => RecordLabels::IfAny,
            Labels::May(false) => RecordLabels::None,
            Labels::Column(name) => RecordLabels::Column(name.clone()),
        }
    }
}

impl FileOptions {
    fn read(&self, py: Python<'_>) -> PyResult<LoadOptions> {
        let format = self
            .format
            .as_deref()
            .map(|name| gpm::Format::from_name(name).ok_or_else(|| input(py, format!("there is no format `{name}`"))));
        let parallel_labels = match self.parallel_labels.as_deref() {
            None => None,
            Some("first") => Some(ParallelLabels::First),
            Some("last") => Some(ParallelLabels::Last),
            Some(other) => return Err(input(py, format!("parallel_labels must be `first` or `last`, not `{other}`"))),
        };
        let columns = self.columns.as_deref().map(|text| text.parse().map_err(|error| input(py, format!("{error}"))));
        Ok(LoadOptions {
            format: format.transpose()?,
            directed: self.directed,
            edge_labels: self.edge_labels,
            labels: self.labels.clone(),
            label_sets: self.label_sets,
            parallel_labels,
            attributes: self.attributes,
            header: self.header,
            columns: columns.transpose()?,
            vertices: self.vertices,
            threads: self.threads,
            ..LoadOptions::default()
        })
    }
}

/// Whether a label is one of records, and not that of those that have none.
fn is_label_of_records(label: &str) -> bool {
    is_record_label(label) && !own_label(label).is_empty()
}

impl CoreGraph {
    fn new((graph, report): (Graph, LoadReport)) -> CoreGraph {
        CoreGraph::reported(graph, report.to_string(), 0)
    }

    /// A graph of records.
    fn of_records(RecordGraph { graph, report, records, loops, .. }: RecordGraph) -> CoreGraph {
        let mut said = format!("{records} records, each kept; {report}");
        if loops > 0 {
            said += &format!("\n{loops} records lead from a vertex to itself, which matches nothing");
        }
        CoreGraph { num_rows: report.rows, ..CoreGraph::reported(graph, said, records) }
    }

    pub(crate) fn reported(graph: Graph, report: String, num_records: u64) -> CoreGraph {
        CoreGraph { graph: Arc::new(graph), report, num_records, num_rows: 0, order: OnceLock::new() }
    }

    /// Whether a pattern asks for labels of records, or reads them, and there are none. Nothing would match, whatever the table says.
    pub(crate) fn lacks_labels_for(&self, pattern: &Pattern) -> bool {
        if self.num_records == 0 || self.graph.vertex_label_names().iter().any(is_label_of_records) {
            return false;
        }
        let asks = |u| pattern.vertex_label(u).is_some_and(|label| label.texts().any(is_label_of_records));
        // A column of this name is what `p.label` reads.
        let has_column = self.graph.vertex_column_names().any(|name| name == "label");
        (0..pattern.num_vertices()).any(asks) || !has_column && pattern.needs_labels_of_records()
    }

    /// The vertices in the order in which Python has them.
    pub(crate) fn order(&self) -> &[VertexId] {
        // Made without a lock, which a forked child would inherit.
        self.order.get().unwrap_or_else(|| {
            let order = self.graph.input_order();
            self.order.get_or_init(|| order)
        })
    }

    /// The vertices in that order, without records.
    pub(crate) fn vertices(&self) -> impl Iterator<Item = VertexId> {
        let is_vertex = |v: &VertexId| self.num_records == 0 || !self.graph.is_record(*v);
        self.order().iter().copied().filter(is_vertex)
    }

    /// By row of the table the record that it is; rows that are none have none.
    pub(crate) fn records(&self) -> Vec<Option<VertexId>> {
        let row = |v: VertexId| self.graph.row_of_record(v).map(|row| (row as usize - 1, v));
        let rows: Vec<(usize, VertexId)> = (0..self.graph.num_vertices() as VertexId).filter_map(row).collect();
        let last = rows.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
        let mut records = vec![None; last.max(self.num_rows as usize)];
        rows.into_iter().for_each(|(row, v)| records[row] = Some(v));
        records
    }

    /// Whether some of its vertices are records.
    pub(crate) fn has_records(&self) -> bool {
        self.num_records > 0
    }

    /// By vertex its place in that order.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.graph.num_vertices()];
        self.order().iter().zip(0..).for_each(|(&v, rank)| ranks[v as usize] = rank);
        ranks
    }

    /// The original ids of vertices: numbers as a buffer, names as a list.
    pub(crate) fn ids_of<'py>(&self, py: Python<'py>, vertices: &[VertexId]) -> PyResult<Bound<'py, PyAny>> {
        let graph = &self.graph;
        if self.has_names() {
            // A name is made a text of Python once, however many rows have it.
            let mut known: Vec<Option<Bound<'py, PyAny>>> = vec![None; graph.num_vertices()];
            let mut of = |&v: &VertexId| -> PyResult<Bound<'py, PyAny>> {
                if let Some(known) = &known[v as usize] {
                    return Ok(known.clone());
                }
                let OriginalId::Name(name) = graph.original_id(v) else { return Ok(py.None().into_bound(py)) };
                let name = name.into_pyobject(py)?.into_any();
                known[v as usize] = Some(name.clone());
                Ok(name)
            };
            let names = vertices.iter().map(&mut of).collect::<PyResult<Vec<_>>>()?;
            return Ok(PyList::new(py, names)?.into_any());
        }
        let ids = py.detach(|| self.integers_of(vertices));
        Ok(Bound::new(py, ids.map_or_else(Buffer::of_unsigned, Buffer::of_integers))?.into_any())
    }

    /// The same where ids are integers: signed ones, as Python's libraries have them, unless one is too large.
    pub(crate) fn integers_of(&self, vertices: &[VertexId]) -> Result<Vec<i64>, Vec<u64>> {
        let integer = |&v: &VertexId| match self.graph.original_id(v) {
            OriginalId::Integer(id) => id,
            OriginalId::Name(_) => 0,
        };
        let signed: Result<Vec<i64>, _> = vertices.iter().map(|v| i64::try_from(integer(v))).collect();
        signed.map_err(|_| vertices.iter().map(integer).collect())
    }

    /// Whether vertices have names.
    pub(crate) fn has_names(&self) -> bool {
        self.graph.num_vertices() > 0 && matches!(self.graph.original_id(0), OriginalId::Name(_))
    }
}

#[pymethods]
impl CoreGraph {
    /// Reads a file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf, options: FileOptions) -> PyResult<CoreGraph> {
        let read = options.read(py)?;
        let loaded = py.detach(|| -> Result<CoreGraph, GraphError> {
            let (mut graph, report) = Graph::load_with(&path, &read)?;
            if let Some(path) = &options.vertex_attributes {
                graph.add_vertex_table(path)?;
            }
            if let Some(path) = &options.edge_attributes {
                graph.add_edge_table(path)?;
            }
            match &options.records {
                None => Ok(CoreGraph::new((graph, report))),
                // A .gpm file may have its records in it.
                Some(_) if graph.has_records() => {
                    let records = (0..graph.num_vertices() as VertexId).filter(|&v| graph.is_record(v)).count();
                    Ok(CoreGraph::reported(graph, report.to_string(), records as u64))
                }
                Some(labels) => {
                    graph.with_own_records(&path, (&read, &report), labels.of_records()).map(CoreGraph::of_records)
                }
            }
        });
        loaded.map_err(|error| of_graph(py, error))
    }

    /// Makes a graph of arrays; where `records` says which labels records have, each edge is one.
    #[staticmethod]
    #[pyo3(signature = (sources, targets, directed, vertices, num_vertices, vertex_labels, edge_labels, vertex_columns, edge_columns, records))]
    #[expect(clippy::too_many_arguments, reason = "called from one place, which has names for all")]
    fn from_arrays(
        py: Python<'_>,
        sources: Bound<'_, PyAny>,
        targets: Bound<'_, PyAny>,
        directed: bool,
        vertices: Option<Bound<'_, PyAny>>,
        num_vertices: Option<u64>,
        vertex_labels: Option<Vec<PyBackedStr>>,
        edge_labels: Option<Vec<PyBackedStr>>,
        vertex_columns: Vec<(String, Attribute)>,
        edge_columns: Vec<(String, Attribute)>,
        records: Option<Labels>,
    ) -> PyResult<CoreGraph> {
        let ids = |values: &Bound<'_, PyAny>| Ids::of(py, values);
        let (sources, targets) = (ids(&sources)?, ids(&targets)?);
        let vertices = vertices.as_ref().map(ids).transpose()?;
        let (from, to) = (sources.texts(), targets.texts());
        let further = vertices.as_ref().map(Ids::texts).unwrap_or_default();
        fn texts(labels: &Option<Vec<PyBackedStr>>) -> Option<Vec<&str>> {
            labels.as_ref().map(|labels| labels.iter().map(|label| &**label).collect())
        }
        let (of_edges, of_vertices) = (texts(&edge_labels), texts(&vertex_labels));
        let mut arrays = GraphArrays::new(sources.array(py, &from)?, targets.array(py, &to)?);
        if let Some(vertices) = &vertices {
            arrays = arrays.vertices(vertices.array(py, &further)?);
        }
        if let Some(labels) = &of_edges {
            arrays = arrays.edge_labels(labels);
        }
        if let Some(labels) = &of_vertices {
            arrays = arrays.vertex_labels(labels);
        }
        for (name, values) in &edge_columns {
            arrays = arrays.edge_column(name, values.column());
        }
        for (name, values) in &vertex_columns {
            arrays = arrays.vertex_column(name, values.column());
        }
        let options = LoadOptions { directed, vertices: num_vertices, ..LoadOptions::default() };
        let made = py.detach(|| match &records {
            None => arrays.load(&options).map(CoreGraph::new),
            Some(labels) => arrays.load_records(&options, labels.of_records()).map(CoreGraph::of_records),
        });
        made.map_err(|error| of_graph(py, error))
    }

    /// Makes a synthetic graph.
    #[staticmethod]
    fn generate(py: Python<'_>, model: &str, seed: u64) -> PyResult<CoreGraph> {
        let model: Model = model.parse().map_err(|error: GenerateError| input(py, error.to_string()))?;
        match py.detach(|| generate(&model, seed)) {
            Ok(graph) => Ok(CoreGraph::reported(graph, String::new(), 0)),
            Err(GenerateError::NotEnoughMemory(error)) => Err(out_of_memory(py, error.to_string())),
            Err(error) => Err(input(py, error.to_string())),
        }
    }

    /// Writes a file in a format, or in that of its name: what is not in it.
    fn write(&self, py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<Vec<&'static str>> {
        let names = || WriteFormat::ALL.iter().map(|format| format.name().0).collect::<Vec<_>>().join(", ");
        let format = match format {
            Some(name) => {
                WriteFormat::from_name(name).ok_or_else(|| format!("there is no format `{name}`, but {}", names()))
            }
            None => WriteFormat::of_file(&path)
                .ok_or_else(|| format!("the name `{}` says no format: give one of {}", path.display(), names())),
        };
        let format = format.map_err(|message| input(py, message))?;
        let graph = &self.graph;
        if let Some(flaw) = py.detach(|| format.flaw(graph)) {
            return Err(input(py, flaw));
        }
        py.detach(|| format.write(graph, path)).map_err(|error| of_graph(py, error))?;
        Ok(py.detach(|| format.losses(graph)))
    }

    /// How many vertices there are, records not among them.
    #[getter]
    fn num_vertices(&self) -> usize {
        self.graph.num_vertices() - self.num_records as usize
    }

    /// How many edges there are between vertices, records not among them.
    #[getter]
    fn num_edges(&self) -> u64 {
        // Each record is joined to its two ends.
        self.graph.num_edges() - 2 * self.num_records
    }

    #[getter]
    fn is_directed(&self) -> bool {
        self.graph.is_directed()
    }

    /// A number that graphs share only if they are the same, with all labels and attributes, in hexadecimal. Cost: a pass over all of it.
    fn fingerprint(&self, py: Python<'_>) -> String {
        format!("{:016x}", py.detach(|| self.graph.fingerprint()))
    }

    /// What was read and removed.
    #[getter]
    fn report(&self) -> &str {
        &self.report
    }

    /// The ids of all vertices in order: numbers as a buffer, names as a list.
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.num_records == 0 {
            return self.ids_of(py, py.detach(|| self.order()));
        }
        let vertices: Vec<VertexId> = py.detach(|| self.vertices().collect());
        self.ids_of(py, &vertices)
    }

    /// The ids of the ends of all edges, each once, as two columns.
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (from, to): (Vec<VertexId>, Vec<VertexId>) = py.detach(|| self.edge_list());
        Ok((self.ids_of(py, &from)?, self.ids_of(py, &to)?))
    }
}

impl CoreGraph {
    /// The ends of all edges in the order in which tables by edge have them.
    pub(crate) fn edge_list(&self) -> (Vec<VertexId>, Vec<VertexId>) {
        let graph = &self.graph;
        let is_vertex = |v: VertexId| self.num_records == 0 || graph.row_of_record(v).is_none();
        let row = |v: VertexId| {
            let ends = graph.out().row(v).iter().map(move |&w| (v, w));
            ends.filter(move |&(v, w)| (graph.is_directed() || v < w) && is_vertex(w))
        };
        (0..graph.num_vertices() as VertexId).filter(|&v| is_vertex(v)).flat_map(row).unzip()
    }
}
