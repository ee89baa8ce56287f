//! Running nests on a GPU once it is ready, and on the CPU what is done before, does not fit there or fails there.

use gpm_plan::cost::Prices;
use rayon::ThreadPool;

use super::accelerator::{Accelerator, Failures};
use super::cpu::Cpu;
use super::executor::{Done, Executor, Search};
use super::race::{Rival, race};
use crate::cuda::device::Phase;
use crate::engine::devices_used::DevicesUsed;
use crate::engine::error::EngineError;
use crate::run::{BoundNest, Sink};

/// The CPU until a GPU is ready, then the GPU for what fits there. A query that the CPU answers at once needs no GPU, and none
/// is opened for it. What fails on the GPU is searched by the CPU, unless matches were handed out.
#[derive(Debug)]
pub(crate) struct OnEither<G> {
    gpu: G,
    cpu: Cpu,
    failures: Failures,
}

impl<G: Accelerator> OnEither<G> {
    pub(crate) fn new(gpu: G, cpu: Cpu) -> OnEither<G> {
        OnEither { gpu, cpu, failures: Failures::default() }
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
                let now = match failure.phase {
                    Phase::Setup => "running on the CPU",
                    Phase::Search | Phase::Listing { .. } => "beginning again on the CPU",
                };
                self.failures.report(now, &failure.error);
                self.cpu.run(search, sink)
            }
            done => Ok(done?),
        }
    }
}

#[cfg(test)]
mod tests;
