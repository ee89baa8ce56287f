//! The patterns one step larger than a known one.

use super::{Alphabet, Link, Shape};
use crate::pattern::MAX_VERTICES;

/// What a step of growth adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An edge, perhaps with a vertex at its end: the order of patterns by their edges, in which other edges may be there as well.
    Edge,
    /// A vertex with all its edges: the order of induced patterns, of which a part has all edges between its vertices.
    Vertex,
}

/// How patterns grow.
#[derive(Clone, Debug)]
pub struct Growth {
    /// What is added at a time.
    pub step: Step,
    /// Whether edges have directions.
    pub is_directed: bool,
    /// The frequent edges. Where vertices are added, all that two vertices may have between them.
    pub alphabet: Alphabet,
    /// Vertices of a pattern at most.
    pub max_vertices: usize,
    /// Edges of a pattern at most.
    pub max_edges: usize,
}

/// A pattern that may be frequent, since all its parts are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Child {
    /// In canonical form.
    pub shape: Shape,
    /// Where the known patterns one step smaller lie in it.
    pub parts: Vec<Part>,
}

/// A known pattern as a part of a larger one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Which one.
    pub known: usize,
    /// The vertex of the larger pattern that each vertex of the known one is.
    pub vertices: Vec<u8>,
}

impl Growth {
    /// The patterns one step larger than `parent`, the known pattern number `at`, all of whose parts are known. Each is offered by the part
    /// with the smallest number alone, so that it is found once over all parents. `known` finds the number of a canonical shape. The
    /// patterns are distinct and ascending.
    pub fn children(&self, at: usize, parent: &Shape, known: impl Fn(&Shape) -> Option<usize>) -> Vec<Child> {
        let mut children = Vec::new();
        self.for_each_extension(parent, &mut |extension| children.extend(self.child(at, &extension, &known)));
        children.sort_unstable();
        // Automorphisms of the parent make one child of several extensions.
        children.dedup_by(|one, other| one.shape == other.shape);
        children
    }

    /// How many extensions [`children`](Self::children) looks at; they are at least as many as the children. Cost: it makes them all.
    pub fn num_extensions(&self, parent: &Shape) -> u64 {
        let mut number = 0;
        self.for_each_extension(parent, &mut |_| number += 1);
        number
    }

    fn child(&self, at: usize, extension: &Shape, known: &impl Fn(&Shape) -> Option<usize>) -> Option<Child> {
        let mut parts = Vec::new();
        for (part, vertices) in extension.parts(self.step, self.is_directed) {
            let (form, order) = part.canonical();
            let number = known(&form).filter(|&number| number >= at)?;
            parts.push(Part { known: number, vertices: order.iter().map(|&u| vertices[usize::from(u)]).collect() });
        }
        let (shape, order) = extension.canonical();
        let mut place = [0u8; MAX_VERTICES];
        for (i, &u) in order.iter().enumerate() {
            place[usize::from(u)] = i as u8;
        }
        for part in &mut parts {
            part.vertices.iter_mut().for_each(|u| *u = place[usize::from(*u)]);
        }
        Some(Child { shape, parts })
    }

    fn for_each_extension(&self, parent: &Shape, each: &mut impl FnMut(Shape)) {
        match self.step {
            Step::Edge => self.extend_by_edge(parent, each),
            Step::Vertex => self.extend_by_vertex(parent, each),
        }
    }

    fn extend_by_edge(&self, parent: &Shape, each: &mut impl FnMut(Shape)) {
        let (labels, n) = (parent.labels(), parent.num_vertices());
        let representatives = parent.representatives();
        for (u, &label) in labels.iter().enumerate() {
            // Vertices that an automorphism takes to each other have the same extensions.
            let is_first = usize::from(representatives[u]) == u;
            for &(link, other) in self.alphabet.from(label) {
                if is_first && n < self.max_vertices {
                    let labels: Vec<u32> = labels.iter().copied().chain([other]).collect();
                    each(Shape::new(&labels, parent.links().chain([(u, n, link)])));
                }
                for v in (u + 1..n).filter(|&v| labels[v] == other) {
                    let Some(joined) = parent.link(u, v).with(link) else { continue };
                    let others = parent.links().filter(|&(x, y, _)| (x, y) != (u, v));
                    each(Shape::new(labels, others.chain([(u, v, joined)])));
                }
            }
        }
    }

    fn extend_by_vertex(&self, parent: &Shape, each: &mut impl FnMut(Shape)) {
        if parent.num_vertices() >= self.max_vertices {
            return;
        }
        let mut others: Vec<u32> =
            parent.labels().iter().flat_map(|&label| self.alphabet.from(label)).map(|&(_, other)| other).collect();
        others.sort_unstable();
        others.dedup();
        for other in others {
            let labels: Vec<u32> = parent.labels().iter().copied().chain([other]).collect();
            self.join_last(parent, &labels, (0, parent.links().collect()), each);
        }
    }

    /// Joins the last of the vertices with `labels` to those from `u` on in every way.
    fn join_last(
        &self,
        parent: &Shape,
        labels: &[u32],
        (u, links): (usize, Vec<(usize, usize, Link)>),
        each: &mut impl FnMut(Shape),
    ) {
        let last = parent.num_vertices();
        if u == last {
            let is_joined = links.len() > parent.links().count();
            let shape = is_joined.then(|| Shape::new(labels, links));
            shape.filter(|shape| shape.num_edges(self.is_directed) <= self.max_edges).into_iter().for_each(each);
            return;
        }
        self.join_last(parent, labels, (u + 1, links.clone()), each);
        for &(link, _) in self.alphabet.from(labels[u]).iter().filter(|(_, other)| *other == labels[last]) {
            let joined = links.iter().copied().chain([(u, last, link)]).collect();
            self.join_last(parent, labels, (u + 1, joined), each);
        }
    }
}
