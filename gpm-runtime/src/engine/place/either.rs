//! Running nests on a GPU once it is ready, and on the CPU what is done before, does not fit there or fails there.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use gpm_plan::cost::Prices;
use rayon::ThreadPool;

use super::cpu::Cpu;
use super::executor::{Done, Executor, Search};
use super::race::{Rival, race};
use crate::cuda::device::{Failure, GpuError, Phase};
use crate::engine::devices_used::DevicesUsed;
use crate::engine::error::EngineError;
use crate::run::{BoundNest, Sink};

/// What may be faster than the CPU, once it is ready: GPUs.
pub(crate) trait Accelerator: fmt::Debug + Send + Sync {
    /// Whether it was looked for and is not to be had, or is of no use after a failure.
    fn is_missing(&self) -> bool;

    /// Whether it is open and at rest.
    fn is_open(&self) -> bool;

    /// Whether a run of this nest has nothing to wait for.
    fn is_ready_for(&self, nest: BoundNest<'_>) -> bool;

    /// Begins to open it.
    fn expect_devices(&self);

    /// Begins to make kernels, the first of them first.
    fn expect_kernels(&self, nests: &[BoundNest<'_>]);

    /// What it is, if it is there.
    fn name(&self) -> Option<DevicesUsed>;

    /// Runs a nest, handing matches to `sink` if it emits them.
    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, Failure>;
}

/// The CPU until a GPU is ready, then the GPU for what fits there. A query that the CPU answers at once needs no GPU, and none
/// is opened for it. What fails on the GPU is searched by the CPU, unless matches were handed out.
#[derive(Debug)]
pub(crate) struct OnEither<G> {
    gpu: G,
    cpu: Cpu,
    /// The last failure that was reported: a plan of a hundred nests that do not fit says so once.
    reported: Mutex<String>,
}

impl<G: Accelerator> OnEither<G> {
    pub(crate) fn new(gpu: G, cpu: Cpu) -> OnEither<G> {
        OnEither { gpu, cpu, reported: Mutex::default() }
    }

    /// Lets the CPU have a go while the GPU is not ready; `None` if it was ready before the CPU was done.
    fn race(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Option<Done>, EngineError> {
        let begin = || {
            self.gpu.expect_devices();
            self.gpu.expect_kernels(&[&[search.nest], search.coming].concat());
        };
        let rival = Rival { begin: &begin, is_ready: &|| self.gpu.is_ready_for(search.nest) };
        race(rival, search, &self.cpu, sink)
    }

    /// Says why the CPU searches.
    fn report(&self, Failure { error, phase }: &Failure) {
        let message = match phase {
            Phase::Setup => format!("running on the CPU: {error}"),
            Phase::Search | Phase::Listing { .. } => format!("beginning again on the CPU: {error}"),
        };
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if *reported != message {
            let level = if matches!(**error, GpuError::NoGpu(_)) { log::Level::Info } else { log::Level::Warn };
            log::log!(level, "{message}");
            *reported = message;
        }
    }
}

impl<G: Accelerator> Executor for OnEither<G> {
    /// The GPU, if there is one by now.
    fn device(&self, pool: &ThreadPool) -> DevicesUsed {
        let gpu = self.gpu.is_open().then(|| self.gpu.name()).flatten();
        gpu.unwrap_or_else(|| self.cpu.device(pool))
    }

    fn ready_devices(&self) -> Result<(), EngineError> {
        self.gpu.expect_devices();
        Ok(())
    }

    /// Those of who is likely to search: the CPU as long as no GPU is open.
    fn prices(&self) -> Prices {
        if self.gpu.is_open() { Prices::GPU } else { self.cpu.prices() }
    }

    /// A GPU that is not open may never be wanted.
    fn expect(&self, nests: &[BoundNest<'_>]) {
        if self.gpu.is_open() {
            self.gpu.expect_kernels(nests);
        }
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        self.cpu.apart()
    }

    fn run(&self, search: Search<'_>, mut sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        if self.gpu.is_missing() {
            return self.cpu.run(search, sink);
        }
        if !self.gpu.is_ready_for(search.nest)
            && let Some(done) = self.race(search, sink.as_deref_mut())?
        {
            return Ok(done);
        }
        match self.gpu.run(search, sink.as_deref_mut()) {
            // Nobody has seen anything of it.
            Err(failure) if failure.is_repairable() => {
                self.report(&failure);
                self.cpu.run(search, sink)
            }
            done => Ok(done?),
        }
    }
}

#[cfg(test)]
mod tests;
