//! What a back end is given to run and what it gives back. Back ends know these types, and not each other.

mod operations;
mod queue_stats;

use std::ops::ControlFlow;
use std::time::Duration;

use gpm_plan::nest::LoopNest;
use thiserror::Error;

use crate::graph::{Graph, VertexId};
use crate::table::Table;
use crate::view::Bound;

pub use operations::{Achieved, Operations};
pub use queue_stats::QueueStats;

/// A nest bound to a graph.
#[derive(Clone, Copy, Debug)]
pub struct BoundNest<'a> {
    /// What is searched.
    pub nest: &'a LoopNest,
    /// Where: its rows and roots.
    pub bound: &'a Bound<'a>,
    /// The graph that these are of.
    pub graph: &'a Graph,
}

/// Why a run gave no number.
#[derive(Debug, Error)]
pub enum RunError {
    /// A count left 128 bits.
    #[error("the count does not fit in 128 bits")]
    Overflow,
    /// The code generator made something invalid.
    #[error("internal error: {0}")]
    Internal(String),
}

/// Takes matches, in pattern-vertex order, one call each; `Break` ends the run.
pub type Sink<'s> = dyn FnMut(&[VertexId]) -> ControlFlow<()> + Send + 's;

/// What a run found.
#[derive(Debug)]
pub struct Finding {
    /// Sums of what the innermost block counted, one a part of the nest; for listings, the number of matches handed over.
    pub totals: Vec<i128>,
    /// The same for each anchor, if the nest has any: by vertex, or by entry of the rows that [`LoopNest::arcs`] names.
    pub table: Option<Table>,
    /// Whether every task ran to its end.
    pub complete: bool,
    /// Time to native code.
    pub compile: Duration,
    /// Processor time of all threads of the process for the search; `None` if it ran elsewhere, or where the system does not say.
    pub processor: Option<Duration>,
}

impl Finding {
    /// Adds what one worker or device counted.
    pub(crate) fn add(&mut self, totals: &[i128]) -> Result<(), RunError> {
        self.totals.resize(totals.len(), 0);
        for (sum, own) in self.totals.iter_mut().zip(totals) {
            *sum = sum.checked_add(*own).ok_or(RunError::Overflow)?;
        }
        Ok(())
    }
}
