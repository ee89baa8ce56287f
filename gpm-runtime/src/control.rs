//! Stopping a run and watching it: shared between the workers, the caller and signal handlers.

mod deadlines;
mod end;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
#[cfg(feature = "cuda")]
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use gpm_plan::search::Interrupt;
use thiserror::Error;

use self::deadlines::Deadline;
use self::end::End;

/// A handle on a run. Clones are the same handle.
///
/// A stopped run ends within a fraction of a second, whatever it is at, with what it has found, marked partial.
///
/// ```
/// use gpm::{Control, Engine, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let control = Control::new();
/// control.stop();
/// assert!(Engine::auto()?.count_with(&graph, "triangle", &control)?.partial);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control {
    end: Arc<End>,
    progress: Arc<Progress>,
    time_limit: Option<Duration>,
    /// Whether somebody else has said how much there is to do.
    is_part: bool,
    /// The run that this is a part of, if it may end before that.
    run: Option<Arc<End>>,
}

/// How often who waits for something looks whether the run is stopped.
#[cfg(feature = "cuda")]
const LOOK: Duration = Duration::from_millis(5);

/// What was under way ended early, since the run was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the run was stopped")]
pub struct Stopped;

#[derive(Debug, Default)]
struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    /// What is under way, where that is a part of a search: from where to where, of how much. All zero for the whole.
    stretch: [AtomicU64; 3],
}

impl Control {
    /// A handle without a time limit.
    pub fn new() -> Control {
        Control::default()
    }

    /// A handle on the same run for a part of it, which only adds to what is done.
    #[cfg(feature = "cuda")]
    pub(crate) fn of_part(&self) -> Control {
        Control { is_part: true, time_limit: None, ..self.clone() }
    }

    /// A handle on a part of the run, which ends with the run, and by itself when `limit` has passed since it began.
    pub(crate) fn within(&self, limit: Duration) -> Control {
        let run = Some(Arc::clone(&self.end));
        Control { end: Arc::default(), time_limit: Some(limit), run, ..self.clone() }
    }

    /// How long the run may take.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Stops the run when `limit` has passed since it began. A limit beyond what the clock can hold is none.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let control = gpm::Control::new().with_time_limit(Duration::from_secs(60));
    /// assert!(!control.is_stopped());
    /// ```
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Control {
        self.time_limit = Some(limit);
        self
    }

    /// Stops the run. Safe from any thread.
    pub fn stop(&self) {
        self.end.stop();
    }

    /// Whether the run has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.end.is_stopped()
    }

    /// The same for the planner, which knows no runs.
    pub(crate) fn interrupt(&self) -> Interrupt {
        let end = Arc::clone(&self.end);
        Interrupt::when(move || end.is_stopped())
    }

    /// # Errors
    /// [`Stopped`] once the run has been told to stop.
    pub(crate) fn ensure_running(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// The part of the work that is done, from 0 to 1. Work is estimated from degrees.
    ///
    /// ```
    /// assert_eq!(gpm::Control::new().progress(), 0.0);
    /// ```
    pub fn progress(&self) -> f64 {
        let (done, total) = (self.progress.done.load(Ordering::Relaxed), self.progress.total.load(Ordering::Relaxed));
        let part = if total == 0 { 0.0 } else { (done as f64 / total as f64).min(1.0) };
        match self.progress.stretch.each_ref().map(|figure| figure.load(Ordering::Relaxed) as f64) {
            [_, _, 0.0] => part,
            [from, to, of] => ((from + (to - from) * part) / of).min(1.0),
        }
    }

    /// Calls `run`, the whole of what the time limit is for, stopping it at the limit if there is one.
    pub(crate) fn timed<R>(&self, run: impl FnOnce() -> R) -> R {
        let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let Some(deadline) = deadline else { return run() };
        if deadline <= Instant::now() {
            self.stop();
            return run();
        }
        let _deadline = Deadline::new(&self.end, self.run.as_ref(), deadline);
        run()
    }

    /// What comes; `None` if nothing will.
    ///
    /// # Errors
    /// [`Stopped`] once the run has been told to stop.
    #[cfg(feature = "cuda")]
    pub(crate) fn wait_for<T>(&self, coming: &Receiver<T>) -> Result<Option<T>, Stopped> {
        loop {
            match coming.recv_timeout(LOOK) {
                Ok(come) => return Ok(Some(come)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => self.ensure_running()?,
            }
        }
    }

    /// Has so many of the workers take no further task.
    #[cfg(feature = "cuda")]
    pub(crate) fn spare(&self, workers: usize) {
        self.end.spared.store(workers, Ordering::Relaxed);
    }

    /// Whether this worker is to take no further task.
    pub(crate) fn is_spared(&self, worker: usize) -> bool {
        worker < self.end.spared.load(Ordering::Relaxed)
    }

    /// What is begun from now on is a range of so much, until it is the whole again.
    pub(crate) fn enter(&self, range: Range<u32>, of: u32) {
        self.progress.total.store(0, Ordering::Relaxed);
        for (figure, value) in self.progress.stretch.iter().zip([range.start, range.end, of]) {
            figure.store(value.into(), Ordering::Relaxed);
        }
    }

    pub(crate) fn begin(&self, total: u64) {
        if self.is_part {
            return;
        }
        self.progress.done.store(0, Ordering::Relaxed);
        self.progress.total.store(total, Ordering::Relaxed);
    }

    pub(crate) fn advance(&self, weight: u64) {
        self.progress.done.fetch_add(weight, Ordering::Relaxed);
    }

    /// The consumer has what it wanted.
    pub(crate) fn end(&self) {
        self.end.is_by_sink.store(true, Ordering::Relaxed);
        self.stop();
    }

    pub(crate) fn ended_by_sink(&self) -> bool {
        self.end.is_by_sink.load(Ordering::Relaxed)
    }

    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.end.is_stopped
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn progress_of_a_part_is_part_of_the_progress() {
        let control = Control::new();
        control.enter(2..4, 8);
        assert_eq!(control.progress(), 0.25);
        control.begin(10);
        control.advance(5);
        assert_eq!(control.progress(), 0.375);
        control.enter(0..0, 0);
        control.begin(10);
        control.advance(5);
        assert_eq!(control.progress(), 0.5);
    }

    #[test]
    fn a_part_of_a_run_ends_with_it_and_not_the_run_with_the_part() {
        let wait = |control: &Control| {
            while !control.is_stopped() {
                std::thread::yield_now();
            }
        };
        let run = Control::new();
        let part = run.within(Duration::from_millis(1));
        part.timed(|| wait(&part));
        assert!(!run.is_stopped());
        let part = run.within(Duration::from_secs(600));
        part.timed(|| {
            run.stop();
            wait(&part);
        });
    }

    #[test]
    fn a_panic_does_not_wait_for_the_time_limit() {
        let (control, start) = (Control::new().with_time_limit(Duration::from_secs(600)), Instant::now());
        let run = || control.timed(|| panic!("as a sink may"));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert!(start.elapsed() < Duration::from_secs(60) && !control.is_stopped());
    }
}
