//! The end of a run, as whoever works on it sees it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

#[derive(Debug, Default)]
pub(super) struct End {
    pub(super) is_stopped: AtomicBool,
    pub(super) is_by_sink: AtomicBool,
    /// Workers that have ended for good, to leave cores to others.
    pub(super) spared: AtomicUsize,
}

impl End {
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}
