//! Arrays in memory → [`Listing`]: the ends of edges as integers of any width or as names, perhaps with labels.

use std::ops::Range;
use std::time::Instant;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::assemble::assemble;
use super::label_file::{LabelFile, LabelledId};
use super::listing::{ChunkLabels, Declared, Endpoints, Listing, merge_labels};
use super::{Format, LoadOptions, LoadReport};
use crate::graph::attributes::{Column, Directory, SkippedColumn};
use crate::graph::builder::IN_MEMORY;
use crate::graph::names::LabelCollector;
use crate::graph::original::{OriginalId, OriginalIds};
use crate::graph::{Graph, GraphError};
use crate::process::in_pool;

/// Edges that one thread copies at a time. *guess*
const CHUNK: usize = 1 << 16;

/// Ids of vertices, which are read where they lie. Made of a slice of integers or of names by `into()`.
///
/// ```
/// use gpm::graph::IdArray;
///
/// assert_eq!(IdArray::from(&[1_i32, 2][..]).len(), 2);
/// assert_eq!(IdArray::from(&["ann", "bob"][..]).len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IdArray<'a>(Values<'a>);

#[derive(Clone, Copy, Debug)]
enum Values<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
    U64(&'a [u64]),
    I8(&'a [i8]),
    I16(&'a [i16]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    Names(&'a [&'a str]),
}

macro_rules! from_slices {
    ($($variant:ident: $value:ty),*) => {
        $(impl<'a> From<&'a [$value]> for IdArray<'a> {
            fn from(values: &'a [$value]) -> Self {
                IdArray(Values::$variant(values))
            }
        })*
    };
}

from_slices!(U8: u8, U16: u16, U32: u32, U64: u64, I8: i8, I16: i16, I32: i32, I64: i64, Names: &'a str);

/// Does the same with a slice of any integers; with names something else.
macro_rules! each_width {
    ($values:expr, $slice:ident => $of_integers:expr, $names:ident => $of_names:expr) => {
        match $values {
            Values::U8($slice) => $of_integers,
            Values::U16($slice) => $of_integers,
            Values::U32($slice) => $of_integers,
            Values::U64($slice) => $of_integers,
            Values::I8($slice) => $of_integers,
            Values::I16($slice) => $of_integers,
            Values::I32($slice) => $of_integers,
            Values::I64($slice) => $of_integers,
            Values::Names($names) => $of_names,
        }
    };
}

/// An integer that may be an id.
trait Id: Copy + Sync + ToString {
    /// `None` below zero.
    fn id(self) -> Option<u64>;
}

macro_rules! ids {
    ($($value:ty),*) => {
        $(impl Id for $value {
            fn id(self) -> Option<u64> {
                u64::try_from(self).ok()
            }
        })*
    };
}

ids!(u8, u16, u32, u64, i8, i16, i32, i64);

impl<'a> IdArray<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        each_width!(self.0, slice => slice.len(), names => names.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn names(&self) -> Option<&'a [&'a str]> {
        if let Values::Names(names) = self.0 { Some(names) } else { None }
    }

    /// The largest id; 0 if there is none. Ids that no graph has are refused.
    fn largest(&self) -> Result<u64, GraphError> {
        fn of<T: Id>(values: &[T]) -> Result<u64, GraphError> {
            let largest = values.par_iter().with_min_len(CHUNK).map(|value| value.id()).try_reduce(|| 0, most);
            if let Some(largest) = largest.filter(|&largest| largest <= MOST) {
                return Ok(largest);
            }
            let is_bad = |value: &T| value.id().is_none_or(|id| id > MOST);
            let (at, value) = values.iter().enumerate().find(|(_, value)| is_bad(value)).expect("one was found");
            let (path, line, token) = (IN_MEMORY.to_owned(), at as u64 + 1, value.to_string());
            Err(match value.id() {
                None => GraphError::NegativeId { path, line, token },
                Some(_) => GraphError::IdTooLarge { path, line, token },
            })
        }
        fn most(a: u64, b: u64) -> Option<u64> {
            Some(a.max(b))
        }
        /// As in files.
        const MOST: u64 = 1 << 63;
        each_width!(self.0, slice => of(slice), _names => Ok(0))
    }

    /// Whether the ids are 0, 1, 2, …: each is its place.
    fn is_range(&self) -> bool {
        fn of<T: Id>(values: &[T]) -> bool {
            values.iter().zip(0..).all(|(value, place)| value.id() == Some(place))
        }
        each_width!(self.0, slice => of(slice), _names => false)
    }

    /// Writes the ids of a range of edges to one of their ends. All are known to fit.
    fn write<T: Default + TryFrom<u64>>(&self, range: Range<usize>, end: usize, edges: &mut [[T; 2]]) {
        fn copy<V: Id, T: Default + TryFrom<u64>>(values: &[V], end: usize, edges: &mut [[T; 2]]) {
            for (edge, value) in edges.iter_mut().zip(values) {
                edge[end] = value.id().and_then(|id| T::try_from(id).ok()).unwrap_or_default();
            }
        }
        each_width!(self.0, slice => copy(&slice[range], end, edges), _names => ());
    }

    /// The ids as text.
    fn texts(&self) -> Vec<String> {
        each_width!(self.0, slice => slice.iter().map(ToString::to_string).collect(), names => names.iter().map(|&name| name.to_owned()).collect())
    }
}

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
        listing.edges_read = edges as u64;
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

    fn add_columns(&self, graph: &mut Graph, report: &mut LoadReport) -> Result<(), GraphError> {
        let found = |ids: &IdArray<'_>, graph: &Graph| {
            let directory = Directory::new(graph);
            each_width!(ids.0,
                slice => slice.iter().map(|value| directory.vertex(OriginalId::Integer(value.id()?))).collect(),
                names => names.iter().map(|name| directory.vertex(OriginalId::Name(name))).collect::<Vec<_>>()
            )
        };
        if !self.edge_columns.is_empty() {
            let [from, to] = [&self.sources, &self.targets].map(|ids| found(ids, graph));
            let ends: Vec<_> = from.into_iter().zip(to).map(|(from, to)| from.zip(to)).collect();
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
        for (at, v) in found(&vertices, graph).into_iter().enumerate() {
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
