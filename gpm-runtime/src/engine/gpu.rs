//! Running nests on GPUs, and on the CPU what does not fit there or is done before a GPU is ready.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gpm_plan::cost::Overheads;
use gpm_plan::nest::{LoopNest, Per};
use rayon::ThreadPool;

use super::config::EngineConfig;
use super::error::EngineError;
use super::executor::{Cpu, Done, Executor, Search};
use super::race::{Rival, race};
use super::report::GpuReport;
use crate::cpu::Sink;
use crate::cuda::device::{GpuConfig, GpuError, Gpus, NoGpu, Request, request};
use crate::view::Bound;

/// GPUs, come what may.
#[derive(Debug)]
pub(super) struct OnGpu {
    gpus: Gpus,
    config: GpuConfig,
}

impl OnGpu {
    /// GPUs that are opened when they are first needed.
    pub(super) fn new(named: Option<&[u32]>, config: &EngineConfig) -> Result<OnGpu, GpuError> {
        let gpus = Gpus::new(named, config.cache)?;
        let config = GpuConfig { task_timeout: config.task_timeout, stats: config.counters, ..GpuConfig::default() };
        Ok(OnGpu { gpus, config })
    }

    /// The same, being opened from now on.
    pub(super) fn open(named: Option<&[u32]>, config: &EngineConfig) -> Result<OnGpu, GpuError> {
        let opened = OnGpu::new(named, config)?;
        opened.gpus.begin();
        Ok(opened)
    }

    fn device(&self) -> Result<String, NoGpu> {
        let names = self.gpus.devices()?.iter().map(|gpu| format!("gpu {}: {}", gpu.index, gpu.name));
        Ok(names.collect::<Vec<_>>().join(", "))
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, GpuError> {
        let Search { graph, nest, bound, control, pool } = search;
        let run = || self.gpus.run(nest, bound, graph.id(), &self.config, control, sink);
        // Tables are copied and added by the engine's threads.
        let has_tables = nest.per != Per::Total || !nest.entries.is_empty();
        let found = if has_tables { pool.install(run) } else { run() }?;
        let gpu = GpuReport { upload: found.upload.as_secs_f64(), memory: vec![found.memory], queue: found.stats };
        Ok(Done {
            finding: found.finding,
            table: None,
            device: self.device()?,
            kernel: found.kernel_seconds,
            gpu: Some(gpu),
        })
    }
}

impl Executor for OnGpu {
    fn device(&self, _: &ThreadPool) -> String {
        self.device().unwrap_or_else(|missing| missing.to_string())
    }

    fn ready_devices(&self) -> Result<(), EngineError> {
        self.gpus.devices().map_err(GpuError::from)?;
        Ok(())
    }

    fn overheads(&self) -> Overheads {
        Overheads::GPU
    }

    fn prepare(&self, nests: &[(&LoopNest, &Bound<'_>)]) -> Duration {
        self.gpus.prepare(nests)
    }

    fn expect(&self, nests: &[(&LoopNest, &Bound<'_>)]) {
        self.gpus.make(nests.iter().map(|(nest, bound)| request(nest, bound)).collect());
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        None
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        Ok(self.run(search, sink)?)
    }
}

/// The CPU until a GPU is ready, then the GPU for what fits there. A query that the CPU answers at once needs no GPU, and none
/// is opened for it.
#[derive(Debug)]
pub(super) struct OnEither {
    gpu: OnGpu,
    cpu: Cpu,
    /// Kernels of the plan at hand, to be made once a GPU is wanted.
    wanted: Mutex<Vec<Request>>,
}

impl OnEither {
    pub(super) fn new(gpu: OnGpu, cpu: Cpu) -> OnEither {
        OnEither { gpu, cpu, wanted: Mutex::default() }
    }

    /// Lets the CPU have a go while the GPU is not ready; `None` if it was ready before the CPU was done.
    fn race(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Option<Done>, EngineError> {
        let Search { nest, bound, .. } = search;
        let gpus = &self.gpu.gpus;
        let begin = || {
            gpus.begin();
            let mut wanted = std::mem::take(&mut *self.wanted.lock().unwrap_or_else(PoisonError::into_inner));
            let own = request(nest, bound);
            if !wanted.contains(&own) {
                wanted.push(own);
            }
            gpus.make(wanted);
        };
        let rival = Rival { begin: &begin, is_ready: &|| gpus.are_ready_for(nest, bound) };
        race(rival, search, &self.cpu, sink)
    }
}

impl Executor for OnEither {
    /// The GPU, if there is one by now.
    fn device(&self, pool: &ThreadPool) -> String {
        let gpu = self.gpu.gpus.are_open().then(|| self.gpu.device().ok()).flatten();
        gpu.unwrap_or_else(|| self.cpu.device(pool))
    }

    fn ready_devices(&self) -> Result<(), EngineError> {
        self.gpu.gpus.begin();
        Ok(())
    }

    /// Those of who is likely to search: the CPU as long as no GPU is open.
    fn overheads(&self) -> Overheads {
        if self.gpu.gpus.are_open() { self.gpu.overheads() } else { self.cpu.overheads() }
    }

    fn prepare(&self, nests: &[(&LoopNest, &Bound<'_>)]) -> Duration {
        let wanted = nests.iter().map(|(nest, bound)| request(nest, bound)).collect();
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = wanted;
        Duration::ZERO
    }

    /// A GPU that is not open may never be wanted.
    fn expect(&self, nests: &[(&LoopNest, &Bound<'_>)]) {
        if self.gpu.gpus.are_open() {
            self.gpu.expect(nests);
        }
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        self.cpu.apart()
    }

    fn run(&self, search: Search<'_>, mut sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        if self.gpu.gpus.are_missing() {
            return self.cpu.run(search, sink);
        }
        if !self.gpu.gpus.are_ready_for(search.nest, search.bound)
            && let Some(done) = self.race(search, sink.as_deref_mut())?
        {
            return Ok(done);
        }
        match self.gpu.run(search, sink.as_deref_mut()) {
            // The search had not begun: the sink has seen nothing.
            Err(error) if error.is_before_search() => {
                let level = if matches!(error, GpuError::NoGpu(_)) { log::Level::Info } else { log::Level::Warn };
                log::log!(level, "running on the CPU: {error}");
                self.cpu.run(search, sink)
            }
            done => Ok(done?),
        }
    }
}
