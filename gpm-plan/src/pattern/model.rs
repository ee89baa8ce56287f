//! The pattern itself: named, optionally labelled vertices and one constraint per pair of them.
//!
//! Invariants: 2 to [`MAX_VERTICES`] vertices with distinct names; positive pairs connect them; the language can write each constraint.

use super::predicate::{self, Code, Predicate};
use super::set_edge::SetEdge;
use super::{EdgeKind, Label, MAX_VERTICES, PairConstraint, PairStates, PatternEdge, Semantics, VERTEX};
use crate::error::PatternError;

/// A connected graph to look for. Vertices are numbered from 0 in order of first mention.
///
/// Equality and order count names and numbers; [`is_isomorphic`](Self::is_isomorphic) does not.
///
/// ```
/// use gpm::{Pattern, Semantics};
///
/// let house: Pattern = "a-b-c-d-a, a-e, b-e".parse()?;
/// assert!(house.is_isomorphic(&"house".parse()?));
/// assert_eq!(house.automorphisms(Semantics::EdgeInduced).order(), 2);
/// # Ok::<(), gpm::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    pub(super) names: Vec<String>,
    labels: Vec<Option<Label>>,
    is_directed: bool,
    /// Constraint of (u, v) for u < v, at `v * (v - 1) / 2 + u`.
    pairs: Vec<PairConstraint>,
    /// Bit v of entry u: an edge between u and v is demanded.
    neighbors: Vec<u32>,
    /// What attributes must satisfy.
    pub(super) predicate: Predicate,
    /// Its sets of records, as stated.
    pub(crate) sets: Vec<SetEdge>,
    /// At most two vertices, the indices of a table.
    pub(super) anchors: Vec<usize>,
}

impl Pattern {
    /// Assembles checked parts; `constraint(u, v)` is asked for u < v only.
    pub(crate) fn from_parts(
        names: Vec<String>,
        labels: Vec<Option<Label>>,
        mut constraint: impl FnMut(usize, usize) -> PairConstraint,
    ) -> Self {
        let num_vertices = names.len();
        debug_assert!(num_vertices <= MAX_VERTICES && labels.len() == num_vertices);
        let mut neighbors = vec![0; num_vertices];
        let mut pairs = Vec::with_capacity(num_vertices * num_vertices.saturating_sub(1) / 2);
        for v in 0..num_vertices {
            for u in 0..v {
                let pair = constraint(u, v);
                if pair.is_positive() {
                    neighbors[u] |= 1 << v;
                    neighbors[v] |= 1 << u;
                }
                pairs.push(pair);
            }
        }
        let (predicate, sets, anchors) = (Predicate::default(), Vec::new(), Vec::new());
        let mut pattern = Self { names, labels, is_directed: false, pairs, neighbors, predicate, sets, anchors };
        let is_directed = pattern.edges().chain(pattern.anti_edges()).any(|edge| edge.kind == EdgeKind::Directed);
        pattern.is_directed = is_directed;
        pattern
    }

    /// The same pattern with a predicate as it is written after `where`, instead of the one it has.
    ///
    /// ```
    /// let wedge: gpm::Pattern = "a-b-c".parse()?;
    /// let rising = wedge.with_predicate("a.weight < b.weight and weight(b) < weight(c)")?;
    /// assert_eq!(rising, "a-b-c where a.weight < b.weight < c.weight".replace("< c", "and b.weight < c").parse()?);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is no predicate, or names vertices or edges that the pattern does not have; places refer to `text`.
    pub fn with_predicate(mut self, text: &str) -> Result<Self, PatternError> {
        self.predicate = Predicate::default();
        self.sets.iter_mut().for_each(|set| set.set.members.clear());
        self.with_predicate_at(text, 0).map_err(|error| error.in_text(text))
    }

    /// As [`with_predicate`](Self::with_predicate), beside the one it has, from byte `start` of the text, which errors do not hold yet.
    pub(crate) fn with_predicate_at(mut self, text: &str, start: usize) -> Result<Self, PatternError> {
        let more = predicate::parse(text, start, &self)?;
        self.predicate = self.predicate.and(more);
        self.with_members()
    }

    /// The same pattern for graphs whose vertices have several labels each, which their label lists with `;` between: a vertex that asks for a label
    /// asks for it among others.
    ///
    /// ```
    /// let pattern: gpm::Pattern = "a:x-b:y|z".parse()?;
    /// let among = "a-b where a.label has 'x' and (b.label has 'y' or b.label has 'z')";
    /// assert_eq!(pattern.with_label_sets(), among.parse()?);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    #[must_use]
    pub fn with_label_sets(mut self) -> Self {
        // What joins records is told from these by its label; those of records are no sets.
        let left = self.has_records().then(|| Label::from(VERTEX));
        let is_set = |u: usize, label: &Label| !self.is_record(u) && left.as_ref() != Some(label);
        let labels = self.labels.iter().enumerate().filter_map(|(u, label)| Some((u, label.clone()?)));
        let labelled: Vec<(usize, Label)> = labels.filter(|(u, label)| is_set(*u, label)).collect();
        labelled.iter().for_each(|(u, _)| self.labels[*u].clone_from(&left));
        labelled.into_iter().fold(self, |pattern, (u, label)| pattern.with_label_among(u, &label))
    }

    /// What `text` says of this pattern's vertices and edges, with commas between: attributes, or what is computed from them, perhaps with a name.
    ///
    /// ```
    /// let payment: gpm_plan::pattern::Pattern = "a->b".parse()?;
    /// let named = payment.operands("a.name, (a->b).amount, amount(a, b), (a->b).amount - a.limit as over")?;
    /// assert_eq!((named[1].text.as_str(), named[3].text.as_str()), ("(a->b).amount", "over"));
    /// assert_eq!(named[1].value, named[2].value);
    /// # Ok::<(), gpm_plan::pattern::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When something else stands there, or a vertex or edge that the pattern does not have.
    pub fn operands(&self, text: &str) -> Result<Vec<predicate::Operand>, PatternError> {
        predicate::operands(text, self).map_err(|error| error.in_text(text))
    }

    /// The same pattern with one more condition, of which nothing is known but the vertices it is given: code that the macro
    /// makes evaluates it as soon as these are matched. `text` names it. Symmetries keep it only if they leave its vertices in
    /// place. An engine refuses such a pattern.
    ///
    /// # Panics
    /// When `operands` is empty, or names a vertex twice or out of range.
    #[must_use]
    #[doc(hidden)]
    pub fn with_code(mut self, text: &str, operands: &[usize]) -> Self {
        let mask = operands.iter().fold(0u32, |mask, &u| mask | 1 << u);
        let are_different = mask != 0 && mask.count_ones() as usize == operands.len();
        assert!(are_different && mask & !self.vertex_mask() == 0, "operands are different vertices of the pattern");
        self.predicate = self.predicate.with_code(Code { text: text.to_owned(), operands: operands.to_vec() });
        self
    }

    /// What the attributes of a match must satisfy.
    #[doc(hidden)]
    pub fn predicate(&self) -> &Predicate {
        &self.predicate
    }

    /// The same pattern with literals as the columns have them that they are compared with; `None` if none is otherwise.
    #[doc(hidden)]
    pub fn with_literals(&self, meaning: predicate::Meaning<'_>) -> Option<Pattern> {
        let predicate = self.predicate.with_literals(meaning)?;
        Some(Pattern { predicate, ..self.clone() })
    }

    /// Whether its conditions ask for columns of attributes.
    #[doc(hidden)]
    pub fn has_attributes(&self) -> bool {
        let mut found = false;
        for condition in self.predicate.conjuncts() {
            condition.visit(&mut |_, attribute| found |= attribute.column().is_some());
        }
        found
    }

    /// Number of vertices, 2 to [`MAX_VERTICES`].
    pub fn num_vertices(&self) -> usize {
        self.names.len()
    }

    /// Number of [`edges`](Self::edges); a mutual edge `a->b b->a` counts twice.
    pub fn num_edges(&self) -> usize {
        self.edges().count()
    }

    /// Name of vertex `u` as written.
    pub fn vertex_name(&self, u: usize) -> &str {
        &self.names[u]
    }

    /// Number of the vertex with this name.
    pub fn vertex_by_name(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Label asked of vertex `u`; `None` takes any.
    pub fn vertex_label(&self, u: usize) -> Option<&Label> {
        self.labels[u].as_ref()
    }

    /// Whether any edge or anti-edge has a direction.
    pub fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Whether an edge asks for a label.
    pub fn has_edge_labels(&self) -> bool {
        self.pairs.iter().any(|pair| pair.forward_label.is_some() || pair.backward_label.is_some())
    }

    /// Whether any vertex asks for a label.
    pub fn has_vertex_labels(&self) -> bool {
        self.labels.iter().any(Option::is_some)
    }

    /// Whether any vertex or edge asks for a label.
    pub fn has_labels(&self) -> bool {
        self.has_vertex_labels() || self.has_edge_labels()
    }

    /// Whether any edge is forbidden as written.
    pub fn has_anti_edges(&self) -> bool {
        self.anti_edges().next().is_some()
    }

    /// Whether an edge between `u` and `v` is demanded, in whatever direction.
    pub fn are_adjacent(&self, u: usize, v: usize) -> bool {
        self.neighbors[u] >> v & 1 == 1
    }

    /// Number of vertices adjacent to `u`.
    pub fn degree(&self, u: usize) -> usize {
        self.neighbors[u].count_ones() as usize
    }

    /// The vertices adjacent to `u` as a bit mask.
    #[doc(hidden)]
    pub fn neighbor_mask(&self, u: usize) -> u32 {
        self.neighbors[u]
    }

    /// The vertices adjacent to `u`, ascending.
    pub fn neighbors(&self, u: usize) -> impl Iterator<Item = usize> + use<> {
        bits(self.neighbors[u])
    }

    /// All vertices as a bit mask.
    #[doc(hidden)]
    pub fn vertex_mask(&self) -> u32 {
        u32::MAX >> (MAX_VERTICES - self.num_vertices())
    }

    /// Whether every two vertices are adjacent.
    pub fn is_clique(&self) -> bool {
        (0..self.num_vertices()).all(|u| self.neighbors[u] == self.vertex_mask() & !(1 << u))
    }

    /// What is demanded of the data vertices that `u` and `v` are mapped to; free if `u == v`.
    ///
    /// Vertex-induced semantics turn every pair without an edge into "no edge", and `a->b` alone into "only a->b";
    /// `a-b` stays "some edge", also in a directed pattern.
    #[doc(hidden)]
    pub fn constraint(&self, u: usize, v: usize, semantics: Semantics) -> PairConstraint {
        let written = match u.cmp(&v) {
            std::cmp::Ordering::Less => self.pairs[pair_idx(u, v)].clone(),
            std::cmp::Ordering::Equal => return PairConstraint::FREE,
            std::cmp::Ordering::Greater => self.pairs[pair_idx(v, u)].reversed(),
        };
        if semantics == Semantics::VertexInduced { induced(written) } else { written }
    }

    /// The edges, in order of their later vertex, then of their earlier one.
    pub fn edges(&self) -> impl Iterator<Item = PatternEdge> + '_ {
        self.index_pairs().flat_map(|(u, v)| written_edges(u, v, &self.pairs[pair_idx(u, v)]))
    }

    /// The anti-edges, in the order of [`edges`](Self::edges).
    pub fn anti_edges(&self) -> impl Iterator<Item = PatternEdge> + '_ {
        self.index_pairs().flat_map(|(u, v)| written_anti_edges(u, v, self.pairs[pair_idx(u, v)].allowed))
    }

    fn index_pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.num_vertices()).flat_map(|v| (0..v).map(move |u| (u, v)))
    }

    /// The same pattern with its vertices renumbered: vertex `i` of the result is vertex `order[i]` of this one.
    ///
    /// ```
    /// let pattern: gpm::Pattern = "a-b, b-c".parse()?;
    /// assert_eq!(pattern.permuted(&[1, 0, 2]).vertex_name(0), "b");
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Panics
    /// When `order` is not a permutation of the vertices.
    #[must_use]
    pub fn permuted(&self, order: &[usize]) -> Self {
        let mask = order.iter().fold(0u32, |mask, &u| mask | 1 << u);
        assert!(order.len() == self.num_vertices() && mask == self.vertex_mask(), "`order` is a permutation");
        self.selected(order)
    }

    /// The same pattern with other labels. Labels that differ should go on differing: symmetry depends on it.
    ///
    /// ```
    /// let pattern: gpm::Pattern = "a:x-b:y".parse()?;
    /// assert_eq!(pattern.relabelled(|_| "z".into()), "a:z-b:z".parse()?);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    #[must_use]
    pub fn relabelled(mut self, mut label: impl FnMut(&Label) -> Label) -> Self {
        let edges = self.pairs.iter_mut().flat_map(|pair| [&mut pair.forward_label, &mut pair.backward_label]);
        self.labels.iter_mut().chain(edges).flatten().for_each(|own| *own = label(own));
        self
    }

    /// The pattern less vertex `u`.
    ///
    /// ```
    /// let triangle: gpm::Pattern = "triangle".parse()?;
    /// assert_eq!(triangle.without(0)?.num_edges(), 1);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When fewer than two vertices are left or they are not connected.
    pub fn without(&self, u: usize) -> Result<Self, PatternError> {
        self.induced_by(self.vertex_mask() & !(1 << u))
    }

    /// The same pattern with vertices named by their numbers.
    pub(crate) fn renamed_by_number(mut self) -> Self {
        self.names = (0..self.num_vertices()).map(|u| u.to_string()).collect();
        self
    }

    pub(super) fn selected(&self, order: &[usize]) -> Self {
        let names = order.iter().map(|&u| self.names[u].clone()).collect();
        let labels = order.iter().map(|&u| self.labels[u].clone()).collect();
        let constraint = |u: usize, v: usize| self.constraint(order[u], order[v], Semantics::EdgeInduced);
        let selected = Self::from_parts(names, labels, constraint);
        let kept = order.iter().fold(0u32, |mask, &u| mask | 1 << u);
        let number = |u: usize| order.iter().position(|&w| w == u).expect("conditions on dropped vertices are dropped");
        let is_kept = |u: usize| kept >> u & 1 == 1;
        let anchors = self.anchors.iter().copied().filter(|&u| is_kept(u)).map(number).collect();
        let sets = self.sets.iter().filter(|set| is_kept(set.host));
        let also = |set: &SetEdge| set.also.iter().copied().filter(|&u| is_kept(u)).map(number).collect();
        let sets = sets.map(|set| SetEdge { host: number(set.host), also: also(set), ..set.clone() }).collect();
        Self { predicate: self.predicate.within(kept).mapped(&number), sets, anchors, ..selected }
    }
}

/// The set bits of a mask, ascending.
pub fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lowest < MAX_VERTICES).then_some(lowest)
    })
}

fn pair_idx(u: usize, v: usize) -> usize {
    v * (v - 1) / 2 + u
}

fn induced(written: PairConstraint) -> PairConstraint {
    if !written.is_positive() {
        return PairConstraint::unlabelled(PairStates::NONE);
    }
    let only = |direction: PairStates| written.allowed == direction.union(PairStates::BOTH);
    match (only(PairStates::FORWARD), only(PairStates::BACKWARD)) {
        (true, _) => PairConstraint { allowed: PairStates::FORWARD, ..written },
        (_, true) => PairConstraint { allowed: PairStates::BACKWARD, ..written },
        _ => written,
    }
}

fn written_edges(u: usize, v: usize, pair: &PairConstraint) -> impl Iterator<Item = PatternEdge> + use<> {
    let positive = pair.is_positive();
    let undirected = pair.allowed == PairStates::ANY_EDGE;
    let forward = positive && !pair.allowed.contains(PairStates::BACKWARD);
    let backward = positive && !pair.allowed.contains(PairStates::FORWARD);
    let edge = |is_written: bool, from, to, kind, label: &Option<Label>| {
        is_written.then(|| PatternEdge { from, to, kind, label: label.clone() })
    };
    [
        edge(undirected, u, v, EdgeKind::Undirected, &pair.forward_label),
        edge(forward, u, v, EdgeKind::Directed, &pair.forward_label),
        edge(backward, v, u, EdgeKind::Directed, &pair.backward_label),
    ]
    .into_iter()
    .flatten()
}

fn written_anti_edges(u: usize, v: usize, allowed: PairStates) -> impl Iterator<Item = PatternEdge> {
    let forbidden = |direction: PairStates| allowed.intersection(direction.union(PairStates::BOTH)).is_empty();
    let (no_forward, no_backward) = (forbidden(PairStates::FORWARD), forbidden(PairStates::BACKWARD));
    let edge = |is_written: bool, from, to, kind| is_written.then_some(PatternEdge { from, to, kind, label: None });
    [
        edge(no_forward && no_backward, u, v, EdgeKind::Undirected),
        edge(no_forward && !no_backward, u, v, EdgeKind::Directed),
        edge(no_backward && !no_forward, v, u, EdgeKind::Directed),
    ]
    .into_iter()
    .flatten()
}
