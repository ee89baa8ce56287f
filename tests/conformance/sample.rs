//! A small data graph in its plainest form: what the oracle reads and what the engine's graph is built from.

use std::collections::BTreeMap;
use std::fmt;

use gpm_runtime::graph::{Column, Graph, GraphBuilder, OriginalId, VertexId, VertexOrder};

/// An edge, or an arc from the first vertex to the second; its label if edges have labels.
pub(crate) type SampleEdge = (u32, u32, Option<String>);

/// A data graph of at most 64 vertices. `edges` holds no loop and no pair twice (no ordered pair, if directed).
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) is_directed: bool,
    pub(crate) num_vertices: usize,
    pub(crate) edges: Vec<SampleEdge>,
    /// One a vertex, or none at all.
    pub(crate) vertex_labels: Vec<String>,
    /// Ids inside the engine's graph: as here, or by degree as a loaded file has them.
    pub(crate) order: VertexOrder,
    /// Attributes of vertices, one value each.
    pub(crate) vertex_columns: BTreeMap<String, Column>,
    /// Attributes of edges, parallel to `edges`.
    pub(crate) edge_columns: BTreeMap<String, Column>,
}

impl Sample {
    /// The engine's form of the graph. Its original ids are the ids used here.
    pub(crate) fn graph(&self) -> Graph {
        let mut builder = match self.is_directed {
            true => GraphBuilder::directed(),
            false => GraphBuilder::undirected(),
        }
        .vertices(self.num_vertices);
        for (x, y, label) in &self.edges {
            builder = match label {
                Some(label) => builder.labelled_edge(*x, *y, label),
                None => builder.edges([(*x, *y)]),
            };
        }
        if !self.vertex_labels.is_empty() {
            builder = builder.vertex_labels(self.vertex_labels.iter().cloned());
        }
        let mut graph = builder.build().unwrap();
        // Some columns come before the ids change, the others after.
        for (name, column) in self.vertex_columns.iter().take(1) {
            graph.add_vertex_column(name, column.clone()).expect("one value a vertex");
        }
        let ends: Vec<(u64, u64)> = self.edges.iter().map(|&(x, y, _)| (x.into(), y.into())).collect();
        for (name, column) in self.edge_columns.iter().take(1) {
            graph.add_edge_column(name, &ends, column.clone()).expect("one value an edge");
        }
        graph = graph.relabelled(self.order);
        for (name, column) in self.vertex_columns.iter().skip(1) {
            graph.add_vertex_column(name, column.clone()).expect("one value a vertex");
        }
        for (name, column) in self.edge_columns.iter().skip(1) {
            graph.add_edge_column(name, &ends, column.clone()).expect("one value an edge");
        }
        graph
    }

    /// At `x * num_vertices + y`: the place in `edges` of the edge x->y. An undirected edge is there both ways.
    pub(crate) fn matrix(&self) -> Vec<Option<usize>> {
        let n = self.num_vertices;
        let mut matrix = vec![None; n * n];
        for (at, &(x, y, _)) in self.edges.iter().enumerate() {
            matrix[x as usize * n + y as usize] = Some(at);
            if !self.is_directed {
                matrix[y as usize * n + x as usize] = Some(at);
            }
        }
        matrix
    }

    /// Takes vertices away, one after the other, as long as `fails` holds.
    pub(crate) fn shrunk(&self, fails: impl Fn(&Sample) -> bool) -> Sample {
        let mut smallest = self.clone();
        let mut at = smallest.num_vertices;
        while at > 0 {
            at -= 1;
            let smaller = smallest.without(at);
            if fails(&smaller) {
                smallest = smaller;
            }
        }
        smallest
    }

    /// The graph less vertex `gone`; later vertices move down by one.
    fn without(&self, gone: usize) -> Sample {
        let moved = |x: u32| if x as usize > gone { x - 1 } else { x };
        let stays = |(x, y, _): &&SampleEdge| *x as usize != gone && *y as usize != gone;
        let mut smaller = self.clone();
        smaller.num_vertices -= 1;
        smaller.edges =
            self.edges.iter().filter(stays).map(|(x, y, label)| (moved(*x), moved(*y), label.clone())).collect();
        if !smaller.vertex_labels.is_empty() {
            smaller.vertex_labels.remove(gone);
        }
        let kept: Vec<bool> = self.edges.iter().map(|edge| stays(&edge)).collect();
        smaller.edge_columns.values_mut().for_each(|column| retain(column, |at| kept[at]));
        smaller.vertex_columns.values_mut().for_each(|column| retain(column, |at| at != gone));
        smaller
    }
}

/// Keeps the values at some places.
fn retain(column: &mut Column, keep: impl Fn(usize) -> bool) {
    let mut at = 0..;
    let mut next = || at.next().is_some_and(&keep);
    match column {
        Column::Integers(values) | Column::Moments(_, values) => values.to_mut().retain(|_| next()),
        Column::Text(text) => *text = (0..text.len()).filter(|&at| keep(at)).map(|at| text.get(at)).collect(),
        Column::Wide(wide) => *wide = (0..wide.len()).filter(|&at| keep(at)).map(|at| wide.get(at)).collect(),
        Column::Floats(values) => values.to_mut().retain(|_| next()),
    }
}

/// What `graph` calls its vertex `v`, as an index into the sample.
pub(crate) fn sample_vertex(graph: &Graph, v: VertexId) -> usize {
    match graph.original_id(v) {
        OriginalId::Integer(id) => id as usize,
        OriginalId::Name(name) => panic!("samples have integer ids, not `{name}`"),
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_directed { "directed" } else { "undirected" };
        writeln!(f, "{}: {kind}, {} vertices, ids in order {:?}", self.name, self.num_vertices, self.order)?;
        if !self.vertex_labels.is_empty() {
            writeln!(f, "  labels {}", self.vertex_labels.join(" "))?;
        }
        let link = if self.is_directed { "->" } else { "-" };
        let edge = |(x, y, label): &SampleEdge| match label {
            Some(label) => format!("{x}{link}{y}:{label}"),
            None => format!("{x}{link}{y}"),
        };
        write!(f, "  edges {}", self.edges.iter().map(edge).collect::<Vec<_>>().join(" "))?;
        for (name, column) in self.vertex_columns.iter().chain(&self.edge_columns) {
            write!(f, "\n  {name} {column:?}")?;
        }
        Ok(())
    }
}
