//! Colour refinement: the common ground of automorphisms and canonical form.
//!
//! A pattern becomes a matrix of small codes (equal codes = equal constraints, and equal parts in the predicate) and vertex colours. A partition is coloured so that
//! a cell's colour is the number of vertices in the cells before it. Everything here depends on the matrix alone, never on the
//! vertices' numbers, so isomorphic inputs take isomorphic courses.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::model::bits;
use super::predicate::Condition;
use super::{Label, MAX_VERTICES, PairConstraint, Pattern, Predicate, Semantics};

/// One entry per vertex; those past the last vertex are unused.
pub(crate) type PerVertex<T> = [T; MAX_VERTICES];

/// A pattern under some semantics, with constraints and labels replaced by their ranks.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub(crate) num_vertices: usize,
    codes: Box<PerVertex<PerVertex<u16>>>,
    /// Per vertex, the others that may be swapped with it while all else stays.
    twins: PerVertex<u32>,
    initial: PerVertex<u8>,
    /// What codes and colours say of it as far as it concerns one or two vertices.
    predicate: Predicate,
}

/// An ordered partition of the vertices that refinement cannot split further.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    pub(crate) colors: PerVertex<u8>,
    pub(crate) num_cells: usize,
    /// Hash of the refinement's course. Different traces: no isomorphism. Equal ones promise nothing.
    pub(crate) trace: u64,
}

impl Structure {
    pub(crate) fn new(pattern: &Pattern, semantics: Semantics) -> Self {
        let num_vertices = pattern.num_vertices();
        let predicate = pattern.predicate();
        let seen_from = |vertices: &[usize]| match predicate.is_empty() {
            true => Vec::new(),
            false => predicate.seen_from(vertices),
        };
        let demand = |u, v| (pattern.constraint(u, v, semantics), seen_from(&[u, v]));
        let pairs = || (0..num_vertices).flat_map(|u| (0..num_vertices).map(move |v| (u, v)));
        let distinct: BTreeSet<(PairConstraint, Vec<Condition>)> = pairs().map(|(u, v)| demand(u, v)).collect();
        let ranks: Vec<_> = distinct.into_iter().collect();
        let mut codes = Box::new([[0; MAX_VERTICES]; MAX_VERTICES]);
        for (u, v) in pairs().filter(|(u, v)| u != v) {
            let rank = ranks.binary_search(&demand(u, v)).expect("every demand was collected");
            codes[u][v] = u16::try_from(rank).expect("there are at most 1024 pairs");
        }
        // Anchors are cells of their own, ahead of all others: what keeps the colours keeps each of them.
        let anchor = |u: usize| pattern.anchors().iter().position(|&anchor| anchor == u).unwrap_or(usize::MAX);
        let own: Vec<(usize, Option<&Label>, Vec<Condition>)> =
            (0..num_vertices).map(|u| (anchor(u), pattern.vertex_label(u), seen_from(&[u]))).collect();
        let mut initial = [0; MAX_VERTICES];
        for (u, color) in initial.iter_mut().enumerate().take(num_vertices) {
            *color = own.iter().filter(|&earlier| *earlier < own[u]).count() as u8;
        }
        let predicate = predicate.clone();
        Self { num_vertices, codes, twins: [0; MAX_VERTICES], initial, predicate }.with_twins()
    }

    /// A structure of numbers: equal ones for what is equal, of vertices and of ordered pairs of them.
    pub(crate) fn of_numbers(vertices: &[u32], pair: impl Fn(usize, usize) -> u64) -> Self {
        let num_vertices = vertices.len();
        let pairs = || (0..num_vertices).flat_map(|u| (0..num_vertices).map(move |v| (u, v))).filter(|(u, v)| u != v);
        let mut ranks: Vec<u64> = pairs().map(|(u, v)| pair(u, v)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let mut codes = Box::new([[0; MAX_VERTICES]; MAX_VERTICES]);
        for (u, v) in pairs() {
            codes[u][v] = ranks.partition_point(|&rank| rank < pair(u, v)) as u16;
        }
        let mut initial = [0; MAX_VERTICES];
        for (color, own) in initial.iter_mut().zip(vertices) {
            *color = vertices.iter().filter(|&earlier| earlier < own).count() as u8;
        }
        let predicate = Predicate::default();
        Self { num_vertices, codes, twins: [0; MAX_VERTICES], initial, predicate }.with_twins()
    }

    fn with_twins(mut self) -> Self {
        for u in 0..self.num_vertices {
            self.twins[u] = (0..self.num_vertices).fold(0, |twins, v| twins | u32::from(self.are_twins(u, v)) << v);
        }
        self
    }

    /// The coarsest stable partition.
    pub(crate) fn root(&self) -> Partition {
        self.refine(self.initial)
    }

    /// The partition after `u` is told from the rest of its cell.
    pub(crate) fn individualize(&self, partition: &Partition, u: usize) -> Partition {
        let mut colors = partition.colors;
        for v in bits(partition.cell_of(self, u) & !(1 << u)) {
            colors[v] += 1;
        }
        self.refine(colors)
    }

    /// The vertices that may be swapped with `u` while all else stays, without `u`.
    pub(crate) fn twins(&self, u: usize) -> u32 {
        self.twins[u]
    }

    pub(crate) fn code(&self, u: usize, v: usize) -> u16 {
        self.codes[u][v]
    }

    /// The predicate with vertices renumbered.
    pub(crate) fn predicate(&self, number: &impl Fn(usize) -> usize) -> Predicate {
        self.predicate.mapped(number)
    }

    fn keeps_predicate(&self, image: &impl Fn(usize) -> usize) -> bool {
        self.predicate.is_empty() || self.predicate(image) == self.predicate
    }

    /// Whether the permutation keeps all codes and colours and the predicate.
    pub(crate) fn is_automorphism(&self, image: &PerVertex<u8>) -> bool {
        let n = self.num_vertices;
        (0..n).all(|u| {
            let to = usize::from(image[u]);
            self.initial[u] == self.initial[to]
                && (0..n).all(|v| u == v || self.codes[u][v] == self.codes[to][usize::from(image[v])])
        }) && self.keeps_predicate(&|u| usize::from(image[u]))
    }

    fn are_twins(&self, u: usize, v: usize) -> bool {
        let alike = |w: usize| {
            w == u || w == v || (self.codes[u][w] == self.codes[v][w] && self.codes[w][u] == self.codes[w][v])
        };
        u != v
            && self.initial[u] == self.initial[v]
            && self.codes[u][v] == self.codes[v][u]
            && (0..self.num_vertices).all(alike)
            && self.keeps_predicate(&|w| {
                if w == u {
                    v
                } else if w == v {
                    u
                } else {
                    w
                }
            })
    }

    /// Splits cells by what their vertices see, until nothing changes. O(rounds · n² log n), at most n rounds.
    fn refine(&self, mut colors: PerVertex<u8>) -> Partition {
        let n = self.num_vertices;
        let mut trace = 0xcbf2_9ce4_8422_2325;
        let mut num_cells = 0;
        loop {
            let mut views = [(0u8, [0u32; MAX_VERTICES], 0u8); MAX_VERTICES];
            for (u, (color, view, vertex)) in views.iter_mut().enumerate().take(n) {
                (*color, *vertex) = (colors[u], u as u8);
                for (v, seen) in view.iter_mut().enumerate().take(n) {
                    *seen = if u == v { 0 } else { (u32::from(colors[v]) + 1) << 16 | u32::from(self.codes[u][v]) };
                }
                view[..n].sort_unstable();
            }
            let compare = |left: &(u8, PerVertex<u32>, u8), right: &(u8, PerVertex<u32>, u8)| {
                left.0.cmp(&right.0).then_with(|| left.1[..n].cmp(&right.1[..n]))
            };
            views[..n].sort_unstable_by(compare);
            let mut cells = 0;
            let mut color = 0;
            for at in 0..n {
                if at == 0 || compare(&views[at - 1], &views[at]) == Ordering::Less {
                    (cells, color) = (cells + 1, at as u8);
                    views[at].1[..n].iter().for_each(|&seen| trace = mix(trace, u64::from(seen)));
                }
                trace = mix(trace, u64::from(color));
                colors[usize::from(views[at].2)] = color;
            }
            if cells == num_cells || cells == n {
                return Partition { colors, num_cells: cells, trace: mix(trace, cells as u64) };
            }
            num_cells = cells;
        }
    }
}

impl Partition {
    /// The vertices of the colour of `u`.
    pub(crate) fn cell_of(&self, structure: &Structure, u: usize) -> u32 {
        self.cell(structure, self.colors[u])
    }

    /// The vertices of one colour.
    pub(crate) fn cell(&self, structure: &Structure, color: u8) -> u32 {
        (0..structure.num_vertices).filter(|&v| self.colors[v] == color).fold(0, |mask, v| mask | 1 << v)
    }

    /// The first of the smallest cells with more than one vertex.
    pub(crate) fn open_cell(&self, structure: &Structure) -> Option<u32> {
        let cells = (0..structure.num_vertices).map(|color| self.cell(structure, color as u8));
        cells.filter(|cell| cell.count_ones() > 1).min_by_key(|cell| cell.count_ones())
    }
}

/// FNV-1a by words.
fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)
}
