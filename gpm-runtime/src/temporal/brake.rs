//! Asking the caller whether to stop.

use std::sync::atomic::{AtomicBool, Ordering};

/// How many events pass between two questions whether to stop: about a millisecond of work. *guess*
const EVENTS_BETWEEN_QUESTIONS: usize = 1 << 16;

/// The caller wants no more.
#[derive(Debug)]
pub(crate) struct Stopped;

/// Asks the caller now and then whether to stop.
pub(crate) struct Brake<'a> {
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether some thread was told to stop.
    is_stopped: &'a AtomicBool,
    /// How many more events may pass before the next question.
    credit: usize,
}

impl<'a> Brake<'a> {
    /// Of one thread; the flag is that of all.
    pub(crate) fn new(stop: &'a (dyn Fn() -> bool + Sync), is_stopped: &'a AtomicBool) -> Brake<'a> {
        Brake { stop, is_stopped, credit: 0 }
    }

    /// Reports some work, in events.
    ///
    /// # Errors
    /// If the caller wants no more.
    #[inline]
    pub(crate) fn spend(&mut self, events: usize) -> Result<(), Stopped> {
        match self.credit.checked_sub(events) {
            Some(credit) => {
                self.credit = credit;
                Ok(())
            }
            None => self.ask(),
        }
    }

    /// Asks the caller, unless another thread knows the answer.
    #[cold]
    fn ask(&mut self) -> Result<(), Stopped> {
        self.credit = EVENTS_BETWEEN_QUESTIONS;
        if self.is_stopped.load(Ordering::Relaxed) || (self.stop)() {
            self.is_stopped.store(true, Ordering::Relaxed);
            return Err(Stopped);
        }
        Ok(())
    }
}
