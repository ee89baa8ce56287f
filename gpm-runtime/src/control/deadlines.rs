//! One thread that stops the runs of the process whose time is over: a thread for each run would take as long to start as a small query.

use std::convert::Infallible;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::Builder;
use std::time::Instant;

use super::end::End;
use super::no_thread::NoThread;
use crate::lock::{lock, whole};
use crate::process::PerProcess;

static DEADLINES: PerProcess<Deadlines> = PerProcess::new();

/// Those of a process.
#[derive(Debug, Default)]
struct Deadlines {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
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
}

/// A deadline that is forgotten when this is dropped.
#[derive(Debug)]
pub(super) struct Deadline {
    number: u64,
    of: &'static Deadlines,
}

impl Deadline {
    /// Has a run stopped at a time.
    ///
    /// # Errors
    /// [`NoThread`] if there is none for that.
    pub(super) fn new(end: &Arc<End>, at: Instant) -> Result<Deadline, NoThread> {
        let of = deadlines();
        let mut own = lock(&of.state);
        if !own.has_thread {
            Builder::new().name("gpm-time".to_owned()).spawn(|| watch(of))?;
            own.has_thread = true;
        }
        let number = own.next;
        own.next += 1;
        own.runs.push(Limited { number, at, end: Arc::clone(end) });
        if own.until.is_none_or(|until| at < until) {
            of.changed.notify_one();
        }
        Ok(Deadline { number, of })
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        // The thread finds out by itself.
        lock(&self.of.state).runs.retain(|run| run.number != self.number);
    }
}

fn watch(of: &Deadlines) {
    let mut own = lock(&of.state);
    loop {
        let now = Instant::now();
        own.runs.retain(|run| {
            let is_over = run.at <= now;
            if is_over {
                run.end.stop();
            }
            !is_over
        });
        own.until = own.runs.iter().map(|run| run.at).min();
        own = match own.until {
            Some(until) => whole(of.changed.wait_timeout(own, until.duration_since(now))).0,
            None => whole(of.changed.wait(own)),
        };
    }
}

fn deadlines() -> &'static Deadlines {
    let Ok(own) = DEADLINES.get(|| Ok::<_, Infallible>(Deadlines::default()));
    own
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_run_ends_at_its_own_time() {
        let start = Instant::now();
        let at = [900, 20, 60, 600_000].map(|after| (Arc::<End>::default(), start + Duration::from_millis(after)));
        let deadlines: Vec<_> = at.iter().map(|(end, at)| Deadline::new(end, *at).unwrap()).collect();
        for (end, at) in &at[1..3] {
            while !end.is_stopped() {
                std::thread::yield_now();
            }
            assert!(Instant::now() >= *at);
        }
        // Forgotten, it stops nothing.
        drop(deadlines);
        assert!(lock(&super::deadlines().state).runs.iter().all(|run| run.at != at[3].1 && run.at != at[0].1));
        assert!(!at[3].0.is_stopped());
    }
}
