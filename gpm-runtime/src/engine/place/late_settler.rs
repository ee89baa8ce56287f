//! Candidate patterns that a GPU settles once that pays: until it is open, and after a failure, the CPU settles them.

use std::time::Instant;

use super::accelerator::{Accelerator, Failures, OPENING};
use super::executor::PatternSettler;
use crate::control::Control;
use crate::engine::terms::EngineError;
use crate::mine::{Batch, Outcome, RowArrays, Settler};

/// A GPU that is opened after the CPU has searched for as long as opening takes. How much work is to come is not known; this takes at most
/// twice as long as if it were [KarlinManasseRudolphSleator1988].
pub(super) struct LateSettler<'a, G> {
    gpu: &'a G,
    rows: &'a (dyn Fn() -> RowArrays + Sync),
    control: &'a Control,
    failures: &'a Failures,
    /// When the search began, if the GPU is not wanted from the beginning.
    since: Option<Instant>,
    ready: Option<PatternSettler<'a>>,
    /// Whether the kernel is being made.
    is_asked: bool,
    is_lost: bool,
}

impl<'a, G: Accelerator> LateSettler<'a, G> {
    pub(super) fn new(
        gpu: &'a G,
        (rows, control): (&'a (dyn Fn() -> RowArrays + Sync), &'a Control),
        failures: &'a Failures,
        is_eager: bool,
    ) -> LateSettler<'a, G> {
        let since = (!is_eager).then(Instant::now);
        LateSettler { gpu, rows, control, failures, since, ready: None, is_asked: false, is_lost: false }
    }

    fn lose(&mut self, error: &EngineError) {
        if !error.is_stopped() {
            self.failures.say(log::Level::Warn, format!("patterns are settled on the CPU: {error}"));
        }
        (self.ready, self.is_lost) = (None, true);
    }
}

impl<G: Accelerator> Settler for LateSettler<'_, G> {
    type Error = EngineError;

    fn least(&mut self) -> Option<u64> {
        if let Some(ready) = &mut self.ready {
            return ready.least();
        }
        if self.is_lost
            || self.failures.is_missing(self.gpu)
            || self.since.is_some_and(|since| since.elapsed() < OPENING)
        {
            return None;
        }
        self.gpu.expect_devices();
        self.is_asked = self.is_asked || self.gpu.expect_settler();
        if !self.failures.is_ready(&self.gpu.settler_state()) {
            return None;
        }
        match self.gpu.settler(self.rows, self.control) {
            Ok(mut ready) => {
                let least = ready.least();
                self.ready = Some(ready);
                least
            }
            Err(error) => {
                self.lose(&error);
                None
            }
        }
    }

    fn settle(&mut self, batch: &Batch, control: &Control) -> Result<Option<Outcome>, EngineError> {
        let Some(ready) = &mut self.ready else { return Ok(None) };
        let outcome = ready.settle(batch, control);
        Ok(outcome.inspect_err(|error| self.lose(error)).unwrap_or(None))
    }
}
