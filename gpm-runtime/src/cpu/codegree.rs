//! Codegrees with a root: how many two-hop paths lead from it to each vertex [ChibaNishizeki1985]; and the same for walks of
//! three steps.

use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::program::Ends;

use crate::graph::VertexId;
use crate::view::Rows;

/// The table of one root after the other.
#[derive(Debug)]
pub(super) struct Codegrees {
    /// One number a data vertex, zero where the current root does not reach.
    table: Vec<u32>,
    /// Where the table is not zero, and then anything: one place more than there are vertices.
    reach: Vec<VertexId>,
    num_reached: usize,
}

impl Codegrees {
    pub(super) fn new(num_vertices: usize) -> Self {
        Codegrees { table: vec![0; num_vertices], reach: vec![0; num_vertices + 1], num_reached: 0 }
    }

    /// One number a data vertex.
    #[cfg(feature = "jit")]
    pub(super) fn table(&self) -> *const u32 {
        self.table.as_ptr()
    }

    /// The codegree of `v` with the root last counted for.
    ///
    /// # Safety
    /// `v` is one of the vertices that the table was made for.
    #[inline(always)]
    pub(super) unsafe fn of(&self, v: VertexId) -> u32 {
        // SAFETY: by contract.
        unsafe { *self.table.get_unchecked(v as usize) }
    }

    /// The vertices at the ends of the paths last counted, in no order.
    #[inline(always)]
    pub(super) fn reached(&self) -> &[VertexId] {
        &self.reach[..self.num_reached]
    }

    /// Counts the paths through `middle` to the vertices where they end; says whether all were counted, or `stop` was set meanwhile.
    ///
    /// Cost: one increment at random in the table for each path.
    pub(super) fn count(&mut self, middle: &[VertexId], rows: &Rows<'_>, ends: &EndsOf, stop: &AtomicBool) -> bool {
        let (table, reach) = (&mut self.table[..], &mut self.reach[..]);
        for &x in &reach[..self.num_reached] {
            table[x as usize] = 0;
        }
        let mut num_reached = 0;
        let mut is_whole = true;
        for &w in middle {
            if stop.load(Ordering::Relaxed) {
                is_whole = false;
                break;
            }
            for &x in ends.part(rows, w) {
                let codegree = &mut table[x as usize];
                // Kept only if it is new: a branch on that would be guessed wrong too often.
                reach[num_reached] = x;
                num_reached += usize::from(*codegree == 0);
                *codegree += 1;
            }
        }
        self.num_reached = num_reached;
        is_whole
    }
}

/// How many walks of three steps lead from a root to each vertex: the table of one root after the other. There are
/// at most as many as entries in all rows, which 64 bits hold.
#[derive(Debug)]
pub(super) struct Walks {
    /// As [`Codegrees`] have them.
    table: Vec<u64>,
    reach: Vec<VertexId>,
    num_reached: usize,
}

impl Walks {
    pub(super) fn new(num_vertices: usize) -> Self {
        Walks { table: vec![0; num_vertices], reach: vec![0; num_vertices + 1], num_reached: 0 }
    }

    /// One number a data vertex.
    #[cfg(feature = "jit")]
    pub(super) fn table(&self) -> *const u64 {
        self.table.as_ptr()
    }

    /// The number of walks from the root last counted for to `v`.
    ///
    /// # Safety
    /// `v` is one of the vertices that the table was made for.
    #[inline(always)]
    pub(super) unsafe fn of(&self, v: VertexId) -> u64 {
        // SAFETY: by contract.
        unsafe { *self.table.get_unchecked(v as usize) }
    }

    /// The vertices at the ends of the walks last counted, in no order.
    #[inline(always)]
    pub(super) fn reached(&self) -> &[VertexId] {
        &self.reach[..self.num_reached]
    }

    /// Counts the walks that go one step further than those in `before`, to the vertices in `ends`; says whether all were counted,
    /// or `stop` was set meanwhile.
    ///
    /// Cost: one addition at random in the table for each entry of the rows of all that was reached before.
    pub(super) fn count(&mut self, before: &Codegrees, rows: &Rows<'_>, ends: &EndsOf, stop: &AtomicBool) -> bool {
        let (table, reach) = (&mut self.table[..], &mut self.reach[..]);
        for &x in &reach[..self.num_reached] {
            table[x as usize] = 0;
        }
        let mut num_reached = 0;
        let mut is_whole = true;
        for &y in before.reached() {
            if stop.load(Ordering::Relaxed) {
                is_whole = false;
                break;
            }
            let walks = u64::from(before.table[y as usize]);
            for &x in ends.part(rows, y) {
                let sum = &mut table[x as usize];
                // As for codegrees.
                reach[num_reached] = x;
                num_reached += usize::from(*sum == 0);
                *sum += walks;
            }
        }
        self.num_reached = num_reached;
        is_whole
    }
}

/// Where walks from a root end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EndsOf {
    /// At vertices from this one on,
    low: VertexId,
    /// that are smaller than this one,
    high: VertexId,
    /// and, if so, smaller than the middle of the walk.
    descend: bool,
}

impl EndsOf {
    pub(super) fn new(ends: Ends, root: VertexId) -> EndsOf {
        let (low, high) = match ends {
            Ends::Anywhere => (0, VertexId::MAX),
            Ends::BelowRoot | Ends::BelowBoth => (0, root),
            Ends::AboveRoot => (root + 1, VertexId::MAX),
        };
        EndsOf { low, high, descend: ends == Ends::BelowBoth }
    }

    /// The vertices of the row of `middle` that are among them.
    fn part<'r>(&self, rows: &'r Rows<'_>, middle: VertexId) -> &'r [VertexId] {
        let row = rows.row(middle);
        let row = if self.descend { &row[..rows.splits()[middle as usize] as usize] } else { row };
        let start = if self.low == 0 { 0 } else { row.partition_point(|&x| x < self.low) };
        let is_whole = self.high == VertexId::MAX || (self.descend && middle <= self.high);
        let end = if is_whole { row.len() } else { row.partition_point(|&x| x < self.high) };
        row.get(start..end).unwrap_or(&[])
    }
}
