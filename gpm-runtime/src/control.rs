//! Stopping a run and watching it: shared between the workers, the caller and signal handlers.

mod deadlines;
mod end;
mod no_thread;
mod progress;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "cuda")]
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use gpm_plan::search::Interrupt;
use thiserror::Error;

use self::deadlines::Deadline;
use self::end::End;
pub use self::no_thread::NoThread;
use self::progress::Progress;
pub(crate) use self::progress::{Forecast, RootsDone};

/// A handle on runs, mostly on one. Clones are the same handle.
///
/// A stopped run ends within a fraction of a second, whatever it is at, with what it has found, marked partial. How a run ends is its own: a handle
/// may be used for several, one after the other or at once. Each has the time limit for itself, one whose consumer has enough ends alone, and
/// [`stop`](Self::stop) ends all of them, also those that begin later.
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
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All was searched.
    Complete,
    /// The consumer had what it wanted.
    BySink,
    /// It was told to stop, or its time was over.
    Stopped,
}

/// How often who waits for something looks whether the run is stopped. *guess*
#[cfg(feature = "cuda")]
pub(crate) const LOOK: Duration = Duration::from_millis(5);

/// How long who waits for something sleeps where nobody can wake it. *guess*
#[cfg(feature = "cuda")]
const NAP: Duration = Duration::from_millis(1);

/// What was under way ended early, since the run was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the run was stopped")]
pub struct Stopped;

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

    /// A handle for a part of the run, which has so much time once it [runs](Self::run).
    pub(crate) fn within(&self, limit: Duration) -> Control {
        Control { time_limit: Some(limit), ..self.clone() }
    }

    /// A handle on a part of the run, which ends with the run, or by itself.
    pub(crate) fn part(&self) -> Control {
        Control { end: self.end.part(), ..self.clone() }
    }

    /// A handle for one of several questions of the run, with a time limit and a progress of its own.
    pub(crate) fn question(&self, time_limit: Option<Duration>) -> Control {
        Control { progress: Arc::default(), time_limit, ..self.clone() }
    }

    /// How long the run may take.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Stops each run when `limit` has passed since it began. A limit beyond what the clock can hold is none.
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

    /// Stops the runs under way and all that begin later. Safe from any thread, but not in a signal handler.
    pub fn stop(&self) {
        self.end.stop();
    }

    /// Whether [`stop`](Self::stop) was called. A run that its time limit ends, or whoever takes its matches, says so itself.
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

    /// The part of the work that is done, from 0 to 1. It is reckoned by what is expected, and by what was measured where something was: it
    /// may go back.
    ///
    /// ```
    /// assert_eq!(gpm::Control::new().progress(), 0.0);
    /// ```
    pub fn progress(&self) -> f64 {
        self.progress.part()
    }

    /// The part that was done before the run began, as its journal says.
    pub fn resumed(&self) -> f64 {
        self.progress.resumed()
    }

    /// How long the rest is expected to take, once something is known of that.
    ///
    /// ```
    /// assert!(gpm::Control::new().time_left().is_none());
    /// ```
    pub fn time_left(&self) -> Option<Duration> {
        self.progress.time_left(Instant::now())
    }

    /// Calls `work` with a handle on a run of its own, the whole of what the time limit is for: it ends at the limit if there is one, and whenever
    /// this handle is stopped, but not this one with it.
    ///
    /// # Errors
    /// [`NoThread`] if there is none to keep the time.
    pub(crate) fn run<R>(&self, work: impl FnOnce(&Control) -> R) -> Result<R, NoThread> {
        let (run, _running) = (self.part(), self.progress.run());
        let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let Some(deadline) = deadline else { return Ok(work(&run)) };
        if deadline <= Instant::now() {
            run.stop();
            return Ok(work(&run));
        }
        let _deadline = Deadline::new(&run.end, deadline)?;
        Ok(work(&run))
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

    /// Waits a moment for something that nobody tells of.
    ///
    /// # Errors
    /// [`Stopped`] if the run has been told to stop.
    #[cfg(feature = "cuda")]
    pub(crate) fn nap(&self) -> Result<(), Stopped> {
        self.ensure_running()?;
        std::thread::sleep(NAP);
        Ok(())
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
        self.progress.enter([range.start, range.end, of]);
    }

    /// So much was done in an earlier run.
    pub(crate) fn resume(&self, done: u32, of: u32) {
        self.progress.resume(f64::from(done) / f64::from(of.max(1)));
    }

    /// Begins with so much to do, of which [`Control::advance`] tells.
    pub(crate) fn begin(&self, total: u64) {
        if !self.is_part {
            self.progress.begin(total, Instant::now());
        }
    }

    /// So much more of it is done.
    pub(crate) fn advance(&self, weight: u64) {
        self.progress.advance(weight);
    }

    /// Begins with a search below roots, which tells itself what of it is done.
    pub(crate) fn begin_roots(&self, roots: Arc<RootsDone>) {
        if !self.is_part {
            self.progress.begin_roots(roots, Instant::now());
        }
    }

    /// The consumer has what it wanted: the run ends.
    pub(crate) fn end(&self) {
        self.end.has_enough.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Whether the consumer has what it wanted.
    pub(crate) fn has_enough(&self) -> bool {
        self.end.has_enough.load(Ordering::Relaxed)
    }

    /// How the run ended, of which all was searched or not.
    pub(crate) fn ending(&self, is_complete: bool) -> Ending {
        match (self.has_enough(), is_complete) {
            (true, _) => Ending::BySink,
            (false, true) => Ending::Complete,
            (false, false) => Ending::Stopped,
        }
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
        run.within(Duration::from_millis(1)).run(wait).unwrap();
        assert!(!run.is_stopped());
        let part = run.part();
        part.end();
        assert!(!run.is_stopped() && !run.part().is_stopped());
        run.within(Duration::from_secs(600))
            .run(|inner| inner.run(|innermost| (run.stop(), wait(innermost))))
            .unwrap()
            .unwrap();
        // One that begins now, as well.
        assert!(run.run(Control::is_stopped).unwrap() && run.part().part().is_stopped());
    }

    #[test]
    fn how_a_run_ends_is_its_own() {
        let control = Control::new();
        let by_sink = |run: &Control| {
            run.end();
            run.ending(false)
        };
        assert_eq!(control.run(by_sink), Ok(Ending::BySink));
        assert_eq!(control.run(|run| run.ending(true)), Ok(Ending::Complete));
        control.stop();
        assert_eq!(control.run(|run| run.ending(false)), Ok(Ending::Stopped));
    }

    #[test]
    fn a_panic_does_not_wait_for_the_time_limit() {
        let (control, start) = (Control::new().with_time_limit(Duration::from_secs(600)), Instant::now());
        let run = || control.run(|_| panic!("as a sink may"));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert!(start.elapsed() < Duration::from_secs(60) && !control.is_stopped());
    }
}
