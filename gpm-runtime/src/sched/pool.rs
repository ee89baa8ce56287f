//! One pool of work for two kinds of workers, with an end for each: what either takes at a time follows from how fast both are.
//!
//! Each takes half of what would keep it busy to the end [PolychronopoulosKuck1987], so that ranges become smaller towards the end, and both end at about
//! the same time. Whoever fails gives back what it has not finished.

use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Ranges;

/// From which end a worker takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Front,
    Back,
}

/// Numbers to be taken from both ends.
#[derive(Debug)]
pub(crate) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    left: Ranges,
    /// Numbers that were taken and are not done yet.
    taken: u32,
    sides: [Side; 2],
}

/// Those who take from one end.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// How fast they are taken to be, until they are measured.
    guess: f64,
    /// Numbers a second, of the last range.
    speed: Option<f64>,
    has_joined: bool,
}

impl Pool {
    /// The numbers below `of`. `speeds` are guesses in some unit, for the front and for the back.
    pub(crate) fn new(of: u32, speeds: [f64; 2]) -> Pool {
        let sides = speeds.map(|guess| Side { guess, speed: None, has_joined: false });
        let state = State { left: Ranges::one(0..of), taken: 0, sides };
        Pool { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// From now on this end is worked at.
    pub(crate) fn join(&self, end: End) {
        self.state().sides[end as usize].has_joined = true;
    }

    /// Nobody works at this end any more.
    pub(crate) fn leave(&self, end: End) {
        self.state().sides[end as usize].has_joined = false;
        self.changed.notify_all();
    }

    /// Takes a range, no longer than `most` seconds are expected to be needed for it. Waits as long as others may give something back;
    /// `None` once all is done.
    pub(crate) fn take(&self, end: End, most: f64) -> Option<Range<u32>> {
        let mut state = self.state();
        while state.left.len() == 0 && state.taken > 0 {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let number = state.share(end, most);
        let range = match end {
            End::Front => state.left.take_first(number),
            End::Back => state.left.take_last(number),
        }?;
        state.taken += range.len() as u32;
        Some(range)
    }

    /// A range is done, after so long.
    pub(crate) fn done(&self, end: End, range: &Range<u32>, time: Duration) {
        let mut state = self.state();
        state.taken = state.taken.saturating_sub(range.len() as u32);
        state.sides[end as usize].speed = Some(range.len() as f64 / time.as_secs_f64().max(1e-9));
        self.changed.notify_all();
    }

    /// There was nothing to do in a range.
    pub(crate) fn pass(&self, range: &Range<u32>) {
        let mut state = self.state();
        state.taken = state.taken.saturating_sub(range.len() as u32);
        self.changed.notify_all();
    }

    /// A range is not done, and whoever had it leaves.
    pub(crate) fn give_back(&self, end: End, range: Range<u32>) {
        let mut state = self.state();
        // Of a pool that was closed meanwhile nothing is to be done.
        if state.taken > 0 {
            state.taken -= range.len() as u32;
            state.left.add(range);
        }
        state.sides[end as usize].has_joined = false;
        self.changed.notify_all();
    }

    /// Nothing more is to be done, since a run has failed or was stopped.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        (state.left, state.taken) = (Ranges::default(), 0);
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

impl State {
    /// Half of what one side would be busy with to the end; one number as long as it is alone and its speed is not known.
    fn share(&self, end: End, most: f64) -> u32 {
        let [own, other] = [self.sides[end as usize], self.sides[1 - end as usize]];
        let part = match (own.speed, other.speed) {
            _ if !other.has_joined => 1.0,
            (Some(own), Some(other)) => own / (own + other),
            _ => own.guess / (own.guess + other.guess),
        };
        let limit = match own.speed {
            Some(speed) => speed * most,
            None if other.has_joined => f64::INFINITY,
            None => 1.0,
        };
        (f64::from(self.left.len()) * part / 2.0).min(limit).ceil().max(1.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const LONG: f64 = f64::INFINITY;

    #[test]
    fn ends_meet_and_ranges_shrink() {
        let pool = Pool::new(1000, [3.0, 1.0]);
        pool.join(End::Front);
        pool.join(End::Back);
        let front = pool.take(End::Front, LONG).unwrap();
        assert_eq!(front, 0..375);
        let back = pool.take(End::Back, LONG).unwrap();
        assert_eq!(back, 921..1000);
        pool.done(End::Front, &front, Duration::from_secs(1));
        pool.done(End::Back, &back, Duration::from_secs(1));
        let front = pool.take(End::Front, LONG).unwrap();
        assert!(front.start == 375 && (220..230).contains(&front.len()), "{front:?}");
        assert_eq!(pool.take(End::Back, 0.1).unwrap().len(), 8);
    }

    #[test]
    fn what_is_given_back_is_taken_by_the_other() {
        let pool = Pool::new(10, [1.0, 1.0]);
        pool.join(End::Front);
        pool.join(End::Back);
        let lost = pool.take(End::Front, LONG).unwrap();
        pool.join(End::Back);
        let taken = thread::scope(|scope| {
            let all = scope.spawn(|| {
                let mut taken = Vec::new();
                while let Some(range) = pool.take(End::Back, LONG) {
                    taken.extend(range.clone());
                    pool.done(End::Back, &range, Duration::from_millis(1));
                }
                taken
            });
            thread::sleep(Duration::from_millis(20));
            pool.give_back(End::Front, lost);
            all.join().unwrap()
        });
        let mut all = taken;
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
        assert!(!pool.wait(Duration::from_secs(9)));
    }

    #[test]
    fn a_pool_that_is_closed_is_empty() {
        let pool = Pool::new(10, [1.0, 1.0]);
        pool.join(End::Front);
        assert!(pool.take(End::Front, LONG) == Some(0..1) && pool.wait(Duration::ZERO));
        pool.close();
        pool.give_back(End::Front, 0..1);
        assert!(pool.take(End::Back, LONG).is_none() && !pool.wait(Duration::from_secs(9)));
    }
}
