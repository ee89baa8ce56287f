//! What there is to do: roots that nobody has taken, and subtrees that busy workers gave away.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use super::problem::Problem;
use crate::lock::{lock, whole};

/// Most roots that are taken at once. *guess*
const MOST_ROOTS: usize = 64;

/// Of the roots that are left, each worker takes about this part at a time. *guess*
const PART: usize = 16;

/// When busy workers give subtrees away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Giving {
    /// When others have nothing to do.
    OnDemand,
    /// Whenever there is something to give: for tests.
    #[cfg(test)]
    Always,
}

/// An open node and the root that it is below of.
pub(super) struct Subtree<P: Problem> {
    pub(super) root: Arc<P::Root>,
    pub(super) node: P::Node,
}

/// What a worker is to search next.
pub(super) enum Work<P: Problem> {
    Roots(Range<usize>),
    Subtree(Subtree<P>),
}

/// The work that is left.
pub(super) struct Pool<P: Problem> {
    roots: usize,
    next_root: AtomicUsize,
    workers: usize,
    giving: Giving,
    queue: Mutex<Queue<P>>,
    /// Something is in the queue, or all is done.
    changed: Condvar,
    /// Workers that wait beyond the subtrees that are queued for them.
    wanted: AtomicUsize,
}

struct Queue<P: Problem> {
    given: Vec<Subtree<P>>,
    /// Workers that have begun: the system may give fewer threads than were asked for.
    present: usize,
    waiting: usize,
    is_over: bool,
}

impl<P: Problem> Pool<P> {
    pub(super) fn new(roots: usize, workers: usize, giving: Giving) -> Self {
        Pool {
            roots,
            next_root: AtomicUsize::new(0),
            workers,
            giving,
            queue: Mutex::new(Queue { given: Vec::new(), present: 0, waiting: 0, is_over: false }),
            changed: Condvar::new(),
            wanted: AtomicUsize::new(0),
        }
    }

    /// One more worker begins, which will take work until there is none.
    pub(super) fn enter(&self) {
        self.queue().present += 1;
    }

    /// The next thing to search, once there is one; `None` when all is done.
    pub(super) fn take(&self) -> Option<Work<P>> {
        if let Some(roots) = self.take_roots() {
            return Some(Work::Roots(roots));
        }
        let mut queue = self.queue();
        queue.waiting += 1;
        loop {
            if queue.waiting == queue.present && queue.given.is_empty() {
                queue.is_over = true;
                self.changed.notify_all();
            }
            let subtree = if queue.is_over { None } else { queue.given.pop() };
            let is_to_wait = subtree.is_none() && !queue.is_over;
            queue.waiting -= usize::from(subtree.is_some());
            self.note_wanted(&queue);
            if !is_to_wait {
                return subtree.map(Work::Subtree);
            }
            queue = whole(self.changed.wait(queue));
        }
    }

    /// Whether somebody waits for a subtree.
    #[inline]
    pub(super) fn is_hungry(&self) -> bool {
        self.giving != Giving::OnDemand || self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Puts a subtree where others find it.
    pub(super) fn give(&self, subtree: Subtree<P>) {
        let mut queue = self.queue();
        queue.given.push(subtree);
        self.note_wanted(&queue);
        drop(queue);
        self.changed.notify_one();
    }

    /// Has nobody wait any longer: a worker panicked.
    pub(super) fn abandon(&self) {
        self.queue().is_over = true;
        self.changed.notify_all();
    }

    fn take_roots(&self) -> Option<Range<usize>> {
        let left = self.roots.saturating_sub(self.next_root.load(Ordering::Relaxed));
        let number = (left / (PART * self.workers)).clamp(1, MOST_ROOTS);
        let first = self.next_root.fetch_add(number, Ordering::Relaxed);
        (first < self.roots).then(|| first..self.roots.min(first + number))
    }

    fn note_wanted(&self, queue: &Queue<P>) {
        self.wanted.store(queue.waiting.saturating_sub(queue.given.len()), Ordering::Relaxed);
    }

    fn queue(&self) -> MutexGuard<'_, Queue<P>> {
        lock(&self.queue)
    }
}
