//! What a root reaches in two steps and in three, and how many walks lead to each vertex of it.

use std::marker::PhantomData;

use super::{Brand, Set, Vertex, View};
use crate::cpu::codegree;
use crate::cpu::prepared::Preparation;
use crate::cpu::root_memory::RootMemory;
use crate::cpu::share::Desk;

/// The codegrees of the current root.
#[derive(Debug)]
pub struct Codegrees<'r> {
    table: RootMemory<codegree::Codegrees>,
    num_vertices: usize,
    desk: &'r Desk<'r>,
    brand: Brand<'r>,
}

impl<'r> Codegrees<'r> {
    pub(super) fn new(num_vertices: usize, desk: &'r Desk<'r>) -> Self {
        let table = RootMemory::new(Preparation::Codegrees, codegree::Codegrees::new(num_vertices));
        Codegrees { table, num_vertices, desk, brand: PhantomData }
    }

    /// Counts the paths through `middle` to where they end; says whether all of them were counted, or the run must end.
    pub fn walk(&mut self, middle: Set<'_, 'r>, view: View<'r>, ends: Ends<'r>) -> bool {
        let (ends, stop) = (ends.of(), self.desk.stop());
        let new = || codegree::Codegrees::new(self.num_vertices);
        self.table.prepare(self.desk, new, |table| table.count(middle.ids(), view.rows, &ends, stop)).is_some()
    }

    /// The vertices at the ends of the paths, in no order.
    #[inline(always)]
    pub fn reached(&self) -> Set<'_, 'r> {
        Set::new(self.table.get().reached())
    }

    /// How many paths lead to `v`.
    #[inline(always)]
    pub fn of(&self, v: Vertex<'r>) -> i64 {
        // SAFETY: the table has a number for each vertex of the run.
        i64::from(unsafe { self.table.get().of(v.id()) })
    }
}

/// The numbers of walks of three steps from the current root.
#[derive(Debug)]
pub struct Walks<'r> {
    table: RootMemory<codegree::Walks>,
    num_vertices: usize,
    desk: &'r Desk<'r>,
    brand: Brand<'r>,
}

impl<'r> Walks<'r> {
    pub(super) fn new(num_vertices: usize, desk: &'r Desk<'r>) -> Self {
        let table = RootMemory::new(Preparation::Walks, codegree::Walks::new(num_vertices));
        Walks { table, num_vertices, desk, brand: PhantomData }
    }

    /// Counts the walks that go one step further, to where they end; says whether all of them were counted, or the run must end.
    pub fn walk(&mut self, before: &Codegrees<'r>, view: View<'r>, ends: Ends<'r>) -> bool {
        let (ends, stop) = (ends.of(), self.desk.stop());
        let new = || codegree::Walks::new(self.num_vertices);
        self.table.prepare(self.desk, new, |table| table.count(before.table.get(), view.rows, &ends, stop)).is_some()
    }

    /// The vertices at the ends of the walks, in no order.
    #[inline(always)]
    pub fn reached(&self) -> Set<'_, 'r> {
        Set::new(self.table.get().reached())
    }

    /// How many walks lead to `v`.
    #[inline(always)]
    pub fn of(&self, v: Vertex<'r>) -> i64 {
        // SAFETY: the table has a number for each vertex of the run.
        (unsafe { self.table.get().of(v.id()) }) as i64
    }
}

/// Where walks from a root may end.
#[derive(Clone, Copy, Debug)]
pub enum Ends<'r> {
    /// At all vertices.
    Anywhere,
    /// At those smaller than the root.
    Below(Vertex<'r>),
    /// At those larger.
    Above(Vertex<'r>),
    /// At those smaller than the root and than the middle of the walk, which has two steps.
    BelowBoth(Vertex<'r>),
}

impl Ends<'_> {
    fn of(self) -> codegree::EndsOf {
        use gpm_plan::program::Ends as Kind;
        let (kind, root) = match self {
            Ends::Anywhere => (Kind::Anywhere, 0),
            Ends::Below(root) => (Kind::BelowRoot, root.id()),
            Ends::Above(root) => (Kind::AboveRoot, root.id()),
            Ends::BelowBoth(root) => (Kind::BelowBoth, root.id()),
        };
        codegree::EndsOf::new(kind, root)
    }
}
