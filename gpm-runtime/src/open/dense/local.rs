//! The bit matrix of a root: what may be in dense sets together with it, and what may be added to them.

use super::density::Density;
use crate::graph::VertexId;
use crate::open::ordered::Ordered;
use crate::open::width::{insert, words_for};

/// Vertices known by their places, members first, with a bit row over the members for each.
#[derive(Debug, Default)]
pub(crate) struct Local {
    /// Vertices of the ordered graph: members, then outsiders, which are never chosen.
    vertices: Vec<VertexId>,
    num_members: usize,
    rows: Vec<u64>,
    words: usize,
    /// Of each vertex of the graph its place + 1, 0 for those that have none.
    places: Vec<u32>,
    /// Of each vertex of the graph its common neighbors with the root among smaller vertices, and the vertices that have some.
    common: Vec<u32>,
    met: Vec<VertexId>,
}

impl Local {
    /// Makes the matrix of root `v`. Members are `v`, then other vertices that are smaller, and outsiders larger ones, as far as two edges away, that
    /// have as many neighbors in common with `v` as two vertices of a set of `least` or more have, with outsiders one more.
    pub(super) fn around(&mut self, graph: &Ordered, v: VertexId, (density, least): (Density, usize)) {
        let smaller = graph.smaller(v);
        self.common.resize(graph.num_vertices(), 0);
        for &u in smaller {
            for &w in graph.row(u) {
                self.common[w as usize] += 1;
                if self.common[w as usize] == 1 {
                    self.met.push(w);
                }
            }
        }
        let (inside, outside) = (density.common(least), density.common(least + 1));
        self.vertices.clear();
        self.vertices.push(v);
        let near = |&&u: &&VertexId| i64::from(self.common[u as usize]) >= if u < v { inside } else { outside };
        self.vertices.extend(smaller.iter().filter(near));
        let is_far = |u: VertexId| graph.row(u).binary_search(&v).is_err();
        let far = |least: i64, u: VertexId| i64::from(self.common[u as usize]) >= least + 2 && is_far(u);
        self.vertices.extend(self.met.iter().filter(|&&u| u < v && far(inside, u)));
        self.num_members = self.vertices.len();
        self.vertices.extend(graph.larger(v).iter().filter(near));
        self.vertices.extend(self.met.iter().filter(|&&u| u > v && far(outside, u)));
        self.met.drain(..).for_each(|u| self.common[u as usize] = 0);
        self.fill(graph);
    }

    /// Makes the matrix of some vertices, all of them members.
    pub(super) fn among(&mut self, graph: &Ordered, members: impl Iterator<Item = VertexId>) {
        self.vertices.clear();
        self.vertices.extend(members);
        self.num_members = self.vertices.len();
        self.fill(graph);
    }

    fn fill(&mut self, graph: &Ordered) {
        let (words, members) = (words_for(self.num_members), &self.vertices[..self.num_members]);
        self.words = words;
        self.rows.clear();
        self.rows.resize(self.vertices.len() * words, 0);
        self.places.resize(graph.num_vertices(), 0);
        members.iter().zip(1..).for_each(|(&u, place)| self.places[u as usize] = place);
        for (row, &u) in self.rows.chunks_exact_mut(words).zip(&self.vertices) {
            let places = graph.row(u).iter().map(|&w| self.places[w as usize] as usize);
            places.filter(|&place| place != 0).for_each(|place| insert(row, place - 1));
        }
        members.iter().for_each(|&u| self.places[u as usize] = 0);
    }

    /// Words of a set of members.
    #[inline(always)]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// How many members there are: those with lower places.
    pub(super) fn num_members(&self) -> usize {
        self.num_members
    }

    /// The places of outsiders.
    pub(super) fn outsiders(&self) -> std::ops::Range<u32> {
        self.num_members as u32..self.vertices.len() as u32
    }

    /// The place of a member.
    pub(super) fn place(&self, v: VertexId) -> Option<usize> {
        self.vertices[..self.num_members].iter().position(|&u| u == v)
    }

    /// The members adjacent to the vertex at a place.
    #[inline(always)]
    pub(super) fn row(&self, words: usize, place: usize) -> &[u64] {
        &self.rows[place * words..(place + 1) * words]
    }

    /// The vertex of the ordered graph at a place.
    pub(super) fn vertex(&self, place: usize) -> VertexId {
        self.vertices[place]
    }
}
