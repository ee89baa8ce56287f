//! The bit matrix of a root: which of its smaller neighbors are adjacent.

use super::node::Rows;
use crate::graph::VertexId;
use crate::open::ordered::Ordered;
use crate::open::width::{insert, words_for};

/// The smaller neighbors of a root, known by their places, with a bit row for each.
#[derive(Debug, Default)]
pub(crate) struct Local {
    /// What the graph calls the vertices that are in every clique below the root.
    base: Vec<VertexId>,
    /// What the graph calls each member.
    members: Vec<VertexId>,
    /// So many words for each member.
    rows: Vec<u64>,
    words: usize,
    /// Of each vertex of the graph its place + 1, 0 for those that have none.
    places: Vec<u32>,
}

impl Local {
    /// Bytes of that of a root with `most` smaller neighbors.
    pub(super) fn most_bytes(graph: &Ordered, most: usize) -> usize {
        4 * (graph.base().len() + 1 + most + graph.num_vertices()) + 8 * most * words_for(most)
    }

    /// Bytes that it has taken.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        4 * (self.base.capacity() + self.members.capacity() + self.places.capacity()) + 8 * self.rows.capacity()
    }

    /// Makes the matrix of root `v`.
    pub(super) fn build(&mut self, graph: &Ordered, v: VertexId) {
        let smaller = graph.smaller(v);
        self.base.clear();
        self.base.extend_from_slice(graph.base());
        self.base.push(graph.name(v));
        self.members.clear();
        self.members.extend(smaller.iter().map(|&u| graph.name(u)));
        self.words = words_for(smaller.len());
        self.rows.clear();
        self.rows.resize(smaller.len() * self.words, 0);
        self.places.resize(graph.num_vertices(), 0);
        smaller.iter().zip(1..).for_each(|(&u, place)| self.places[u as usize] = place);
        for (at, &u) in smaller.iter().enumerate() {
            for &w in graph.smaller(u) {
                let place = self.places[w as usize] as usize;
                if place != 0 {
                    insert(&mut self.rows[at * self.words..], place - 1);
                    insert(&mut self.rows[(place - 1) * self.words..], at);
                }
            }
        }
    }

    /// Appends to `rows` a row for each larger neighbor of root `v` that is adjacent to a member: which members it is adjacent to.
    /// `false` if one of them is adjacent to all, so that no clique below the root is maximal.
    pub(super) fn push_larger(&self, graph: &Ordered, v: VertexId, rows: &mut Rows) -> bool {
        for &x in graph.larger(v) {
            // The root is one of its smaller neighbors, and then the only one.
            if graph.num_smaller(x) < 2 && !self.members.is_empty() {
                continue;
            }
            let row = rows.push_empty(self.words);
            let mut adjacent = 0;
            for &u in graph.smaller(x).iter().take_while(|&&u| u < v) {
                let place = self.places[u as usize] as usize;
                if place != 0 {
                    insert(row, place - 1);
                    adjacent += 1;
                }
            }
            if adjacent == self.members.len() {
                return false;
            }
            if adjacent == 0 {
                rows.pop(self.words);
            }
        }
        true
    }

    /// Forgets where the members of root `v` are, once its rows are made.
    pub(super) fn forget_places(&mut self, graph: &Ordered, v: VertexId) {
        graph.smaller(v).iter().for_each(|&u| self.places[u as usize] = 0);
    }

    /// Words of a set of members.
    #[inline(always)]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// How many members there are.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Makes a set that of all members.
    pub(super) fn fill(&self, set: &mut [u64]) {
        for (at, word) in set.iter_mut().enumerate() {
            let left = self.len().saturating_sub(at * 64);
            *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
    }

    /// The members adjacent to one.
    #[inline(always)]
    pub(super) fn row(&self, words: usize, member: usize) -> &[u64] {
        &self.rows[member * words..(member + 1) * words]
    }

    /// How many vertices every clique below the root has.
    pub(super) fn base_size(&self) -> usize {
        self.base.len()
    }

    /// Appends what the graph calls the vertices of a clique: those that all below the root have, and some members.
    pub(super) fn push_names(&self, chosen: impl Iterator<Item = usize>, names: &mut Vec<VertexId>) {
        names.extend_from_slice(&self.base);
        names.extend(chosen.map(|member| self.members[member]));
    }
}
