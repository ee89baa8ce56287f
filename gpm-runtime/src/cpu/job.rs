//! The workers: each takes the biggest task left, searches it, and adds to its own total; at the end they help each other
//! ([`share`](super::share)). What searches is either code made while the program runs, the interpreter, or code that the `pattern!`
//! macro made: to a job they are all the same.
//!
//! Counts run on the threads of the current rayon pool, as far as these are free: so several counts at once, a thread each, share what is
//! left of the last ones. Listings have threads of their own ([`threads`]): while a worker waits for the caller's sink, the pool must be
//! free for whatever the sink does.

use std::any::Any;
use std::cell::Cell;
use std::ops::{ControlFlow, Deref};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::processor;
use super::share::{Board, Desk};
use super::tasks::{Task, Tasks, tasks};
use super::threads;
use super::untaken::{Rest, Untaken};
use crate::control::{Control, Forecast, RootsDone};
use crate::graph::VertexId;
use crate::lock::{lock, whole};
use crate::run::{Finding, RunError, Sink};
use crate::table::{Ledger, Table};
use crate::view::Bound;
use gpm_plan::nest::RootCut;

/// Matches that a worker keeps before it hands them to the sink: one at first and twice as many each time, up to this number. A sink that
/// wants a few gets them when they are found, and the search ends. *guess*
pub(super) const BATCH: usize = 1024;

/// What one worker found: its total, matches handed over included, or those of a fused nest; and whether it was left to finish.
pub(super) type Share = Result<(Vec<i128>, bool), RunError>;

/// What is to be done with matches.
pub struct Listing<'a, 's> {
    /// Takes them. It may use engines, declared patterns and rayon pools.
    pub sink: &'a mut Sink<'s>,
    /// How many threads search. They are the run's own, so that the sink may do anything. `None`: those of the current rayon pool, for a
    /// sink that neither waits nor uses a pool.
    pub threads: Option<usize>,
}

impl std::fmt::Debug for Listing<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Listing").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// A search cut into tasks.
pub(super) struct Job<'a, 's> {
    control: &'a Control,
    sink: Option<Mutex<Outlet<'a, 's>>>,
    table: Option<&'a Table>,
    /// Vertices of a match.
    positions: usize,
    board: Board,
    /// Where others find what no worker has taken.
    rest: Option<&'a Rest>,
    /// What of it is done.
    done: Arc<RootsDone>,
    /// Says what is to be expected of it, which is asked once it takes long.
    forecast: Option<&'a Foresee<'a>>,
    is_foreseen: AtomicBool,
    threads: usize,
    /// Whether these threads are its own.
    has_own_threads: bool,
    /// The time and the processor time when cutting began.
    start: Instant,
    began: Option<Duration>,
}

/// Says what a search is expected to cost; `None` if that takes too long to say.
pub(super) type Foresee<'a> = dyn Fn() -> Option<Forecast> + Sync + 'a;

/// A search that takes so long is foreseen: a sample of it takes some milliseconds. *guess*
const LONG: Duration = Duration::from_millis(200);

/// The sink, and how it ended if it panicked.
struct Outlet<'a, 's> {
    sink: &'a mut Sink<'s>,
    panic: Option<Box<dyn Any + Send>>,
}

/// Others can take tasks away while this lives.
struct Lent<'r>(&'r Rest);

impl<'r> Lent<'r> {
    fn new(rest: &'r Rest, untaken: &Arc<Untaken>) -> Lent<'r> {
        rest.set(Some(untaken));
        Lent(rest)
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.0.set(None);
    }
}

/// A job as one of its workers sees it.
pub(super) struct Seat<'j, 'a, 's> {
    job: &'j Job<'a, 's>,
    desk: Desk<'j>,
    worker: usize,
    /// When it took its task.
    taken: Cell<Instant>,
}

impl<'a, 's> Deref for Seat<'_, 'a, 's> {
    type Target = Job<'a, 's>;

    fn deref(&self) -> &Self::Target {
        self.job
    }
}

impl<'j> Seat<'j, '_, '_> {
    /// The rest of the root that it is at, else the biggest task that nobody has taken, else a piece of what others are at.
    pub(super) fn next_task(&self) -> Option<Task> {
        let piece = self.desk.next_piece();
        if piece.is_some() || self.control.is_spared(self.worker) {
            return piece;
        }
        let group = || self.board.untaken().take_group();
        let own = self.desk.take_root().or_else(|| group().map(|task| self.desk.begin(task)));
        own.or_else(|| {
            let piece = self.desk.help();
            // It may have waited.
            self.taken.set(Instant::now());
            piece
        })
    }

    /// To be told that the task taken last was searched to its end.
    pub(super) fn finished(&self) {
        if self.rest.is_some() {
            return self.control.advance(self.desk.num_roots());
        }
        let Task { first, weight, .. } = self.desk.task();
        let now = Instant::now();
        self.done.add(first, weight, now.saturating_duration_since(self.taken.replace(now)));
        if let Some(forecast) = self.forecast
            && now.saturating_duration_since(self.start) >= LONG
            && !self.is_foreseen.swap(true, Ordering::Relaxed)
        {
            if let Some(forecast) = forecast() {
                self.done.expect(forecast);
            }
            self.taken.set(Instant::now());
        }
    }

    /// What it shares with other workers.
    pub(super) fn desk(&self) -> &Desk<'j> {
        &self.desk
    }
}

impl<'a, 's> Job<'a, 's> {
    /// Counts have as many workers as the current rayon pool has threads.
    pub(super) fn new(
        bound: &Bound<'_>,
        cut: RootCut,
        positions: usize,
        control: &'a Control,
        listing: Option<Listing<'a, 's>>,
    ) -> Self {
        let own = listing.as_ref().and_then(|listing| listing.threads);
        let (threads, has_own_threads) = (own.unwrap_or_else(rayon::current_num_threads), own.is_some());
        let (start, began) = (Instant::now(), processor::time());
        let Tasks { roots, groups, cut: pieces } = tasks(cut, bound, threads);
        let done = RootsDone::new(roots.iter().chain(&groups).map(|task| (task.first..task.last, task.weight)));
        let untaken = Arc::new(Untaken::new(roots, groups));
        let board = Board::new(untaken, pieces, cut == RootCut::Pieces { runs_code: false });
        let sink = listing.map(|Listing { sink, .. }| Mutex::new(Outlet { sink, panic: None }));
        Job {
            control,
            sink,
            table: None,
            positions,
            board,
            rest: None,
            done: Arc::new(done),
            forecast: None,
            is_foreseen: AtomicBool::new(false),
            threads,
            has_own_threads,
            start,
            began,
        }
    }

    /// The same with a table that totals are spread over.
    pub(super) fn with_table(self, table: Option<&'a Table>) -> Self {
        Job { table, ..self }
    }

    /// The same, of which others may take what no worker has begun with.
    pub(super) fn with_rest(self, rest: Option<&'a Rest>) -> Self {
        Job { rest, ..self }
    }

    /// The same, of which somebody can say what is to be expected.
    pub(super) fn with_forecast(self, forecast: &'a Foresee<'a>) -> Self {
        Job { forecast: Some(forecast), ..self }
    }

    /// Where a worker credits what it counts for each anchor, if there are any.
    pub(super) fn ledger(&self) -> Option<Ledger<'a>> {
        self.table.map(Ledger::new)
    }

    /// Calls `work` on every thread and adds up what they found. A panic of the sink, or of `work`, goes on here once all
    /// workers have ended.
    pub(super) fn run(self, work: impl Fn(&Seat<'_, 'a, 's>) -> Share + Sync) -> Result<Finding, RunError> {
        let untaken = self.board.untaken();
        match self.rest {
            None => self.control.begin_roots(Arc::clone(&self.done)),
            Some(_) => self.control.begin(untaken.roots().iter().chain(untaken.groups()).map(|task| task.weight).sum()),
        }
        let _lent = self.rest.map(|rest| Lent::new(rest, untaken));
        let seated = |worker: usize| {
            let desk = Desk::new(&self.board, self.control.stop_flag());
            work(&Seat { job: &self, desk, worker, taken: Cell::new(Instant::now()) })
        };
        // Roots may be work for all threads.
        let most = if untaken.roots().is_empty() { untaken.groups().len() } else { self.threads };
        let shares = match self.has_own_threads {
            true => threads::on_own(self.threads.min(most), seated),
            false => self.on_pool(seated),
        };
        if let Some(outlet) = self.sink
            && let Some(panic) = whole(outlet.into_inner()).panic
        {
            resume_unwind(panic);
        }
        let mut finding =
            Finding { totals: Vec::new(), table: None, complete: true, compile: Duration::ZERO, processor: None };
        for share in shares {
            let (totals, complete) = share?;
            finding.add(&totals)?;
            finding.complete &= complete;
        }
        finding.processor = self.began.zip(processor::time()).map(|(began, now)| now.saturating_sub(began));
        Ok(finding)
    }

    /// Seats a worker on this thread at once, and others on threads of the current pool as these become free: where all are busy with
    /// searches of their own, nobody waits for them. Once a worker finds nothing left to do, no further one is seated.
    fn on_pool(&self, seated: impl Fn(usize) -> Share + Sync) -> Vec<Share> {
        let (shares, is_dealt_out) = (Mutex::new(Vec::new()), AtomicBool::new(false));
        let sit = |worker: usize| {
            if is_dealt_out.load(Ordering::Relaxed) {
                return;
            }
            let share = seated(worker);
            is_dealt_out.fetch_or(!self.control.is_spared(worker), Ordering::Relaxed);
            lock(&shares).push(share);
        };
        rayon::scope(|scope| {
            let sit = &sit;
            (1..self.threads).for_each(|worker| scope.spawn(move |_| sit(worker)));
            sit(0);
        });
        whole(shares.into_inner())
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    pub(super) fn stop_flag(&self) -> &'a AtomicBool {
        self.control.stop_flag()
    }

    /// Hands matches to the sink; says how many it took and whether to go on. A panic of the sink ends the run: it must not
    /// unwind through generated code.
    pub(super) fn deliver(&self, matches: &[VertexId]) -> (u64, ControlFlow<()>) {
        let Some(outlet) = &self.sink else { return (0, ControlFlow::Continue(())) };
        let mut outlet = lock(outlet);
        let mut taken = 0;
        let handed = catch_unwind(AssertUnwindSafe(|| {
            for found in matches.chunks_exact(self.positions) {
                if self.control.is_stopped() {
                    return ControlFlow::Break(());
                }
                taken += 1;
                if (outlet.sink)(found).is_break() {
                    self.control.end();
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        }));
        let flow = handed.unwrap_or_else(|panic| {
            self.control.end();
            outlet.panic = Some(panic);
            ControlFlow::Break(())
        });
        (taken, flow)
    }
}
