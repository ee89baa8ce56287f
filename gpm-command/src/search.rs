//! One command's searches: they share a time limit, stop on Ctrl-C and the like, and show their progress.

use std::time::{Duration, Instant};

use gpm::Control;

use super::messages::Messages;
use super::{interrupt, progress};

/// Runs searches one after the other.
pub(crate) struct Searches {
    deadline: Option<Instant>,
    shows_progress: bool,
    messages: Messages,
    _searching: interrupt::Searching,
}

impl Searches {
    /// Starts the clock. Until it is dropped the first signal stops searches, and nothing else.
    pub(crate) fn start(time_limit: Option<Duration>, messages: Messages) -> Self {
        // A limit beyond what the clock can hold is no limit.
        let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { deadline, shows_progress: messages.has_progress(), messages, _searching: interrupt::Searching::begin() }
    }

    /// Draws no bar: the terminal shows matches.
    pub(crate) fn without_progress(self) -> Self {
        Self { shows_progress: false, ..self }
    }

    /// Does one search called `title`. Past the deadline or after a signal it is stopped at once.
    pub(crate) fn run<T>(&self, title: &str, work: impl FnOnce(&Control) -> T) -> T {
        self.run_one_of(1, title, work)
    }

    /// As [`Searches::run`], for the first of so many searches that are to share the time that is left.
    pub(crate) fn run_one_of<T>(&self, left: u32, title: &str, work: impl FnOnce(&Control) -> T) -> T {
        let mut control = Control::new();
        if let Some(deadline) = self.deadline {
            control = control.with_time_limit(deadline.saturating_duration_since(Instant::now()) / left.max(1));
        }
        interrupt::watch(&control);
        if self.shows_progress { progress::with_bar(title, &control, || work(&control)) } else { work(&control) }
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
