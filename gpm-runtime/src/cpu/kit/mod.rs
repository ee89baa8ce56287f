//! What the code that `gpm::pattern!` emits is made of. Not for use by hand: it follows the emitter.
//!
//! ```text
//! worker.rs    a thread's share: tasks, stopping, memory, matches       set.rs    lists and bitmaps of vertices
//! run.rs       binding a nest and sharing it out                        local.rs  bit rows over a root's neighborhood
//! number.rs    exact totals from polynomials in set sizes               codegree.rs  two-hop reach of a root
//! value.rs     numbers of filters                                       column.rs    where they are read
//! ```
//!
//! Emitted code is free of `unsafe` and does not pay for it: all that a worker hands out carries its brand, an invariant
//! lifetime `'r`, which says that vertices lie inside the worker's graph. Sets of two runs cannot be mixed, so rows, bitmaps
//! and tables need no checks of bounds.

mod codegree;
mod column;
mod local;
mod number;
mod rows;
mod run;
mod set;
mod value;
mod worker;

use std::marker::PhantomData;

pub use gpm_plan::nest::{Binding, ClassId, Column, Need, RootCut, Scope, VertexClass, View as ViewOf};
pub use gpm_plan::pattern::{Label, PairConstraint, PairStates, predicate};
pub use gpm_plan::plan::Scale;
pub use gpm_plan::program::Part;

pub use crate::set::{Ones, ones};
pub use codegree::{Codegrees, Ends, Walks};
pub use column::{EdgeColumn, VertexColumn};
pub use local::{
    LocalGraph, Matrix, Words, and, and_count, and_not, and_not_count, count, has, not, not_count, words_of,
};
pub use number::{Formula, Narrow, Number, Total, Wide};
pub use rows::RowsIn;
pub use run::{NestError, Run, are_distinct, pattern};
pub use set::{Bits, Buffer, Marks, RootMarks, Set, Sets, Vertex, View};
pub use value::{Value, is_at_most, is_equal, is_less, is_unequal, negative, product, quotient, remainder, sum};
pub use worker::{Task, Worker};

/// The mark of one run.
type Brand<'r> = PhantomData<fn(&'r ()) -> &'r ()>;

/// The code of one nest, of a declared pattern of type `P`.
pub trait Nest<P> {
    /// Whether it counts bits itself, so that it is worth compiling for processors that can do so in one instruction.
    const COUNTS_BITS: bool;

    /// What it asks of a graph.
    fn binding() -> Binding;

    /// Searches tasks until there are none.
    fn work(pattern: &P, worker: &mut Worker<'_>);
}
