//! What a predicate asks about: the attributes of matched vertices and edges.

use super::OfSet;

/// What an attribute is an attribute of. Vertices are numbers: of pattern vertices in a pattern, of levels in a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A matched vertex.
    Vertex(usize),
    /// An undirected edge; the first is the lower number.
    Edge(usize, usize),
    /// An edge from the first to the second.
    Arc(usize, usize),
}

/// The name of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attribute {
    /// The vertex's id in the input.
    Id,
    /// A column that comes with the graph.
    Column(String),
    /// Whether the value of another attribute has a property: the integer 1 or 0.
    Property(Property, Box<Attribute>),
    /// An aggregate of a set of records that the vertex determines.
    OfSet(Box<OfSet>),
}

impl Attribute {
    /// The column of the graph that is read, if any is.
    pub fn column(&self) -> Option<&str> {
        match self {
            Attribute::Id => None,
            Attribute::Column(name) => Some(name),
            Attribute::Property(_, of) => of.column(),
            Attribute::OfSet(of) => of.column(),
        }
    }
}

/// What a value may be, told by a column of its own that is made when a search begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// It is there.
    Known,
    /// It is a text like this one (see [`Like`](super::Like)). No value where it is missing.
    Like(String),
    /// It is a text of several items, of which this is one (see [`items`](super::items)). No value where it is missing.
    Has(String),
}

impl Owner {
    /// The vertices it is made of.
    pub fn vertices(self) -> impl Iterator<Item = usize> {
        let (first, second) = match self {
            Owner::Vertex(u) => (u, None),
            Owner::Edge(u, v) | Owner::Arc(u, v) => (u, Some(v)),
        };
        std::iter::once(first).chain(second)
    }

    /// The same of vertices by other numbers.
    pub(super) fn mapped(self, number: &impl Fn(usize) -> usize) -> Owner {
        match self {
            Owner::Vertex(u) => Owner::Vertex(number(u)),
            Owner::Edge(u, v) => Owner::edge(number(u), number(v)),
            Owner::Arc(u, v) => Owner::Arc(number(u), number(v)),
        }
    }

    /// The undirected edge between two vertices.
    pub(crate) fn edge(u: usize, v: usize) -> Owner {
        Owner::Edge(u.min(v), u.max(v))
    }
}
