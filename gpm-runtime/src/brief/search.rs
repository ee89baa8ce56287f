//! The search: backtracking with candidates that shrink as neighbors are matched.

use gpm_plan::pattern::{MAX_VERTICES, bits};

use super::candidates::Candidates;
use super::question::Question;
use crate::control::Control;
use crate::graph::VertexId;
use crate::mine::LabelledRows;

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// So many injective matches.
    All(u128),
    /// At least as many as were wanted.
    Enough,
    /// So many up to where the run was stopped.
    Stopped(u128),
    /// Nothing: it took too many steps, or the number leaves 128 bits.
    GaveUp,
}

/// Why a search does not go on.
pub(super) enum End {
    Enough,
    Stopped,
    GaveUp,
}

/// Where the candidates of a vertex stand that are left, in the memory of all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Left {
    pub(super) fn len(self) -> usize {
        self.end - self.start
    }
}

/// Why nothing was found below a partial match: pattern vertices, as a mask. However all others are matched, these alone leave nothing.
/// `None` if something was found.
pub(super) type Blame = Option<u32>;

/// A search for all matches.
pub(crate) struct Search<'a> {
    pub(super) question: &'a Question,
    rows: &'a LabelledRows,
    candidates: &'a [Candidates],
    control: &'a Control,
    /// Steps that are left.
    pub(super) steps: u64,
    /// Matches that are wanted.
    pub(super) wanted: u128,
    pub(super) count: u128,
    /// By pattern vertex.
    pub(super) matched: [VertexId; MAX_VERTICES],
    /// By pattern vertex with a matched neighbor.
    pub(super) left: [Left; MAX_VERTICES],
    /// What these name.
    pub(super) memory: Vec<VertexId>,
    /// Whether dead ends go back to whoever is to blame.
    jumps: bool,
}

impl<'a> Search<'a> {
    /// A search of so many steps at most, for `wanted` matches, at least one.
    pub(crate) fn new(
        (rows, question): (&'a LabelledRows, &'a Question),
        candidates: &'a [Candidates],
        control: &'a Control,
        (steps, wanted): (u64, u128),
    ) -> Self {
        let (matched, left) = ([0; MAX_VERTICES], [Left::default(); MAX_VERTICES]);
        let memory = Vec::new();
        Search { question, rows, candidates, control, steps, wanted, count: 0, matched, left, memory, jumps: true }
    }

    /// The same search, which always goes back to the vertex before.
    #[cfg(test)]
    pub(super) fn without_jumps(self) -> Self {
        Search { jumps: false, ..self }
    }

    /// Searches from the vertex with the fewest candidates for the links that it has.
    pub(crate) fn run(mut self) -> Found {
        let size = |u: usize| self.candidates[u].vertices.len() as u64;
        let each = |u: usize| (size(u) << 16) / u64::from(self.question.neighbors[u].count_ones().max(1));
        let Some(root) = (0..self.question.num_vertices).min_by_key(|&u| each(u)) else { return Found::GaveUp };
        if (0..self.question.num_vertices).any(|u| size(u) == 0) {
            return Found::All(0);
        }
        self.memory.extend_from_slice(&self.candidates[root].vertices);
        self.left[root] = Left { start: 0, end: self.memory.len() };
        match self.match_vertex(root, self.question.all()) {
            Ok(_) => Found::All(self.count),
            Err(End::Enough) => Found::Enough,
            Err(End::Stopped) => Found::Stopped(self.count),
            Err(End::GaveUp) => Found::GaveUp,
        }
    }

    /// Matches the vertices in `open`, those with neighbors among them first.
    fn extend(&mut self, open: u32) -> Result<Blame, End> {
        let reached = bits(open).filter(|&u| self.question.neighbors[u] & !open != 0);
        let inner = reached.filter(|&u| self.question.neighbors[u] & open != 0);
        match inner.min_by_key(|&u| self.left[u].len()) {
            Some(next) => self.match_vertex(next, open),
            None => self.count_leaves(open),
        }
    }

    /// Matches one of the vertices in `open` to each of the candidates that it has left.
    fn match_vertex(&mut self, u: usize, open: u32) -> Result<Blame, End> {
        let Left { start, end } = self.left[u];
        let (before, top) = (self.left, self.memory.len());
        let mut blame = self.question.neighbors[u] & !open;
        let mut is_found = false;
        for at in start..end {
            self.step(1)?;
            let x = self.memory[at];
            if let Some(owner) = self.owner(x, self.question.alike[u] & !open) {
                blame |= 1 << owner;
                continue;
            }
            self.matched[u] = x;
            let below = match self.narrow_around(u, open & !(1 << u)) {
                Some(why) => Some(why),
                None => self.extend(open & !(1 << u))?,
            };
            self.left = before;
            self.memory.truncate(top);
            match below {
                None => is_found = true,
                // Whatever `u` is matched to, nothing is found.
                Some(why) if self.jumps && why >> u & 1 == 0 => return Ok(Some(why)),
                Some(why) => blame |= why,
            }
        }
        Ok(if is_found { None } else { Some(blame & !(1 << u)) })
    }

    /// Which of some matched vertices is matched to `x`.
    #[inline]
    pub(super) fn owner(&self, x: VertexId, among: u32) -> Option<usize> {
        bits(among).find(|&u| self.matched[u] == x)
    }

    /// Leaves the vertices in `open` next to `u` those candidates that are adjacent to its match; who is to blame if one has none.
    fn narrow_around(&mut self, u: usize, open: u32) -> Option<u32> {
        for w in bits(self.question.neighbors[u] & open) {
            let row = self.rows.neighbors(self.rows.group(self.matched[u], self.question.labels[w]));
            let start = self.memory.len();
            let is_first = self.question.neighbors[w] & !open == 1 << u;
            self.steps = self.steps.saturating_sub(row.len() as u64 / 8);
            match is_first {
                true => self.memory.extend(row.iter().filter(|&&y| self.candidates[w].contains(y))),
                false => self.meet(self.left[w], row),
            }
            self.left[w] = Left { start, end: self.memory.len() };
            if self.left[w].len() == 0 {
                return Some(self.question.neighbors[w] & !open);
            }
        }
        None
    }

    /// Appends what is both left and in a row.
    fn meet(&mut self, left: Left, mut row: &[VertexId]) {
        for at in left.start..left.end {
            let x = self.memory[at];
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

    /// Takes some steps.
    #[inline]
    pub(super) fn step(&mut self, number: u64) -> Result<(), End> {
        match self.steps.checked_sub(number) {
            Some(left) => self.steps = left,
            None => return Err(End::GaveUp),
        }
        if self.control.is_stopped() { Err(End::Stopped) } else { Ok(()) }
    }
}
