//! Sets inside a root's neighborhood as bit rows: intersection is AND, counting is a population count. Vertices are known by
//! their place in the neighborhood.
//!
//! A set is the bits of its row at some places, `low..high`. Outside, words may hold anything, and so may the first and
//! the last word touched: then functions are called with `TRIM`.

use std::marker::PhantomData;
use std::ops::Range;

use super::{Brand, Set, Vertex, View};
use crate::cpu::local_graph::LocalGraphBuilder;
use crate::cpu::share::Desk;

/// Memory for the bit matrices of the roots of a worker.
#[derive(Debug)]
pub struct LocalGraph<'r> {
    builder: LocalGraphBuilder,
    desk: &'r Desk<'r>,
    brand: Brand<'r>,
}

impl<'r> LocalGraph<'r> {
    pub(super) fn new(num_vertices: usize, lower_only: bool, desk: &'r Desk<'r>) -> Self {
        LocalGraph { builder: LocalGraphBuilder::new(num_vertices, lower_only), desk, brand: PhantomData }
    }

    /// The bit matrix over `members`; `None` if the run must end.
    #[inline]
    pub fn build<'a>(&'a mut self, members: Set<'a, 'r>, view: View<'r>) -> Option<Matrix<'a, 'r>> {
        let matrix = self.builder.of_root(self.desk, members.ids(), view.rows)?;
        let (words, rows) = (matrix.words(), matrix.rows());
        assert!(rows.len() == words * members.len(), "a matrix has a row a member");
        Some(Matrix { rows, words, members })
    }
}

/// A bit row for each member.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a, 'r> {
    rows: &'a [u64],
    words: usize,
    members: Set<'a, 'r>,
}

impl<'a, 'r> Matrix<'a, 'r> {
    /// How many members there are.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.members.len()
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.members.is_empty()
    }

    /// The members adjacent to the one at `place`.
    #[inline(always)]
    pub fn row(self, place: usize) -> &'a [u64] {
        assert!(place < self.members.len(), "a place is a member's");
        // SAFETY: the matrix has so many words for each member.
        unsafe { self.rows.get_unchecked(place * self.words..(place + 1) * self.words) }
    }

    /// The member at `place`.
    #[inline(always)]
    pub fn member(self, place: usize) -> Vertex<'r> {
        Vertex::new(self.members.ids()[place])
    }
}

/// Memory for a bit row.
#[derive(Debug, Default)]
pub struct Words(Vec<u64>);

impl Words {
    pub(in crate::cpu) fn new(words: usize) -> Self {
        Words(vec![0; words])
    }

    /// The row last written.
    #[inline(always)]
    pub fn row(&self) -> &[u64] {
        &self.0
    }
}

/// Which words places lie in, and what of the first and of the last one counts.
#[derive(Clone, Copy, Debug)]
struct Edges {
    start: usize,
    end: usize,
    first: u64,
    last: u64,
}

impl Edges {
    #[inline(always)]
    fn new(places: &Range<usize>) -> Self {
        let (low, high) = (places.start, places.end);
        // Shifts take the number modulo 64: a range that ends with a word keeps all of it.
        Edges {
            start: low / 64,
            end: high.div_ceil(64),
            first: u64::MAX << (low % 64),
            last: u64::MAX >> (high.wrapping_neg() % 64),
        }
    }

    #[inline(always)]
    fn trim<const TRIM: bool>(self, index: usize, word: u64) -> u64 {
        if !TRIM {
            return word;
        }
        let first = if index == self.start { self.first } else { u64::MAX };
        let last = if index + 1 == self.end { self.last } else { u64::MAX };
        word & first & last
    }
}

/// Joins two rows word by word, keeps the result if `STORE`, and counts its bits.
#[inline(always)]
fn scan<const TRIM: bool, const STORE: bool>(
    a: &[u64],
    b: &[u64],
    places: Range<usize>,
    join: impl Fn(u64, u64) -> u64,
    out: &mut [u64],
) -> i64 {
    let edges = Edges::new(&places);
    // One check a row, and none in the loop.
    let (a, b) = (&a[..edges.end], &b[..edges.end]);
    let out = if STORE { &mut out[..edges.end] } else { out };
    let mut word = |index: usize| {
        let word = edges.trim::<TRIM>(index, join(a[index], b[index]));
        if STORE {
            out[index] = word;
        }
        i64::from(word.count_ones())
    };
    // Most rows are short: what a loop costs around one or two words is more than the words.
    match edges.end.wrapping_sub(edges.start) {
        1 => word(edges.start),
        2 => word(edges.start) + word(edges.start + 1),
        _ => (edges.start..edges.end).map(word).sum(),
    }
}

/// Writes the bits in both rows, and returns how many there are.
#[inline(always)]
pub fn and<const TRIM: bool>(a: &[u64], b: &[u64], places: Range<usize>, out: &mut Words) -> i64 {
    scan::<TRIM, true>(a, b, places, |x, y| x & y, &mut out.0)
}

/// The number of bits in both rows.
#[inline(always)]
pub fn and_count<const TRIM: bool>(a: &[u64], b: &[u64], places: Range<usize>) -> i64 {
    scan::<TRIM, false>(a, b, places, |x, y| x & y, &mut [])
}

/// Writes the bits of `a` that are not in `b`, and returns how many there are.
#[inline(always)]
pub fn and_not<const TRIM: bool>(a: &[u64], b: &[u64], places: Range<usize>, out: &mut Words) -> i64 {
    scan::<TRIM, true>(a, b, places, |x, y| x & !y, &mut out.0)
}

/// The number of bits of `a` that are not in `b`.
#[inline(always)]
pub fn and_not_count<const TRIM: bool>(a: &[u64], b: &[u64], places: Range<usize>) -> i64 {
    scan::<TRIM, false>(a, b, places, |x, y| x & !y, &mut [])
}

/// Writes the bits that are not in `b`, and returns how many there are.
#[inline(always)]
pub fn not<const TRIM: bool>(b: &[u64], places: Range<usize>, out: &mut Words) -> i64 {
    scan::<TRIM, true>(b, b, places, |_, y| !y, &mut out.0)
}

/// The number of bits that are not in `b`.
#[inline(always)]
pub fn not_count<const TRIM: bool>(b: &[u64], places: Range<usize>) -> i64 {
    scan::<TRIM, false>(b, b, places, |_, y| !y, &mut [])
}

/// The number of bits in a row.
#[inline(always)]
pub fn count<const TRIM: bool>(row: &[u64], places: Range<usize>) -> i64 {
    scan::<TRIM, false>(row, row, places, |x, _| x, &mut [])
}

/// 1 if `place` is in the row, else 0.
#[inline(always)]
pub fn has(row: &[u64], place: usize) -> i64 {
    (row[place / 64] >> (place % 64) & 1) as i64
}

/// The words of a row, each with the place of its first bit.
#[inline(always)]
pub fn words_of<const TRIM: bool>(row: &[u64], places: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let edges = Edges::new(&places);
    let row = &row[..edges.end];
    (edges.start..edges.end).map(move |index| (64 * index, edges.trim::<TRIM>(index, row[index])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::ones;

    #[test]
    fn ranges_are_trimmed_at_both_ends() {
        let (a, b) = ([u64::MAX; 4], [0xf0f0_f0f0_f0f0_f0f0; 4]);
        for low in [0, 1, 63, 64, 70, 128, 200] {
            for high in [0, 1, 64, 65, 127, 128, 199, 256] {
                let inside = |bit: usize| (low..high).contains(&bit);
                let both: Vec<usize> = (0..256).filter(|&x| inside(x) && x % 8 >= 4).collect();
                let left: Vec<usize> = (0..256).filter(|&x| inside(x) && x % 8 < 4).collect();
                let mut out = Words::new(4);
                assert_eq!(and::<true>(&a, &b, low..high, &mut out), both.len() as i64, "{low}..{high}");
                if low < high {
                    let found = words_of::<false>(out.row(), low..high).flat_map(ones);
                    assert_eq!(found.collect::<Vec<_>>(), both);
                    assert_eq!(count::<false>(out.row(), low..high), both.len() as i64);
                }
                assert_eq!(words_of::<true>(&b, low..high).flat_map(ones).collect::<Vec<_>>(), both);
                assert_eq!(and_not::<true>(&a, &b, low..high, &mut out), left.len() as i64);
                assert_eq!(not_count::<true>(&b, low..high), left.len() as i64);
            }
        }
    }
}
