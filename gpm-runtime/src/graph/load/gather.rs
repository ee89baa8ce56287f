//! Vertices and edges of the formats that declare them one by one (GraphML, GML, Pajek) → [`Listing`].

use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::LoadOptions;
use super::listed::{Listed, ListedEdge, ListedIds, Values};
use super::listing::{Declared, Endpoints, Labelling, Listing, Notes};
use super::scan::parse_id;
use crate::graph::names::LabelCollector;
use crate::graph::original::OriginalIds;
use crate::graph::rows::EdgeChunk;
use crate::graph::{LabelId, VertexId, counted};

/// Vertices by name, and edges between them, in the order of the file.
pub(super) struct Gathered<'a> {
    /// Whether arcs are wanted.
    is_directed: bool,
    /// Whether every edge needs a label.
    pub(super) has_edge_labels: bool,
    /// Vertices are called 1 to this; `names` is empty.
    count: Option<u64>,
    names: Vec<Cow<'a, str>>,
    numbers: FxHashMap<Cow<'a, str>, VertexId>,
    vertex_labels: FxHashMap<VertexId, LabelId>,
    vertex_label_names: LabelCollector,
    edges: Vec<[VertexId; 2]>,
    /// Parallel to `edges` if edges have labels.
    edge_labels: Vec<LabelId>,
    edge_label_names: LabelCollector,
    /// Edges listed in each [`Direction`].
    listed: [u64; 3],
    /// What vertices have beside their names, by number, if it is asked for.
    pub(super) vertex_values: Option<Values>,
    /// What edges have beside their labels, by place in the file.
    pub(super) edge_values: Option<Values>,
    /// The edges that have values.
    valued: Vec<ListedEdge>,
}

/// Whether the file lists an edge with a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Arc,
    Edge,
    /// The file does not say: an arc if arcs are wanted.
    #[cfg(feature = "parquet")]
    Unsaid,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(options: &LoadOptions) -> Self {
        Self {
            is_directed: options.directed,
            has_edge_labels: options.edge_labels,
            count: None,
            names: Vec::new(),
            numbers: FxHashMap::default(),
            vertex_labels: FxHashMap::default(),
            vertex_label_names: LabelCollector::default(),
            edges: Vec::new(),
            edge_labels: Vec::new(),
            edge_label_names: LabelCollector::default(),
            listed: [0; 3],
            vertex_values: options.attributes.then(Values::default),
            edge_values: options.attributes.then(Values::default),
            valued: Vec::new(),
        }
    }

    /// With `count` vertices, called 1, 2, 3 …
    pub(super) fn numbered(options: &LoadOptions, count: u64) -> Self {
        Self { count: Some(count), ..Self::new(options) }
    }

    /// Adds a vertex; `None` if there is one of that name.
    pub(super) fn add_vertex(&mut self, name: Cow<'a, str>) -> Option<VertexId> {
        let number = self.names.len() as VertexId;
        if self.numbers.contains_key(&name) {
            return None;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        Some(number)
    }

    /// Calls the vertices otherwise, each by a name of its own.
    #[cfg(feature = "formats")]
    pub(super) fn rename(&mut self, names: Vec<Cow<'a, str>>) {
        (self.names, self.numbers) = (names, FxHashMap::default());
    }

    /// The vertex of that name.
    #[cfg(any(feature = "formats", feature = "parquet"))]
    pub(super) fn vertex(&self, name: &str) -> Option<VertexId> {
        self.numbers.get(name).copied()
    }

    #[cfg(any(feature = "formats", feature = "parquet"))]
    pub(super) fn num_vertices(&self) -> usize {
        self.names.len()
    }

    /// Gives a vertex a label.
    #[cfg(feature = "formats")]
    pub(super) fn label_vertex(&mut self, vertex: VertexId, label: &str) {
        self.vertex_labels.insert(vertex, self.vertex_label_names.intern(label));
    }

    /// Whether the vertex has a label.
    #[cfg(feature = "formats")]
    pub(super) fn is_labelled(&self, vertex: VertexId) -> bool {
        self.vertex_labels.contains_key(&vertex)
    }

    /// Adds an edge. An undirected one is an arc both ways if arcs are wanted.
    pub(super) fn add_edge(&mut self, ends: [VertexId; 2], direction: Direction, label: &str) {
        self.listed[direction as usize] += 1;
        if self.edge_values.is_some() {
            self.valued.push(ListedEdge { ends, is_both_ways: direction == Direction::Edge });
        }
        let [u, v] = ends;
        let is_both_ways = self.is_directed && direction == Direction::Edge && u != v;
        for ends in [Some([u, v]), is_both_ways.then_some([v, u])].into_iter().flatten() {
            self.edges.push(ends);
            if self.has_edge_labels {
                self.edge_labels.push(self.edge_label_names.intern(label));
            }
        }
    }

    /// The listing, and notes behind those given. Names that are all integers are integer ids.
    pub(super) fn finish(mut self, lines: u64, mut notes: Vec<String>) -> Listing {
        let [arcs, edges, unsaid] = self.listed;
        match self.is_directed {
            true if edges > 0 => notes.push(format!("{edges} undirected edges read as arcs both ways")),
            false if arcs > 0 => {
                notes.push(format!("{arcs} directed edges read without their directions, which --directed keeps"));
            }
            _ => {}
        }
        let ids: Option<Vec<u64>> = self.names.iter().map(|name| integer(name)).collect();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        if let Some(ids) = &ids {
            order.sort_unstable_by_key(|&i| ids[i]);
        }
        let vertex_labels = self.take_vertex_labels(&order, &mut notes);
        let listed = self.edge_values.take().map(|edge_values| Listed {
            ids: match (self.count, &ids) {
                (Some(count), _) => ListedIds::From(1, count),
                (None, Some(ids)) => ListedIds::Integers(ids.clone()),
                (None, None) => ListedIds::Names(self.names.iter().map(|name| name.as_ref().into()).collect()),
            },
            edges: std::mem::take(&mut self.valued),
            vertex_values: self.vertex_values.take().unwrap_or_default(),
            edge_values,
            edge_columns: Vec::new(),
            notes: Vec::new(),
        });
        let edge_labels = self.has_edge_labels.then(|| {
            let (names, final_ids) = self.edge_label_names.finish();
            let labels = self.edge_labels.chunks(EdgeChunk::EDGES);
            let labels = labels.map(|chunk| chunk.iter().map(|&label| final_ids[label as usize]).collect()).collect();
            Labelling { labels, names }
        });
        let chunks = self.edges.chunks(EdgeChunk::EDGES);
        let (endpoints, declared) = match (ids, self.count) {
            (_, Some(count)) => {
                let chunks = chunks.map(|chunk| chunk.iter().map(|ends| ends.map(|v| v + 1)).collect()).collect();
                (Endpoints::Narrow(chunks), Declared::Range { first: 1, count })
            }
            (Some(ids), None) => {
                let id = |v: VertexId| ids[v as usize];
                let wide = chunks.map(|chunk| chunk.iter().map(|ends| ends.map(id)).collect()).collect();
                (Endpoints::Wide(wide), Declared::Ids(order.iter().map(|&i| ids[i]).collect()))
            }
            (None, None) => {
                let names = OriginalIds::from_names(self.names.iter().map(AsRef::as_ref));
                let num_names = self.names.len() as u64;
                let chunks = chunks.map(<[_]>::to_vec).collect();
                (Endpoints::Named { chunks, names, num_names }, Declared::Mentioned)
            }
        };
        let edges_read = arcs + edges + unsaid;
        let notes = Notes { further: notes, ..Notes::default() };
        Listing { edge_labels, declared, vertex_labels, lines, edges_read, notes, listed, ..Listing::new(endpoints) }
    }

    /// The labels of all vertices in `order`, unless one has none.
    fn take_vertex_labels(&mut self, order: &[usize], notes: &mut Vec<String>) -> Option<Labelling<Vec<LabelId>>> {
        let (labels, names) = (std::mem::take(&mut self.vertex_labels), std::mem::take(&mut self.vertex_label_names));
        if labels.is_empty() {
            return None;
        }
        let (names, final_ids) = names.finish();
        let label = |&i: &usize| labels.get(&(i as VertexId)).map(|&label| final_ids[label as usize]);
        let all: Option<Vec<LabelId>> = order.iter().map(label).collect();
        if all.is_none() {
            let without = self.names.len() - labels.len();
            notes.push(format!(
                "labels of vertices ignored: {}",
                counted(without as u64, "vertex has none", "vertices have none")
            ));
        }
        all.map(|labels| Labelling { labels, names })
    }
}

/// Notes on the data of vertices and edges that nobody reads, by name.
pub(super) fn ignored(of_vertices: &BTreeSet<String>, of_edges: &BTreeSet<String>) -> Vec<String> {
    let sets = [("vertices", of_vertices), ("edges", of_edges)];
    let note = |(what, names): (&str, &BTreeSet<String>)| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("data of {what} ignored: {}", names.join(", "))
    };
    sets.into_iter().filter(|(_, names)| !names.is_empty()).map(note).collect()
}

/// The integer that a name says, if no other name says it too: `007` is a name.
fn integer(name: &str) -> Option<u64> {
    let is_plain = name == "0" || !name.starts_with(['0', '+']);
    parse_id(name.as_bytes()).ok().filter(|_| is_plain)
}
