//! What may be faster than the CPU, and how it is told of what it fails at.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::executor::{Done, LabelledDone, PatternSettler, Search};
use crate::brief::Written;
use crate::control::Control;
use crate::cuda::device::{Failure, GpuError, KernelState};
use crate::engine::terms::{DevicesUsed, EngineError};
use crate::lock::lock;
use crate::mine::RowArrays;
use crate::run::{BoundNest, Sink};
use crate::sched::Recall;

/// What the CPU has for itself before an accelerator is woken: a tenth of what opening a GPU takes, and enough for most queries on small
/// graphs. *guess*
pub(super) const HEAD_START: Duration = Duration::from_millis(20);
/// What opening a GPU and bringing a graph there takes. A rounded number: on an H200 the driver takes 0.17 s, and the first answer 0.17 to
/// 0.47 s (`docs/benchmarks.md`).
pub(super) const OPENING: Duration = Duration::from_millis(300);

/// Whether a GPU is opened for a search that is expected to take the CPU so many seconds: if that may well be more than opening takes, as
/// such a search may take twice what is expected. Opened in vain, a GPU costs the time of one thread.
pub(super) fn is_worth_opening(cpu: f64) -> bool {
    2.0 * cpu > OPENING.as_secs_f64()
}

/// After which a kernel that is not there yet is being compiled: one from the cache would be. *guess*
pub(super) const COMPILING: Duration = Duration::from_millis(50);
/// How often an accelerator is asked whether it is ready. *guess*
pub(super) const TICK: Duration = Duration::from_millis(1);

/// What may be faster than the CPU, once it is ready: GPUs.
pub(crate) trait Accelerator: fmt::Debug + Send + Sync {
    /// Whether it was looked for and is not to be had, or is of no use after a failure.
    fn is_missing(&self) -> bool;

    /// Whether it is to be expected that it can be opened, as far as that is known at once.
    fn is_likely(&self) -> bool {
        !self.is_missing()
    }

    /// Whether it is open and at rest.
    fn is_open(&self) -> bool;

    /// What is missing where kernels cannot be made, so that it is not to be had.
    fn no_compiler(&self) -> Option<Arc<str>> {
        None
    }

    /// How far it is with what a run of this nest needs: ready if that has nothing to wait for.
    fn state(&self, nest: BoundNest<'_>) -> KernelState;

    /// Begins to open it.
    fn expect_devices(&self);

    /// Begins to make kernels, the first of them first; false if it is too early for that.
    fn expect_kernels(&self, nests: &[BoundNest<'_>]) -> bool;

    /// Begins to make the kernel that settles candidate patterns; false if it is too early for that.
    fn expect_settler(&self) -> bool;

    /// How far that is: ready if it could settle candidate patterns at once.
    fn settler_state(&self) -> KernelState;

    /// The same of counting labelled patterns; begins to make the kernel for that, once it is not too early.
    fn labelled_state(&self) -> KernelState {
        KernelState::Missing
    }

    /// Counts the matches of labelled patterns that are written down; `None` if it cannot.
    fn labelled(
        &self,
        _: &Written<'_>,
        _most: Option<Duration>,
        _control: &Control,
    ) -> Option<Result<LabelledDone, EngineError>> {
        None
    }

    /// Who settles candidate patterns on these rows.
    fn settler<'a>(
        &'a self,
        rows: &dyn Fn() -> RowArrays,
        control: &Control,
    ) -> Result<PatternSettler<'a>, EngineError>;

    /// What it is, if it is there.
    fn name(&self) -> Option<DevicesUsed>;

    /// Runs a nest. Matches go to `sink` if it emits them; roots that it has not begun with are given back when `recall` asks for them.
    fn run(
        &self,
        search: Search<'_>,
        sink: Option<&mut Sink<'_>>,
        recall: Option<&dyn Recall>,
    ) -> Result<Done, Failure>;
}

/// Failures that the CPU can make good, each of which is reported once: a plan of a hundred nests that do not fit says so once.
#[derive(Debug, Default)]
pub(super) struct Failures {
    /// The last that was reported.
    last: Mutex<String>,
}

impl Failures {
    /// Says what the CPU does now, and why.
    pub(super) fn report(&self, now: &str, error: &GpuError) {
        let level = match error {
            // Nothing is amiss.
            GpuError::Busy { .. } | GpuError::Stopped(_) => log::Level::Debug,
            GpuError::NoGpu(missing) => missing.level(),
            _ => log::Level::Warn,
        };
        self.say(level, format!("{now}: {error}"));
    }

    /// Whether something can do what this state is of; says so where that could not be made.
    pub(super) fn is_ready(&self, state: &KernelState) -> bool {
        if let KernelState::Failed(reason) = state {
            self.say_alone(reason);
        }
        *state == KernelState::Ready
    }

    /// Whether it is not to be had; says what is missing that there might be.
    pub(super) fn is_missing(&self, gpu: &impl Accelerator) -> bool {
        if let Some(reason) = gpu.no_compiler() {
            self.say_alone(&reason);
        }
        gpu.is_missing()
    }

    /// What was said last.
    pub(super) fn last(&self) -> MutexGuard<'_, String> {
        lock(&self.last)
    }

    /// The same words whatever it was that could not be made, so that they are said once.
    fn say_alone(&self, reason: &str) {
        self.say(log::Level::Warn, format!("the CPU runs alone: {reason}"));
    }

    /// Says something, unless it was the last that was said.
    pub(super) fn say(&self, level: log::Level, message: String) {
        let mut last = self.last();
        if *last != message {
            log::log!(level, "{message}");
            *last = message;
        }
    }
}
