//! Running nests on GPUs, come what may.

use gpm_plan::cost::Prices;
use gpm_plan::nest::Per;
use rayon::ThreadPool;

use super::accelerator::Accelerator;
use super::executor::{Done, Executor, Search};
use super::who::is_short;
use crate::cuda::device::{Failure, GpuConfig, GpuError, Gpus, NoGpu, Phase};
use crate::engine::config::EngineConfig;
use crate::engine::devices_used::{DevicesUsed, GpuUsed};
use crate::engine::error::EngineError;
use crate::engine::report::GpuReport;
use crate::run::{BoundNest, Sink};
use crate::sched::Recall;

/// GPUs, come what may.
#[derive(Debug)]
pub(crate) struct OnGpu {
    gpus: Gpus,
    config: GpuConfig,
}

impl OnGpu {
    /// GPUs that are opened when they are first needed.
    pub(crate) fn new(named: Option<&[u32]>, config: &EngineConfig) -> Result<OnGpu, GpuError> {
        let gpus = Gpus::new(named, config.cache, config.device_memory, config.explore)?;
        let config = GpuConfig {
            task_timeout: config.task_timeout,
            stats: config.counters,
            explore: config.explore,
            host_memory: config.host_memory,
            spill: config.spill.clone(),
            prices: config.prices.unwrap_or(Prices::GPU),
            ..GpuConfig::default()
        };
        Ok(OnGpu { gpus, config })
    }

    /// The same, being opened from now on.
    pub(crate) fn open(named: Option<&[u32]>, config: &EngineConfig) -> Result<OnGpu, GpuError> {
        let opened = OnGpu::new(named, config)?;
        opened.gpus.expect_devices();
        Ok(opened)
    }

    fn device(&self) -> Result<DevicesUsed, NoGpu> {
        let gpus = self.gpus.devices()?.iter().map(|gpu| GpuUsed { index: gpu.index, name: gpu.name.clone() });
        Ok(DevicesUsed::of_gpus(gpus.collect()))
    }

    fn run(
        &self,
        search: Search<'_>,
        sink: Option<&mut Sink<'_>>,
        recall: Option<&dyn Recall>,
    ) -> Result<Done, Failure> {
        let Search { nest, coming, control, pool } = search;
        // Kernels are made side by side, unless this one is there already and the others will do as they are reached.
        if !coming.is_empty() && !self.gpus.have_kernel(nest, &self.config) {
            self.gpus.expect_kernels(coming, &self.config);
        }
        let devices = if self.gpus.number() > 1 && is_short(nest, control) { 1 } else { usize::MAX };
        let run = || self.gpus.run(nest, &self.config, control, (sink, recall), devices);
        // Tables are copied and added by the engine's threads.
        let has_tables = nest.nest.per != Per::Total || !nest.nest.entries.is_empty();
        let found = if has_tables { pool.install(run) } else { run() }?;
        let gpu = GpuReport {
            upload: found.upload.as_secs_f64(),
            memory: vec![found.memory],
            peak: found.peak,
            far: found.far,
            buffered: found.buffered,
            queue: found.stats,
        };
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

    fn expect(&self, nests: &[BoundNest<'_>]) {
        self.gpus.expect_kernels(nests, &self.config);
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        None
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        Ok(self.run(search, sink, None)?)
    }
}

impl Accelerator for OnGpu {
    fn is_missing(&self) -> bool {
        self.gpus.are_missing()
    }

    fn is_open(&self) -> bool {
        self.gpus.are_open()
    }

    fn is_ready_for(&self, nest: BoundNest<'_>) -> bool {
        self.gpus.are_open() && self.gpus.have_kernel(nest, &self.config)
    }

    fn has_kernels_for(&self, nest: BoundNest<'_>) -> bool {
        self.gpus.have_kernel(nest, &self.config)
    }

    fn expect_devices(&self) {
        self.gpus.expect_devices();
    }

    fn expect_kernels(&self, nests: &[BoundNest<'_>]) -> bool {
        self.gpus.expect_kernels(nests, &self.config);
        true
    }

    fn name(&self) -> Option<DevicesUsed> {
        self.device().ok()
    }

    fn run(
        &self,
        search: Search<'_>,
        sink: Option<&mut Sink<'_>>,
        recall: Option<&dyn Recall>,
    ) -> Result<Done, Failure> {
        self.run(search, sink, recall)
    }
}
