//! A pattern as numbers.

use crate::pattern::{Label, Pattern, PatternBuilder, PatternError, Structure, canonical_order};

/// What joins two vertices, seen from the first of them: the label of the edge to the second, and of the one back, each one more than its
/// number; 0 where there is no edge. In an undirected graph both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// From the first to the second.
    pub forward: u32,
    /// From the second to the first.
    pub backward: u32,
}

impl Link {
    /// No edge.
    pub const NONE: Link = Link { forward: 0, backward: 0 };

    /// An undirected edge with the label of this number.
    pub fn undirected(label: u32) -> Link {
        Link { forward: label + 1, backward: label + 1 }
    }

    /// An arc from the first vertex with the label of this number.
    pub fn arc(label: u32) -> Link {
        Link { forward: label + 1, backward: 0 }
    }

    /// The same seen from the second vertex.
    #[must_use]
    pub fn reversed(self) -> Link {
        Link { forward: self.backward, backward: self.forward }
    }

    /// Whether there is no edge.
    pub fn is_none(self) -> bool {
        self == Link::NONE
    }

    /// Whether all edges of `demand` are there.
    #[inline]
    pub fn has(self, demand: Link) -> bool {
        (demand.forward == 0 || demand.forward == self.forward)
            && (demand.backward == 0 || demand.backward == self.backward)
    }

    /// The edges of both; `None` if they have one in the same direction.
    pub fn with(self, other: Link) -> Option<Link> {
        let is_free = (self.forward == 0 || other.forward == 0) && (self.backward == 0 || other.backward == 0);
        is_free.then_some(Link { forward: self.forward | other.forward, backward: self.backward | other.backward })
    }

    /// Number of edges: two for arcs in both directions.
    fn num_edges(self, is_directed: bool) -> usize {
        match is_directed {
            true => usize::from(self.forward != 0) + usize::from(self.backward != 0),
            false => usize::from(!self.is_none()),
        }
    }
}

/// A connected pattern whose vertices all have labels, which are numbers; 0 on every vertex of a graph without labels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    labels: Box<[u32]>,
    /// The pairs that are joined, each with its smaller vertex first, ascending.
    links: Box<[(u8, u8, Link)]>,
}

impl Shape {
    /// A shape of vertices with these labels. `links` are pairs of different vertices, none of them twice.
    pub fn new(labels: &[u32], links: impl IntoIterator<Item = (usize, usize, Link)>) -> Shape {
        let turned = |(u, v, link): (usize, usize, Link)| match u < v {
            true => (u as u8, v as u8, link),
            false => (v as u8, u as u8, link.reversed()),
        };
        let mut links: Vec<_> = links.into_iter().map(turned).collect();
        links.sort_unstable();
        Shape { labels: labels.into(), links: links.into() }
    }

    /// Number of vertices.
    pub fn num_vertices(&self) -> usize {
        self.labels.len()
    }

    /// Number of edges; in a directed graph, of arcs.
    pub fn num_edges(&self, is_directed: bool) -> usize {
        self.links.iter().map(|(_, _, link)| link.num_edges(is_directed)).sum()
    }

    /// The labels of the vertices.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The pairs that are joined, each with its smaller vertex first.
    pub fn links(&self) -> impl Iterator<Item = (usize, usize, Link)> + '_ {
        self.links.iter().map(|&(u, v, link)| (usize::from(u), usize::from(v), link))
    }

    /// What joins `u` and `v`.
    pub fn link(&self, u: usize, v: usize) -> Link {
        let (low, high) = (u.min(v) as u8, u.max(v) as u8);
        let found = self.links.iter().find(|&&(x, y, _)| (x, y) == (low, high));
        let link = found.map_or(Link::NONE, |&(_, _, link)| link);
        if u <= v { link } else { link.reversed() }
    }

    /// The same pattern with its vertices in canonical order, which isomorphic patterns have in common, and that order: vertex `i` of the
    /// result is vertex `order[i]` of this one.
    pub fn canonical(&self) -> (Shape, Vec<u8>) {
        let order: Vec<u8> = canonical_order(&self.structure()).into_iter().map(|u| u as u8).collect();
        (self.selected(&order), order)
    }

    /// An order for readers: each vertex but the first is joined to one before it, if possible by an edge towards it; those with smaller numbers
    /// come first.
    pub fn connected_order(&self) -> Vec<u8> {
        let n = self.num_vertices();
        let begins = |&u: &usize| (0..n).all(|v| self.link(u, v).backward == 0);
        let mut order = vec![(0..n).find(begins).unwrap_or(0)];
        while order.len() < n {
            let rest = (0..n).filter(|v| !order.contains(v));
            let next = rest.min_by_key(|&v| {
                let links = || order.iter().map(|&u| self.link(u, v));
                (links().all(Link::is_none), links().all(|link| link.forward == 0))
            });
            order.push(next.expect("some are left"));
        }
        order.into_iter().map(|u| u as u8).collect()
    }

    /// The part made of these vertices, in this order, and all links between them.
    pub fn selected(&self, vertices: &[u8]) -> Shape {
        let labels: Vec<u32> = vertices.iter().map(|&u| self.labels[usize::from(u)]).collect();
        let place = |u: usize| vertices.iter().position(|&own| usize::from(own) == u);
        Shape::new(&labels, self.links().filter_map(|(u, v, link)| Some((place(u)?, place(v)?, link))))
    }

    /// For each vertex the smallest one that an automorphism takes it to.
    pub fn representatives(&self) -> Vec<u8> {
        self.symmetry().0
    }

    /// The same, and for each vertex those that may be swapped with it while all others stay, as a bit mask without itself.
    pub fn symmetry(&self) -> (Vec<u8>, Vec<u32>) {
        let structure = self.structure();
        let mut orbits = structure.orbits();
        let smallest = |u: usize| orbits.of(u).trailing_zeros() as u8;
        let n = self.num_vertices();
        ((0..n).map(smallest).collect(), (0..n).map(|u| structure.twins(u)).collect())
    }

    /// Whether the links join all vertices without a cycle.
    pub fn is_tree(&self) -> bool {
        self.links.len() + 1 == self.labels.len()
    }

    /// The pattern in the pattern language, with vertices called a, b, c, …; `vertex_label` and `edge_label` name the labels, if there are any.
    ///
    /// # Errors
    /// When a label has no text, which no pattern can ask for.
    pub fn pattern(
        &self,
        vertex_label: impl Fn(u32) -> Option<Label>,
        edge_label: impl Fn(u32) -> Option<Label>,
        is_directed: bool,
    ) -> Result<Pattern, PatternError> {
        let mut builder = PatternBuilder::default();
        for (u, &label) in self.labels.iter().enumerate() {
            let u = builder.vertex(&name(u));
            if let Some(label) = vertex_label(label) {
                builder.vertex_label(u, label);
            }
        }
        for (u, v, Link { forward, backward }) in self.links() {
            if !is_directed {
                builder.edge(u, v, edge_label(forward - 1));
                continue;
            }
            for (from, to, label) in [(u, v, forward), (v, u, backward)] {
                if label != 0 {
                    builder.directed_edge(from, to, edge_label(label - 1));
                }
            }
        }
        builder.build()
    }

    fn structure(&self) -> Structure {
        Structure::of_numbers(&self.labels, |u, v| {
            let link = self.link(u, v);
            u64::from(link.forward) << 32 | u64::from(link.backward)
        })
    }
}

/// a to z, then v26, v27, …
fn name(u: usize) -> String {
    match u {
        0..26 => char::from(b'a' + u as u8).to_string(),
        _ => format!("v{u}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_print_as_patterns() {
        let (any, label) = (|_| None, |label: u32| Some(Label::new(format!("l{label}"))));
        let wedge = Shape::new(&[1, 0, 0], [(1, 0, Link::undirected(0)), (0, 2, Link::undirected(0))]);
        assert_eq!(wedge.pattern(label, any, false).unwrap().to_string(), "a:l1-b:l0 a-c:l0");
        let both = Link::arc(0).with(Link::arc(1).reversed()).unwrap();
        let arcs = Shape::new(&[0, 0, 0], [(0, 1, both), (2, 1, Link::arc(1))]);
        assert_eq!(arcs.pattern(any, label, true).unwrap().to_string(), "a-[l0]->b b-[l1]->a c-[l1]->b");
        assert_eq!((arcs.num_edges(true), arcs.is_tree()), (3, true));
    }

    #[test]
    fn isomorphic_shapes_have_one_canonical_form() {
        let edge = Link::undirected(0);
        let one = Shape::new(&[5, 7, 7, 7], [(0, 1, edge), (1, 2, edge), (2, 3, edge)]);
        let other = Shape::new(&[7, 7, 5, 7], [(3, 0, edge), (1, 3, edge), (0, 2, edge)]);
        let (form, order) = other.canonical();
        assert_eq!(form, one.canonical().0);
        assert_eq!(form, other.selected(&order));
        assert_eq!(other.connected_order(), [0, 2, 3, 1]);
        let arc = Shape::new(&[5, 7], [(0, 1, Link::arc(0))]);
        assert_ne!(arc.canonical().0, Shape::new(&[5, 7], [(1, 0, Link::arc(0))]).canonical().0);
    }

    #[test]
    fn orbits_of_a_star() {
        let edge = Link::undirected(3);
        let star = Shape::new(&[0, 0, 0, 1], [(0, 1, edge), (0, 2, edge), (0, 3, edge)]);
        assert_eq!(star.representatives(), [0, 1, 1, 3]);
        assert_eq!(star.symmetry().1, [0, 0b100, 0b010, 0]);
    }
}
