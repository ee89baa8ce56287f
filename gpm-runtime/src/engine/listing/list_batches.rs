//! Matches handed over many at a time, column by column.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::task::Poll;
use std::time::Duration;

use gpm_plan::query::Query;

use super::background::Background;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::planning::asked;
use crate::engine::terms::{EngineError, Report};
use crate::graph::{Graph, VertexId};
use crate::run::Sink;
use crate::sched::Shard;

/// Batches that are ready before they are taken: one to be taken next, one that threads may fill meanwhile. *guess*
const AHEAD: usize = 2;

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

    /// Keeps the first matches.
    pub fn truncate(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|column| column.truncate(rows));
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
        ensure_rows(rows)?;
        let query = asked(graph, query)?;
        let width = query.pattern.num_vertices();
        in_batches((width, rows), sink, |sink| self.listed(&mut Session::for_one(graph), query, control, sink))
    }

    /// The matches of a query in batches of `rows` as an iterator: otherwise as [`Engine::matches_with`]. A few batches are ready at most before they are
    /// taken, so that memory does not grow with the number of matches.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use gpm::{Control, Engine, Graph};
    ///
    /// let graph = Arc::new(Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?);
    /// let mut batches = Engine::auto()?.batches(&graph, "a-b", 3, &Control::new())?;
    /// let sizes: Vec<usize> = batches.by_ref().map(|batch| batch.map(|batch| batch.len())).collect::<Result<_, _>>()?;
    /// assert_eq!((sizes, batches.report().map(|report| report.count)), (vec![3, 1], Some(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::matches_with`]; [`EngineError::Option`] for batches of no rows.
    pub fn batches(
        &self,
        graph: &Arc<Graph>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        rows: usize,
        control: &Control,
    ) -> Result<MatchBatches, EngineError> {
        ensure_rows(rows)?;
        let search = self.search_apart(graph, query)?;
        MatchBatches::begin((search.width(), rows), control, move |control, sink| search.run(control, sink))
    }

    /// As [`Engine::batches`], of the matches below the roots of a shard: together the shards of a run list each match once. They are of one
    /// run if [`Report::run`] says so of all of them.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use gpm::{Control, Engine, Graph, Shard};
    ///
    /// let graph = Arc::new(Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?);
    /// let (engine, mut found, mut runs) = (Engine::auto()?, 0, Vec::new());
    /// for number in 1..=3 {
    ///     let mut batches = engine.shard_batches(&graph, "a-b", (3, Shard::new(number, 3)?), &Control::new())?;
    ///     for batch in &mut batches {
    ///         found += batch?.len();
    ///     }
    ///     runs.extend(batches.report().and_then(|report| report.run(&graph)));
    /// }
    /// assert_eq!((found, runs[0] == runs[1], runs[1] == runs[2]), (4, true, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::batches`]; those of planning are items of the iterator.
    pub fn shard_batches(
        &self,
        graph: &Arc<Graph>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        (rows, shard): (usize, Shard),
        control: &Control,
    ) -> Result<MatchBatches, EngineError> {
        ensure_rows(rows)?;
        let (engine, query, graph) = (self.apart()?, asked(graph, query)?, Arc::clone(graph));
        MatchBatches::begin((query.pattern.num_vertices(), rows), control, move |control, sink| {
            engine.listed(&mut Session::of_shard(&graph, shard), query, control, sink)
        })
    }
}

fn ensure_rows(rows: usize) -> Result<(), EngineError> {
    match rows {
        0 => Err(EngineError::Option { what: "the number of rows of a batch", must: "1 or more" }),
        _ => Ok(()),
    }
}

/// Gathers what a search finds, matches of so many vertices, in batches of so many rows for a sink. The report counts what the sink was given.
fn in_batches(
    (width, rows): (usize, usize),
    sink: &mut (dyn FnMut(MatchBatch) -> ControlFlow<()> + Send),
    search: impl FnOnce(&mut Sink<'_>) -> Result<Report, EngineError>,
) -> Result<Report, EngineError> {
    let (mut batch, mut handed, mut has_enough) = (MatchBatch::new(width, rows), 0_u128, false);
    let mut report = search(&mut |found| {
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

/// The matches of a query in batches, searched on the CPU by threads of their own while they are taken: see [`Engine::batches`]. An item is an error if the
/// search failed; it is the last. Dropping it ends the search, and waits until it has ended.
#[must_use = "the search ends when the iterator is dropped"]
pub struct MatchBatches {
    /// `None` once nobody takes any more.
    batches: Option<Receiver<MatchBatch>>,
    control: Control,
    search: Background<Report>,
}

impl fmt::Debug for MatchBatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchBatches").field("is_over", &!self.search.is_running()).finish_non_exhaustive()
    }
}

impl MatchBatches {
    /// Begins a search for matches of so many vertices, in batches of so many rows, on a thread of its own.
    fn begin(
        layout: (usize, usize),
        control: &Control,
        search: impl FnOnce(&Control, &mut Sink<'_>) -> Result<Report, EngineError> + Send + 'static,
    ) -> Result<MatchBatches, EngineError> {
        let control = control.part();
        let (sender, receiver) = sync_channel(AHEAD);
        let handle = control.clone();
        let work = move || {
            // Whoever takes no more has dropped the other end.
            let mut send =
                |batch| if sender.send(batch).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            in_batches(layout, &mut send, |sink| search(&handle, sink))
        };
        let search = Background::begin("gpm-batches", work)?;
        Ok(MatchBatches { batches: Some(receiver), control, search })
    }

    /// What came of the search, with the number of matches. `None` as long as the iterator has not ended, and if an item was an error.
    pub fn report(&self) -> Option<&Report> {
        self.search.report()
    }

    /// As [`Iterator::next`], but waits no longer than `patience`: for callers that have to look at something else now and then.
    pub fn poll_within(&mut self, patience: Duration) -> Poll<Option<Result<MatchBatch, EngineError>>> {
        if let Some(error) = self.leave_to_parent() {
            return Poll::Ready(Some(Err(error)));
        }
        let Some(batches) = &self.batches else { return Poll::Ready(None) };
        match batches.recv_timeout(patience) {
            Ok(batch) => Poll::Ready(Some(Ok(batch))),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(self.end().map(Err)),
        }
    }

    /// Lets go of a search that the parent of this process has: there is nobody at the other end, and perhaps a lock that it had.
    fn leave_to_parent(&mut self) -> Option<EngineError> {
        let error = self.search.leave_to_parent()?;
        std::mem::forget(self.batches.take());
        Some(error)
    }

    /// The end of the search, once all batches are taken.
    fn end(&mut self) -> Option<EngineError> {
        self.batches = None;
        self.search.end()
    }
}

impl Iterator for MatchBatches {
    type Item = Result<MatchBatch, EngineError>;

    /// Waits until a batch is full, or the search is over.
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.leave_to_parent() {
            return Some(Err(error));
        }
        match self.batches.as_ref()?.recv() {
            Ok(batch) => Some(Ok(batch)),
            Err(_) => self.end().map(Err),
        }
    }
}

impl std::iter::FusedIterator for MatchBatches {}

impl Drop for MatchBatches {
    fn drop(&mut self) {
        if self.leave_to_parent().is_some() {
            return;
        }
        self.control.end();
        self.batches = None;
        self.search.wait();
    }
}
