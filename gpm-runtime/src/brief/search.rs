//! The search: backtracking with candidates that shrink as neighbors are matched. Data vertices that are twins are searched below once, and
//! pattern vertices that are twins are matched in one order. What is left to match falls into parts that have nothing
//! to do with each other: each is counted by itself, and the counts are multiplied.

use std::cmp::Reverse;
use std::ops::Range;

use gpm_plan::pattern::{MAX_VERTICES, bits};

use super::candidates::Candidates;
use super::edges::Edges;
use super::ground::Ground;
use super::memo::Memo;
use super::parts::{Part, Parts};
use super::question::{Asked, Question};
use super::shares::{Share, share_of};
use crate::control::Control;
use crate::graph::VertexId;

/// Steps after which what lies below a candidate is cut into shares, where threads look for all matches. *guess*
const CUT_AFTER: u64 = 1 << 18;

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// So many injective matches.
    All(u128),
    /// At least as many as were wanted.
    Enough,
    /// At least so many, up to where the run was stopped.
    Stopped(u128),
    /// At least so many: it took too many steps, or the number leaves 128 bits.
    GaveUp(u128),
}

/// Why a search does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Stopped,
    GaveUp,
}

/// Where the candidates of a vertex stand that are left, in the memory of all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    start: u32,
    end: u32,
}

impl Left {
    pub(super) fn of(places: Range<usize>) -> Left {
        Left { start: places.start as u32, end: places.end as u32 }
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// What lies below a partial match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Below {
    /// Matches, at most as many as are wanted; of a search that has ended no more than there are.
    pub(super) count: u128,
    /// If there is none, why: matched pattern vertices, as a mask. However all others are matched, these alone leave nothing.
    pub(super) blame: u32,
}

impl Below {
    pub(super) fn nothing(blame: u32) -> Below {
        Below { count: 0, blame }
    }

    pub(super) fn some(count: u128) -> Below {
        Below { count, blame: 0 }
    }
}

/// A search for all matches.
#[derive(Clone)]
pub(crate) struct Search<'a> {
    pub(super) question: &'a Question,
    pub(super) ground: &'a Ground,
    pub(super) candidates: &'a [Candidates],
    /// The edges between them, if they are laid out.
    edges: Option<&'a Edges>,
    control: &'a Control,
    /// Steps that are left.
    pub(super) steps: u64,
    /// Matches that are wanted.
    pub(super) wanted: u128,
    /// Set once the search is to end.
    pub(super) end: Option<End>,
    /// By pattern vertex.
    pub(super) matched: [VertexId; MAX_VERTICES],
    /// Those that are matched, as a mask.
    pub(super) placed: u32,
    /// By pattern vertex with a matched neighbor.
    pub(super) left: [Left; MAX_VERTICES],
    /// What these name.
    pub(super) memory: Vec<VertexId>,
    pub(super) parts: Parts,
    pub(super) memo: Memo,
    /// What is looked at below the first vertex.
    pub(super) share: Share,
    /// Steps after which what lies below a candidate is cut into shares, if it is.
    pub(super) cut_after: u64,
    /// Whether dead ends go back to whoever is to blame.
    jumps: bool,
    /// By pattern vertex, its core number where vertices of a high one are matched first, else 0.
    pub(super) cores: [u32; MAX_VERTICES],
}

impl<'a> Search<'a> {
    /// A search of so many steps at most, for `wanted` matches, at least one.
    pub(crate) fn new(
        Asked { ground, question }: Asked<'a>,
        candidates: &'a [Candidates],
        control: &'a Control,
        (steps, wanted): (u64, u128),
    ) -> Self {
        Search {
            question,
            ground,
            candidates,
            edges: None,
            control,
            steps,
            wanted,
            end: None,
            matched: [0; MAX_VERTICES],
            placed: 0,
            left: [Left::default(); MAX_VERTICES],
            memory: Vec::new(),
            parts: Parts::new(question, candidates),
            memo: Memo::default(),
            share: Share::default(),
            cut_after: CUT_AFTER,
            jumps: true,
            cores: if question.is_poor_in_labels() { question.cores() } else { [0; MAX_VERTICES] },
        }
    }

    /// A search of so many steps at most, for `wanted` matches, at least one, along edges between candidates.
    pub(crate) fn along(asked: Asked<'a>, edges: &'a Edges, control: &'a Control, most: (u64, u128)) -> Self {
        Search { edges: Some(edges), ..Search::new(asked, &edges.candidates, control, most) }
    }

    /// The same search, which always goes back to the vertex before.
    #[cfg(test)]
    pub(super) fn without_jumps(self) -> Self {
        Search { jumps: false, ..self }
    }

    /// The same search, which is cut after so many steps.
    #[cfg(test)]
    pub(super) fn cut_after(self, steps: u64) -> Self {
        Search { cut_after: steps, ..self }
    }

    /// The same search, which keeps nothing of what it counted.
    #[cfg(test)]
    pub(super) fn without_memo(self) -> Self {
        Search { memo: Memo::off(), ..self }
    }

    /// Searches on one thread.
    pub(crate) fn run(self) -> Found {
        self.run_on(1)
    }

    /// Counts the ways to match the vertices in `open`, all of them leaves, where all others are matched like this; `None` if the number leaves its
    /// bits, or the run was stopped.
    pub(super) fn count_rest(&mut self, others: impl Iterator<Item = (usize, VertexId)>, open: u32) -> Option<u128> {
        others.for_each(|(u, x)| self.matched[u] = x);
        self.placed = self.question.all() & !open;
        self.memory.clear();
        for w in bits(open) {
            let start = self.memory.len() as u32;
            let row = self
                .ground
                .row(self.matched[self.question.neighbors[w].trailing_zeros() as usize], self.question.labels[w]);
            self.memory.extend(row.iter().filter(|&&y| self.candidates[w].contains(y)));
            self.left[w] = Left { start, end: self.memory.len() as u32 };
        }
        let mut product = 1;
        for at in self.parts.of(open, self.question) {
            // Twins of leaves are matched in whatever order.
            let Below { count, .. } = self.count_leaves(Part { next: 0, ..self.parts.part(at) });
            product = self.product(product, count);
        }
        self.end.is_none().then_some(product)
    }

    /// Counts the ways to match the vertices in `open`: those of its parts, multiplied.
    pub(super) fn count(&mut self, open: u32) -> Below {
        if self.parts.are_too_many() {
            self.end = Some(End::GaveUp);
        }
        let (mut product, parts) = (1, self.parts.of(open, self.question));
        let hangs_together = parts.len() == 1 && self.parts.part(parts.start).next != 0;
        if !hangs_together && self.share.of(self.placed.count_ones()).is_some() {
            return self.count_whole(open);
        }
        for at in parts {
            let part = self.parts.part(at);
            let below = match part.next {
                0 => self.count_leaves(part),
                _ => self.count_part(part),
            };
            if below.count == 0 {
                return below;
            }
            product = self.product(product, below.count);
        }
        Below::some(product)
    }

    /// Counts the ways to match a part, unless that is known.
    fn count_part(&mut self, part: Part) -> Below {
        let is_shared = self.share.of(self.placed.count_ones()).is_some();
        let key = if is_shared { None } else { self.key_to_keep(part) };
        if let Some(known) = key.as_ref().and_then(|key| self.recall(part, key)) {
            return known;
        }
        let next = bits(part.next)
            .min_by_key(|&u| (Reverse(self.cores[u]), self.left[u].len()))
            .expect("a part has a vertex to go on with");
        let below = self.match_vertex(next, part.open);
        if let Some(key) = key.as_ref().filter(|_| self.end.is_none()) {
            self.keep(part, key, below);
        }
        below
    }

    /// Matches one of the vertices in `open` to each of the candidates that it has left.
    pub(super) fn match_vertex(&mut self, u: usize, open: u32) -> Below {
        let Left { start, end } = self.left[u];
        let (before, top) = (self.left, self.memory.len());
        let rivals = self.parts.alike[u] & !open;
        // Pattern twins are matched to data twins in order: each of the other ways to match them is a permutation.
        let mates = self.question.twins[u] & !open;
        let least = bits(mates).map(|w| self.ground.twins[self.matched[w] as usize]).max().unwrap_or(0);
        let share = self.share.of(self.placed.count_ones());
        // A share does not know whether another one finds something: all are to blame.
        let own = if share.is_some() { self.placed } else { 0 };
        let mut blame = self.question.neighbors[u] & !open | mates | own;
        let (mut sum, mut number) = (0, 0);
        let mut at = start + self.elements(self.left[u]).partition_point(|&x| x < least) as u32;
        while at < end && self.step(1) {
            // Twins that are free count alike: one is matched for all.
            let twin = self.ground.twins[self.memory[at as usize] as usize];
            let (mut free, mut x) = (0, 0);
            while at < end && self.ground.twins[self.memory[at as usize] as usize] == twin {
                let next = self.memory[at as usize];
                match self.owner(next, rivals) {
                    Some(owner) => blame |= 1 << owner,
                    None => (free, x) = (free + 1, next),
                }
                at += 1;
            }
            number += 1;
            if free == 0 || share.is_some_and(|share| share_of(number) != share) {
                continue;
            }
            (self.matched[u], self.placed) = (x, self.placed | 1 << u);
            let below = match self.narrow_around(u, open & !(1 << u)) {
                Some(why) => Below::nothing(why),
                None => self.count(open & !(1 << u)),
            };
            self.placed &= !(1 << u);
            self.left = before;
            self.memory.truncate(top);
            match below {
                // A search that has ended knows of nobody to blame.
                Below { count: 0, .. } if self.end.is_some() => break,
                // Whatever `u` is matched to, nothing is found.
                Below { count: 0, blame: why } if self.jumps && why >> u & 1 == 0 => return Below::nothing(why),
                Below { count: 0, blame: why } => blame |= why,
                Below { count, .. } => {
                    let ways =
                        if mates | 1 << u == self.question.twins[u] { self.permutations(mates, twin) } else { 1 };
                    let each = self.product(free, ways);
                    let count = self.product(count, each);
                    sum = self.sum(sum, count);
                }
            }
            if sum >= self.wanted {
                break;
            }
        }
        if sum == 0 { Below::nothing(blame & !(1 << u)) } else { Below::some(sum) }
    }

    /// How many ways there are to permute what pattern twins are matched to, of which all but one are matched, and that one to a data vertex of
    /// the class `last`: data twins in one order.
    fn permutations(&self, mates: u32, last: VertexId) -> u128 {
        let class = |u: usize| self.ground.twins[self.matched[u] as usize];
        let mut classes: Vec<VertexId> = bits(mates).map(class).collect();
        classes.push(last);
        classes.sort_unstable();
        let factorial = |number: usize| (1..=number as u128).product::<u128>();
        let same: u128 = classes.chunk_by(VertexId::eq).map(|run| factorial(run.len())).product();
        factorial(classes.len()) / same
    }

    /// Which of some matched vertices is matched to `x`.
    #[inline]
    pub(super) fn owner(&self, x: VertexId, among: u32) -> Option<usize> {
        bits(among).find(|&u| self.matched[u] == x)
    }

    /// Leaves the vertices in `open` next to `u` those candidates that are adjacent to its match; who is to blame if one has none.
    fn narrow_around(&mut self, u: usize, open: u32) -> Option<u32> {
        for w in bits(self.question.neighbors[u] & open) {
            let x = self.matched[u];
            let row = match self.edges {
                Some(edges) => edges.row((u, self.candidates[u].place(x)), w),
                None => self.ground.row(x, self.question.labels[w]),
            };
            let start = self.memory.len() as u32;
            let is_first = self.question.neighbors[w] & !open == 1 << u;
            self.steps = self.steps.saturating_sub(row.len() as u64 / 8);
            match is_first {
                true => self.memory.extend(row.iter().filter(|&&y| self.candidates[w].contains(y))),
                false => self.meet(self.left[w], row),
            }
            self.left[w] = Left { start, end: self.memory.len() as u32 };
            if self.left[w].len() == 0 {
                return Some(self.question.neighbors[w] & !open);
            }
        }
        None
    }

    /// Appends what is both left and in a row.
    fn meet(&mut self, left: Left, mut row: &[VertexId]) {
        for at in left.start..left.end {
            let x = self.memory[at as usize];
            // The next candidate is rarely far away.
            let mut reach = 1;
            while row.get(reach).is_some_and(|&y| y < x) {
                reach *= 2;
            }
            row = &row[row[..row.len().min(reach + 1)].partition_point(|&y| y < x)..];
            match row.first() {
                None => return,
                Some(&y) if y == x => self.memory.push(x),
                Some(_) => {}
            }
        }
    }

    /// The candidates that a vertex has left, ascending.
    pub(super) fn elements(&self, left: Left) -> &[VertexId] {
        &self.memory[left.start as usize..left.end as usize]
    }

    /// Takes some steps; whether the search goes on.
    #[inline]
    pub(super) fn step(&mut self, number: u64) -> bool {
        match self.steps.checked_sub(number) {
            Some(left) => self.steps = left,
            None => self.end = Some(End::GaveUp),
        }
        if self.end.is_none() && self.control.is_stopped() {
            self.end = Some(End::Stopped);
        }
        self.end.is_none()
    }

    /// A sum, no more than what is wanted.
    fn sum(&mut self, one: u128, other: u128) -> u128 {
        self.checked(one.checked_add(other))
    }

    /// A product, no more than what is wanted.
    pub(super) fn product(&mut self, one: u128, other: u128) -> u128 {
        self.checked(one.checked_mul(other))
    }

    /// A number, no more than what is wanted; the search gives up if it leaves its bits.
    pub(super) fn checked(&mut self, number: Option<u128>) -> u128 {
        match number {
            Some(number) => number.min(self.wanted),
            None if self.wanted < u128::MAX => self.wanted,
            None => {
                self.end = Some(End::GaveUp);
                0
            }
        }
    }
}
