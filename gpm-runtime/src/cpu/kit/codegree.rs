//! What a root reaches in two steps and in three, and how many walks lead to each vertex of it.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::{Brand, Set, Vertex, View};
use crate::cpu::codegree;
use crate::graph::VertexId;

/// The codegrees of the current root.
#[derive(Debug)]
pub struct Codegrees<'r> {
    table: codegree::Codegrees,
    stop: &'r AtomicBool,
    brand: Brand<'r>,
}

impl<'r> Codegrees<'r> {
    pub(super) fn new(num_vertices: usize, stop: &'r AtomicBool) -> Self {
        Codegrees { table: codegree::Codegrees::new(num_vertices), stop, brand: PhantomData }
    }

    /// Counts the paths through `middle` to vertices below and above the given ones; says whether all of them were counted, or
    /// the run must end.
    #[inline(always)]
    pub fn walk(
        &mut self,
        middle: Set<'_, 'r>,
        view: View<'r>,
        below: Option<Vertex<'r>>,
        above: Option<Vertex<'r>>,
    ) -> bool {
        self.table.count(middle.ids(), view.rows, window(below, above), self.stop).is_some()
    }

    /// The vertices at the ends of the paths, in no order.
    #[inline(always)]
    pub fn reached(&self) -> Set<'_, 'r> {
        Set::new(self.table.reached())
    }

    /// How many paths lead to `v`.
    #[inline(always)]
    pub fn of(&self, v: Vertex<'r>) -> i64 {
        // SAFETY: the table has a number for each vertex of the run.
        i64::from(unsafe { self.table.of(v.id()) })
    }
}

/// The numbers of walks of three steps from the current root.
#[derive(Debug)]
pub struct Walks<'r> {
    table: codegree::Walks,
    stop: &'r AtomicBool,
    brand: Brand<'r>,
}

impl<'r> Walks<'r> {
    pub(super) fn new(num_vertices: usize, stop: &'r AtomicBool) -> Self {
        Walks { table: codegree::Walks::new(num_vertices), stop, brand: PhantomData }
    }

    /// Counts the walks that go one step further, to vertices below and above the given ones; says whether all of them were
    /// counted, or the run must end.
    #[inline(always)]
    pub fn walk(
        &mut self,
        before: &Codegrees<'r>,
        view: View<'r>,
        below: Option<Vertex<'r>>,
        above: Option<Vertex<'r>>,
    ) -> bool {
        self.table.count(&before.table, view.rows, window(below, above), self.stop).is_some()
    }

    /// The vertices at the ends of the walks, in no order.
    #[inline(always)]
    pub fn reached(&self) -> Set<'_, 'r> {
        Set::new(self.table.reached())
    }

    /// How many walks lead to `v`.
    #[inline(always)]
    pub fn of(&self, v: Vertex<'r>) -> i64 {
        // SAFETY: the table has a number for each vertex of the run.
        (unsafe { self.table.of(v.id()) }) as i64
    }
}

/// The ids below one vertex and above another.
fn window(below: Option<Vertex<'_>>, above: Option<Vertex<'_>>) -> Range<VertexId> {
    above.map_or(0, |v| v.id() + 1)..below.map_or(VertexId::MAX, Vertex::id)
}
