//! One thread that stops the runs of the process whose time is over: a thread for each run would take as long to start as a small query.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::end::End;

/// How often it is looked whether the run is stopped that another is a part of.
const LOOK: Duration = Duration::from_millis(5);

static DEADLINES: Mutex<Deadlines> =
    Mutex::new(Deadlines { runs: Vec::new(), next: 0, until: None, has_thread: false });
static CHANGED: Condvar = Condvar::new();

#[derive(Debug)]
struct Deadlines {
    runs: Vec<Limited>,
    /// The number of the next run.
    next: u64,
    /// When the thread looks again: not before it is woken, if at no time.
    until: Option<Instant>,
    has_thread: bool,
}

/// A run that is to end.
#[derive(Debug)]
struct Limited {
    number: u64,
    at: Instant,
    end: Arc<End>,
    /// The run that it is a part of, if it may end before that.
    run: Option<Arc<End>>,
}

impl Limited {
    /// When it is to be looked at.
    fn look_at(&self, now: Instant) -> Instant {
        if self.run.is_some() { self.at.min(now + LOOK) } else { self.at }
    }

    fn is_over(&self, now: Instant) -> bool {
        self.at <= now || self.run.as_ref().is_some_and(|run| run.is_stopped())
    }
}

/// A deadline that is forgotten when this is dropped.
#[derive(Debug)]
pub(super) struct Deadline(u64);

impl Deadline {
    /// Has a run stopped at a time, or when the one is stopped that it is a part of.
    ///
    /// # Panics
    /// If the system gives no thread for that.
    pub(super) fn new(end: &Arc<End>, run: Option<&Arc<End>>, at: Instant) -> Deadline {
        let mut own = lock();
        let number = own.next;
        own.next += 1;
        let run = Limited { number, at, end: Arc::clone(end), run: run.cloned() };
        let look_at = run.look_at(Instant::now());
        own.runs.push(run);
        if !own.has_thread {
            Builder::new().name("gpm-time".to_owned()).spawn(watch).expect("a thread for time limits is to be had");
            own.has_thread = true;
        } else if own.until.is_none_or(|until| look_at < until) {
            CHANGED.notify_one();
        }
        Deadline(number)
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        // The thread finds out by itself.
        lock().runs.retain(|run| run.number != self.0);
    }
}

fn watch() {
    let mut own = lock();
    loop {
        let now = Instant::now();
        own.runs.retain(|run| {
            let is_over = run.is_over(now);
            if is_over {
                run.end.stop();
            }
            !is_over
        });
        own.until = own.runs.iter().map(|run| run.look_at(now)).min();
        own = match own.until {
            Some(until) => {
                CHANGED.wait_timeout(own, until.duration_since(now)).unwrap_or_else(PoisonError::into_inner).0
            }
            None => CHANGED.wait(own).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

fn lock() -> MutexGuard<'static, Deadlines> {
    DEADLINES.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_ends_at_its_own_time() {
        let start = Instant::now();
        let at = [900, 20, 60, 600_000].map(|after| (Arc::<End>::default(), start + Duration::from_millis(after)));
        let deadlines: Vec<_> = at.iter().map(|(end, at)| Deadline::new(end, None, *at)).collect();
        for (end, at) in &at[1..3] {
            while !end.is_stopped() {
                std::thread::yield_now();
            }
            assert!(Instant::now() >= *at);
        }
        // Forgotten, it stops nothing.
        drop(deadlines);
        assert!(lock().runs.iter().all(|run| run.at != at[3].1 && run.at != at[0].1));
        assert!(!at[3].0.is_stopped());
    }
}
