//! Big roots, which several workers search together: each root is prepared once, and nobody is idle while one is left.
//!
//! The worker that takes a big root is its owner. It prepares what the whole search below the root reads: the bit matrix of its
//! neighborhood, codegrees, marks. Once its search gets to the candidates for level 1, the owner *opens* the root: what was
//! prepared is read-only from here on, and the candidates are cut into pieces, which a counter deals out. The owner takes pieces
//! until none is left. Other workers help once there is nothing else to take: they read what the owner has prepared.
//!
//! A worker that finds nothing to do waits while somebody is preparing a root. It holds a thread of a rayon pool meanwhile, which
//! code that a user wrote might wait for: where such code is called before a root is open, nobody waits.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use super::prepared::{Preparation, Prepared};
use super::tasks::{PieceCut, Task};
use super::untaken::Untaken;
use crate::lock::{lock, whole};

/// How often a worker that waits for a root looks at the stop flag. *guess*
const TICK: Duration = Duration::from_millis(5);

/// The big roots of a run.
#[derive(Debug)]
pub(super) struct Board {
    untaken: Arc<Untaken>,
    cut: PieceCut,
    /// Whether roots that are being prepared are waited for.
    waits: bool,
    stage: Mutex<Stage>,
    /// Told when a root was opened, or will not be.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Stage {
    /// Roots that their owners are preparing.
    coming: usize,
    open: Vec<Arc<OpenRoot>>,
}

/// A root that was prepared.
#[derive(Debug)]
struct OpenRoot {
    task: Task,
    prepared: Prepared,
    /// Candidates for level 1, and how many of them a piece has.
    candidates: u64,
    step: u64,
    /// The first candidate that nobody has taken.
    next: AtomicU64,
}

impl OpenRoot {
    /// The candidates of a piece that nobody has taken.
    fn take(&self) -> Option<(u64, u64)> {
        let from = self.next.fetch_add(self.step, Ordering::Relaxed);
        (from < self.candidates).then(|| (from, self.candidates.min(from + self.step)))
    }

    fn is_dealt_out(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.candidates
    }

    /// The share of the work of these candidates. Those of all pieces add up to the root's.
    fn weight(&self, (from, to): (u64, u64)) -> u64 {
        let before = |candidate: u64| {
            (u128::from(self.task.weight) * u128::from(candidate) / u128::from(self.candidates)) as u64
        };
        before(to) - before(from)
    }
}

impl Board {
    /// Nobody waits for roots that are being prepared unless `waits` says so.
    pub(super) fn new(untaken: Arc<Untaken>, cut: PieceCut, waits: bool) -> Self {
        Board { untaken, cut, waits, stage: Mutex::default(), changed: Condvar::new() }
    }

    /// All tasks of the search.
    pub(super) fn untaken(&self) -> &Arc<Untaken> {
        &self.untaken
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        lock(&self.stage)
    }
}

/// How a worker stands to the roots that it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It searches them alone, or none.
    Alone,
    /// It owns a big root that is not open.
    Preparing,
    /// It searches pieces of an open root.
    Open,
}

/// The place of one worker: which root it shares with others, and what was prepared for that.
#[derive(Debug)]
pub(super) struct Desk<'j> {
    board: &'j Board,
    stop: &'j AtomicBool,
    state: Cell<State>,
    task: Cell<Task>,
    /// Which candidates for level 1 are searched.
    range: Cell<(u64, u64)>,
    prepared: RefCell<Prepared>,
    root: RefCell<Option<Arc<OpenRoot>>>,
}

const ALL: (u64, u64) = (0, u64::MAX);

impl<'j> Desk<'j> {
    /// The run must end once `stop` is set.
    pub(super) fn new(board: &'j Board, stop: &'j AtomicBool) -> Self {
        Desk {
            board,
            stop,
            state: Cell::new(State::Alone),
            task: Cell::default(),
            range: Cell::new(ALL),
            prepared: RefCell::default(),
            root: RefCell::default(),
        }
    }

    /// Non-zero when the run must end.
    pub(super) fn stop(&self) -> &'j AtomicBool {
        self.stop
    }

    /// Goes on with the root that is open here: a piece of it that nobody has taken. If there is none, the root is left.
    pub(super) fn next_piece(&self) -> Option<Task> {
        let root = self.root.borrow().clone();
        if let Some(piece) = root.and_then(|root| self.take_piece(&root)) {
            return Some(piece);
        }
        self.leave();
        None
    }

    /// Becomes the owner of the biggest root that nobody has taken.
    pub(super) fn take_root(&self) -> Option<Task> {
        let mut stage = self.board.stage();
        let task = self.board.untaken.take_root()?;
        stage.coming += 1;
        self.state.set(State::Preparing);
        Some(self.begin(task))
    }

    /// Begins a task that is nobody else's.
    pub(super) fn begin(&self, task: Task) -> Task {
        self.task.set(task);
        self.range.set(ALL);
        task
    }

    /// A piece of a root that another worker has opened. Waits while roots are being prepared and the run goes on.
    pub(super) fn help(&self) -> Option<Task> {
        let mut stage = self.board.stage();
        loop {
            stage.open.retain(|root| !root.is_dealt_out());
            if let Some(root) = stage.open.first().map(Arc::clone) {
                drop(stage);
                if let Some(piece) = self.take_piece(&root) {
                    self.state.set(State::Open);
                    self.prepared.replace(root.prepared.clone());
                    self.root.replace(Some(root));
                    return Some(piece);
                }
                stage = self.board.stage();
            } else if !self.board.waits || stage.coming == 0 || self.stop.load(Ordering::Relaxed) {
                return None;
            } else {
                stage = whole(self.board.changed.wait_timeout(stage, TICK)).0;
            }
        }
    }

    fn take_piece(&self, root: &OpenRoot) -> Option<Task> {
        let range = root.take()?;
        self.range.set(range);
        self.task.set(Task { weight: root.weight(range), ..root.task });
        Some(self.task.get())
    }

    /// What was searched since the task was taken.
    pub(super) fn task(&self) -> Task {
        self.task.get()
    }

    /// How many roots it was: one that is searched in pieces counts with the first of them.
    pub(super) fn num_roots(&self) -> u64 {
        let Task { first, last, .. } = self.task.get();
        if self.range.get().0 == 0 { last - first } else { 0 }
    }

    /// Whether the search has yet to say how many candidates the root has: then it calls [`Desk::range`].
    #[cfg(feature = "jit")]
    pub(super) fn is_closed(&self) -> bool {
        self.state.get() == State::Preparing
    }

    /// Which candidates for level 1 are to be searched, if that is known.
    #[cfg(feature = "jit")]
    pub(super) fn range_so_far(&self) -> (u64, u64) {
        self.range.get()
    }

    /// Which of so many candidates for level 1 are to be searched. What the root needs was prepared: it is opened.
    #[inline(always)]
    pub(super) fn range(&self, candidates: u64) -> (u64, u64) {
        if self.state.get() == State::Preparing {
            self.open(candidates);
        }
        self.range.get()
    }

    #[cold]
    fn open(&self, candidates: u64) {
        let (task, step) = (self.task.get(), self.board.cut.step(candidates));
        let prepared = self.prepared.borrow().clone();
        // The first piece is the owner's.
        let root = OpenRoot { task, prepared, candidates, step, next: AtomicU64::new(step) };
        let root = (step < candidates).then(|| Arc::new(root));
        self.state.set(if root.is_some() { State::Open } else { State::Alone });
        if let Some(root) = &root {
            self.range.set((0, step));
            self.task.set(Task { weight: root.weight((0, step)), ..task });
        }
        let mut stage = self.board.stage();
        stage.coming -= 1;
        stage.open.extend(root.clone());
        drop(stage);
        self.board.changed.notify_all();
        self.root.replace(root);
    }

    /// What the owner of the root that is searched here has prepared, once that root is open.
    pub(super) fn ready<T: Send + Sync + 'static>(&self, kind: Preparation) -> Option<Arc<T>> {
        match self.state.get() {
            State::Open => self.prepared.borrow().get(kind),
            State::Alone | State::Preparing => None,
        }
    }

    /// Says what was prepared here, if the root that it is for will be open.
    pub(super) fn keep<T: Send + Sync + 'static>(&self, kind: Preparation, memory: &Arc<T>) {
        if self.state.get() == State::Preparing {
            self.prepared.borrow_mut().add(kind, Arc::clone(memory));
        }
    }

    /// Keeps nothing of the root that was searched last: its owner can use the memory again.
    fn leave(&self) {
        self.prepared.take();
        let root = self.root.take();
        let was = self.state.replace(State::Alone);
        if was == State::Alone {
            return;
        }
        let mut stage = self.board.stage();
        match root {
            Some(root) => stage.open.retain(|open| !Arc::ptr_eq(open, &root)),
            // The root had nothing to search: it was never opened.
            None => stage.coming -= 1,
        }
        drop(stage);
        self.board.changed.notify_all();
    }
}

impl Drop for Desk<'_> {
    /// Also where a worker panics or the run was stopped: others may be waiting for its root.
    fn drop(&mut self) {
        self.leave();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    use super::super::root_memory::RootMemory;
    use super::*;

    fn board(roots: Vec<Task>) -> Board {
        Board::new(Arc::new(Untaken::new(roots, Vec::new())), PieceCut::new(1, 64), true)
    }

    /// Searches roots that have so many candidates each, and takes some time for each candidate. Says how often what was prepared for
    /// each root was made, and how often each candidate was met.
    fn search(candidates: &[u64], workers: usize) -> (Vec<usize>, Vec<Vec<usize>>) {
        let tasks = (0..).zip(candidates).map(|(first, &number)| Task { first, last: first + 1, weight: number });
        let board = board(tasks.collect());
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let made: Vec<AtomicUsize> = candidates.iter().map(|_| AtomicUsize::new(0)).collect();
        let met: Vec<Vec<AtomicUsize>> =
            candidates.iter().map(|&number| (0..number).map(|_| AtomicUsize::new(0)).collect()).collect();
        let work = || {
            let desk = Desk::new(&board, &stop);
            let mut memory = RootMemory::new(Preparation::Matrix, u64::MAX);
            while let Some(task) = desk.next_piece().or_else(|| desk.take_root()).or_else(|| desk.help()) {
                let root = task.first as usize;
                let fill = |memory: &mut u64| {
                    made[root].fetch_add(1, Ordering::Relaxed);
                    *memory = task.first;
                    true
                };
                assert_eq!(memory.prepare(&desk, || u64::MAX, fill), Some(&task.first), "another root's");
                // Every third root turns out to have nothing to search.
                if root % 3 < 2 {
                    let (from, to) = desk.range(candidates[root]);
                    for met in &met[root][from as usize..candidates[root].min(to) as usize] {
                        met.fetch_add(1, Ordering::Relaxed);
                        thread::yield_now();
                    }
                }
                done.fetch_add(desk.task().weight, Ordering::Relaxed);
            }
        };
        thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
        assert_eq!(done.into_inner(), candidates.iter().sum::<u64>(), "all work is accounted for");
        let numbers = |counters: Vec<AtomicUsize>| counters.into_iter().map(AtomicUsize::into_inner).collect();
        (numbers(made), met.into_iter().map(numbers).collect())
    }

    #[test]
    fn roots_are_prepared_once_and_candidates_met_once() {
        let all: Vec<u64> = (0..200).map(|root| (root * 37) % 150).collect();
        for (candidates, workers) in [(&all[..], 1), (&all, 2), (&all, 7), (&[5000], 4), (&[0], 3), (&[], 3)] {
            let (made, met) = search(candidates, workers);
            assert!(made.iter().all(|&times| times == 1), "{made:?}");
            let is_searched = |root: usize| usize::from(root % 3 < 2);
            let met_once = |(root, met): (usize, &Vec<usize>)| met.iter().all(|&times| times == is_searched(root));
            assert!(met.iter().enumerate().all(met_once), "{workers} workers");
        }
    }

    /// A worker that comes to nothing while the only root is prepared waits for it, and helps.
    #[test]
    fn a_root_that_is_prepared_is_waited_for() {
        let board = board(vec![Task { first: 0, last: 1, weight: 10 }]);
        let stop = AtomicBool::new(false);
        let owner = Desk::new(&board, &stop);
        assert!(owner.take_root().is_some());
        thread::scope(|scope| {
            let helper = scope.spawn(|| Desk::new(&board, &stop).help().map(|piece| piece.first));
            assert_eq!(owner.range(10), (0, 1));
            assert_eq!(helper.join().expect("it helps"), Some(0));
        });
    }

    #[test]
    fn nobody_waits_for_an_owner_that_panicked_or_for_a_run_that_must_end() {
        let board = board(vec![Task::default(); 2]);
        let (stop, owner) = (AtomicBool::new(false), AtomicBool::new(true));
        thread::scope(|scope| {
            let owner = scope.spawn(|| {
                let desk = Desk::new(&board, &owner);
                assert!(desk.take_root().is_some());
                panic!("as a condition in Rust may");
            });
            assert!(owner.join().is_err());
            assert!(Desk::new(&board, &stop).help().is_none());
        });
        let owner = Desk::new(&board, &stop);
        assert!(owner.take_root().is_some());
        stop.store(true, Ordering::Relaxed);
        assert!(Desk::new(&board, &stop).help().is_none());
    }
}
