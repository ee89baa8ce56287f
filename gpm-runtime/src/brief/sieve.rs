//! Edges between candidates, sifted: each edge of the pattern keeps those that lie on all of the triangles and squares that it lies on
//! [FaSTest], and each vertex the candidates that have an edge left for all of its own.

use gpm_plan::pattern::{MAX_VERTICES, bits};

use super::candidates::Candidates;
use super::cycles::ShortCycles;
use super::ground::Ground;
use super::question::Question;
use crate::graph::VertexId;
use crate::set::Bitmap;

/// Ways to match cycles of the pattern that are kept at most, four bytes each.
const WAYS: usize = 1 << 25;
/// Those that are looked at at most: half a second. The other cycles of the pattern say nothing.
const LOOKED_AT: usize = 1 << 26;

/// A cycle of the pattern, and how it may be matched: to which cycle of the graph, times eight, from which of its vertices, times two,
/// and whether backwards.
pub(super) type Ways<'p> = (&'p [usize], Vec<u32>);

/// Candidates and edges between them, of which those are taken out that lie in no match.
pub(super) struct Sieve<'a> {
    pub(super) ground: &'a Ground,
    pub(super) question: &'a Question,
    /// By place in a row of the graph, where the same edge stands in the row of its other end.
    reversed: &'a [u32],
    pub(super) candidates: Vec<Candidates>,
    /// By pattern vertex and neighbor of it, the number of their edge.
    numbers: [[u16; MAX_VERTICES]; MAX_VERTICES],
    /// By number of an edge, by place in the row of what its lower end is matched to.
    left: Vec<Bitmap>,
}

impl<'a> Sieve<'a> {
    pub(super) fn new(
        (ground, question): (&'a Ground, &'a Question),
        candidates: Vec<Candidates>,
    ) -> Option<Sieve<'a>> {
        let (reversed, numbers) = (ground.reversed()?, [[0; MAX_VERTICES]; MAX_VERTICES]);
        let mut sieve = Sieve { ground, question, reversed, candidates, numbers, left: Vec::new() };
        for u in 0..question.num_vertices {
            for w in bits(question.neighbors[u]).filter(|&w| w > u) {
                sieve.numbers[u][w] = sieve.left.len() as u16;
                sieve.numbers[w][u] = sieve.left.len() as u16;
                let mut left = Bitmap::new(reversed.len());
                for &x in &sieve.candidates[u].vertices {
                    let places = ground.rows.group(x, question.labels[w]);
                    let demand = question.demand(u, w);
                    let fits = |&place: &usize| {
                        sieve.candidates[w].contains(ground.rows.neighbor(place))
                            && demand.is_met(ground.rows.link_at(place))
                    };
                    places.filter(fits).for_each(|place| left.insert(place as u32));
                }
                sieve.left.push(left);
            }
        }
        Some(sieve)
    }

    /// All ways to match each of some cycles of the pattern by themselves, but for those for which there is no room, or no time.
    pub(super) fn ways<'p>(&self, all: &ShortCycles, patterns: &'p [Vec<usize>]) -> Vec<Ways<'p>> {
        let (mut room, mut left, mut kept) = (WAYS, LOOKED_AT, Vec::new());
        for pattern in patterns {
            let length = pattern.len();
            let cycles = 0..all.of_length(length).len() as u32;
            left = left.saturating_sub(2 * length * cycles.len());
            if left == 0 {
                break;
            }
            let every = cycles.flat_map(|cycle| (0..2 * length as u32).map(move |way| cycle * 8 + way));
            let ways: Vec<u32> = every.filter(|&way| self.is_left(all, pattern, way)).take(room + 1).collect();
            if ways.len() <= room {
                room -= ways.len();
                kept.push((pattern.as_slice(), ways));
            }
        }
        kept
    }

    /// By edge of a cycle of the pattern, its number, and the place of the edge that it is matched to, in the row of its lower end.
    fn edges<'s>(
        &'s self,
        all: &ShortCycles,
        pattern: &'s [usize],
        way: u32,
    ) -> impl Iterator<Item = (usize, u32)> + use<'s, 'a> {
        let length = pattern.len();
        let cycle = all.of_length(length)[way as usize / 8];
        let (from, is_backwards) = (way as usize % 8 / 2, way % 2 == 1);
        (0..length).map(move |at| {
            let (u, w) = (pattern[at], pattern[(at + 1) % length]);
            // The edge from one vertex of the cycle to the next, and its two places.
            let edge = if is_backwards { (from + 2 * length - at - 1) % length } else { (from + at) % length };
            let [ahead, back] = [cycle.ahead[edge], cycle.back[edge]];
            let place = if is_backwards == (u < w) { back } else { ahead };
            (self.numbers[u][w] as usize, place)
        })
    }

    fn is_left(&self, all: &ShortCycles, pattern: &[usize], way: u32) -> bool {
        self.edges(all, pattern, way).all(|(number, place)| self.left[number].contains(place))
    }

    /// Leaves the ways to match cycles all of whose edges are left, and the edges that lie on such a one for each cycle of the pattern.
    pub(super) fn keep_on_cycles(&mut self, all: &ShortCycles, ways: &mut [Ways<'_>]) {
        for (pattern, ways) in ways {
            ways.retain(|&way| self.is_left(all, pattern, way));
            let mut met: Vec<Bitmap> = pattern.iter().map(|_| Bitmap::new(self.reversed.len())).collect();
            for &way in ways.iter() {
                self.edges(all, pattern, way).zip(&mut met).for_each(|((_, place), met)| met.insert(place));
            }
            for (at, met) in met.iter().enumerate() {
                let number = self.numbers[pattern[at]][pattern[(at + 1) % pattern.len()]];
                let left = self.left[number as usize].words_mut();
                left.iter_mut().zip(met.words()).for_each(|(left, met)| *left &= met);
            }
        }
    }

    /// The number of the edge from `u` to `w`, and the place in the row of its lower end of what stands at `place` in the row of `u`.
    #[inline]
    fn edge(&self, (u, w): (usize, usize), place: usize) -> (usize, u32) {
        (self.numbers[u][w] as usize, if u < w { place as u32 } else { self.reversed[place] })
    }

    /// Whether an edge from `u` to `w` is left at a place of the row of what `u` is matched to.
    #[inline]
    pub(super) fn has(&self, edge: (usize, usize), place: usize) -> bool {
        let (number, place) = self.edge(edge, place);
        self.left[number].contains(place)
    }

    /// Leaves the candidates that have an edge left for each edge of the pattern, and as many different neighbors as they need.
    pub(super) fn keep_with_all(&mut self) {
        for u in 0..self.question.num_vertices {
            let own = &self.candidates[u].vertices;
            let goes: Vec<VertexId> = own.iter().copied().filter(|&x| !self.has_all(u, x)).collect();
            for &x in &goes {
                for w in bits(self.question.neighbors[u]) {
                    for place in self.ground.rows.group(x, self.question.labels[w]) {
                        let (number, place) = self.edge((u, w), place);
                        self.left[number].remove(place);
                    }
                }
            }
            self.candidates[u].retain(|x| goes.binary_search(&x).is_err());
        }
    }

    fn has_all(&self, u: usize, x: VertexId) -> bool {
        let around = self.question.neighbors[u];
        let firsts = bits(around).filter(|&w| self.question.alike[w] & around & ((1 << w) - 1) == 0);
        firsts.into_iter().all(|first| {
            let same = self.question.alike[first] & around;
            let (mut met, mut number) = (0u32, 0);
            for place in self.ground.rows.group(x, self.question.labels[first]) {
                let who: u32 = bits(same).filter(|&w| self.has((u, w), place)).map(|w| 1 << w).sum();
                met |= who;
                number += u32::from(who != 0);
            }
            met == same && number >= same.count_ones()
        })
    }
}
