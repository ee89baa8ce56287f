//! What a root reaches in two steps and in three, and how many walks lead to each vertex of it.

use std::marker::PhantomData;
use std::ops::Range;

use super::{Brand, Set, Vertex, View};
use crate::cpu::codegree;
use crate::cpu::prepared::Preparation;
use crate::cpu::root_memory::RootMemory;
use crate::cpu::share::Desk;
use crate::graph::VertexId;

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

    /// Counts the paths through `middle` to vertices below and above the given ones; says whether all of them were counted, or
    /// the run must end.
    pub fn walk(
        &mut self,
        middle: Set<'_, 'r>,
        view: View<'r>,
        below: Option<Vertex<'r>>,
        above: Option<Vertex<'r>>,
    ) -> bool {
        let (ends, stop) = (window(below, above), self.desk.stop());
        let new = || codegree::Codegrees::new(self.num_vertices);
        self.table.prepare(self.desk, new, |table| table.count(middle.ids(), view.rows, ends, stop)).is_some()
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

    /// Counts the walks that go one step further, to vertices below and above the given ones; says whether all of them were
    /// counted, or the run must end.
    pub fn walk(
        &mut self,
        before: &Codegrees<'r>,
        view: View<'r>,
        below: Option<Vertex<'r>>,
        above: Option<Vertex<'r>>,
    ) -> bool {
        let (ends, stop) = (window(below, above), self.desk.stop());
        let new = || codegree::Walks::new(self.num_vertices);
        self.table.prepare(self.desk, new, |table| table.count(before.table.get(), view.rows, ends, stop)).is_some()
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

/// The ids below one vertex and above another.
fn window(below: Option<Vertex<'_>>, above: Option<Vertex<'_>>) -> Range<VertexId> {
    above.map_or(0, |v| v.id() + 1)..below.map_or(VertexId::MAX, Vertex::id)
}
