//! Matches handed over many at a time, column by column.

use std::ops::ControlFlow;

use gpm_plan::query::Query;

use super::error::EngineError;
use super::questions::asked;
use super::report::Report;
use super::session::Session;
use super::setup::Engine;
use crate::control::Control;
use crate::graph::{Graph, VertexId};

/// Some matches: for each pattern vertex a column with what it is matched to.
///
/// A row is a match; the columns are those of the pattern's vertices, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchBatch {
    columns: Vec<Vec<VertexId>>,
}

impl MatchBatch {
    fn new(width: usize, rows: usize) -> MatchBatch {
        MatchBatch { columns: (0..width).map(|_| Vec::with_capacity(rows)).collect() }
    }

    /// How many matches there are.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns, one for each pattern vertex.
    pub fn columns(&self) -> &[Vec<VertexId>] {
        &self.columns
    }

    /// The same as values.
    pub fn into_columns(self) -> Vec<Vec<VertexId>> {
        self.columns
    }
}

impl Engine {
    /// Hands matches over in batches of `rows`, the last of which has fewer, until `sink` breaks: one call for each batch, on CPUs and GPUs. A batch is
    /// the sink's to keep. Otherwise as [`Engine::list_with`]; the report counts the matches that were handed over.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let mut sizes = Vec::new();
    /// let report = Engine::auto()?.list_batches(&graph, "a-b", &Control::new(), 3, &mut |batch| {
    ///     sizes.push((batch.columns().len(), batch.len()));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((report.count, sizes), (4, vec![(2, 3), (2, 1)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::count`]; [`EngineError::Option`] for batches of no rows.
    ///
    /// # Panics
    /// As [`Engine::list_with`].
    pub fn list_batches(
        &self,
        graph: &Graph,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        control: &Control,
        rows: usize,
        sink: &mut (dyn FnMut(MatchBatch) -> ControlFlow<()> + Send),
    ) -> Result<Report, EngineError> {
        if rows == 0 {
            return Err(EngineError::Option { what: "the number of rows of a batch", must: "1 or more" });
        }
        let query = asked(graph, query)?;
        let width = query.pattern.num_vertices();
        let (mut batch, mut handed, mut has_enough) = (MatchBatch::new(width, rows), 0_u128, false);
        let mut report = self.listed(&mut Session::for_one(graph), query, control, &mut |found| {
            batch.columns.iter_mut().zip(found).for_each(|(column, &v)| column.push(v));
            if batch.len() < rows {
                return ControlFlow::Continue(());
            }
            handed += batch.len() as u128;
            let flow = sink(std::mem::replace(&mut batch, MatchBatch::new(width, rows)));
            has_enough = flow.is_break();
            flow
        })?;
        if !has_enough && !batch.is_empty() {
            handed += batch.len() as u128;
            report.limited |= sink(batch).is_break();
        }
        report.count = handed;
        Ok(report)
    }
}
