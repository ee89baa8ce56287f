//! One pool of work for the CPU and for GPUs.
//!
//! The CPU begins with all roots, as it does alone. A GPU that is ready takes all that the CPU has not begun with: a launch over all of it keeps its
//! thousands of warps busy to the end, which many launches would not. From then on the CPU waits for what the GPU gives back. Whoever fails
//! gives back what it has not finished.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::graph::VertexId;
use crate::lock::{lock, whole};

/// Lists of roots, and who is at them.
#[derive(Debug)]
pub(crate) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

/// What the CPU takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    /// All roots of the search.
    Whole,
    /// Some of them, and what they are expected to cost, as a part of the whole.
    Roots(Vec<VertexId>, f64),
}

#[derive(Debug)]
struct State {
    /// Whether nobody has begun.
    is_whole: bool,
    given: Vec<(Vec<VertexId>, f64)>,
    /// Pieces that were taken and are not done yet.
    taken: u32,
    is_waiting: bool,
    /// Parts of the whole a second, of the CPU's last piece.
    speed: Option<f64>,
}

impl Pool {
    /// All roots of a search.
    pub(crate) fn new() -> Pool {
        let state = State { is_whole: true, given: Vec::new(), taken: 0, is_waiting: false, speed: None };
        Pool { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// A piece for the CPU: all, or what was given back. Waits as long as others may give something back; `None` once all is done.
    pub(crate) fn take(&self) -> Option<Piece> {
        let mut state = self.state();
        let piece = loop {
            if let Some((roots, cost)) = state.given.pop() {
                break Piece::Roots(roots, cost);
            }
            if std::mem::take(&mut state.is_whole) {
                break Piece::Whole;
            }
            if state.taken == 0 {
                return None;
            }
            state.is_waiting = true;
            state = whole(self.changed.wait(state));
            state.is_waiting = false;
        };
        state.taken += 1;
        Some(piece)
    }

    /// All roots, for a GPU; whether nobody had begun.
    pub(crate) fn take_whole(&self) -> bool {
        let mut state = self.state();
        let is_whole = std::mem::take(&mut state.is_whole);
        state.taken += u32::from(is_whole);
        is_whole
    }

    /// A GPU takes part from now on, in what is under way; false if nothing is.
    pub(crate) fn join(&self) -> bool {
        let mut state = self.state();
        let is_under_way = state.taken > 0;
        state.taken += u32::from(is_under_way);
        is_under_way
    }

    /// The CPU is done with a piece that cost so much, after so long.
    pub(crate) fn done(&self, cost: f64, time: Duration) {
        let mut state = self.state();
        state.taken = state.taken.saturating_sub(1);
        if cost > 0.0 {
            state.speed = Some(cost / time.as_secs_f64().max(1e-9));
        }
        self.changed.notify_all();
    }

    /// A GPU is done with what it took, or has given back what it has not done.
    pub(crate) fn leave(&self) {
        let mut state = self.state();
        state.taken = state.taken.saturating_sub(1);
        self.changed.notify_all();
    }

    /// Gives roots to the CPU that are expected to cost so much.
    pub(crate) fn give(&self, roots: Vec<VertexId>, cost: f64) {
        let mut state = self.state();
        // Of a pool that was closed meanwhile nothing is to be done.
        if state.taken > 0 {
            state.given.push((roots, cost));
            self.changed.notify_all();
        }
    }

    /// Whether the CPU has nothing to do.
    pub(crate) fn is_wanting(&self) -> bool {
        let state = self.state();
        state.is_waiting && state.given.is_empty()
    }

    /// Parts of the whole that the CPU searched a second, when it last did.
    pub(crate) fn speed(&self) -> Option<f64> {
        self.state().speed
    }

    /// Nothing more is to be done, since a run has failed or was stopped.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        (state.is_whole, state.taken) = (false, 0);
        state.given.clear();
        self.changed.notify_all();
    }

    /// Waits until something changes, or so long; whether something is to be done or under way.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let state = self.state();
        let is_open = |state: &State| state.is_whole || state.taken > 0;
        if !is_open(&state) {
            return false;
        }
        let (state, _) = whole(self.changed.wait_timeout(state, time));
        is_open(&state)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn one_takes_all_and_others_join() {
        let pool = Pool::new();
        assert!(!pool.join() && pool.wait(Duration::ZERO));
        assert_eq!((pool.take(), pool.take_whole(), pool.join()), (Some(Piece::Whole), false, true));
        pool.done(0.5, Duration::from_millis(10));
        assert!(pool.speed() == Some(50.0) && pool.wait(Duration::ZERO));
        pool.leave();
        assert_eq!((pool.take(), pool.join(), pool.wait(Duration::from_secs(9))), (None, false, false));
    }

    #[test]
    fn what_is_given_back_is_taken_by_the_cpu() {
        let pool = Pool::new();
        assert!(pool.take_whole());
        let taken = thread::scope(|scope| {
            let all = scope.spawn(|| {
                let mut taken = Vec::new();
                while let Some(piece) = pool.take() {
                    taken.push(piece);
                    pool.done(0.2, Duration::from_millis(1));
                }
                taken
            });
            while !pool.is_wanting() {
                thread::yield_now();
            }
            pool.give(vec![7, 8], 0.2);
            pool.give(vec![3], 0.1);
            pool.leave();
            all.join().unwrap()
        });
        let mut roots: Vec<VertexId> = Vec::new();
        for piece in taken {
            let Piece::Roots(own, _) = piece else { panic!("a GPU has taken all") };
            roots.extend(own);
        }
        roots.sort_unstable();
        assert_eq!(roots, [3, 7, 8]);
        assert!(!pool.wait(Duration::from_secs(9)));
    }

    #[test]
    fn a_pool_that_is_closed_is_empty() {
        let pool = Pool::new();
        assert!(pool.take() == Some(Piece::Whole) && pool.wait(Duration::ZERO));
        pool.close();
        pool.give(vec![1], 0.1);
        assert!(pool.take().is_none() && !pool.wait(Duration::from_secs(9)));
    }
}
