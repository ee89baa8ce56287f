//! A figure as its layout sees it: which vertices are joined, how far apart they are, which parts it falls into.

use super::figure::{EdgeKind, Figure};

/// A line between two vertices, however many edges there are between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) ends: (usize, usize),
    /// Whether all its edges must be absent: it is drawn dashed, and matters less.
    pub(super) absent: bool,
    /// 1 if all its arcs lead from the first end to the second, -1 if all lead back, 0 if neither.
    pub(super) flow: f64,
}

/// A simple graph: absent edges join their ends too, so that they have room of their own.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) size: usize,
    pub(super) lines: Vec<Line>,
    /// Row by row, whether vertices are joined.
    joined: Vec<bool>,
}

impl Shape {
    pub(super) fn of(figure: &Figure) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        for edge in figure.drawn_edges() {
            let ends = (edge.from.min(edge.to), edge.from.max(edge.to));
            let flow = match edge.kind {
                EdgeKind::Directed if edge.from == ends.0 => 1.0,
                EdgeKind::Directed => -1.0,
                EdgeKind::Undirected | EdgeKind::Mutual => 0.0,
            };
            match lines.iter_mut().find(|line| line.ends == ends) {
                Some(line) => {
                    line.absent &= edge.absent;
                    line.flow = if line.flow == flow { flow } else { 0.0 };
                }
                None => lines.push(Line { ends, absent: edge.absent, flow }),
            }
        }
        Shape::new(figure.vertices.len(), lines)
    }

    fn new(size: usize, lines: Vec<Line>) -> Self {
        let mut joined = vec![false; size * size];
        for line in &lines {
            let (a, b) = line.ends;
            joined[a * size + b] = true;
            joined[b * size + a] = true;
        }
        Shape { size, lines, joined }
    }

    pub(super) fn is_joined(&self, a: usize, b: usize) -> bool {
        self.joined[a * self.size + b]
    }

    pub(super) fn neighbors(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.size).filter(move |&other| self.is_joined(vertex, other))
    }

    pub(super) fn degree(&self, vertex: usize) -> usize {
        self.neighbors(vertex).count()
    }

    /// Vertices by part, each part ascending; parts by their first vertex.
    pub(super) fn parts(&self) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for vertex in 0..self.size {
            if parts.iter().any(|part| part.contains(&vertex)) {
                continue;
            }
            let reached = self.distances_from(vertex);
            parts.push((0..self.size).filter(|&other| reached[other].is_some()).collect());
        }
        parts
    }

    /// What is between some of the vertices, which are numbered by their places in `part`.
    pub(super) fn within(&self, part: &[usize]) -> Shape {
        let place = |vertex: usize| part.iter().position(|&own| own == vertex);
        let lines = self.lines.iter().filter_map(|line| {
            let ends = (place(line.ends.0)?, place(line.ends.1)?);
            Some(Line { ends, ..*line })
        });
        Shape::new(part.len(), lines.collect())
    }

    /// Steps from a vertex to each other; `None` where there is no way.
    pub(super) fn distances_from(&self, vertex: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.size];
        distances[vertex] = Some(0);
        let mut reached = vec![vertex];
        let mut at = 0;
        while let Some(&from) = reached.get(at) {
            let next = distances[from].map(|distance| distance + 1);
            for to in self.neighbors(from) {
                if distances[to].is_none() {
                    distances[to] = next;
                    reached.push(to);
                }
            }
            at += 1;
        }
        distances
    }

    /// Whether it is in one part and has no cycle.
    pub(super) fn is_tree(&self) -> bool {
        self.lines.len() + 1 == self.size && self.parts().len() == 1
    }

    pub(super) fn is_clique(&self) -> bool {
        self.lines.len() * 2 == self.size * self.size.saturating_sub(1)
    }
}
