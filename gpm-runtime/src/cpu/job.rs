//! The workers: each takes the biggest task left, searches it, and adds to its own total. What searches is either code made
//! while the program runs, the interpreter, or code that the `pattern!` macro made: to a job they are all the same.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::run::{Finding, RunError, Sink};
use super::tasks::{Task, tasks};
use crate::control::Control;
use crate::graph::VertexId;
use crate::table::{Ledger, Table};
use crate::view::Bound;
use gpm_plan::nest::RootCut;

/// Matches that a worker keeps before it hands them to the sink.
pub(super) const BATCH: usize = 1024;

/// What one worker found: its total, matches handed over included, or those of a fused nest; and whether it was left to finish.
pub(super) type Share = Result<(Vec<i128>, bool), RunError>;

/// A search cut into tasks, on the threads of the current rayon pool.
pub(super) struct Job<'a, 's> {
    control: &'a Control,
    sink: Option<Mutex<&'a mut Sink<'s>>>,
    table: Option<&'a Table>,
    /// Vertices of a match.
    positions: usize,
    tasks: Vec<Task>,
    next: AtomicUsize,
}

impl<'a, 's> Job<'a, 's> {
    pub(super) fn new(
        bound: &Bound<'_>,
        cut: RootCut,
        positions: usize,
        control: &'a Control,
        sink: Option<&'a mut Sink<'s>>,
    ) -> Self {
        let tasks = tasks(cut, bound, rayon::current_num_threads());
        Job { control, sink: sink.map(Mutex::new), table: None, positions, tasks, next: AtomicUsize::new(0) }
    }

    /// The same with a table that totals are spread over.
    pub(super) fn with_table(self, table: Option<&'a Table>) -> Self {
        Job { table, ..self }
    }

    /// Where a worker credits what it counts for each anchor, if there are any.
    pub(super) fn ledger(&self) -> Option<Ledger<'a>> {
        self.table.map(Ledger::new)
    }

    /// Calls `work` on every thread and adds up what they found.
    pub(super) fn run(&self, work: impl Fn(&Self) -> Share + Sync) -> Result<Finding, RunError> {
        self.control.begin(self.tasks.iter().map(|task| task.weight).sum());
        let mut finding =
            Finding { totals: Vec::new(), table: None, complete: true, compile: std::time::Duration::ZERO };
        for share in rayon::broadcast(|_| work(self)) {
            let (totals, complete) = share?;
            finding.add(&totals)?;
            finding.complete &= complete;
        }
        Ok(finding)
    }

    /// The biggest task that nobody has taken.
    pub(super) fn next_task(&self) -> Option<&Task> {
        if rayon::current_thread_index().is_some_and(|worker| self.control.is_spared(worker)) {
            return None;
        }
        self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// To be told of each task that was searched to its end.
    pub(super) fn finished(&self, task: &Task) {
        self.control.advance(task.weight);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    pub(super) fn stop_flag(&self) -> &AtomicBool {
        self.control.stop_flag()
    }

    /// Hands matches to the sink; says how many it took and whether to go on.
    pub(super) fn deliver(&self, matches: &[VertexId]) -> (u64, ControlFlow<()>) {
        let Some(sink) = &self.sink else { return (0, ControlFlow::Continue(())) };
        let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = 0;
        for found in matches.chunks_exact(self.positions) {
            if self.control.is_stopped() {
                return (taken, ControlFlow::Break(()));
            }
            taken += 1;
            if sink(found).is_break() {
                self.control.end();
                return (taken, ControlFlow::Break(()));
            }
        }
        (taken, ControlFlow::Continue(()))
    }
}
