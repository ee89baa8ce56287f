//! What runs bound nests: the one thing in which devices differ.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use gpm_plan::cost::Prices;
use gpm_plan::nest::LoopNest;
use rayon::ThreadPool;

use super::config::{Devices, EngineConfig};
use super::devices_used::DevicesUsed;
use super::error::EngineError;
use super::report::GpuReport;
use crate::control::Control;
use crate::cpu::{Backend, Finding, Listing, Sink, run};
use crate::graph::Graph;
use crate::table::Table;
use crate::view::Bound;

/// A nest bound to a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    #[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "the CPU reads bound rows only"))]
    pub(super) graph: &'a Graph,
    pub(super) nest: &'a LoopNest,
    pub(super) bound: &'a Bound<'a>,
    pub(super) control: &'a Control,
    /// Threads of the engine.
    pub(super) pool: &'a ThreadPool,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) finding: Finding,
    /// What a nest with anchors counted, by vertex or by entry of the graph's rows.
    pub(super) table: Option<Arc<Table>>,
    /// What it ran on.
    pub(super) device: DevicesUsed,
    /// Seconds of kernels.
    pub(super) kernel: Option<f64>,
    pub(super) gpu: Option<GpuReport>,
}

impl Done {
    /// A total from an earlier run, for nothing.
    pub(super) fn known(total: i128, device: DevicesUsed) -> Done {
        let finding =
            Finding { totals: vec![total], table: None, complete: true, compile: Duration::ZERO, processor: None };
        Done { finding, table: None, device, kernel: Some(0.0), gpu: None }
    }
}

/// Runs nests on some device.
pub(super) trait Executor: fmt::Debug + Send + Sync {
    /// What it runs on.
    fn device(&self, pool: &ThreadPool) -> DevicesUsed;

    /// What nests cost beside their search.
    fn prices(&self) -> Prices {
        Prices::CPU
    }

    /// See [`Engine::ready_devices`](super::Engine::ready_devices).
    fn ready_devices(&self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Makes ready what the runs of these nests need, side by side where that helps, until the run is stopped. Returns the time
    /// it took.
    fn prepare(&self, _nests: &[(&LoopNest, &Bound<'_>)], _control: &Control) -> Duration {
        Duration::ZERO
    }

    /// Begins to make ready, beside all else, what the runs of these nests to come will need.
    fn expect(&self, _nests: &[(&LoopNest, &Bound<'_>)]) {}

    /// An executor on the CPU whose runs do not keep this one's waiting; `None` if nothing may run on the CPU.
    fn apart(&self) -> Option<Box<dyn Executor>>;

    /// Runs a nest, handing matches to `sink` if it emits them.
    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError>;
}

/// The executor that a configuration asks for.
pub(super) fn executor(config: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    let backend = if config.interpret { Backend::Interpreted } else { Backend::Compiled };
    let cpu = Cpu { backend };
    match &config.devices {
        Devices::Cpu => Ok(Box::new(cpu)),
        Devices::Auto if config.interpret => Ok(Box::new(cpu)),
        Devices::Auto => Ok(best(cpu, config)),
        Devices::Gpu(named) => gpu(named.as_deref(), config),
    }
}

#[cfg(feature = "cuda")]
fn best(cpu: Cpu, config: &EngineConfig) -> Box<dyn Executor> {
    match super::gpu::OnGpu::new(None, config) {
        Ok(gpu) => Box::new(super::either::OnEither::new(gpu, cpu)),
        Err(error) => {
            log::info!("running on the CPU: {error}");
            Box::new(cpu)
        }
    }
}

#[cfg(not(feature = "cuda"))]
fn best(cpu: Cpu, _: &EngineConfig) -> Box<dyn Executor> {
    Box::new(cpu)
}

#[cfg(feature = "cuda")]
fn gpu(named: Option<&[u32]>, config: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    Ok(Box::new(super::gpu::OnGpu::open(named, config)?))
}

#[cfg(not(feature = "cuda"))]
fn gpu(_: Option<&[u32]>, _: &EngineConfig) -> Result<Box<dyn Executor>, EngineError> {
    Err(EngineError::NoGpuSupport)
}

/// The threads of the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cpu {
    pub(super) backend: Backend,
}

impl Executor for Cpu {
    fn device(&self, pool: &ThreadPool) -> DevicesUsed {
        DevicesUsed::cpu(pool.current_num_threads())
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        Some(Box::new(*self))
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        let Search { nest, bound, control, pool, .. } = search;
        let finding = match sink {
            Some(sink) => {
                let listing = Listing { sink, threads: pool.current_num_threads() };
                run(nest, bound, self.backend, control, Some(listing))
            }
            None => pool.install(|| run(nest, bound, self.backend, control, None)),
        }?;
        Ok(Done { finding, table: None, device: self.device(pool), kernel: None, gpu: None })
    }
}
