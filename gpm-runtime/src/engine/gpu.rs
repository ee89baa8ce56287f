//! Running nests on GPUs, and on the CPU what does not fit there.

use std::time::Duration;

use gpm_plan::nest::LoopNest;
use rayon::ThreadPool;

use super::config::EngineConfig;
use super::error::EngineError;
use super::executor::{Cpu, Done, Executor, Search};
use super::report::GpuReport;
use crate::cpu::Sink;
use crate::cuda::device::{GpuConfig, GpuError, Gpus};
use crate::view::Bound;

/// GPUs, come what may.
#[derive(Debug)]
pub(super) struct OnGpu {
    gpus: Gpus,
    config: GpuConfig,
}

impl OnGpu {
    pub(super) fn open(named: Option<&[u32]>, config: &EngineConfig) -> Result<OnGpu, GpuError> {
        let gpus = Gpus::open(named, config.cache)?;
        let config = GpuConfig { task_timeout: config.task_timeout, stats: config.counters, ..GpuConfig::default() };
        Ok(OnGpu { gpus, config })
    }

    fn device(&self) -> String {
        let names = self.gpus.devices().iter().map(|gpu| format!("gpu {}: {}", gpu.index, gpu.name));
        names.collect::<Vec<_>>().join(", ")
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, GpuError> {
        let Search { graph, nest, bound, control, .. } = search;
        let found = self.gpus.run(nest, bound, graph.id(), &self.config, control, sink)?;
        let gpu = GpuReport { upload: found.upload.as_secs_f64(), memory: vec![found.memory], queue: found.stats };
        Ok(Done {
            finding: found.finding,
            table: None,
            device: self.device(),
            kernel: found.kernel_seconds,
            gpu: Some(gpu),
        })
    }
}

impl Executor for OnGpu {
    fn device(&self, _: &ThreadPool) -> String {
        self.device()
    }

    fn prepare(&self, nests: &[(&LoopNest, &Bound<'_>)]) -> Duration {
        self.gpus.prepare(nests)
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        Ok(self.run(search, sink)?)
    }
}

/// A GPU for what fits there, and the CPU for the rest.
#[derive(Debug)]
pub(super) struct OnGpuIfItFits {
    pub(super) gpu: OnGpu,
    pub(super) cpu: Cpu,
}

impl Executor for OnGpuIfItFits {
    fn device(&self, _: &ThreadPool) -> String {
        self.gpu.device()
    }

    fn prepare(&self, nests: &[(&LoopNest, &Bound<'_>)]) -> Duration {
        self.gpu.prepare(nests)
    }

    fn run(&self, search: Search<'_>, mut sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
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
