//! Running nests on GPUs, come what may.

use std::time::Duration;

use gpm_plan::cost::Prices;
use gpm_plan::nest::{LoopNest, Per};
use rayon::ThreadPool;

use super::config::EngineConfig;
use super::devices_used::{DevicesUsed, GpuUsed};
use super::either::Accelerator;
use super::error::EngineError;
use super::executor::{Done, Executor, Search};
use super::report::GpuReport;
use crate::control::Control;
use crate::cpu::Sink;
use crate::cuda::device::{Failure, GpuConfig, GpuError, Gpus, NoGpu, Phase, Request, request};
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

    fn device(&self) -> Result<DevicesUsed, NoGpu> {
        let gpus = self.gpus.devices()?.iter().map(|gpu| GpuUsed { index: gpu.index, name: gpu.name.clone() });
        Ok(DevicesUsed::of_gpus(gpus.collect()))
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, Failure> {
        let Search { graph, nest, bound, control, pool } = search;
        let run = || self.gpus.run(nest, bound, graph.id(), &self.config, control, sink);
        // Tables are copied and added by the engine's threads.
        let has_tables = nest.per != Per::Total || !nest.entries.is_empty();
        let found = if has_tables { pool.install(run) } else { run() }?;
        let gpu = GpuReport { upload: found.upload.as_secs_f64(), memory: vec![found.memory], queue: found.stats };
        Ok(Done {
            finding: found.finding,
            table: None,
            device: self.device().map_err(|missing| Failure::new(missing.into(), Phase::Setup))?,
            kernel: found.kernel_seconds,
            gpu: Some(gpu),
        })
    }
}

impl Executor for OnGpu {
    /// None if they are missing: queries say why.
    fn device(&self, _: &ThreadPool) -> DevicesUsed {
        self.device().unwrap_or_else(|_| DevicesUsed::of_gpus(Vec::new()))
    }

    fn ready_devices(&self) -> Result<(), EngineError> {
        self.gpus.devices().map_err(GpuError::from)?;
        Ok(())
    }

    fn prices(&self) -> Prices {
        Prices::GPU
    }

    fn prepare(&self, nests: &[(&LoopNest, &Bound<'_>)], control: &Control) -> Duration {
        self.gpus.prepare(nests, control)
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

impl Accelerator for OnGpu {
    fn is_missing(&self) -> bool {
        self.gpus.are_missing()
    }

    fn is_open(&self) -> bool {
        self.gpus.are_open()
    }

    fn is_ready_for(&self, nest: &LoopNest, bound: &Bound<'_>) -> bool {
        self.gpus.are_ready_for(nest, bound)
    }

    fn begin(&self) {
        self.gpus.begin();
    }

    fn make(&self, kernels: Vec<Request>) {
        self.gpus.make(kernels);
    }

    fn name(&self) -> Option<DevicesUsed> {
        self.device().ok()
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, Failure> {
        self.run(search, sink)
    }
}
