//! Lists and bitmaps of vertices of one graph, and what is done with them.

use std::marker::PhantomData;

use gpm_plan::cost::SEARCHED_BY_MARKS;

use super::Brand;
use crate::cpu::marked_row::MarkedRow;
use crate::cpu::prepared::Preparation;
use crate::cpu::root_memory::RootMemory;
use crate::cpu::share::Desk;
use crate::graph::VertexId;
use crate::set::{Kernels, SLACK, kernels};
use crate::view;

/// A vertex of the graph of run `'r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex<'r> {
    id: VertexId,
    brand: Brand<'r>,
}

impl Vertex<'_> {
    /// The caller sees to it that `id` is a vertex of the run.
    pub(super) fn new(id: VertexId) -> Self {
        Vertex { id, brand: PhantomData }
    }

    /// The data vertex.
    #[inline(always)]
    pub fn id(self) -> VertexId {
        self.id
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.id as usize
    }
}

/// Vertices, ascending (but a reach, which is only walked).
#[derive(Clone, Copy, Debug)]
pub struct Set<'a, 'r> {
    ids: &'a [VertexId],
    brand: Brand<'r>,
}

impl<'a, 'r> Set<'a, 'r> {
    /// The caller sees to it that `ids` are vertices of the run.
    #[inline(always)]
    pub(super) fn new(ids: &'a [VertexId]) -> Self {
        Set { ids, brand: PhantomData }
    }

    #[inline(always)]
    pub(super) fn ids(self) -> &'a [VertexId] {
        self.ids
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.ids.is_empty()
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.ids.len()
    }

    /// How many there are, as a signed number to calculate with.
    #[inline(always)]
    pub fn size(self) -> i64 {
        self.ids.len() as i64
    }

    /// The part at `from..to`, as far as the set goes.
    #[inline(always)]
    pub(super) fn part(self, from: usize, to: usize) -> Self {
        let to = to.min(self.ids.len());
        Set::new(&self.ids[from.min(to)..to])
    }

    /// The vertices.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Vertex<'r>> + use<'a, 'r> {
        self.ids.iter().map(|&id| Vertex::new(id))
    }
}

/// The rows of one adjacency relation.
#[derive(Clone, Copy, Debug)]
pub struct View<'r> {
    offsets: &'r [u64],
    neighbors: &'r [VertexId],
    splits: &'r [u32],
    pub(super) rows: &'r view::Rows<'r>,
    brand: Brand<'r>,
}

impl<'r> View<'r> {
    pub(super) fn new(rows: &'r view::Rows<'r>, num_vertices: usize) -> Self {
        let (offsets, neighbors, splits) = (rows.offsets(), rows.neighbors(), rows.splits());
        assert!(offsets.len() == num_vertices + 1 && splits.len() == num_vertices, "a view has a row a vertex");
        View { offsets, neighbors, splits, rows, brand: PhantomData }
    }

    /// The row of `v`.
    #[inline(always)]
    pub fn row(self, v: Vertex<'r>) -> Set<'r, 'r> {
        // SAFETY: `v` is a vertex of the run, and there is one bound more than vertices. Rows of a view lie one after the
        // other inside `neighbors`: they were laid out by `view`, or checked when the graph was read.
        unsafe {
            let start = *self.offsets.get_unchecked(v.index()) as usize;
            let end = *self.offsets.get_unchecked(v.index() + 1) as usize;
            Set::new(self.neighbors.get_unchecked(start..end))
        }
    }

    /// Where the row of `v` begins among all rows.
    #[inline(always)]
    pub(super) fn start(self, v: Vertex<'r>) -> usize {
        // SAFETY: as in `row`.
        unsafe { *self.offsets.get_unchecked(v.index()) as usize }
    }

    /// The part of the row of `v` below `v` itself.
    #[inline(always)]
    pub fn row_below(self, v: Vertex<'r>) -> Set<'r, 'r> {
        // SAFETY: one split a vertex, none beyond the end of its row.
        Set::new(unsafe { self.row(v).ids().get_unchecked(..self.split(v)) })
    }

    /// The part of the row of `v` above `v` itself.
    #[inline(always)]
    pub fn row_above(self, v: Vertex<'r>) -> Set<'r, 'r> {
        // SAFETY: as in `row_below`.
        Set::new(unsafe { self.row(v).ids().get_unchecked(self.split(v)..) })
    }

    #[inline(always)]
    fn split(self, v: Vertex<'r>) -> usize {
        // SAFETY: one split a vertex.
        unsafe { *self.splits.get_unchecked(v.index()) as usize }
    }
}

/// Memory for a set that is computed.
#[derive(Debug)]
pub struct Buffer<'r> {
    ids: Vec<VertexId>,
    brand: Brand<'r>,
}

impl Buffer<'_> {
    pub(super) fn new(longest: usize) -> Self {
        Buffer { ids: Vec::with_capacity(longest + SLACK), brand: PhantomData }
    }

    /// Memory for so many vertices and what a primitive may write behind them.
    #[inline(always)]
    fn room(&mut self, len: usize) -> *mut VertexId {
        if self.ids.capacity() < len + SLACK {
            self.ids.reserve(len + SLACK);
        }
        self.ids.as_mut_ptr()
    }
}

/// The set primitives of this processor.
#[derive(Clone, Copy, Debug)]
pub struct Sets<'r> {
    kernels: &'static Kernels,
    brand: Brand<'r>,
}

impl<'r> Sets<'r> {
    pub(super) fn new(kernels: &'static Kernels) -> Self {
        Sets { kernels, brand: PhantomData }
    }

    /// How many are smaller than `v`.
    #[inline(always)]
    pub fn num_below(self, set: Set<'_, 'r>, v: Vertex<'r>) -> usize {
        self.kernels.num_below(set.ids, v.id)
    }

    /// Those smaller than `v`.
    #[inline(always)]
    pub fn below<'a>(self, set: Set<'a, 'r>, v: Vertex<'r>) -> Set<'a, 'r> {
        Set::new(&set.ids[..self.num_below(set, v)])
    }

    /// Those greater than `v`.
    #[inline(always)]
    pub fn above<'a>(self, set: Set<'a, 'r>, v: Vertex<'r>) -> Set<'a, 'r> {
        Set::new(&set.ids[self.kernels.num_below(set.ids, v.id + 1)..])
    }

    /// 1 if `v` is in the set, else 0.
    #[inline(always)]
    pub fn has(self, set: Set<'_, 'r>, v: Vertex<'r>) -> i64 {
        i64::from(self.kernels.is_in(set.ids, v.id))
    }

    /// The vertices in both.
    #[inline(always)]
    pub fn intersect<'a>(self, a: Set<'_, 'r>, b: Set<'_, 'r>, out: &'a mut Buffer<'r>) -> Set<'a, 'r> {
        let room = out.room(a.len().max(b.len()));
        // SAFETY: the sets are readable, and `room` is memory of its own for the longer of them and the slack.
        unsafe {
            let len = (self.kernels.intersect)(a.ids.as_ptr(), a.len(), b.ids.as_ptr(), b.len(), room);
            Set::new(std::slice::from_raw_parts(room, len))
        }
    }

    /// The number of vertices in both.
    #[inline(always)]
    pub fn intersect_count(self, a: Set<'_, 'r>, b: Set<'_, 'r>) -> i64 {
        self.kernels.count_intersect(a.ids, b.ids) as i64
    }

    /// The vertices of `a` that are not in `b`.
    #[inline(always)]
    pub fn difference<'a>(self, a: Set<'_, 'r>, b: Set<'_, 'r>, out: &'a mut Buffer<'r>) -> Set<'a, 'r> {
        let room = out.room(a.len());
        // SAFETY: as in `intersect`; at most all of `a` is kept.
        unsafe {
            let len = (self.kernels.difference)(a.ids.as_ptr(), a.len(), b.ids.as_ptr(), b.len(), room);
            Set::new(std::slice::from_raw_parts(room, len))
        }
    }

    /// The number of vertices of `a` that are not in `b`.
    #[inline(always)]
    pub fn difference_count(self, a: Set<'_, 'r>, b: Set<'_, 'r>) -> i64 {
        self.kernels.count_difference(a.ids, b.ids) as i64
    }

    /// The vertices in both, the first of which is marked.
    #[inline(always)]
    pub fn intersect_marked<'a>(
        self,
        (marked, marks): (Set<'_, 'r>, &impl Bits<'r>),
        b: Set<'_, 'r>,
        out: &'a mut Buffer<'r>,
    ) -> Set<'a, 'r> {
        if b.len() > SEARCHED_BY_MARKS * marked.len() {
            self.intersect(marked, b, out)
        } else {
            self.filter(self.kernels.probe, b, marks, out)
        }
    }

    /// The number of vertices in both, the first of which is marked.
    #[inline(always)]
    pub fn intersect_marked_count(self, (marked, marks): (Set<'_, 'r>, &impl Bits<'r>), b: Set<'_, 'r>) -> i64 {
        if b.len() > SEARCHED_BY_MARKS * marked.len() {
            return self.intersect_count(marked, b);
        }
        // SAFETY: marks cover all vertices of the run.
        unsafe { (self.kernels.probe_count)(marks.bits().as_ptr(), b.ids.as_ptr(), b.len()) as i64 }
    }

    /// The vertices of `a` that are not marked.
    #[inline(always)]
    pub fn difference_marked<'a>(self, a: Set<'_, 'r>, marks: &impl Bits<'r>, out: &'a mut Buffer<'r>) -> Set<'a, 'r> {
        self.filter(self.kernels.probe_difference, a, marks, out)
    }

    /// The number of vertices of `a` that are not marked.
    #[inline(always)]
    pub fn difference_marked_count(self, a: Set<'_, 'r>, marks: &impl Bits<'r>) -> i64 {
        // SAFETY: marks cover all vertices of the run.
        unsafe { (self.kernels.probe_difference_count)(marks.bits().as_ptr(), a.ids.as_ptr(), a.len()) as i64 }
    }

    #[inline(always)]
    fn filter<'a>(
        self,
        filter: crate::set::ProbeFn,
        a: Set<'_, 'r>,
        marks: &impl Bits<'r>,
        out: &'a mut Buffer<'r>,
    ) -> Set<'a, 'r> {
        let room = out.room(a.len());
        // SAFETY: marks cover all vertices of the run, and there is room for all of `a`.
        unsafe {
            let len = filter(marks.bits().as_ptr(), a.ids.as_ptr(), a.len(), room);
            Set::new(std::slice::from_raw_parts(room, len))
        }
    }
}

/// One bit a vertex: a set that is probed again and again.
pub trait Bits<'r>: Sealed {
    /// The bits of all vertices of the run.
    fn bits(&self) -> &[u64];
}

/// Keeps [`Bits`] to what covers all vertices.
pub trait Sealed {}

/// 1 if `v` is marked, else 0.
#[inline(always)]
fn is_marked<'r>(marks: &impl Bits<'r>, v: Vertex<'r>) -> i64 {
    // SAFETY: marks cover all vertices of the run.
    let word = unsafe { *marks.bits().get_unchecked(v.index() / 64) };
    (word >> (v.id % 64) & 1) as i64
}

/// A set below the root, as bits.
#[derive(Debug)]
pub struct Marks<'r> {
    bits: Vec<u64>,
    kernels: &'static Kernels,
    brand: Brand<'r>,
}

impl<'r> Marks<'r> {
    pub(super) fn new(num_vertices: usize, kernels: &'static Kernels) -> Self {
        Marks { bits: vec![0; num_vertices.div_ceil(64)], kernels, brand: PhantomData }
    }

    /// Marks the vertices of a set.
    #[inline(always)]
    pub fn set(&mut self, set: Set<'_, 'r>) {
        // SAFETY: marks cover all vertices of the run.
        unsafe { (self.kernels.mark)(self.bits.as_mut_ptr(), set.ids.as_ptr(), set.len()) }
    }

    /// Takes the marks of a set away, which is all that is marked.
    #[inline(always)]
    pub fn clear(&mut self, set: Set<'_, 'r>) {
        // SAFETY: marks cover all vertices of the run.
        unsafe { (self.kernels.unmark)(self.bits.as_mut_ptr(), set.ids.as_ptr(), set.len()) }
    }

    /// 1 if `v` is marked, else 0.
    #[inline(always)]
    pub fn has(&self, v: Vertex<'r>) -> i64 {
        is_marked(self, v)
    }
}

impl Sealed for Marks<'_> {}

impl<'r> Bits<'r> for Marks<'r> {
    #[inline(always)]
    fn bits(&self) -> &[u64] {
        &self.bits
    }
}

/// A set that depends on the root alone, as bits. All who search the root read the same.
#[derive(Debug)]
pub struct RootMarks<'r> {
    row: RootMemory<MarkedRow>,
    num_vertices: usize,
    desk: &'r Desk<'r>,
    brand: Brand<'r>,
}

impl<'r> RootMarks<'r> {
    pub(super) fn new(set: usize, num_vertices: usize, desk: &'r Desk<'r>) -> Self {
        let row = RootMemory::new(Preparation::Marks(set), MarkedRow::new(num_vertices, kernels()));
        RootMarks { row, num_vertices, desk, brand: PhantomData }
    }

    /// Marks the vertices of a set of the root, in place of those of the root before.
    pub fn set(&mut self, set: Set<'_, 'r>) {
        let fill = |row: &mut MarkedRow| {
            row.mark(set.ids());
            true
        };
        let marked = self.row.prepare(self.desk, || MarkedRow::new(self.num_vertices, kernels()), fill);
        debug_assert!(marked.is_some(), "marking is not stopped");
    }

    /// 1 if `v` is marked, else 0.
    #[inline(always)]
    pub fn has(&self, v: Vertex<'r>) -> i64 {
        is_marked(self, v)
    }
}

impl Sealed for RootMarks<'_> {}

impl<'r> Bits<'r> for RootMarks<'r> {
    #[inline(always)]
    fn bits(&self) -> &[u64] {
        self.row.get().bits().words()
    }
}
