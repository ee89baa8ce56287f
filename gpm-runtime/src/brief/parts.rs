//! What is left to match, in parts: two open vertices are in one part if a path of open vertices joins them, or if both may be matched to the
//! same data vertex. So the matches of one part have nothing to do with those of another, and counts of parts are multiplied.

use std::cmp::Reverse;
use std::ops::Range;

use gpm_plan::pattern::{MAX_VERTICES, bits};
use rustc_hash::FxHashMap;

use super::candidates::Candidates;
use super::question::Question;

/// Parts that are known at most: some tens of MiB. *guess*
const PARTS: usize = 1 << 20;

/// A part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Its vertices, as a mask.
    pub(super) open: u32,
    /// Those of them that may be matched next: with a matched neighbor and an open one, or a matched twin. 0 if no two vertices of the part are
    /// adjacent, and none has a matched twin.
    pub(super) next: u32,
    /// The matched vertices that have a neighbor or a twin in the part.
    pub(super) around: u32,
    /// The other matched vertices that may have what a vertex of the part is matched to.
    pub(super) rivals: u32,
    /// Its number.
    pub(super) at: usize,
}

/// Parts by what is open.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// By pattern vertex, those that share a candidate with it, as a mask with itself.
    pub(super) alike: [u32; MAX_VERTICES],
    /// By pattern vertex, its core number.
    cores: [u32; MAX_VERTICES],
    known: FxHashMap<u32, (u32, u32)>,
    parts: Vec<Part>,
}

impl Parts {
    pub(super) fn new(question: &Question, candidates: &[Candidates]) -> Parts {
        let mut alike = [0; MAX_VERTICES];
        for u in 0..question.num_vertices {
            let shares = |&w: &usize| w == u || candidates[u].meets(&candidates[w]);
            alike[u] = bits(question.alike[u]).filter(shares).map(|w| 1 << w).sum();
        }
        Parts { alike, cores: question.cores(), known: FxHashMap::default(), parts: Vec::new() }
    }

    /// Whether a search has met more sets of open vertices than it may.
    pub(super) fn are_too_many(&self) -> bool {
        self.parts.len() > PARTS
    }

    /// The part with a number.
    #[inline]
    pub(super) fn part(&self, at: usize) -> Part {
        self.parts[at]
    }

    /// The numbers of the parts of what is open, those first that are soon counted.
    #[inline]
    pub(super) fn of(&mut self, open: u32, question: &Question) -> Range<usize> {
        if let Some(&(start, end)) = self.known.get(&open) {
            return start as usize..end as usize;
        }
        let start = self.parts.len();
        let mut rest = open;
        while rest != 0 {
            let part = self.part_of(rest & rest.wrapping_neg(), open, question);
            rest &= !part.open;
            self.parts.push(part);
        }
        self.parts[start..].sort_by_key(|part| (part.next != 0, part.open.count_ones()));
        for at in start..self.parts.len() {
            self.parts[at].at = at;
        }
        self.known.insert(open, (start as u32, self.parts.len() as u32));
        start..self.parts.len()
    }

    /// The part of a vertex.
    fn part_of(&self, vertex: u32, open: u32, question: &Question) -> Part {
        let share = |vertices: u32| bits(vertices).fold(0, |mask, u| mask | self.alike[u]);
        let part = closure(vertex, open, |vertices| question.around(vertices) | share(vertices));
        let (mut next, mut rest) = (0, part);
        // What is joined by edges is matched one after the other: the densest first, in which there is least choice, and of these the smallest.
        // Trees wait, since they are soon counted.
        while rest != 0 {
            let joined = closure(rest & rest.wrapping_neg(), part, |vertices| question.around(vertices));
            rest &= !joined;
            let worth = |set: u32| (bits(set).map(|u| self.cores[u]).max(), Reverse(set.count_ones()));
            if joined.count_ones() > 1 && worth(joined) > worth(next) {
                next = joined;
            }
        }
        let is_reached = |&u: &usize| question.neighbors[u] & !open != 0 && question.neighbors[u] & part != 0;
        let mut next = bits(next).filter(is_reached).map(|u| 1 << u).sum();
        let around = (question.around(part) | question.twins_of(part)) & !part;
        if next == 0 {
            // Twins are matched in order: the rest of them too.
            next = part & question.twins_of(around);
        }
        Part { open: part, next, around, rivals: share(part) & !part & !around, at: 0 }
    }
}

/// What is reached from some vertices among those in `open`.
fn closure(from: u32, open: u32, step: impl Fn(u32) -> u32) -> u32 {
    let (mut reached, mut new) = (from, from);
    while new != 0 {
        new = step(new) & open & !reached;
        reached |= new;
    }
    reached
}
