//! One pool of work for the CPU and for GPUs.
//!
//! The CPU takes small ranges from the end. A GPU takes all that is left, once it is ready: a launch over all of it keeps its thousands of warps
//! busy to the end, which many launches would not. From then on the CPU waits for what the GPU gives back. Whoever fails gives back what it
//! has not finished.

use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Ranges;
use crate::graph::VertexId;

/// How much longer than the last a piece may be at most: how fast a short one was says little of how fast longer ones are.
const GROWTH: u32 = 4;

/// Slices and lists of roots.
#[derive(Debug)]
pub(crate) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

/// What the CPU takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    Slices(Range<u32>),
    /// What it is expected to cost, in slices.
    Roots(Vec<VertexId>, f64),
}

#[derive(Debug)]
struct State {
    left: Ranges,
    given: Vec<(Vec<VertexId>, f64)>,
    /// Pieces that were taken and are not done yet.
    taken: u32,
    is_waiting: bool,
    /// Slices a second, of the CPU's last piece.
    speed: Option<f64>,
    /// Slices of its last range.
    last: u32,
}

impl Pool {
    /// The slices below `of`.
    pub(crate) fn new(of: u32) -> Pool {
        let state =
            State { left: Ranges::one(0..of), given: Vec::new(), taken: 0, is_waiting: false, speed: None, last: 0 };
        Pool { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// A piece for the CPU: a range that takes about so many seconds, or what was given back. Waits as long as others may give something
    /// back; `None` once all is done.
    pub(crate) fn take(&self, seconds: f64) -> Option<Piece> {
        let mut state = self.state();
        let piece = loop {
            if let Some((roots, cost)) = state.given.pop() {
                break Piece::Roots(roots, cost);
            }
            // Not more than half of what is left, however long others take: a GPU that joins finds the rest.
            let most = (state.left.len() / 2).min(GROWTH * state.last).max(1);
            let number = state.speed.map_or(1, |speed| (speed * seconds).ceil() as u32).min(most);
            if let Some(range) = state.left.take_last(number) {
                state.last = range.len() as u32;
                break Piece::Slices(range);
            }
            if state.taken == 0 {
                return None;
            }
            state.is_waiting = true;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.is_waiting = false;
        };
        state.taken += 1;
        Some(piece)
    }

    /// All slices that are left, for a GPU; `None` if there are none.
    pub(crate) fn take_all(&self) -> Option<Vec<Range<u32>>> {
        let mut state = self.state();
        let all: Vec<Range<u32>> = std::iter::from_fn(|| state.left.take_first(u32::MAX)).collect();
        state.taken += u32::from(!all.is_empty());
        (!all.is_empty()).then_some(all)
    }

    /// The CPU is done with a piece of so many slices, after so long.
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

    /// Gives roots to the CPU that are expected to cost as much as so many slices.
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

    /// Slices that the CPU searched a second, when it last did.
    pub(crate) fn speed(&self) -> Option<f64> {
        self.state().speed
    }

    /// Nothing more is to be done, since a run has failed or was stopped.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        (state.left, state.taken) = (Ranges::default(), 0);
        state.given.clear();
        self.changed.notify_all();
    }

    /// Waits until something changes, or so long; whether there may be something to be taken.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let state = self.state();
        let is_open = |state: &State| state.left.len() > 0 || state.taken > 0;
        if !is_open(&state) {
            return false;
        }
        let (state, _) = self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner);
        is_open(&state)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn number(ranges: Option<Vec<Range<u32>>>) -> usize {
        ranges.into_iter().flatten().flatten().count()
    }

    #[test]
    fn ranges_take_as_long_as_they_may() {
        let pool = Pool::new(1000);
        assert_eq!(pool.take(0.1), Some(Piece::Slices(999..1000)));
        pool.done(1.0, Duration::from_millis(10));
        assert_eq!((pool.take(0.1), pool.speed()), (Some(Piece::Slices(995..999)), Some(100.0)));
        pool.done(4.0, Duration::from_millis(40));
        assert_eq!(pool.take(0.1), Some(Piece::Slices(985..995)));
        assert_eq!(number(pool.take_all()), 985);
        assert_eq!(pool.take_all(), None);
    }

    #[test]
    fn what_is_given_back_is_taken_by_the_cpu() {
        let pool = Pool::new(10);
        assert_eq!(number(pool.take_all()), 10);
        let taken = thread::scope(|scope| {
            let all = scope.spawn(|| {
                let mut taken = Vec::new();
                while let Some(piece) = pool.take(1.0) {
                    taken.push(piece);
                    pool.done(2.0, Duration::from_millis(1));
                }
                taken
            });
            while !pool.is_wanting() {
                thread::yield_now();
            }
            pool.give(vec![7, 8], 2.0);
            pool.give(vec![3], 1.0);
            pool.leave();
            all.join().unwrap()
        });
        let mut roots: Vec<VertexId> = Vec::new();
        for piece in taken {
            let Piece::Roots(own, _) = piece else { panic!("there are no slices left") };
            roots.extend(own);
        }
        roots.sort_unstable();
        assert_eq!(roots, [3, 7, 8]);
        assert!(!pool.wait(Duration::from_secs(9)));
    }

    #[test]
    fn a_pool_that_is_closed_is_empty() {
        let pool = Pool::new(10);
        assert!(pool.take(1.0) == Some(Piece::Slices(9..10)) && pool.wait(Duration::ZERO));
        pool.close();
        pool.give(vec![1], 1.0);
        assert!(pool.take(1.0).is_none() && !pool.wait(Duration::from_secs(9)));
    }
}
