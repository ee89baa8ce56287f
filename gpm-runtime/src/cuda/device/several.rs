//! All GPUs of an engine: each takes chunks of roots from one counter, on a thread of its own, until none is left.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gpm_plan::nest::LoopNest;

use super::compiler::{Compiled, Kernels, compiler};
use super::config::GpuConfig;
use super::driver::{DeviceInfo, select};
use super::error::GpuError;
use super::gpu::{Job, Share};
use super::opening::Opening;
use super::output::Delivery;
use super::roots::num_chunks;
use crate::control::Control;
use crate::cpu::{Finding, RunError, Sink};
use crate::engine::QueueStats;
use crate::table::Table;
use crate::view::Bound;

/// One GPU or several, ready to run.
#[derive(Debug)]
pub struct Gpus {
    infos: Vec<DeviceInfo>,
    /// In the order of `infos`. Each runs one job at a time.
    gpus: Vec<Mutex<Opening>>,
    kernels: Kernels,
}

/// What a run on GPUs found, and what it took.
#[derive(Debug)]
pub struct GpuFinding {
    /// The result.
    pub finding: Finding,
    /// Seconds of the kernels, of the device that took longest, if the driver can tell.
    pub kernel_seconds: Option<f64>,
    /// Time to bring kernel and graph to the device and to allocate memory.
    pub upload: Duration,
    /// What the blocks did, if it was asked for.
    pub stats: Option<QueueStats>,
    /// The memory plan of the first device, for people.
    pub memory: Arc<str>,
}

impl Gpus {
    /// Begins to open the devices named, or the first that will do, which takes some tenths of a second; the first run waits
    /// for them. `cache` keeps compiled kernels on disk.
    ///
    /// # Errors
    /// [`GpuError::NoGpu`] says what is missing.
    pub fn open(named: Option<&[u32]>, cache: bool) -> Result<Gpus, GpuError> {
        let infos = select(named)?;
        let kernels = Kernels::new(compiler(cache)?);
        let gpus = infos.iter().map(|info| Mutex::new(Opening::start(info.clone()))).collect();
        Ok(Gpus { infos, gpus, kernels })
    }

    /// The devices.
    pub fn devices(&self) -> &[DeviceInfo] {
        &self.infos
    }

    /// Makes the kernels of several nests side by side, for the runs to come. Failures show there.
    pub fn prepare(&self, nests: &[(&LoopNest, &Bound<'_>)]) -> Duration {
        let start = Instant::now();
        let is_missing = |(nest, bound): &&(&LoopNest, &Bound<'_>)| {
            self.kernels.find(nest, &bound.filters.kinds(), max_size(bound)).is_none()
        };
        std::thread::scope(|scope| {
            nests.iter().filter(is_missing).for_each(|&(nest, bound)| {
                scope.spawn(move || self.kernel(nest, bound));
            });
        });
        start.elapsed()
    }

    fn kernel(&self, nest: &LoopNest, bound: &Bound<'_>) -> Result<(Arc<Compiled>, Duration), GpuError> {
        let kinds: Vec<(u32, u32)> = self.infos.iter().map(|info| info.sm).collect();
        self.kernels.get(nest, &bound.filters.kinds(), max_size(bound), &kinds)
    }

    /// Runs a nest that is bound to the graph with the id `graph`. The result is the same on any set of devices.
    ///
    /// # Errors
    /// [`GpuError`]; [`RunError::Overflow`] in it if a number left 128 bits.
    pub fn run(
        &self,
        nest: &LoopNest,
        bound: &Bound<'_>,
        graph: u64,
        config: &GpuConfig,
        control: &Control,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<GpuFinding, GpuError> {
        let (kernel, compile) = self.kernel(nest, bound)?;
        let roots = bound.num_roots() as u64;
        control.begin(roots);
        let table = Table::of(nest, bound);
        let job = Job {
            nest,
            bound,
            graph,
            kernel: &kernel,
            config,
            control,
            delivery: sink.map(|sink| Delivery::new(sink, control, nest.num_positions())),
            table: table.as_ref(),
            chunks: num_chunks(roots, self.gpus.len()),
            next: AtomicU64::new(0),
            is_failed: AtomicBool::new(false),
        };
        let shares = self.run_all(&job)?;
        let mut finding = Finding { total: 0, table: None, complete: true, compile };
        for share in &shares {
            finding.total = finding.total.checked_add(share.total).ok_or(RunError::Overflow)?;
            finding.complete &= share.is_complete;
        }
        if let Some(delivery) = &job.delivery {
            finding.total = i128::from(delivery.taken());
            finding.complete &= delivery.is_complete();
        }
        if let Some(table) = table {
            finding.total = table.total().ok_or(RunError::Overflow)?;
            finding.table = Some(table);
        }
        let kernels: Option<Vec<f64>> = shares.iter().map(|share| share.kernel_seconds).collect();
        let stats: Option<Vec<QueueStats>> = shares.iter().map(|share| share.stats).collect();
        Ok(GpuFinding {
            finding,
            kernel_seconds: kernels.map(|kernels| kernels.into_iter().fold(0.0, f64::max)),
            upload: shares.iter().map(|share| share.upload).max().unwrap_or_default(),
            stats: stats.and_then(|stats| QueueStats::together(&stats)),
            memory: shares.first().map_or_else(|| "".into(), |share| Arc::clone(&share.memory)),
        })
    }

    fn run_all(&self, job: &Job<'_, '_>) -> Result<Vec<Share>, GpuError> {
        let wanted = self.gpus.len().min(job.chunks as usize);
        // The first on this thread: for one device there is nothing to start.
        let Some((first, others)) = self.gpus[..wanted].split_first() else { return Ok(Vec::new()) };
        std::thread::scope(|scope| {
            let run = |gpu: &Mutex<Opening>| {
                let mut place = lock(gpu);
                let gpu = place.gpu().inspect_err(|_| job.is_failed.store(true, Ordering::Relaxed))?;
                gpu.run(job)
            };
            let threads: Vec<_> = others.iter().map(|gpu| scope.spawn(move || run(gpu))).collect();
            let mut shares = vec![run(first)];
            let gone = || RunError::Internal("a thread of a GPU panicked; please report this".to_owned());
            shares.extend(threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(gone().into()))));
            shares.into_iter().collect()
        })
    }
}

/// The longest row, rounded, so that graphs of about the same degrees share a kernel.
fn max_size(bound: &Bound<'_>) -> u64 {
    (bound.max_row() as u64).next_power_of_two()
}

fn lock(gpu: &Mutex<Opening>) -> MutexGuard<'_, Opening> {
    gpu.lock().unwrap_or_else(PoisonError::into_inner)
}
