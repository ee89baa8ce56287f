//! The data graph itself: rows, labels, original ids, and figures computed on demand.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::attributes::Attributes;
use super::members::Members;
use super::original::OriginalIds;
use super::rows::{Rows, rebuilt};
use super::soundness::Soundness;
use super::{
    Csr, GraphBuilder, GraphError, GraphStatistics, LabelId, LabelNames, LoadOptions, LoadReport, Measures, OriginalId,
    Storage, VertexId, VertexOrder, binary, load, order,
};
use crate::on_demand::OnDemand;
use crate::process::in_pool;

/// A simple data graph, undirected or directed, with optional vertex and edge labels.
/// Undirected: one symmetric [`Csr`]. Directed: out rows and in rows.
///
/// ```
/// use gpm::Graph;
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// assert_eq!((graph.num_vertices(), graph.num_edges(), graph.is_directed()), (4, 4, false));
/// assert_eq!(graph.out().row(2), [0, 1, 3]);
/// # Ok::<(), gpm::GraphError>(())
/// ```
#[derive(Debug)]
pub struct Graph {
    pub(crate) id: GraphId,
    /// The file that its rows are mapped from, or were read from as they are.
    pub(crate) file: Option<String>,
    pub(crate) out: Csr,
    /// Rows of incoming neighbors; `None` if edges have no directions.
    pub(crate) incoming: Option<Csr>,
    /// One label a vertex, or `None`.
    pub(crate) vertex_labels: Option<Storage<LabelId>>,
    pub(crate) vertex_label_names: LabelNames,
    pub(crate) edge_label_names: LabelNames,
    pub(crate) ids: OriginalIds,
    pub(crate) attributes: Attributes,
    /// Of a database of many graphs, which of these each vertex belongs to.
    pub(crate) members: Option<Members>,
    pub(crate) splits: OnDemand<Storage<u32>>,
    pub(crate) statistics: OnDemand<GraphStatistics>,
    pub(crate) measures: OnDemand<Measures>,
    pub(crate) soundness: Soundness,
}

/// Tells graphs of a process apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GraphId(u64);

impl GraphId {
    fn next() -> GraphId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        GraphId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Graph {
    /// An unlabelled graph of clean rows.
    pub(crate) fn from_rows(out: Csr, incoming: Option<Csr>, ids: OriginalIds) -> Self {
        Self {
            id: GraphId::next(),
            file: None,
            out,
            incoming,
            vertex_labels: None,
            vertex_label_names: LabelNames::default(),
            edge_label_names: LabelNames::default(),
            ids,
            attributes: Attributes::default(),
            members: None,
            splits: OnDemand::new(),
            statistics: OnDemand::new(),
            measures: OnDemand::new(),
            soundness: Soundness::default(),
        }
    }

    /// Loads a file in any known format with default options: undirected, descending degree, no label file.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    /// let graph = gpm::Graph::load("examples/graphs/karate.el")?;
    /// assert_eq!((graph.num_vertices(), graph.num_edges()), (34, 78));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`GraphError`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, GraphError> {
        Ok(Self::load_with(path, &LoadOptions::default())?.0)
    }

    /// Loads a file and says what was cleaned. Cost: text about 10 ns an edge and core; `.gpm` milliseconds.
    ///
    /// ```
    /// use gpm::{Graph, LoadOptions};
    ///
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    /// let options = LoadOptions { directed: true, ..LoadOptions::default() };
    /// let (graph, report) = Graph::load_with("examples/graphs/karate.el", &options)?;
    /// assert!(graph.is_directed());
    /// println!("{report}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`GraphError`].
    pub fn load_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<(Self, LoadReport), GraphError> {
        load::load(path.as_ref(), options)
    }

    /// The undirected graph on the vertices `0..num_vertices` with these edges. Loops are removed, and edges that are given again
    /// are kept once. [`GraphBuilder`] also takes labels, and numbers of vertices that are not known beforehand.
    ///
    /// ```
    /// use gpm::{Graph, GraphError};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 1)])?;
    /// assert_eq!((graph.num_vertices(), graph.num_edges()), (4, 2));
    /// let error = Graph::from_edges(2, [(0, 1), (1, 2)]).unwrap_err();
    /// assert!(matches!(error, GraphError::VertexOutOfRange { vertex: 2, vertices: 2 }));
    /// # Ok::<(), GraphError>(())
    /// ```
    ///
    /// # Errors
    /// As [`GraphBuilder::build`].
    pub fn from_edges(
        num_vertices: usize,
        edges: impl IntoIterator<Item = (VertexId, VertexId)>,
    ) -> Result<Self, GraphError> {
        GraphBuilder::undirected().vertices(num_vertices).edges(edges).build()
    }

    /// As [`Graph::from_edges`], directed: each edge is an arc from its first vertex to its second.
    ///
    /// ```
    /// let graph = gpm::Graph::from_directed_edges(3, [(0, 1), (1, 0), (1, 2)])?;
    /// assert_eq!((graph.num_edges(), graph.out().row(1)), (3, &[0, 2][..]));
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// As [`GraphBuilder::build`].
    pub fn from_directed_edges(
        num_vertices: usize,
        edges: impl IntoIterator<Item = (VertexId, VertexId)>,
    ) -> Result<Self, GraphError> {
        GraphBuilder::directed().vertices(num_vertices).edges(edges).build()
    }

    /// A number that no other graph of this process has: for copies of it kept elsewhere.
    pub fn id(&self) -> u64 {
        self.id.0
    }

    /// Tells it from what it was before a change.
    pub(super) fn renew_id(&mut self) {
        self.id = GraphId::next();
    }

    /// Number of vertices.
    pub fn num_vertices(&self) -> usize {
        self.out.num_vertices()
    }

    /// Number of edges; of arcs if directed.
    pub fn num_edges(&self) -> u64 {
        if self.is_directed() { self.out.num_entries() } else { self.out.num_entries() / 2 }
    }

    /// Whether edges have a direction.
    pub fn is_directed(&self) -> bool {
        self.incoming.is_some()
    }

    /// Rows of targets; of neighbours if undirected.
    pub fn out(&self) -> &Csr {
        &self.out
    }

    /// Rows of sources; the same as [`Graph::out`] if undirected.
    pub fn incoming(&self) -> &Csr {
        self.incoming.as_ref().unwrap_or(&self.out)
    }

    /// Label of each vertex, if vertices have labels.
    ///
    /// ```
    /// use gpm::GraphBuilder;
    ///
    /// let graph = GraphBuilder::undirected().vertex_labels(["b", "a"]).edges([(0, 1)]).build()?;
    /// assert_eq!(graph.vertex_labels(), Some(&[1, 0][..]));
    /// assert_eq!(graph.vertex_label_names().name(1), Some("b"));
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn vertex_labels(&self) -> Option<&[LabelId]> {
        self.vertex_labels.as_deref()
    }

    /// Names of the vertex labels; empty if unlabelled.
    pub fn vertex_label_names(&self) -> &LabelNames {
        &self.vertex_label_names
    }

    /// Names of the edge labels; empty if unlabelled.
    pub fn edge_label_names(&self) -> &LabelNames {
        &self.edge_label_names
    }

    /// What the input called `v`.
    ///
    /// ```
    /// let graph = gpm::Graph::from_edges(2, [(0, 1)])?;
    /// assert_eq!(graph.original_id(1).to_string(), "1");
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    ///
    /// # Panics
    /// If `v` is not a vertex (ids that are a range excepted).
    pub fn original_id(&self, v: VertexId) -> OriginalId<'_> {
        self.ids.get(v)
    }

    /// Per vertex, the number of neighbours (out row) with a smaller id. Computed on first use, in parallel.
    pub fn splits(&self) -> &[u32] {
        self.splits.get_or_make(|| {
            let split = |v: usize| self.out.row(v as VertexId).partition_point(|&u| (u as usize) < v) as u32;
            let splits = || (0..self.num_vertices()).into_par_iter().with_min_len(1024).map(split).collect::<Vec<_>>();
            in_pool(None, splits).into()
        })
    }

    /// Whether [`Graph::splits`] costs nothing.
    pub(crate) fn has_splits(&self) -> bool {
        self.splits.get().is_some()
    }

    /// Figures of the graph. Computed on first use, in parallel, or read from the `.gpm` file that has them.
    ///
    /// ```
    /// use gpm::Graph;
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// assert_eq!((graph.statistics().triangles, graph.statistics().max_degree), (1, 3));
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    ///
    /// # Panics
    /// If a mapped file is damaged where opening does not look; [`Graph::validate`] tells before.
    pub fn statistics(&self) -> &GraphStatistics {
        self.statistics.get_or_make(|| in_pool(None, || GraphStatistics::compute(self)))
    }

    /// [`Graph::statistics`] with 0 triangles, which take longest, unless all is known already; whether it is. Cost: O(V + E).
    ///
    /// ```
    /// let (figures, has_triangles) = gpm::Graph::from_edges(3, [(0, 1), (1, 2)])?.quick_statistics();
    /// assert_eq!((figures.wedges, has_triangles), (1, false));
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn quick_statistics(&self) -> (GraphStatistics, bool) {
        match self.statistics.get() {
            Some(known) => (known.clone(), true),
            None => (in_pool(None, || GraphStatistics::without_triangles(self)), false),
        }
    }

    /// The same graph under another order of ids; original ids, labels, attributes and known statistics are kept.
    /// Cost: O(V + E) and a sort of each row.
    ///
    /// ```
    /// use gpm::{Graph, VertexOrder};
    ///
    /// let graph = Graph::from_edges(3, [(0, 1), (1, 2)])?.relabelled(VertexOrder::Degree);
    /// assert_eq!((graph.out().degree(0), graph.original_id(0).to_string()), (2, "1".to_owned()));
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn relabelled(&self, vertex_order: VertexOrder) -> Self {
        let present = || (0..self.num_vertices() as u64).map(|v| v as VertexId).collect();
        in_pool(None, || self.permuted(&self.old_of_new(vertex_order).unwrap_or_else(present)))
    }

    /// [`Graph::relabelled`] that gives the graph itself back if it is in that order.
    pub(crate) fn into_order(self, vertex_order: VertexOrder) -> Self {
        match self.old_of_new(vertex_order) {
            Some(old_of_new) => self.permuted(&old_of_new),
            None => self,
        }
    }

    /// The permutation to `vertex_order`; `None` if ids are known to be in that order.
    fn old_of_new(&self, vertex_order: VertexOrder) -> Option<Vec<VertexId>> {
        let degree = |v| self.out.degree(v) + self.incoming.as_ref().map_or(0, |incoming| incoming.degree(v));
        match vertex_order {
            VertexOrder::Input => Some(self.input_order()),
            VertexOrder::Degree => order::by_degree(self.num_vertices(), degree),
            VertexOrder::Degeneracy if self.is_directed() => Some(order::by_degeneracy(&self.undirected_rows())),
            VertexOrder::Degeneracy => Some(order::by_degeneracy(&self.out)),
        }
    }

    /// The same graph with new vertex `i` being old vertex `old_of_new[i]`.
    pub(crate) fn permuted(&self, old_of_new: &[VertexId]) -> Self {
        let new_of_old = order::inverse(old_of_new);
        let relabel = |csr| order::relabel_rows(csr, old_of_new, &new_of_old);
        let labels = self.vertex_labels().map(|labels| old_of_new.iter().map(|&v| labels[v as usize]).collect());
        let mut graph = Self {
            id: GraphId::next(),
            file: self.file.clone(),
            out: relabel(&self.out),
            incoming: self.incoming.as_ref().map(relabel),
            vertex_labels: labels.map(|labels: Vec<LabelId>| labels.into()),
            vertex_label_names: self.vertex_label_names.clone(),
            edge_label_names: self.edge_label_names.clone(),
            ids: self.ids.relabelled(old_of_new),
            attributes: Attributes::default(),
            members: self.members.as_ref().map(|members| members.permuted(old_of_new)),
            splits: OnDemand::new(),
            statistics: self.statistics.clone(),
            measures: OnDemand::new(),
            soundness: Soundness::default(),
        };
        graph.attributes = self.attributes.permuted(self, &graph, old_of_new);
        graph
    }

    /// All edges, each once: arcs from the first to the second, or edges with the smaller vertex first, ascending. Cost: O(V + E).
    ///
    /// ```
    /// let graph = gpm::Graph::from_edges(3, [(2, 1), (1, 0)])?;
    /// assert_eq!(graph.edges(), [[0, 1], [1, 2]]);
    /// # Ok::<(), gpm::GraphError>(())
    /// ```
    pub fn edges(&self) -> Vec<[VertexId; 2]> {
        let out = self.out();
        let row = |v: VertexId| out.row(v).iter().map(move |&w| [v, w]);
        let all = (0..self.num_vertices() as u64).flat_map(|v| row(v as VertexId));
        all.filter(|[v, w]| self.is_directed() || v < w).collect()
    }

    /// Vertices by ascending original id; names in byte order, as the order of mention is not kept. Cost: a sort.
    pub fn input_order(&self) -> Vec<VertexId> {
        let mut vertices: Vec<VertexId> = (0..self.num_vertices() as u64).map(|v| v as VertexId).collect();
        in_pool(None, || vertices.par_sort_by_key(|&v| self.original_id(v)));
        vertices
    }

    /// Symmetric rows of a directed graph, without edge labels. Cost: O(V + E), and memory for both directions.
    pub(crate) fn undirected_rows(&self) -> Csr {
        rebuilt(&self.out, Rows::Both)
    }

    /// Writes the graph as `.gpm`, atomically: the file appears whole or not at all.
    ///
    /// ```
    /// use gpm::Graph;
    ///
    /// let path = std::env::temp_dir().join(format!("edge-{}.gpm", std::process::id()));
    /// Graph::from_edges(2, [(0, 1)])?.save(&path)?;
    /// assert_eq!(Graph::load(&path)?.num_edges(), 1);
    /// Graph::verify_file(&path)?;
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The variants about the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), GraphError> {
        let path = path.as_ref();
        in_pool(None, || binary::save(self, path))
    }

    /// Writes the bytes of a `.gpm` file to any writer.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save_to(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        binary::write_to(self, out)
    }

    /// Checks every checksum and the whole structure of a `.gpm` file. Cost: reads all of it, in parallel.
    ///
    /// # Errors
    /// [`GraphError::Damaged`] and the variants of opening.
    pub fn verify_file(path: impl AsRef<Path>) -> Result<(), GraphError> {
        let path = path.as_ref();
        in_pool(None, || binary::verify(path))
    }
}
