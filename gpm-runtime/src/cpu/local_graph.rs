//! The bit matrix of a root's neighborhood: row `i` says which members the `i`-th member is adjacent to.

use std::sync::atomic::{AtomicBool, Ordering};

use gpm_plan::nest::LocalGraph;

use super::prepared::Preparation;
use super::root_memory::RootMemory;
use super::share::Desk;
use crate::graph::VertexId;
use crate::set::ones;
use crate::view::Rows;

/// A place among members: two bytes, so that the places of many hubs fit in a small cache.
type Place = u16;

/// Marks vertices that are not members.
const STRANGER: Place = Place::MAX;

const _: () = assert!(LocalGraph::LIMIT < STRANGER as usize, "each member has a place");

/// Bits from which on a square of 64 by 64 is transposed as a whole rather than bit by bit. Measured when it was written; graph and machine
/// are not kept.
const DENSE: u32 = 100;

/// A bit row for each member of a neighborhood: bit `j` of row `i` is set if members `i` and `j` are adjacent (and `j < i`, if only
/// the lower triangle is asked for).
#[derive(Debug, Default)]
pub(super) struct BitMatrix {
    len: usize,
    words: usize,
    /// As many rows as there are members, and then anything.
    rows: Vec<u64>,
}

impl BitMatrix {
    /// Words of a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// All rows, one after the other.
    pub(super) fn rows(&self) -> &[u64] {
        &self.rows[..self.len * self.words]
    }
}

/// Builds bit matrices.
#[derive(Debug)]
pub(super) struct MatrixBuilder {
    /// For each data vertex its place among the members, or [`STRANGER`].
    position: Vec<Place>,
    lower_only: bool,
}

/// The bit matrices of the roots that one worker searches.
#[derive(Debug)]
pub(super) struct LocalGraphBuilder {
    builder: MatrixBuilder,
    matrix: RootMemory<BitMatrix>,
}

impl LocalGraphBuilder {
    pub(super) fn new(num_vertices: usize, lower_only: bool) -> Self {
        let builder = MatrixBuilder::new(num_vertices, lower_only);
        LocalGraphBuilder { builder, matrix: RootMemory::new(Preparation::Matrix, BitMatrix::default()) }
    }

    /// The matrix over `members` (ascending), the neighborhood of the root that is searched. `None` if the run must end.
    pub(super) fn of_root(&mut self, desk: &Desk<'_>, members: &[VertexId], view: &Rows<'_>) -> Option<&BitMatrix> {
        let fill = |matrix: &mut BitMatrix| self.builder.build(matrix, members, view, desk.stop());
        self.matrix.prepare(desk, BitMatrix::default, fill)
    }
}

impl MatrixBuilder {
    pub(super) fn new(num_vertices: usize, lower_only: bool) -> Self {
        MatrixBuilder { position: vec![STRANGER; num_vertices], lower_only }
    }

    /// Builds the matrix over `members` (ascending); says whether it is whole, or `stop` was set meanwhile.
    ///
    /// Cost: one random read for each entry below its owner in the members' rows.
    pub(super) fn build(
        &mut self,
        matrix: &mut BitMatrix,
        members: &[VertexId],
        view: &Rows<'_>,
        stop: &AtomicBool,
    ) -> bool {
        // One column more than members: strangers all fall there, which spares a branch an entry.
        let n = members.len();
        let words = n / 64 + 1;
        (matrix.len, matrix.words) = (n, words);
        if matrix.rows.len() < n * words {
            matrix.rows.resize(n * words, 0);
        }
        let rows = &mut matrix.rows[..n * words];
        rows.fill(0);
        members.iter().zip(0..).for_each(|(&v, i)| self.position[v as usize] = i);
        let splits = view.splits();
        let mut is_whole = true;
        for (row, &v) in rows.chunks_exact_mut(words).zip(members) {
            if stop.load(Ordering::Relaxed) {
                is_whole = false;
                break;
            }
            for &w in &view.row(v)[..splits[v as usize] as usize] {
                // Wide, since the smaller of two numbers of 16 bits is found by a branch, which is guessed wrong every other time.
                let j = usize::from(self.position[w as usize]).min(n);
                row[j / 64] |= 1 << (j % 64);
            }
            row[n / 64] &= (1 << (n % 64)) - 1;
        }
        members.iter().for_each(|&v| self.position[v as usize] = STRANGER);
        if is_whole && !self.lower_only {
            matrix.mirror();
        }
        is_whole
    }
}

impl BitMatrix {
    /// Sets bit `i` of row `j` wherever bit `j` of row `i` is set, in squares of 64 by 64 bits.
    fn mirror(&mut self) {
        let (n, words) = (self.len, self.words);
        for (of_rows, high) in (0..n).step_by(64).enumerate() {
            for (of_columns, low) in (0..=high).step_by(64).enumerate() {
                let mut square = [0; 64];
                let rows = &self.rows[high * words..n.min(high + 64) * words];
                rows.chunks_exact(words).zip(&mut square).for_each(|(row, bits)| *bits = row[of_columns]);
                let count: u32 = square.iter().map(|bits| bits.count_ones()).sum();
                if count >= DENSE {
                    transpose(&mut square);
                    let rows = &mut self.rows[low * words..n.min(low + 64) * words];
                    rows.chunks_exact_mut(words).zip(square).for_each(|(row, bits)| row[of_rows] |= bits);
                } else if count > 0 {
                    for (i, bits) in square.into_iter().enumerate() {
                        ones((low, bits)).for_each(|j| self.rows[j * words + of_rows] |= 1 << i);
                    }
                }
            }
        }
    }
}

/// Swaps bit `j` of word `i` and bit `i` of word `j` for all of them: halves, quarters and so on \[Warren2012, section 7-3\].
fn transpose(square: &mut [u64; 64]) {
    let (mut size, mut low) = (32, u64::MAX >> 32);
    while size > 0 {
        for pair in square.chunks_exact_mut(2 * size) {
            let (first, second) = pair.split_at_mut(size);
            for (a, b) in first.iter_mut().zip(second) {
                let other = (*a >> size ^ *b) & low;
                *a ^= other << size;
                *b ^= other;
            }
        }
        size /= 2;
        low ^= low << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::view::Bound;
    use gpm_plan::{cost::GraphStats, pattern::Pattern, plan::Plan, query::Query};

    #[test]
    fn rows_are_the_adjacency_among_members() {
        // Of five pairs, two; then so few that squares are mirrored bit by bit.
        for (of, lower_only) in [(5, true), (5, false), (97, false)] {
            let edges = (0..400u32).flat_map(|i| (0..i).map(move |j| (i, j)));
            let graph = Graph::from_edges(400, edges.filter(|(i, j)| (i * 7 + j * 13) % of < 2)).unwrap();
            let plan = Plan::new(Query::from("clique:4".parse::<Pattern>().unwrap()), &GraphStats::typical()).unwrap();
            let bound = Bound::new(&graph, plan.first_nest()).unwrap();
            let members: Vec<u32> = (0..400).filter(|v| v % 2 == 0).collect();
            let (mut builder, mut matrix) = (MatrixBuilder::new(400, lower_only), BitMatrix::default());
            assert!(builder.build(&mut matrix, &members, &bound.views[0], &AtomicBool::new(false)), "nobody stops it");
            let words = matrix.words();
            for (i, &v) in members.iter().enumerate() {
                for (j, &w) in members.iter().enumerate() {
                    let bit = matrix.rows()[i * words + j / 64] >> (j % 64) & 1 == 1;
                    assert_eq!(bit, graph.out().has_edge(v, w) && (!lower_only || j < i), "{i} {j} of {of}");
                }
            }
        }
    }

    #[test]
    fn columns_become_rows() {
        let mut square = [0u64; 64];
        let bit = |i: usize, j: usize| (i * i + 3 * j) % 7 < 3;
        square.iter_mut().enumerate().for_each(|(i, row)| *row = (0..64).filter(|&j| bit(i, j)).map(|j| 1 << j).sum());
        transpose(&mut square);
        for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
            assert_eq!(square[j] >> i & 1 == 1, bit(i, j), "{i} {j}");
        }
    }
}
