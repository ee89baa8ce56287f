//! Edges between candidates, sifted: each edge of the pattern keeps those that lie on all of the triangles and squares that it lies on
//! [FaSTest], and each vertex the candidates that have an edge left for all of its own.

use gpm_plan::pattern::{MAX_VERTICES, bits};
use rayon::prelude::*;

use super::candidates::{Candidates, failing};
use super::cycles::ShortCycles;
use super::ground::Ground;
use super::question::{Asked, Question};
use super::ways::{TOGETHER, Ways};
use crate::graph::VertexId;
use crate::set::Bitmap;

/// Pairs of a cycle of the graph and up to eight cycles of the pattern that are looked at in a round at most: some tenths of a second, and
/// as many numbers. Further cycles of the pattern say nothing. *guess*
const LOOKED_AT: usize = 1 << 22;
/// Candidates of all vertices from which on threads share them. *guess*
const MANY: usize = 1 << 13;

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

/// Neighbors of a pattern vertex with one label.
struct Alike<'s> {
    first: usize,
    /// As a mask.
    all: u32,
    /// Each with the edges to it, and whether it is the higher end of these.
    each: Vec<(usize, &'s Bitmap, bool)>,
}

impl<'a> Sieve<'a> {
    pub(super) fn new(Asked { ground, question }: Asked<'a>, candidates: Vec<Candidates>) -> Option<Sieve<'a>> {
        let (reversed, mut numbers) = (ground.reversed()?, [[0; MAX_VERTICES]; MAX_VERTICES]);
        let higher = |u: usize| bits(question.neighbors[u]).filter(move |&w| w > u).map(move |w| (u, w));
        let edges: Vec<(usize, usize)> = (0..question.num_vertices).flat_map(higher).collect();
        for (&(u, w), number) in edges.iter().zip(0..) {
            (numbers[u][w], numbers[w][u]) = (number, number);
        }
        let left = |&(u, w): &(usize, usize)| {
            let mut left = Bitmap::new(reversed.len());
            let demand = question.demand(u, w);
            for &x in &candidates[u].vertices {
                let places = ground.rows.group(x, question.labels[w]);
                let fits = |&place: &usize| {
                    candidates[w].contains(ground.rows.neighbor(place)) && demand.is_met(ground.rows.link_at(place))
                };
                places.filter(fits).for_each(|place| left.insert(place as u32));
            }
            left
        };
        let left = shared(&edges, are_many(&candidates), left);
        Some(Sieve { ground, question, reversed, candidates, numbers, left })
    }

    /// All ways to match the cycles of the pattern, but for those for which there is no room, or no time.
    pub(super) fn ways<'c>(&self, all: &'c ShortCycles, patterns: &[Vec<usize>]) -> Vec<Ways<'c>> {
        let (mut room, mut ways) = (LOOKED_AT, Vec::new());
        let of_length = patterns.chunk_by(|one, other| one.len() == other.len());
        for patterns in of_length.flat_map(|patterns| patterns.chunks(TOGETHER)) {
            let cycles = all.of_length(patterns[0].len());
            if cycles.all.len() > room {
                break;
            }
            room -= cycles.all.len();
            ways.push(Ways::new(cycles, patterns, |u, w| self.numbers[u][w] as usize));
        }
        ways
    }

    /// Leaves the edges that lie on a way for each cycle of the pattern that they are of. Returns how many ways are left.
    pub(super) fn keep_on_cycles(&mut self, ways: &mut [Ways<'_>]) -> usize {
        ways.iter_mut().for_each(|ways| ways.keep_met(&mut self.left));
        ways.iter().map(|ways| ways.number).sum()
    }

    /// Whether threads share what is done for all edges.
    pub(super) fn is_shared(&self) -> bool {
        are_many(&self.candidates)
    }

    /// The edges between two vertices, by places, and whether by those of the first.
    #[inline]
    pub(super) fn edges(&self, u: usize, w: usize) -> (&Bitmap, bool) {
        (&self.left[self.numbers[u][w] as usize], u < w)
    }

    /// Whether an edge is left that stands at a place of the row of what is matched to one end of it.
    #[inline]
    pub(super) fn has(&self, (left, is_own): (&Bitmap, bool), place: usize) -> bool {
        left.contains(if is_own { place as u32 } else { self.reversed[place] })
    }

    /// Leaves the candidates that have an edge left for each edge of the pattern, and as many different neighbors as they need.
    pub(super) fn keep_with_all(&mut self) {
        for u in 0..self.question.num_vertices {
            let around = self.question.neighbors[u];
            let same = |w: usize| self.question.alike[w] & around;
            let firsts = bits(around).filter(|&w| same(w) & ((1 << w) - 1) == 0);
            let with_edges = |w: usize| (w, self.edges(u, w).0, self.edges(u, w).1);
            let alike: Vec<Alike<'_>> = firsts
                .map(|first| Alike { first, all: same(first), each: bits(same(first)).map(with_edges).collect() })
                .collect();
            let has_all = |x: VertexId| alike.iter().all(|alike| self.has_alike(alike, x));
            let goes = failing(&self.candidates[u].vertices, has_all);
            self.remove(u, &goes);
        }
    }

    /// Whether a candidate has an edge left to each of some vertices, and as many different neighbors.
    fn has_alike(&self, Alike { first, all, each }: &Alike<'_>, x: VertexId) -> bool {
        let mut places = self.ground.rows.group(x, self.question.labels[*first]);
        let (mut met, mut missing) = (0u32, all.count_ones());
        places.any(|place| {
            let mut is_counted = missing == 0;
            for &(w, left, is_own) in each {
                if (!is_counted || met >> w & 1 == 0) && self.has((left, is_own), place) {
                    met |= 1 << w;
                    missing -= u32::from(!is_counted);
                    is_counted = true;
                }
            }
            met == *all && missing == 0
        })
    }

    /// Takes candidates of `u` out, and the edges to them.
    fn remove(&mut self, u: usize, goes: &[VertexId]) {
        if goes.is_empty() {
            return;
        }
        let (rows, question, reversed) = (&self.ground.rows, self.question, self.reversed);
        let mut edges: Vec<(usize, &mut Bitmap)> = Vec::new();
        for (number, left) in self.left.iter_mut().enumerate() {
            let end = bits(question.neighbors[u]).find(|&w| self.numbers[u][w] as usize == number);
            edges.extend(end.map(|w| (w, left)));
        }
        self.candidates[u].remove(goes);
        let stay = &self.candidates[u].vertices;
        let clear = |(w, left): &mut (usize, &mut Bitmap)| {
            let at = |place: usize| if u < *w { place as u32 } else { reversed[place] };
            let places = |&x: &VertexId| rows.group(x, question.labels[*w]).map(at);
            if goes.len() <= stay.len() {
                return goes.iter().flat_map(places).for_each(|place| left.remove(place));
            }
            let mut kept = Bitmap::new(reversed.len());
            stay.iter().flat_map(places).filter(|&place| left.contains(place)).for_each(|place| kept.insert(place));
            **left = kept;
        };
        match goes.len() >= MANY / 4 {
            true => edges.par_iter_mut().with_max_len(1).for_each(clear),
            false => edges.iter_mut().for_each(clear),
        }
    }
}

fn are_many(candidates: &[Candidates]) -> bool {
    candidates.iter().map(|own| own.vertices.len()).sum::<usize>() >= MANY
}

/// What comes of each, in their order: threads share them where that is said to pay.
pub(super) fn shared<T: Sync, R: Send>(all: &[T], is_shared: bool, each: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    if is_shared { all.par_iter().with_max_len(1).map(each).collect() } else { all.iter().map(each).collect() }
}
