//! Handing matches to the sink, whichever device found them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::control::Control;
use crate::run::Sink;

/// The sink, shared by all devices.
pub(crate) struct Delivery<'a, 's> {
    sink: Mutex<&'a mut Sink<'s>>,
    control: &'a Control,
    match_words: usize,
    taken: AtomicU64,
    is_cut: AtomicBool,
}

impl<'a, 's> Delivery<'a, 's> {
    pub(crate) fn new(sink: &'a mut Sink<'s>, control: &'a Control, match_words: usize) -> Self {
        let (taken, is_cut) = (AtomicU64::new(0), AtomicBool::new(false));
        Delivery { sink: Mutex::new(sink), control, match_words, taken, is_cut }
    }

    /// Hands matches to the sink until it has enough or the run is stopped.
    pub(crate) fn give(&self, matches: &[u32]) {
        let Ok(mut sink) = self.sink.lock() else {
            // It panicked on the thread of another device.
            return self.is_cut.store(true, Ordering::Relaxed);
        };
        for found in matches.chunks_exact(self.match_words) {
            if self.control.is_stopped() {
                self.is_cut.store(true, Ordering::Relaxed);
                return;
            }
            self.taken.fetch_add(1, Ordering::Relaxed);
            if sink(found).is_break() {
                self.control.end();
            }
        }
    }

    /// How many matches the sink took.
    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Whether the sink was offered all that it was to get.
    pub(crate) fn is_complete(&self) -> bool {
        !self.is_cut.load(Ordering::Relaxed) && !self.control.has_enough()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn a_sink_with_enough_gets_no_more() {
        let control = Control::new();
        let mut seen = Vec::new();
        let mut sink = |found: &[u32]| {
            seen.push(found.to_vec());
            if seen.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let delivery = Delivery::new(&mut sink, &control, 2);
        delivery.give(&[1, 2]);
        assert!(delivery.is_complete());
        delivery.give(&[3, 4, 5, 6]);
        delivery.give(&[7, 8]);
        assert_eq!((delivery.taken(), delivery.is_complete()), (2, false));
        assert!(control.is_stopped() && control.has_enough());
        assert_eq!(seen, [[1, 2], [3, 4]]);
    }
}
