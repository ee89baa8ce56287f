//! One command's searches: they share a time limit, stop on Ctrl-C and the like, and show their progress.

use std::cell::Cell;
use std::time::{Duration, Instant};

use gpm::Control;

use super::interrupt;
use super::messages::{Messages, Progress};
use super::progress::Watched;

/// Runs searches one after the other.
pub(crate) struct Searches {
    deadline: Option<Instant>,
    progress: Progress,
    /// How far the last search came.
    done: Cell<f64>,
    messages: Messages,
    _searching: interrupt::Searching,
}

impl Searches {
    /// Starts the clock. Until it is dropped the first signal stops searches, and nothing else.
    pub(crate) fn start(time_limit: Option<Duration>, messages: Messages) -> Self {
        // A limit beyond what the clock can hold is no limit.
        let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
        Self {
            deadline,
            progress: messages.progress(),
            done: Cell::new(0.0),
            messages,
            _searching: interrupt::Searching::begin(),
        }
    }

    /// Draws no bar: the terminal shows matches.
    pub(crate) fn without_bar(self) -> Self {
        let progress = if self.progress == Progress::Bar { Progress::None } else { self.progress };
        Self { progress, ..self }
    }

    /// Does one search called `title`. Past the deadline or after a signal it is stopped at once.
    pub(crate) fn run<T>(&self, title: &str, work: impl FnOnce(&Control) -> T) -> T {
        self.run_one_of(1, title, work)
    }

    /// As [`Searches::run`], for the first of so many searches that are to share the time that is left.
    pub(crate) fn run_one_of<T>(&self, left: u32, title: &str, work: impl FnOnce(&Control) -> T) -> T {
        let limit = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / left.max(1));
        self.run_for(limit, title, work)
    }

    /// As [`Searches::run`], but no longer than to a deadline of its own.
    pub(crate) fn run_until<T>(&self, own: Instant, title: &str, work: impl FnOnce(&Control) -> T) -> T {
        let deadline = self.deadline.map_or(own, |deadline| deadline.min(own));
        self.run_for(Some(deadline.saturating_duration_since(Instant::now())), title, work)
    }

    fn run_for<T>(&self, limit: Option<Duration>, title: &str, work: impl FnOnce(&Control) -> T) -> T {
        let mut control = Control::new();
        if let Some(limit) = limit {
            control = control.with_time_limit(limit);
        }
        let watched = Watched::new(title, &control);
        interrupt::watch(&watched);
        let done = watched.tell(self.progress, || work(&control));
        watched.end(self.progress);
        self.done.set(control.progress());
        done
    }

    /// The part of the last search's work that was done, from 0 to 1.
    pub(crate) fn done(&self) -> f64 {
        self.done.get()
    }

    /// Whether all of them end by now: at the time limit, or since a signal came.
    pub(crate) fn is_over(&self) -> bool {
        interrupt::is_requested() || self.deadline.is_some_and(|deadline| deadline <= Instant::now())
    }

    /// Says why results are partial.
    pub(crate) fn note_partial(&self) {
        self.note_stopped("a partial result covers only the part of the graph searched so far");
    }

    /// Says why the run was stopped, and what that means.
    pub(crate) fn note_stopped(&self, consequence: &str) {
        let why = if interrupt::is_requested() { "interrupted" } else { "time limit reached" };
        self.messages.note(format_args!("{why}: {consequence}"));
    }
}
