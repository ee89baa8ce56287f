//! The columns that filters read, and where the values of a vertex or an edge lie in them.

use std::marker::PhantomData;

use gpm_plan::nest::Kind;

use super::{Brand, Sets, Value, Vertex, View};
use crate::view::{BoundColumn, Rows};

/// The values of an attribute, bit by bit.
#[derive(Clone, Copy, Debug)]
struct Words<'r> {
    words: &'r [u64],
    kind: Kind,
}

impl<'r> Words<'r> {
    fn new(column: &'r BoundColumn<'_>) -> Self {
        Words { words: &column.words, kind: column.kind }
    }

    /// The number that a word stands for. The kind is the same all along, so that the branch costs nothing.
    #[inline(always)]
    fn value(self, word: u64) -> Value {
        match self.kind {
            Kind::Integer => Value::Integer(word as i64),
            Kind::Float => Value::Float(f64::from_bits(word)),
        }
    }
}

/// A column of vertices.
#[derive(Clone, Copy, Debug)]
pub struct VertexColumn<'r> {
    words: Words<'r>,
    brand: Brand<'r>,
}

impl<'r> VertexColumn<'r> {
    pub(super) fn new(column: &'r BoundColumn<'_>, num_vertices: usize) -> Self {
        assert!(column.words.len() == num_vertices, "a column has a value a vertex");
        VertexColumn { words: Words::new(column), brand: PhantomData }
    }

    /// The value of `v`.
    #[inline(always)]
    pub fn of(self, v: Vertex<'r>) -> Value {
        // SAFETY: `v` is a vertex of the run, and the column has a value for each.
        self.words.value(unsafe { *self.words.words.get_unchecked(v.index()) })
    }
}

/// A column of edges: a value for each entry of the rows in which edges are found.
#[derive(Clone, Copy, Debug)]
pub struct EdgeColumn<'r> {
    words: Words<'r>,
    rows: View<'r>,
    sets: Sets<'r>,
}

impl<'r> EdgeColumn<'r> {
    pub(super) fn new(column: &'r BoundColumn<'_>, rows: &'r Rows<'_>, num_vertices: usize, sets: Sets<'r>) -> Self {
        assert!(column.words.len() == rows.neighbors().len(), "a column has a value an edge");
        EdgeColumn { words: Words::new(column), rows: View::new(rows, num_vertices), sets }
    }

    /// The value of the edge from `from` to `to`, which is part of the match and so is there.
    #[inline(always)]
    pub fn of(self, from: Vertex<'r>, to: Vertex<'r>) -> Value {
        let place = self.rows.start(from) + self.sets.num_below(self.rows.row(from), to);
        self.words.value(self.words.words[place])
    }
}
