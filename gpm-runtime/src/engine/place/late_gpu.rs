//! GPUs that nobody looks for before they are wanted: to load the driver alone takes longer than most searches on small graphs.

use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::accelerator::Accelerator;
use super::executor::{Done, LabelledDone, PatternSettler, Search};
use super::gpu::OnGpu;
use crate::brief::Written;
use crate::control::Control;
use crate::cuda::device::{Failure, GpuError, KernelState, NoGpu, Phase, has_driver};
use crate::engine::terms::{DevicesUsed, EngineConfig, EngineError};
use crate::lock::{lock, whole};
use crate::mine::RowArrays;
use crate::run::{BoundNest, Sink};
use crate::sched::Recall;

/// The GPUs of an engine, from when they are first expected.
#[derive(Debug)]
pub(crate) struct LateGpu {
    config: EngineConfig,
    /// The thread that looks for devices, once they are expected.
    thread: Mutex<Option<JoinHandle<()>>>,
    /// `None` in it where there is no driver or no compiler.
    found: Arc<OnceLock<Option<OnGpu>>>,
}

impl LateGpu {
    pub(crate) fn new(config: &EngineConfig) -> LateGpu {
        LateGpu { config: config.clone(), thread: Mutex::default(), found: Arc::default() }
    }

    fn gpu(&self) -> Option<&OnGpu> {
        self.found.get()?.as_ref()
    }
}

impl Drop for LateGpu {
    /// A process that ends under a thread that loads libraries may crash.
    fn drop(&mut self) {
        if let Some(thread) = whole(self.thread.get_mut()).take() {
            // Where it panicked, that was said.
            let _ = thread.join();
        }
    }
}

impl Accelerator for LateGpu {
    fn is_missing(&self) -> bool {
        self.found.get().is_some_and(|found| found.as_ref().is_none_or(OnGpu::is_missing))
    }

    fn is_likely(&self) -> bool {
        !self.is_missing() && (self.found.get().is_some() || has_driver())
    }

    fn is_open(&self) -> bool {
        self.gpu().is_some_and(OnGpu::is_open)
    }

    fn no_compiler(&self) -> Option<Arc<str>> {
        self.gpu()?.no_compiler()
    }

    fn state(&self, nest: BoundNest<'_>) -> KernelState {
        self.gpu().map_or(KernelState::Missing, |gpu| gpu.state(nest))
    }

    fn expect_devices(&self) {
        let mut thread = lock(&self.thread);
        if thread.is_none() {
            let (found, config) = (Arc::clone(&self.found), self.config.clone());
            let open = move || {
                let gpu = OnGpu::open(None, &config);
                let said = |error: &GpuError| {
                    let level = if let GpuError::NoGpu(missing) = error { missing.level() } else { log::Level::Info };
                    log::log!(level, "running on the CPU: {error}");
                };
                let gpu = gpu.inspect_err(said).ok();
                found.get_or_init(|| gpu);
            };
            match thread::Builder::new().spawn(open) {
                Ok(opens) => *thread = Some(opens),
                Err(error) => {
                    log::warn!("running on the CPU: the system gives no thread to open a GPU: {error}");
                    self.found.get_or_init(|| None);
                }
            }
        }
    }

    fn expect_kernels(&self, nests: &[BoundNest<'_>]) -> bool {
        self.gpu().is_some_and(|gpu| gpu.expect_kernels(nests))
    }

    fn labelled_state(&self) -> KernelState {
        self.gpu().map_or(KernelState::Missing, Accelerator::labelled_state)
    }

    fn labelled(
        &self,
        written: &Written<'_>,
        most: Option<Duration>,
        control: &Control,
    ) -> Option<Result<LabelledDone, EngineError>> {
        Accelerator::labelled(self.gpu()?, written, most, control)
    }

    fn expect_settler(&self) -> bool {
        self.gpu().is_some_and(Accelerator::expect_settler)
    }

    fn settler_state(&self) -> KernelState {
        self.gpu().map_or(KernelState::Missing, Accelerator::settler_state)
    }

    fn settler<'a>(
        &'a self,
        rows: &dyn Fn() -> RowArrays,
        control: &Control,
    ) -> Result<PatternSettler<'a>, EngineError> {
        match self.gpu() {
            Some(gpu) => Accelerator::settler(gpu, rows, control),
            None => Err(GpuError::NoGpu(NoGpu::NoDevice).into()),
        }
    }

    fn name(&self) -> Option<DevicesUsed> {
        self.gpu()?.name()
    }

    fn run(
        &self,
        search: Search<'_>,
        sink: Option<&mut Sink<'_>>,
        recall: Option<&dyn Recall>,
    ) -> Result<Done, Failure> {
        match self.gpu() {
            Some(gpu) => Accelerator::run(gpu, search, sink, recall),
            None => Err(Failure::new(GpuError::NoGpu(NoGpu::NoDevice), Phase::Setup)),
        }
    }
}
