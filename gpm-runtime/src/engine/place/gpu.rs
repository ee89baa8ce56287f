//! Running nests on GPUs, come what may.

use std::sync::Arc;
use std::time::Duration;

use gpm_plan::cost::Prices;
use gpm_plan::nest::Per;
use gpm_plan::sampling::SampleProgram;
use rayon::ThreadPool;

use super::accelerator::Accelerator;
use super::executor::{
    CliquesAsked, CliquesDone, Done, Executor, LabelledDone, OfEngine, PatternSettler, Samples, Search, TreeSamples,
};
use crate::brief::Written;
use crate::control::Control;
use crate::cuda::cliques::{CliqueGraph, Rule};
use crate::cuda::device::{Failure, GpuConfig, GpuError, Gpus, KernelState, NoGpu, Phase};
use crate::engine::terms::{DevicesUsed, EngineConfig, EngineError, GpuReport, GpuUsed};
use crate::mine::RowArrays;
use crate::open::Found;
use crate::run::{BoundNest, Operations, Sink};
use crate::sched::Recall;
use crate::spanning::Trees;

/// GPUs, come what may.
#[derive(Debug)]
pub(crate) struct OnGpu {
    gpus: Gpus,
    config: GpuConfig,
}

impl OnGpu {
    /// GPUs that are opened when they are first needed.
    pub(crate) fn new(named: Option<&[u32]>, config: &EngineConfig) -> Result<OnGpu, GpuError> {
        let run = GpuConfig {
            task_timeout: config.task_timeout,
            stats: config.counters,
            operations: config.operations,
            explore: config.explore,
            host_memory: config.host_memory,
            spill: config.spill.clone(),
            prices: config.prices.unwrap_or(Prices::GPU),
            ..GpuConfig::default()
        };
        let gpus = Gpus::new(named, config.cache, config.device_memory, &run)?;
        Ok(OnGpu { gpus, config: run })
    }

    /// The same, being opened from now on.
    pub(crate) fn open(named: Option<&[u32]>, config: &EngineConfig) -> Result<OnGpu, GpuError> {
        let opened = OnGpu::new(named, config)?;
        opened.gpus.expect_devices();
        Ok(opened)
    }

    fn count_cliques(&self, asked: CliquesAsked<'_>, control: &Control) -> CliquesDone {
        if self.gpus.devices_for(control)?.len() > 1 {
            return Err(EngineError::Option { what: "the device of a search for cliques", must: "the CPU or one GPU" });
        }
        let CliquesAsked { graph, are_maximal, sizes } = asked;
        let (offsets, neighbors, splits) = graph.arrays();
        let rows = CliqueGraph { offsets, neighbors, splits, base: graph.base().len() as u32 };
        // No clique is larger than that.
        let [least, most] = [*sizes.start(), *sizes.end()].map(|size| u32::try_from(size).unwrap_or(u32::MAX));
        let rule = if are_maximal { Rule::Maximal } else { Rule::All };
        let counted = self.gpus.cliques(rows, (rule, least..=most), &self.config, control)?;
        let mut found = Found::default();
        for (at, &number) in counted.numbers.iter().enumerate().filter(|&(_, &number)| number > 0) {
            match rule {
                Rule::Maximal => found.sizes.push((at, number.into())),
                Rule::All => found.families.add((at / counted.num_sizes, at % counted.num_sizes), number.into()),
            }
        }
        if !counted.largest.is_empty() {
            found.largest =
                graph.base().iter().copied().chain(counted.largest.iter().map(|&v| graph.name(v))).collect();
        }
        let device = self.device().map_err(GpuError::from)?;
        Ok((found, device, counted.kernel_seconds))
    }

    fn count_labelled(
        &self,
        written: &Written<'_>,
        most: Option<Duration>,
        control: &Control,
    ) -> Option<Result<LabelledDone, EngineError>> {
        match self.gpus.count_labelled(written, (self.config.task_timeout, most), control) {
            // A plan takes less memory.
            Err(error @ GpuError::OutOfMemory { .. }) => {
                log::info!("labelled patterns are planned: {error}");
                None
            }
            counted => Some(
                counted
                    .map_err(EngineError::from)
                    .and_then(|(found, seconds)| Ok((found, self.first_devices(1).map_err(GpuError::from)?, seconds))),
            ),
        }
    }

    fn device(&self) -> Result<DevicesUsed, NoGpu> {
        self.first_devices(usize::MAX)
    }

    /// So many of them.
    fn first_devices(&self, most: usize) -> Result<DevicesUsed, NoGpu> {
        let gpus = self.gpus.devices()?.iter().take(most);
        Ok(DevicesUsed::of_gpus(gpus.map(|gpu| GpuUsed { index: gpu.index, name: gpu.name.clone() }).collect()))
    }

    fn run(
        &self,
        search: Search<'_>,
        sink: Option<&mut Sink<'_>>,
        recall: Option<&dyn Recall>,
    ) -> Result<Done, Failure> {
        let Search { nest, coming, control, pool, .. } = search;
        // Kernels are made side by side, unless this one is there already and the others will do as they are reached.
        if !coming.is_empty() && self.gpus.kernel_state(nest, &self.config) != KernelState::Ready {
            self.gpus.expect_kernels(coming, &self.config);
        }
        let run = || self.gpus.run(nest, &self.config, control, (sink, recall));
        // Tables are copied and added by the engine's threads, and new graphs copied; to wake them takes a part of a small query's time.
        let has_tables = nest.nest.per != Per::Total || !nest.nest.entries.is_empty();
        let has_copies = has_tables || !self.gpus.have_graph(nest.graph.id());
        let found = if has_copies { pool.install(run) } else { run() }?;
        let gpu = GpuReport {
            upload: found.upload.as_secs_f64(),
            memory: vec![found.memory],
            peak: found.peak,
            far: found.far,
            buffered: found.buffered,
            queue: found.stats,
            operations: found.operations,
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

    fn ceilings(&self, control: &Control) -> Result<Option<Operations<f64>>, EngineError> {
        Ok(self.gpus.ceilings(control)?)
    }

    fn expect(&self, nests: &[BoundNest<'_>]) {
        self.gpus.expect_kernels(nests, &self.config);
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        None
    }

    fn cliques(&self, asked: CliquesAsked<'_>, control: &Control) -> Option<CliquesDone> {
        Some(self.count_cliques(asked, control))
    }

    fn labelled(
        &self,
        written: &Written<'_>,
        most: Option<Duration>,
        control: &Control,
    ) -> Option<Result<LabelledDone, EngineError>> {
        self.count_labelled(written, most, control)
    }

    fn samples<'a>(&'a self, search: BoundNest<'a>, control: &Control) -> Result<Option<Samples<'a>>, EngineError> {
        if SampleProgram::new(search.nest).is_none() {
            log::info!("samples are taken on the CPU: a GPU cannot take any of this search");
            return Ok(None);
        }
        Ok(Some(Box::new(OfEngine(self.gpus.samples(search, control)?))))
    }

    fn tree_samples<'a>(
        &'a self,
        trees: &'a Trees<'a>,
        control: &Control,
    ) -> Result<Option<TreeSamples<'a>>, EngineError> {
        match self.gpus.tree_samples(trees, control) {
            Ok(samples) => Ok(Some(Box::new(OfEngine(samples)))),
            Err(error @ GpuError::OutOfMemory { .. }) => {
                log::warn!("samples are taken on the CPU: {error}");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn settler<'a>(
        &'a self,
        rows: &'a (dyn Fn() -> RowArrays + Sync),
        control: &'a Control,
    ) -> Result<Option<PatternSettler<'a>>, EngineError> {
        match self.gpus.settler(&rows(), control) {
            Ok(settler) => Ok(Some(Box::new(OfEngine(settler)))),
            Err(error @ GpuError::OutOfMemory { .. }) => {
                log::warn!("patterns are settled on the CPU: {error}");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        Ok(self.run(search, sink, None)?)
    }
}

impl Accelerator for OnGpu {
    fn labelled_state(&self) -> KernelState {
        self.gpus.labelled_state()
    }

    fn labelled(
        &self,
        written: &Written<'_>,
        most: Option<Duration>,
        control: &Control,
    ) -> Option<Result<LabelledDone, EngineError>> {
        self.count_labelled(written, most, control)
    }

    fn expect_settler(&self) -> bool {
        self.gpus.expect_settler();
        true
    }

    fn settler_state(&self) -> KernelState {
        self.gpus.settler_state()
    }

    fn settler<'a>(
        &'a self,
        rows: &dyn Fn() -> RowArrays,
        control: &Control,
    ) -> Result<PatternSettler<'a>, EngineError> {
        let settler = self.gpus.settler(&rows(), control).map_err(EngineError::from)?;
        Ok(Box::new(OfEngine(settler)))
    }

    fn is_missing(&self) -> bool {
        self.gpus.are_missing()
    }

    fn is_open(&self) -> bool {
        self.gpus.are_open()
    }

    fn no_compiler(&self) -> Option<Arc<str>> {
        self.gpus.no_compiler()
    }

    fn state(&self, nest: BoundNest<'_>) -> KernelState {
        match self.gpus.kernel_state(nest, &self.config) {
            KernelState::Ready if !self.gpus.are_open() => KernelState::Missing,
            state => state,
        }
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
