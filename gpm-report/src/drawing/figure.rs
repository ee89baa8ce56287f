//! What is drawn: a small graph with names, labels, directions and edges that must be absent.

use std::fmt::Write;

/// A small graph to draw: a pattern, a motif, a match.
///
/// Good drawings have at most about 12 vertices. Larger ones are drawn too, on a circle from 24 on. Edges whose ends are not among the
/// vertices, and loops, are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// The vertices; edges name them by their place here.
    pub vertices: Vec<Vertex>,
    /// The edges, in any order. Two arcs `a → b` and `b → a` without labels are drawn as one line with two heads.
    pub edges: Vec<Edge>,
}

/// A vertex of a [`Figure`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vertex {
    /// What it is called; empty for none.
    pub name: String,
    /// The kind of vertex that it is. Kinds have colours of their own.
    pub label: Option<String>,
}

/// An edge of a [`Figure`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The place of one end among the vertices; the tail of an arc.
    pub from: usize,
    /// The place of the other end; the head of an arc.
    pub to: usize,
    /// Whether it has a direction.
    pub kind: EdgeKind,
    /// The kind of edge that it is, as text beside it.
    pub label: Option<String>,
    /// Whether there must be no such edge. It is drawn dashed.
    pub absent: bool,
}

/// Directions of an [`Edge`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeKind {
    /// A line.
    #[default]
    Undirected,
    /// An arrow from `from` to `to`.
    Directed,
    /// A line with two heads.
    Mutual,
}

impl Edge {
    /// An edge without label that is there.
    pub fn new(from: usize, to: usize, kind: EdgeKind) -> Self {
        Edge { from, to, kind, label: None, absent: false }
    }

    fn is_drawn(&self, vertices: usize) -> bool {
        self.from < vertices && self.to < vertices && self.from != self.to
    }
}

impl Figure {
    /// Vertices without names, and lines between them.
    pub fn undirected(vertices: usize, edges: &[(usize, usize)]) -> Self {
        Figure::plain(vertices, edges, EdgeKind::Undirected)
    }

    /// Vertices without names, and arrows between them. Arrows both ways are one line with two heads.
    pub fn directed(vertices: usize, arcs: &[(usize, usize)]) -> Self {
        Figure::plain(vertices, arcs, EdgeKind::Directed)
    }

    fn plain(vertices: usize, edges: &[(usize, usize)], kind: EdgeKind) -> Self {
        let edges = edges.iter().map(|&(from, to)| Edge::new(from, to, kind)).collect();
        Figure { vertices: vec![Vertex::default(); vertices], edges }
    }

    /// The same graph with names, as many as are given.
    pub fn with_names<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        for (vertex, name) in self.vertices.iter_mut().zip(names) {
            vertex.name = name.into();
        }
        self
    }

    /// The labels of its vertices, each once, ascending.
    pub fn labels(&self) -> Vec<String> {
        let mut labels: Vec<String> = self.vertices.iter().filter_map(|vertex| vertex.label.clone()).collect();
        labels.sort();
        labels.dedup();
        labels
    }

    /// The edges that are drawn: ends are vertices and differ, and two arcs between the same vertices, one each way and with the same
    /// label, are one mutual edge.
    pub(crate) fn drawn_edges(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> = Vec::new();
        for edge in self.edges.iter().filter(|edge| edge.is_drawn(self.vertices.len())) {
            let is_back = |other: &&mut Edge| {
                let is_arc = other.kind == EdgeKind::Directed && edge.kind == EdgeKind::Directed;
                let is_alike = other.label == edge.label && other.absent == edge.absent;
                is_arc && is_alike && (other.from, other.to) == (edge.to, edge.from)
            };
            if let Some(other) = edges.iter_mut().find(is_back) {
                other.kind = EdgeKind::Mutual;
            } else if !edges.contains(edge) {
                edges.push(edge.clone());
            }
        }
        edges
    }

    /// The graph in words, for those who do not see the drawing.
    pub fn in_words(&self) -> String {
        let edges = self.drawn_edges();
        let present = edges.iter().filter(|edge| !edge.absent).count();
        let mut words =
            format!("{}, {}", said(self.vertices.len(), "vertex", "vertices"), said(present, "edge", "edges"));
        if edges.is_empty() {
            return words;
        }
        words.push_str(": ");
        for (i, edge) in edges.iter().take(MOST_EDGES_IN_WORDS).enumerate() {
            let line = match edge.kind {
                EdgeKind::Undirected => "–",
                EdgeKind::Directed => "→",
                EdgeKind::Mutual => "↔",
            };
            let (no, comma) = (if edge.absent { "no " } else { "" }, if i > 0 { ", " } else { "" });
            let _ = write!(words, "{comma}{no}{}{line}{}", self.called(edge.from), self.called(edge.to));
            if let Some(label) = &edge.label {
                let _ = write!(words, " ({label})");
            }
        }
        if edges.len() > MOST_EDGES_IN_WORDS {
            words.push_str(", and more");
        }
        words
    }

    /// The name of a vertex, or its place counted from 1.
    fn called(&self, vertex: usize) -> String {
        let Vertex { name, label } = &self.vertices[vertex];
        let name = if name.is_empty() { (vertex + 1).to_string() } else { name.clone() };
        match label {
            Some(label) => format!("{name}:{label}"),
            None => name,
        }
    }
}

/// Edges that the words of a drawing list. *guess*
const MOST_EDGES_IN_WORDS: usize = 30;

fn said(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_both_ways_are_one_edge() {
        let figure = Figure::directed(3, &[(0, 1), (1, 0), (1, 2), (2, 2), (1, 2), (7, 1)]);
        assert_eq!(figure.drawn_edges(), [Edge::new(0, 1, EdgeKind::Mutual), Edge::new(1, 2, EdgeKind::Directed)]);
    }

    #[test]
    fn words_name_all_edges() {
        let mut figure = Figure::undirected(3, &[(0, 1), (1, 2), (0, 2)]).with_names(["a", "b"]);
        figure.edges[2].absent = true;
        figure.vertices[0].label = Some("Person".to_owned());
        assert_eq!(figure.in_words(), "3 vertices, 2 edges: a:Person–b, b–3, no a:Person–3");
    }
}
