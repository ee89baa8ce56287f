//! The end of a run, as whoever works on it sees it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use crate::lock::lock;

#[derive(Debug, Default)]
pub(super) struct End {
    pub(super) is_stopped: AtomicBool,
    pub(super) has_enough: AtomicBool,
    /// Workers that have ended for good, to leave cores to others.
    pub(super) spared: AtomicUsize,
    /// Those that come with this one.
    parts: Mutex<Vec<Weak<End>>>,
}

impl End {
    /// An end that comes with this one, or earlier; at once if this one has come.
    pub(super) fn part(&self) -> Arc<End> {
        let part = Arc::<End>::default();
        let mut parts = lock(&self.parts);
        parts.retain(|part| part.strong_count() > 0);
        parts.push(Arc::downgrade(&part));
        drop(parts);
        // Not before it is among the parts: whoever stops this one in between is heard either way.
        if self.is_stopped() {
            part.stop();
        }
        part
    }

    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        lock(&self.parts).iter().filter_map(Weak::upgrade).for_each(|part| part.stop());
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}
