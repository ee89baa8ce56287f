//! Counting what the rows of many vertices have in common with a marked set, one row after the other.
//!
//! The rows lie anywhere in memory: the cache is told some rows ahead which come next.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::cost::SEARCHED_BY_MARKS;
use gpm_plan::program::Part;

use crate::graph::VertexId;
use crate::set::{Kernels, kernels};
use crate::view::Rows;

/// How many rows ahead the start of a row is fetched. *guess*
const ROW_AHEAD: usize = 8;
/// How many rows ahead the word is fetched that says where a row starts. *guess*: twice as far as the row.
const OFFSET_AHEAD: usize = 16;
/// Elements of a cache line of 64 bytes: streamed between two looks whether a row has come to its bound.
const LINE: usize = 16;
/// The same in a row that has gone on for as long: to look further ahead early would touch what has not been fetched. *guess*
const BLOCK: usize = 64;

/// What of which rows is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowsIn<'a> {
    /// Whose.
    pub(super) rows: &'a Rows<'a>,
    /// Which part of each row.
    pub(super) part: Part,
    /// The marked set.
    pub(super) marked: &'a [VertexId],
    /// One bit a vertex of the graph.
    pub(super) bits: &'a [u64],
}

impl RowsIn<'_> {
    /// How many elements of the rows of `owners` lie in `ends` and are marked, all rows together; `None` if `stop` was set
    /// meanwhile.
    ///
    /// Cost: one bit read for each element of the rows in front of the end of `ends`, or a word for 64 vertices where a row is held as bits.
    pub(super) fn count(&self, owners: &[VertexId], ends: &Range<VertexId>, stop: &AtomicBool) -> Option<u64> {
        let (offsets, neighbors, splits) = (self.rows.offsets(), self.rows.neighbors(), self.rows.splits());
        assert!(self.bits.len() * 64 >= splits.len(), "marks cover all vertices");
        let (kernels, dense) = (kernels(), self.rows.lower_bits());
        let mut sum = 0;
        for (index, &owner) in owners.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(row) = dense.and_then(|dense| dense.row(owner))
                && let Some(end) = self.end_of_lower(owner, ends)
            {
                sum += self.count_bits(kernels, row, end) as u64;
                continue;
            }
            if let Some(&next) = owners.get(index + OFFSET_AHEAD) {
                fetch(&raw const offsets[next as usize]);
            }
            if let Some(&next) = owners.get(index + ROW_AHEAD) {
                let start = neighbors.as_ptr().wrapping_add(offsets[next as usize] as usize);
                fetch(start);
                fetch(start.wrapping_add(LINE));
            }
            let owner = owner as usize;
            let row = &neighbors[offsets[owner] as usize..offsets[owner + 1] as usize];
            let row = match self.part {
                // What ends before the owner needs no split.
                Part::Below if ends.end as usize <= owner => row,
                Part::Whole => row,
                Part::Below => &row[..splits[owner] as usize],
                Part::Above => &row[splits[owner] as usize..],
            };
            sum += self.count_list(kernels, row, ends) as u64;
        }
        Some(sum)
    }

    /// Where what is counted of a row ends, if it begins with the row and has smaller neighbors alone.
    fn end_of_lower(&self, owner: VertexId, ends: &Range<VertexId>) -> Option<usize> {
        let is_lower = self.part == Part::Below || self.part == Part::Whole && ends.end <= owner;
        (is_lower && ends.start == 0).then_some(ends.end.min(owner) as usize)
    }

    /// How many of the first `end` bits of a row are marked.
    fn count_bits(&self, kernels: &Kernels, row: &[u64], end: usize) -> usize {
        let (words, left) = (end / 64, end % 64);
        // SAFETY: a row has no more words than there are of marks.
        let whole = unsafe { (kernels.and_count)(row[..words].as_ptr(), self.bits[..words].as_ptr(), words) };
        let last = if left == 0 { 0 } else { row[words] & self.bits[words] & ((1 << left) - 1) };
        whole + last.count_ones() as usize
    }

    fn count_list(&self, kernels: &Kernels, row: &[VertexId], ends: &Range<VertexId>) -> usize {
        let row = if ends.start == 0 { row } else { &row[kernels.num_below(row, ends.start)..] };
        let most = row.len().min(ends.end.saturating_sub(ends.start) as usize);
        if most > SEARCHED_BY_MARKS * self.marked.len() {
            return kernels.count_intersect(self.marked, &row[..kernels.num_below(row, ends.end)]);
        }
        // What is read in order costs less than a search for the bound.
        let (sum, left) = self.count_steps(kernels, row, ends.end);
        let is_marked = |&v: &VertexId| self.bits[v as usize / 64] >> (v % 64) & 1 == 1;
        sum + left.iter().take_while(|&&v| v < ends.end).filter(|&v| is_marked(v)).count()
    }

    /// Counts in steps for as long as all of a step is in front of `end`, and says what is left.
    fn count_steps<'r>(&self, kernels: &Kernels, row: &'r [VertexId], end: VertexId) -> (usize, &'r [VertexId]) {
        let (mut sum, mut left) = (0, row);
        for (step, most) in [(LINE, BLOCK / LINE), (BLOCK, usize::MAX), (LINE, BLOCK / LINE)] {
            for _ in 0..most {
                match left.split_at_checked(step) {
                    Some((first, rest)) if first[step - 1] < end => {
                        sum += self.probe(kernels, first);
                        left = rest;
                    }
                    _ => break,
                }
            }
        }
        (sum, left)
    }

    fn probe(&self, kernels: &Kernels, elements: &[VertexId]) -> usize {
        // SAFETY: there is a bit for each vertex of the graph.
        unsafe { (kernels.probe_count)(self.bits.as_ptr(), elements.as_ptr(), elements.len()) }
    }
}

/// Has the cache fetch what lies at an address, which need not be readable.
#[inline(always)]
fn fetch<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::view::Bound;
    use gpm_plan::{cost::GraphStats, pattern::Pattern, plan::Plan, query::Query};

    #[test]
    fn rows_are_counted_within_their_ends() {
        let edges = (0..500u32).flat_map(|i| (0..i).map(move |j| (i, j)));
        let graph = Graph::from_edges(500, edges.filter(|(i, j)| (i * 7 + j * 13) % 5 < 2)).unwrap();
        let plan = Plan::new(Query::from("clique:4".parse::<Pattern>().unwrap()), &GraphStats::typical()).unwrap();
        let bound = Bound::new(&graph, plan.nests().next().unwrap()).unwrap();
        let rows = &bound.views[0];
        let owners: Vec<VertexId> = (0..500).filter(|v| v % 3 != 0).collect();
        for every in [2, 100] {
            let marked: Vec<VertexId> = (0..500).filter(|v| v % every == 1).collect();
            let mut bits = vec![0u64; 8];
            marked.iter().for_each(|&v| bits[v as usize / 64] |= 1 << (v % 64));
            for part in [Part::Whole, Part::Below, Part::Above] {
                for ends in [0..VertexId::MAX, 0..77, 130..400, 499..500, 10..10] {
                    let is_in = |owner: VertexId, v: VertexId| match part {
                        Part::Whole => true,
                        Part::Below => v < owner,
                        Part::Above => v > owner,
                    };
                    let expected = owners.iter().flat_map(|&owner| rows.row(owner).iter().map(move |&v| (owner, v)));
                    let expected =
                        expected.filter(|&(owner, v)| is_in(owner, v) && ends.contains(&v) && v % every == 1).count();
                    let counted = RowsIn { rows, part, marked: &marked, bits: &bits };
                    let found = counted.count(&owners, &ends, &AtomicBool::new(false));
                    assert_eq!(found, Some(expected as u64), "{part:?} {ends:?} every {every}");
                    assert_eq!(counted.count(&owners, &ends, &AtomicBool::new(true)), None);
                }
            }
        }
    }
}
