//! What a query asks: nodes and relationships that are matched, conditions, what is computed of the matches, in one value that prints itself.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use crate::cypher;
use crate::error::{Refusal, Wrong};
use crate::expression::{Expression, Node};

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

/// The labels that a node must have: of each choice one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Labels(pub(crate) Vec<BTreeSet<String>>);

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
    /// Reads a query in Cypher: `MATCH`, `OPTIONAL MATCH`, `WHERE`, `WITH`, `RETURN`, `ORDER BY`, `SKIP`, `LIMIT`, `UNION`.
    ///
    /// ```
    /// use gpm_query::Question;
    ///
    /// assert!(Question::read("MATCH (a:Person)-[:KNOWS]->(b) RETURN a, count(b)").is_ok());
    /// let refused = Question::read("MATCH (a)-->(b) DELETE a").unwrap_err();
    /// assert_eq!(refused.message(), "`DELETE` changes a graph, and gpm only reads them");
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] for what is no Cypher, and, by name, for what gpm does not answer.
    pub fn read(text: &str) -> Result<Question, Refusal> {
        cypher::read(text).map_err(|wrong: Wrong| wrong.within(text))
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
            reading.reads_types() || reading.conditions.iter().chain(items).any(is_type)
        })
    }
}

impl Reading {
    fn reads_types(&self) -> bool {
        let inner = self.subpatterns.iter().chain(&self.optional).any(|own| own.reading.reads_types());
        inner || self.edges.iter().any(|edge| !edge.types.is_empty())
    }
}

impl Labels {
    /// Whether every label will do, and none.
    pub(crate) fn is_any(&self) -> bool {
        self.0.is_empty()
    }

    /// With what others demand.
    pub(crate) fn and(&self, others: &Labels) -> Labels {
        let new = others.0.iter().filter(|choice| !self.0.contains(choice)).cloned();
        Labels(self.0.iter().cloned().chain(new).collect())
    }

    /// Whether a vertex has them; `own` is its label, or several with `;` between them.
    pub(crate) fn admit(&self, own: &str) -> bool {
        self.0.iter().all(|choice| choice.contains(own) || own.split(';').any(|one| choice.contains(one)))
    }

    /// The labels of which any one will do, where a vertex has one label; `None` if it may have each, or none.
    pub(crate) fn single(&self) -> Option<BTreeSet<String>> {
        self.0.iter().cloned().reduce(|left, right| left.intersection(&right).cloned().collect())
    }
}

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices = self.0.iter().map(|choice| choice.iter().map(String::as_str).collect::<Vec<_>>().join("|"));
        match choices.collect::<Vec<_>>() {
            choices if choices.is_empty() => Ok(()),
            choices => write!(f, ":{}", choices.join("&")),
        }
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
