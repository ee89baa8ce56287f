//! Canonical form: isomorphic patterns, and only those, get the same one.
//!
//! CanonicalSearch tree of individualisation and refinement. At each node only children of the least trace are followed, and only one per
//! orbit of the group that keeps the node; among the leaves the least matrix wins. Every choice is free of vertex numbers.

use super::automorphism::Orbits;
use super::model::bits;
use super::refine::{Partition, Structure};
use super::{Pattern, Predicate, Semantics};

impl Pattern {
    /// The same pattern in canonical vertex order, with vertices named by their numbers.
    ///
    /// Labels, directions, anti-edges, the predicate and anchors count as written; anchors come first. Two patterns are isomorphic exactly if their canonical forms are equal.
    ///
    /// ```
    /// use gpm::Pattern;
    ///
    /// let (one, other): (Pattern, Pattern) = ("a-b, b-c".parse()?, "x-y, x-z".parse()?);
    /// assert_eq!(one.canonical(), other.canonical());
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    pub fn canonical(&self) -> Pattern {
        self.permuted(&self.canonical_order()).renamed_by_number()
    }

    /// The order that [`canonical`](Self::canonical) puts the vertices in: position `i` holds vertex `order[i]`.
    pub fn canonical_order(&self) -> Vec<usize> {
        canonical_order(&Structure::new(self, Semantics::EdgeInduced))
    }

    /// Whether renumbering the vertices of one pattern gives the other; names do not count.
    ///
    /// ```
    /// let house: gpm::Pattern = "house".parse()?;
    /// assert!(house.is_isomorphic(&"a-b-c-d-a, a-e-b".parse()?));
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    pub fn is_isomorphic(&self, other: &Pattern) -> bool {
        self.num_vertices() == other.num_vertices() && self.canonical() == other.canonical()
    }
}

/// The order that the canonical form of a structure puts its vertices in.
pub(crate) fn canonical_order(structure: &Structure) -> Vec<usize> {
    let mut search = CanonicalSearch { structure, best: None };
    search.visit(structure.root());
    search.best.map(|(_, order)| order).expect("every search ends in a leaf")
}

struct CanonicalSearch<'a> {
    structure: &'a Structure,
    best: Option<(Form, Vec<usize>)>,
}

/// What an order makes of a pattern: its codes row by row, and its predicate.
type Form = (Vec<u16>, Predicate);

impl CanonicalSearch<'_> {
    fn visit(&mut self, partition: Partition) {
        let Some(cell) = partition.open_cell(self.structure) else { return self.leaf(&partition) };
        let mut orbits = Orbits::new(self.structure, partition.clone());
        let mut unseen = cell;
        let mut children: Vec<Partition> = Vec::new();
        while let Some(u) = bits(unseen).next() {
            unseen &= !orbits.of(u);
            children.push(orbits.take_child(u));
        }
        let Some(least) = children.iter().map(|child| child.trace).min() else { return };
        for child in children.into_iter().filter(|child| child.trace == least) {
            self.visit(child);
        }
    }

    fn leaf(&mut self, partition: &Partition) {
        let mut order = vec![0; self.structure.num_vertices];
        for u in 0..order.len() {
            order[usize::from(partition.colors[u])] = u;
        }
        let codes: Vec<u16> = order
            .iter()
            .flat_map(|&u| order.iter().map(move |&v| (u, v)))
            .map(|(u, v)| self.structure.code(u, v))
            .collect();
        let form = (codes, self.structure.predicate(&|u| usize::from(partition.colors[u])));
        if self.best.as_ref().is_none_or(|(least, _)| form < *least) {
            self.best = Some((form, order));
        }
    }
}
