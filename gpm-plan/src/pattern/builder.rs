//! Making a pattern statement by statement, and the checks every pattern passes.
//!
//! The parser, the file reader and the library's users all go through [`PatternBuilder`]. Statements may come in any order and
//! may repeat; [`build`](PatternBuilder::build) merges those on the same pair and reports contradictions at the later one.

use std::collections::BTreeMap;
use std::ops::Range;

use super::label::is_name_char;
use super::model::bits;
use super::predicate::{self, Condition, Predicate};
use super::record::BoundEdge;
use super::set_edge::SetEdge;
use super::shape::{check_count, check_shape};
use super::{Label, MAX_VERTICES, PairConstraint, PairStates, Pattern};
use crate::error::{PatternError, PatternErrorKind};

pub(crate) type Span = Option<Range<usize>>;

/// A pattern being made. Vertices are numbered in the order they are first named.
///
/// ```
/// use gpm::pattern::PatternBuilder;
///
/// let mut triangle = PatternBuilder::numbered(3);
/// triangle.edge(0, 1, None).edge(1, 2, None).anti_edge(2, 0);
/// assert_eq!(triangle.build()?, "0-1, 1-2, 2!-0".parse()?);
/// # Ok::<(), gpm::PatternError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PatternBuilder {
    pub(super) vertices: Vec<Vertex>,
    numbers: BTreeMap<String, usize>,
    pub(super) statements: Vec<Statement>,
    /// Labels that vertices have among others.
    among: Vec<(usize, Label)>,
    /// Edges that stand for records, in the order in which they are written.
    pub(super) bound: Vec<BoundEdge>,
    /// Sets of records, once they have hosts.
    pub(super) sets: Vec<SetEdge>,
}

#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub(super) name: String,
    /// The labels given, each with its place; more than one is an error unless all are equal.
    pub(super) labels: Vec<(Label, Span)>,
    pub(super) mention: Span,
}

/// One edge or anti-edge as stated.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) link: Link,
    pub(crate) span: Span,
}

/// What a line of a file that joins two vertices states, by its label.
pub(super) type LinkOf = fn(Option<Label>) -> Link;

/// What is stated between two vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Edge(Option<Label>),
    Arc(Option<Label>),
    AntiEdge,
    AntiArc,
}

impl Pattern {
    /// Starts a pattern that is made vertex by vertex and edge by edge.
    ///
    /// ```
    /// let mut arrow = gpm::Pattern::builder();
    /// let (from, to) = (arrow.vertex("from"), arrow.vertex("to"));
    /// let arrow = arrow.directed_edge(from, to, None).vertex_label(to, "city").build()?;
    /// assert_eq!(arrow.to_string(), "from->to:city");
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    pub fn builder() -> PatternBuilder {
        PatternBuilder::default()
    }

    /// An undirected unlabelled pattern on the vertices `0..num_vertices`, which are named by their numbers.
    ///
    /// ```
    /// let square = gpm::Pattern::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
    /// assert!(square.is_isomorphic(&"cycle:4".parse()?));
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When an edge is a loop, the edges do not connect the vertices, or there are too few or too many of these.
    ///
    /// # Panics
    /// When an edge names a vertex out of range.
    pub fn from_edges(num_vertices: usize, edges: &[(usize, usize)]) -> Result<Self, PatternError> {
        let mut builder = PatternBuilder::numbered(num_vertices);
        for &(u, v) in edges {
            builder.edge(u, v, None);
        }
        builder.build()
    }

    /// The same pattern, of which a vertex has one of these among its labels.
    pub(super) fn with_label_among(mut self, u: usize, label: &Label) -> Self {
        let one = Condition::any(label.texts().map(|text| Condition::has_label(u, text)));
        self.predicate = self.predicate.and(Predicate::new(one));
        self
    }
}

impl PatternBuilder {
    /// A builder that already has the vertices `0..num_vertices`, named by their numbers.
    pub fn numbered(num_vertices: usize) -> Self {
        let mut builder = Self::default();
        for u in 0..num_vertices {
            builder.push_vertex(u.to_string(), None);
        }
        builder
    }

    /// The number of the vertex with this name, which is added if it is new. Names are made of letters, digits and `_`.
    ///
    /// ```
    /// let mut builder = gpm::Pattern::builder();
    /// assert_eq!((builder.vertex("a"), builder.vertex("b"), builder.vertex("a")), (0, 1, 0));
    /// ```
    pub fn vertex(&mut self, name: &str) -> usize {
        self.mention(name, None)
    }

    /// Asks for a label on vertex `u`.
    ///
    /// # Panics
    /// When `u` is not a number that [`vertex`](Self::vertex) gave out.
    pub fn vertex_label(&mut self, u: usize, label: impl Into<Label>) -> &mut Self {
        self.label_at(u, label.into(), None);
        self
    }

    /// Demands an edge between `u` and `v` in either direction; no label takes any.
    pub fn edge(&mut self, u: usize, v: usize, label: Option<Label>) -> &mut Self {
        self.state(u, v, Link::Edge(label), None)
    }

    /// Demands a directed edge; no label takes any.
    pub fn directed_edge(&mut self, from: usize, to: usize, label: Option<Label>) -> &mut Self {
        self.state(from, to, Link::Arc(label), None)
    }

    /// Forbids edges between `u` and `v` in both directions.
    pub fn anti_edge(&mut self, u: usize, v: usize) -> &mut Self {
        self.state(u, v, Link::AntiEdge, None)
    }

    /// Forbids edges in this direction.
    pub fn directed_anti_edge(&mut self, from: usize, to: usize) -> &mut Self {
        self.state(from, to, Link::AntiArc, None)
    }

    /// Checks and makes the pattern.
    ///
    /// # Errors
    /// When a name or label is not allowed, a vertex is linked to itself, statements contradict each other, there are too few or
    /// too many vertices, or the edges do not connect them.
    pub fn build(&self) -> Result<Pattern, PatternError> {
        self.check_vertices()?;
        let pairs = self.merged_pairs()?;
        check_count(self.vertices.len())?;
        if self.statements.is_empty() {
            return Err(no_edge());
        }
        let names = self.vertices.iter().map(|vertex| vertex.name.clone()).collect();
        let labels = self.vertices.iter().map(|vertex| vertex.labels.first().map(|(label, _)| label.clone())).collect();
        let constraint = |u, v| pairs.get(&(u, v)).cloned().unwrap_or(PairConstraint::FREE);
        let pattern = Pattern::from_parts(names, labels, constraint);
        check_shape(&pattern, |unreachable| self.first_statement_among(unreachable))?;
        let pattern = pattern.with_sets(self.sets.clone());
        Ok(self.among.iter().fold(pattern, |pattern, (u, label)| pattern.with_label_among(*u, label)))
    }

    pub(crate) fn mention(&mut self, name: &str, span: Span) -> usize {
        match self.known(name) {
            Some(u) => u,
            None => self.push_vertex(name.to_owned(), span),
        }
    }

    pub(crate) fn known(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.vertices.iter().map(|vertex| vertex.name.as_str())
    }

    pub(crate) fn has_statements(&self) -> bool {
        !self.statements.is_empty()
    }

    /// Demands that vertex `u` has all of these among its labels.
    pub(crate) fn demand_labels(&mut self, u: usize, labels: impl Iterator<Item = Label>) {
        self.among.extend(labels.map(|label| (u, label)));
    }

    pub(crate) fn label_at(&mut self, u: usize, label: Label, span: Span) {
        self.vertices[u].labels.push((label, span));
    }

    pub(crate) fn state(&mut self, from: usize, to: usize, link: Link, span: Span) -> &mut Self {
        assert!(from.max(to) < self.vertices.len(), "both ends are vertices of this builder");
        self.statements.push(Statement { from, to, link, span });
        self
    }

    pub(crate) fn bind(&mut self, edge: BoundEdge) {
        self.bound.push(edge);
    }

    fn push_vertex(&mut self, name: String, mention: Span) -> usize {
        self.numbers.insert(name.clone(), self.vertices.len());
        self.vertices.push(Vertex { name, labels: Vec::new(), mention });
        self.vertices.len() - 1
    }

    fn check_vertices(&self) -> Result<(), PatternError> {
        for vertex in &self.vertices {
            if vertex.name.is_empty() || !vertex.name.chars().all(is_name_char) {
                let kind = PatternErrorKind::InvalidName { name: vertex.name.clone() };
                return Err(PatternError::new(kind).or_help("vertex names are letters, digits and `_`"));
            }
            if vertex.name == predicate::KEYWORD {
                let kind = PatternErrorKind::InvalidName { name: vertex.name.clone() };
                let error = PatternError::new(kind).at(vertex.mention.clone());
                return Err(error.or_help("`where` begins the predicate: name the vertex otherwise"));
            }
            let Some((first, _)) = vertex.labels.first() else { continue };
            for (label, span) in &vertex.labels {
                if label.texts().any(str::is_empty) {
                    return Err(empty_label(span));
                }
                if label != first {
                    let kind = PatternErrorKind::VertexLabels { vertex: vertex.name.clone() };
                    let note = format!("`{label}` here, `{first}` before");
                    let help = "one vertex takes one label, or any with `*`";
                    return Err(PatternError::new(kind).at(span.clone()).note(note).or_help(help));
                }
            }
        }
        match self.vertices.get(MAX_VERTICES) {
            Some(first_over) => check_count(self.vertices.len()).map_err(|error| error.at(first_over.mention.clone())),
            None => Ok(()),
        }
    }

    fn merged_pairs(&self) -> Result<BTreeMap<(usize, usize), PairConstraint>, PatternError> {
        let mut merged: BTreeMap<(usize, usize), Pair> = BTreeMap::new();
        for statement in &self.statements {
            let name = |u: usize| self.vertices[u].name.clone();
            let (from, to) = (name(statement.from), name(statement.to));
            if statement.from == statement.to {
                let error = PatternError::new(PatternErrorKind::SelfLoop { vertex: from });
                return Err(error.at(statement.span.clone()).or_help("data graphs hold no loops; name another vertex"));
            }
            if matches!(&statement.link, Link::Edge(Some(label)) | Link::Arc(Some(label)) if label.texts().any(str::is_empty))
            {
                return Err(empty_label(&statement.span));
            }
            let key = (statement.from.min(statement.to), statement.from.max(statement.to));
            let clash = match merged.entry(key).or_default().add(statement.from > statement.to, &statement.link) {
                Ok(()) => continue,
                Err(clash) => clash,
            };
            let error = match clash {
                Clash::Labels => PatternError::new(PatternErrorKind::EdgeLabels { from, to })
                    .note("another label is asked for before")
                    .or_help("an edge takes one label per direction"),
                Clash::Presence => PatternError::new(PatternErrorKind::Contradiction { from, to })
                    .note("contradicts what is written before")
                    .or_help("keep either the edge or the anti-edge"),
            };
            return Err(error.at(statement.span.clone()));
        }
        Ok(merged.into_iter().map(|(key, pair)| (key, pair.constraint())).collect())
    }

    /// The place of the first statement that touches a vertex of `mask`, or else of the first mention of one.
    fn first_statement_among(&self, mask: u32) -> Span {
        let touches = |statement: &&Statement| mask >> statement.from & 1 == 1 || mask >> statement.to & 1 == 1;
        let statement = self.statements.iter().find(touches).and_then(|statement| statement.span.clone());
        statement.or_else(|| bits(mask).find_map(|u| self.vertices[u].mention.clone()))
    }
}

/// The statements on one pair u < v so far.
#[derive(Default)]
struct Pair {
    any: Option<Option<Label>>,
    /// Demanded from u to v, and from v to u.
    arcs: [Option<Option<Label>>; 2],
    /// Forbidden from u to v, and from v to u.
    absent: [bool; 2],
}

enum Clash {
    Labels,
    Presence,
}

impl Pair {
    fn add(&mut self, is_backward: bool, link: &Link) -> Result<(), Clash> {
        let direction = usize::from(is_backward);
        match link {
            Link::Edge(label) => set_label(&mut self.any, label)?,
            Link::Arc(label) => set_label(&mut self.arcs[direction], label)?,
            Link::AntiEdge => self.absent = [true, true],
            Link::AntiArc => self.absent[direction] = true,
        }
        if let Some(any) = &self.any
            && self.arcs.iter().flatten().any(|arc| arc != any)
        {
            return Err(Clash::Labels);
        }
        let arc_is_absent = (0..2).any(|direction| self.arcs[direction].is_some() && self.absent[direction]);
        if arc_is_absent || (self.any.is_some() && self.absent == [true, true]) {
            return Err(Clash::Presence);
        }
        Ok(())
    }

    fn constraint(mut self) -> PairConstraint {
        // "Some edge, but not this way" is the edge the other way.
        if let Some(label) = self.any.take_if(|_| self.absent != [false, false]) {
            self.arcs[usize::from(self.absent[0])] = Some(label);
        }
        let mut allowed = PairStates::FREE;
        let directions = [PairStates::FORWARD, PairStates::BACKWARD];
        for (direction, &state) in directions.iter().enumerate() {
            let present = state.union(PairStates::BOTH);
            if self.arcs[direction].is_some() {
                allowed = allowed.intersection(present);
            }
            if self.absent[direction] {
                allowed = allowed.intersection(present.complement());
            }
        }
        let [forward, backward] = self.arcs;
        match self.any {
            Some(label) if forward.is_none() && backward.is_none() => PairConstraint {
                allowed: allowed.intersection(PairStates::ANY_EDGE),
                forward_label: label.clone(),
                backward_label: label,
            },
            _ => PairConstraint { allowed, forward_label: forward.flatten(), backward_label: backward.flatten() },
        }
    }
}

fn set_label(slot: &mut Option<Option<Label>>, label: &Option<Label>) -> Result<(), Clash> {
    match slot {
        Some(known) if known != label => Err(Clash::Labels),
        _ => {
            *slot = Some(label.clone());
            Ok(())
        }
    }
}

pub(crate) fn no_edge() -> PatternError {
    PatternError::new(PatternErrorKind::NoEdge).or_help(EDGE_HELP)
}

/// How edges are written.
pub(crate) const EDGE_HELP: &str = "edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`";

fn empty_label(span: &Span) -> PatternError {
    PatternError::new(PatternErrorKind::EmptyLabel).at(span.clone()).or_help("write `*` or nothing to take any label")
}
