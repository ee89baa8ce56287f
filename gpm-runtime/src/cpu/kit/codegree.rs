//! The two-hop reach of a root, and how many paths lead to each vertex of it.

use std::marker::PhantomData;

use super::{Brand, Set, Vertex, View};
use crate::cpu::codegree;
use crate::graph::VertexId;

/// The codegrees of the current root.
#[derive(Debug)]
pub struct Codegrees<'r> {
    table: codegree::Codegrees,
    brand: Brand<'r>,
}

impl<'r> Codegrees<'r> {
    pub(super) fn new(num_vertices: usize) -> Self {
        Codegrees { table: codegree::Codegrees::new(num_vertices), brand: PhantomData }
    }

    /// Counts the paths through `middle` to vertices below and above the given ones.
    #[inline(always)]
    pub fn walk(&mut self, middle: Set<'_, 'r>, view: View<'r>, below: Option<Vertex<'r>>, above: Option<Vertex<'r>>) {
        let low = above.map_or(0, |v| v.id() + 1);
        let high = below.map_or(VertexId::MAX, Vertex::id);
        self.table.count(middle.ids(), view.rows, low, high);
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
