//! What a query asks: nodes and relationships that are matched, conditions, what is computed of the matches, in one value that prints itself.

use std::collections::BTreeSet;
use std::ops::Range;

use gpm::Graph;

use crate::expression::{Expression, Node};
use crate::label_choices::Labels;

/// A query that was read.
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) text: String,
    /// At least one; more are joined by `UNION`.
    pub(crate) branches: Vec<Branch>,
    /// Whether equal rows of the branches count once.
    pub(crate) is_distinct: bool,
}

/// One `MATCH … RETURN …`.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) reading: Reading,
    /// What the clauses `WITH` and the last one, `RETURN`, make of the rows before them.
    pub(crate) projections: Vec<Projection>,
}

/// What is matched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) matching: Matching,
    pub(crate) conditions: Vec<Expression>,
    /// Patterns that conditions ask for.
    pub(crate) subpatterns: Vec<Subpattern>,
    /// Patterns that may be there, `OPTIONAL MATCH`.
    pub(crate) optional: Vec<Subpattern>,
}

/// A node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Vertex {
    /// None of a node without one.
    pub(crate) name: Option<String>,
    pub(crate) labels: Labels,
}

/// A relationship, or a chain of some.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edge {
    pub(crate) name: Option<String>,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// One of these types; any, if there is none.
    pub(crate) types: BTreeSet<String>,
    pub(crate) is_directed: bool,
    /// How many relationships it stands for, at least and at most.
    pub(crate) length: (usize, usize),
    /// The clause it is in: two relationships of one clause are different ones.
    pub(crate) clause: usize,
    /// What its properties are: literals.
    pub(crate) properties: Vec<(String, Expression)>,
    pub(crate) span: Range<usize>,
}

/// A pattern around some nodes of another one.
#[derive(Clone, Debug)]
pub(crate) struct Subpattern {
    pub(crate) reading: Reading,
    /// Which nodes of its own are which of the other: own, other.
    pub(crate) shared: Vec<(usize, usize)>,
    pub(crate) span: Range<usize>,
}

/// What of the graph may be matched twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Matching {
    /// Relationships of one `MATCH` are different ones, nodes need not be: the default of Cypher, and GQL's `DIFFERENT EDGES` (G002).
    #[default]
    DifferentEdges,
    /// Nothing need be different: GQL's `REPEATABLE ELEMENTS` (G003).
    Repeatable,
    /// Nodes are different ones, too: an extension, what gpm's patterns mean.
    DifferentNodes,
}

/// What becomes of the rows.
#[derive(Clone, Debug)]
pub(crate) struct Projection {
    pub(crate) items: Vec<Item>,
    pub(crate) is_distinct: bool,
    /// Over the items, by slot, or over what they are made of.
    pub(crate) order: Vec<SortKey>,
    pub(crate) skip: usize,
    pub(crate) limit: Option<usize>,
    /// Of `WITH … WHERE`, over the items by slot.
    pub(crate) filter: Option<Expression>,
}

/// A column of a projection.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) of: Expression,
}

/// What rows are sorted by.
#[derive(Clone, Debug)]
pub(crate) struct SortKey {
    pub(crate) by: SortBy,
    pub(crate) is_descending: bool,
}

/// What a sort key is computed of.
#[derive(Clone, Debug)]
pub(crate) enum SortBy {
    /// The items, by slot.
    Items(Expression),
    /// The rows before the projection.
    Rows(Expression),
}

impl Question {
    /// Whether it reads ids of nodes, by `id(a)` or by a property `id` that is no column of the graph. To return a node is not to read its id.
    pub fn reads_ids(&self, graph: &Graph) -> bool {
        let is_id = |own: &Expression| {
            let mut is_found = false;
            own.visit(&mut |one| {
                is_found |= match &one.node {
                    Node::Id(_) => true,
                    Node::Property(_, key) => key == "id" && graph.vertex_column(key).is_none(),
                    _ => false,
                }
            });
            is_found
        };
        self.branches.iter().any(|Branch { reading, projections }| {
            let items = projections.iter().flat_map(|own| &own.items).map(|item| &item.of);
            let keys = projections.iter().flat_map(|own| &own.order).map(|key| match &key.by {
                SortBy::Items(by) | SortBy::Rows(by) => by,
            });
            let filters = projections.iter().filter_map(|own| own.filter.as_ref());
            reading.conditions().any(is_id) || items.chain(keys).chain(filters).any(is_id)
        })
    }

    /// Whether it asks for types of relationships, which a graph then must have been read with.
    pub fn reads_types(&self) -> bool {
        let is_type = |own: &Expression| {
            let mut is_found = false;
            own.visit(&mut |one| is_found |= matches!(one.node, Node::Type(_)));
            is_found
        };
        self.branches.iter().any(|Branch { reading, projections }| {
            let items = projections.iter().flat_map(|own| &own.items).map(|item| &item.of);
            reading.reads_types() || reading.conditions().chain(items).any(is_type)
        })
    }
}

impl Reading {
    /// Its conditions, and those of the patterns around it.
    fn conditions(&self) -> impl Iterator<Item = &Expression> {
        let around = self.subpatterns.iter().chain(&self.optional);
        let inner: Vec<&Expression> = around.flat_map(|own| own.reading.conditions().collect::<Vec<_>>()).collect();
        self.conditions.iter().chain(inner)
    }

    fn reads_types(&self) -> bool {
        let inner = self.subpatterns.iter().chain(&self.optional).any(|own| own.reading.reads_types());
        inner || self.edges.iter().any(|edge| !edge.types.is_empty())
    }
}

impl Matching {
    /// As a query writes it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Matching::DifferentEdges => "DIFFERENT EDGES",
            Matching::Repeatable => "REPEATABLE ELEMENTS",
            Matching::DifferentNodes => "DIFFERENT NODES",
        }
    }
}
