//! Arrays in memory → [`Listing`]: the ends of edges as integers of any width or as names, perhaps with labels.

use std::time::Instant;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::assemble::assemble;
use super::id_array::IdArray;
use super::label_file::{LabelFile, LabelledId};
use super::listing::{ChunkLabels, Declared, Endpoints, Listing, merge_labels};
use super::{Format, LoadOptions, LoadReport};
use crate::graph::attributes::{Column, Directory, SkippedColumn};
use crate::graph::builder::IN_MEMORY;
use crate::graph::names::LabelCollector;
use crate::graph::original::OriginalIds;
use crate::graph::{Graph, GraphError, VertexId};
use crate::process::in_pool;

/// Edges that one thread copies at a time. *guess*
const CHUNK: usize = 1 << 16;

/// A graph as arrays: the ends of its edges, and what is said of them beside.
///
/// Edges that are there several times, and loops, are treated as in files; the report says how many there were. Of the options those about text have
/// no meaning.
///
/// ```
/// use gpm::graph::GraphArrays;
/// use gpm::{Engine, LoadOptions};
///
/// let (from, to) = ([10_i64, 11, 12, 12], [11_i32, 12, 10, 99]);
/// let (graph, report) = GraphArrays::new(&from[..], &to[..]).load(&LoadOptions::default())?;
/// assert_eq!((graph.num_vertices(), report.edges), (4, 4));
/// assert_eq!(Engine::auto()?.count(&graph, "triangle")?.count, 1);
///
/// let (who, whom) = (["ann", "bob"], ["bob", "cid"]);
/// let options = LoadOptions { directed: true, ..LoadOptions::default() };
/// let (graph, _) = GraphArrays::new(&who[..], &whom[..]).edge_labels(&["pays", "owes"]).load(&options)?;
/// assert_eq!(Engine::auto()?.count(&graph, "a -[pays]-> b -[owes]-> c")?.count, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphArrays<'a> {
    sources: IdArray<'a>,
    targets: IdArray<'a>,
    edge_labels: Option<&'a [&'a str]>,
    vertices: Option<IdArray<'a>>,
    vertex_labels: Option<&'a [&'a str]>,
    edge_columns: Vec<(&'a str, Column)>,
    vertex_columns: Vec<(&'a str, Column)>,
}

impl<'a> GraphArrays<'a> {
    /// Edge `i` leads from `sources[i]` to `targets[i]`.
    pub fn new(sources: impl Into<IdArray<'a>>, targets: impl Into<IdArray<'a>>) -> Self {
        let (sources, targets) = (sources.into(), targets.into());
        let (edge_columns, vertex_columns) = (Vec::new(), Vec::new());
        GraphArrays {
            sources,
            targets,
            edge_labels: None,
            vertices: None,
            vertex_labels: None,
            edge_columns,
            vertex_columns,
        }
    }

    /// Gives edge `i` the label `labels[i]`.
    #[must_use]
    pub fn edge_labels(self, labels: &'a [&'a str]) -> Self {
        GraphArrays { edge_labels: Some(labels), ..self }
    }

    /// Vertices that are there whether or not an edge has them.
    #[must_use]
    pub fn vertices(self, vertices: impl Into<IdArray<'a>>) -> Self {
        GraphArrays { vertices: Some(vertices.into()), ..self }
    }

    /// Gives vertex `i` of those named with [`GraphArrays::vertices`] the label `labels[i]`; others have the empty label.
    #[must_use]
    pub fn vertex_labels(self, labels: &'a [&'a str]) -> Self {
        GraphArrays { vertex_labels: Some(labels), ..self }
    }

    /// Adds an attribute of edges: edge `i` has the `i`-th value. Where rows about one edge differ it is left out, and the report says so.
    #[must_use]
    pub fn edge_column(mut self, name: &'a str, values: impl Into<Column>) -> Self {
        self.edge_columns.push((name, values.into()));
        self
    }

    /// Adds an attribute of vertices: vertex `i` of those named with [`GraphArrays::vertices`] has the `i`-th value. All must be named, each once.
    #[must_use]
    pub fn vertex_column(mut self, name: &'a str, values: impl Into<Column>) -> Self {
        self.vertex_columns.push((name, values.into()));
        self
    }

    /// The graph, and what was removed. Cost: a copy of the ends, then that of a file without its text.
    ///
    /// # Errors
    /// [`GraphError::ColumnLength`] for arrays whose lengths differ, [`GraphError::NegativeId`] and [`GraphError::IdTooLarge`] with the place in the
    /// array, counted from 1, as line, those of [`Graph::add_edge_column`], and those of [`GraphBuilder::build`](crate::graph::GraphBuilder::build).
    pub fn load(&self, options: &LoadOptions) -> Result<(Graph, LoadReport), GraphError> {
        in_pool(options.threads, || self.load_here(options))
    }

    fn load_here(&self, options: &LoadOptions) -> Result<(Graph, LoadReport), GraphError> {
        let start = Instant::now();
        self.check_lengths()?;
        let named = [Some(&self.sources), Some(&self.targets), self.vertices.as_ref()];
        let are_names =
            || named.iter().flatten().filter(|array| !array.is_empty()).map(|array| array.names().is_some());
        let mut listing = match are_names().next() {
            Some(are) if are_names().any(|other| other != are) => {
                let what = "some ids are integers and others are names: give all of them in one way";
                return Err(GraphError::Unsupported { path: IN_MEMORY.to_owned(), what });
            }
            Some(true) => self.of_names(),
            _ => self.of_integers()?,
        };
        listing.edges_read = self.sources.len() as u64;
        if let Some(labels) = self.edge_labels {
            let own = |chunk: &[&str]| {
                let mut own = ChunkLabels::default();
                own.ids = chunk.iter().map(|label| own.collector.intern(label)).collect();
                own
            };
            listing.edge_labels = Some(merge_labels(labels.par_chunks(CHUNK).map(own).collect()));
        }
        let labels = self.vertex_labels.zip(self.vertices).map(|(labels, vertices)| {
            let mut names = LabelCollector::default();
            let labels = labels.iter().map(|label| names.intern(label)).collect();
            let id = |(at, id)| LabelledId { id, line: at as u64 + 1 };
            let is_in_order = matches!(listing.declared, Declared::Range { .. });
            let ids = (!is_in_order).then(|| vertices.texts().into_iter().enumerate().map(id).collect());
            LabelFile { name: IN_MEMORY.to_owned(), ids, labels, names }
        });
        let mut report = LoadReport::new(Format::EdgeList, 0);
        report.times.parse = start.elapsed();
        let mut graph = assemble(IN_MEMORY, listing, labels, options, &mut report)?;
        self.add_columns(&mut graph, &mut report)?;
        Ok((graph, report))
    }

    /// Refuses columns of vertices or edges that are longer or shorter than the ids.
    pub(in crate::graph) fn check_lengths(&self) -> Result<(), GraphError> {
        let edges = self.sources.len();
        ensure_length("targets", self.targets.len(), edges, "edges")?;
        if let Some(labels) = self.edge_labels {
            ensure_length("edge labels", labels.len(), edges, "edges")?;
        }
        for (name, values) in &self.edge_columns {
            ensure_length(name, values.len(), edges, "edges")?;
        }
        let vertices = self.vertices.map_or(0, |vertices| vertices.len());
        if let Some(labels) = self.vertex_labels {
            ensure_length("vertex labels", labels.len(), vertices, "vertices")?;
        }
        for (name, values) in &self.vertex_columns {
            ensure_length(name, values.len(), vertices, "vertices")?;
        }
        Ok(())
    }

    /// The ends of each edge in a graph; `None` where it does not have one of them.
    pub(in crate::graph) fn ends(&self, graph: &Graph) -> Vec<Option<(VertexId, VertexId)>> {
        let directory = Directory::new(graph);
        let [from, to] = [&self.sources, &self.targets].map(|ids| ids.vertices(&directory));
        from.into_iter().zip(to).map(|(from, to)| from.zip(to)).collect()
    }

    /// What is said of the vertices, and the ends of edges without what is said of these.
    pub(in crate::graph) fn without_values_of_edges(&self) -> GraphArrays<'a> {
        let vertex_columns = self.vertex_columns.clone();
        GraphArrays { edge_labels: None, edge_columns: Vec::new(), vertex_columns, ..*self }
    }

    /// The columns of edges.
    pub(in crate::graph) fn columns_of_edges(&self) -> &[(&'a str, Column)] {
        &self.edge_columns
    }

    /// The labels of edges.
    pub(in crate::graph) fn labels_of_edges(&self) -> Option<&'a [&'a str]> {
        self.edge_labels
    }

    fn add_columns(&self, graph: &mut Graph, report: &mut LoadReport) -> Result<(), GraphError> {
        if !self.edge_columns.is_empty() {
            let ends = self.ends(graph);
            for (name, values) in &self.edge_columns {
                match graph.add_edge_values(name, &ends, values) {
                    // As of tables: whoever asks for it is told why.
                    Err(error @ GraphError::EdgeValues { .. }) => {
                        report.notes.push(error.to_string());
                        graph.leave_out(&[SkippedColumn { name: (*name).to_owned(), found: error.to_string() }], true);
                    }
                    added => added?,
                }
            }
        }
        let Some(vertices) = self.vertices.filter(|_| !self.vertex_columns.is_empty()) else { return Ok(()) };
        let mut places: Vec<Option<usize>> = vec![None; graph.num_vertices()];
        for (at, v) in vertices.vertices(&Directory::new(graph)).into_iter().enumerate() {
            if let Some(v) = v {
                places[v as usize] = Some(at);
            }
        }
        let named = places.iter().flatten().count();
        for (name, values) in &self.vertex_columns {
            // One that is named twice has two values, one that is not has none.
            ensure_length(name, named, graph.num_vertices(), "vertices")?;
            ensure_length(name, values.len(), graph.num_vertices(), "vertices")?;
            graph.add_vertex_values(name, values, places.iter().flatten().copied())?;
        }
        Ok(())
    }

    fn of_integers(&self) -> Result<Listing, GraphError> {
        let largest = self.sources.largest()?.max(self.targets.largest()?);
        fn pairs<T: Default + Copy + Send + TryFrom<u64>>(arrays: [&IdArray<'_>; 2]) -> Vec<Vec<[T; 2]>> {
            let len = arrays[0].len();
            let starts = (0..len).into_par_iter().step_by(CHUNK);
            let chunk = |start: usize| {
                let range = start..len.min(start + CHUNK);
                let mut edges = vec![[T::default(); 2]; range.len()];
                arrays.iter().enumerate().for_each(|(end, array)| array.write(range.clone(), end, &mut edges));
                edges
            };
            starts.map(chunk).collect()
        }
        let arrays = [&self.sources, &self.targets];
        let has_all = |vertices: &IdArray<'_>| self.sources.is_empty() || largest < vertices.len() as u64;
        let endpoints = match u32::try_from(largest) {
            Ok(_) => Endpoints::Narrow(pairs(arrays)),
            Err(_) => Endpoints::Wide(pairs(arrays)),
        };
        let mut listing = Listing::new(endpoints);
        if let Some(vertices) = self.vertices.filter(|vertices| vertices.is_range() && has_all(vertices)) {
            listing.declared = Declared::Range { first: 0, count: vertices.len() as u64 };
        } else if let Some(vertices) = &self.vertices {
            vertices.largest()?;
            let mut pairs = vec![[0_u64; 2]; vertices.len()];
            vertices.write(0..vertices.len(), 0, &mut pairs);
            let mut ids: Vec<u64> = pairs.into_iter().map(|[id, _]| id).collect();
            ids.par_sort_unstable();
            listing.declared = Declared::Ids(ids);
        } else if self.sources.is_empty() {
            listing.declared = Declared::Range { first: 0, count: 0 };
        }
        Ok(listing)
    }

    fn of_names(&self) -> Listing {
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut names: Vec<&str> = Vec::new();
        let mut number = |name: &'a str| {
            *numbers.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() as u32 - 1
            })
        };
        let [sources, targets] = [&self.sources, &self.targets].map(|array| array.names().unwrap_or(&[]));
        let chunk = |(from, to): (&[&'a str], &[&'a str])| {
            from.iter().zip(to).map(|(from, to)| [number(from), number(to)]).collect::<Vec<_>>()
        };
        let chunks = sources.chunks(CHUNK).zip(targets.chunks(CHUNK)).map(chunk).collect();
        let further = self.vertices.as_ref().and_then(IdArray::names).unwrap_or(&[]);
        further.iter().for_each(|name| _ = number(name));
        let num_names = names.len() as u64;
        Listing::new(Endpoints::Named { chunks, names: OriginalIds::from_names(names), num_names })
    }
}

fn ensure_length(column: &str, values: usize, wanted: usize, what: &'static str) -> Result<(), GraphError> {
    let (column, values, wanted) = (column.to_owned(), values as u64, wanted as u64);
    if values == wanted { Ok(()) } else { Err(GraphError::ColumnLength { column, values, wanted, what }) }
}

#[cfg(test)]
mod tests;
