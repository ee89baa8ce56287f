//! All GPUs of an engine: each takes chunks of roots from one counter, on a thread of its own, until none is left.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gpm_plan::nest::LoopNest;

use super::compiler::{Compiled, Kernels, Request, compiler};
use super::config::GpuConfig;
use super::discovery::Discovery;
use super::driver::DeviceInfo;
use super::error::{Failure, GpuError, NoGpu, Phase};
use super::guess;
use super::job::{Job, Share};
use super::makers::Makers;
use super::opening::Opening;
use super::output::Delivery;
use super::roots::num_chunks;
use crate::control::Control;
use crate::cpu::{Finding, RunError, Sink};
use crate::cuda::kernel::max_size;
use crate::engine::QueueStats;
use crate::table::Shape;
use crate::view::Bound;

/// One GPU or several.
#[derive(Debug)]
pub struct Gpus {
    forge: Forge,
    makers: Makers,
}

/// Makes kernels for devices that are perhaps not found yet.
#[derive(Clone, Debug)]
struct Forge {
    discovery: Arc<Discovery>,
    kernels: Arc<Kernels>,
}

impl Forge {
    /// A kernel for the devices, once these are found, and how long it took to make.
    fn get(&self, request: &Request) -> Result<(Arc<Compiled>, Duration), GpuError> {
        let mut guessed = Duration::ZERO;
        if self.discovery.found().is_none() {
            // Compiling takes longer than finding devices, so it begins with what they are likely to be.
            let early = guess::capability().map(|sm| self.kernels.get(request, &[sm]));
            guessed = early.and_then(Result::ok).map_or(Duration::ZERO, |(_, time)| time);
        }
        let kinds = self.discovery.wait()?.kinds();
        let (kernel, time) = self.kernels.get(request, &kinds)?;
        Ok((kernel, guessed + time))
    }

    /// The kernel, if devices and kernel are there.
    fn find(&self, nest: &LoopNest, bound: &Bound<'_>) -> Option<Arc<Compiled>> {
        let kinds = self.discovery.found()?.kinds();
        self.kernels.find(nest, &bound.filters.kinds(), max_size(bound), &kinds)
    }
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
    /// The devices named, or the first that will do. Nothing is opened yet; that takes some tenths of a second once
    /// [`begin`](Gpus::begin) or the first run asks for it. `cache` keeps compiled kernels on disk.
    ///
    /// # Errors
    /// [`GpuError::NoGpu`] if the driver or the compiler is missing. What else is amiss shows when devices are opened.
    pub fn new(named: Option<&[u32]>, cache: bool) -> Result<Gpus, GpuError> {
        let kernels = Arc::new(Kernels::new(compiler(cache)?));
        Ok(Gpus { forge: Forge { discovery: Arc::new(Discovery::new(named)), kernels }, makers: Makers::default() })
    }

    /// Begins to find and open the devices, on threads of their own.
    pub fn begin(&self) {
        self.forge.discovery.begin();
    }

    /// The devices, once they are found.
    ///
    /// # Errors
    /// [`NoGpu`] says what is missing.
    pub fn devices(&self) -> Result<&[DeviceInfo], NoGpu> {
        Ok(&self.forge.discovery.wait()?.infos)
    }

    /// Whether they were looked for and are not to be had, or are of no use after a failure.
    pub fn are_missing(&self) -> bool {
        self.forge.discovery.is_vain()
    }

    /// Whether the devices are open and at rest.
    pub fn are_open(&self) -> bool {
        self.forge.discovery.are_open()
    }

    /// Whether a run of this nest has nothing to wait for.
    pub fn are_ready_for(&self, nest: &LoopNest, bound: &Bound<'_>) -> bool {
        self.are_open() && self.forge.find(nest, bound).is_some()
    }

    /// Makes the kernels of several nests side by side, for the runs to come, until the run is stopped. Failures show there.
    pub fn prepare(&self, nests: &[(&LoopNest, &Bound<'_>)], control: &Control) -> Duration {
        let start = Instant::now();
        let missing = nests.iter().filter(|(nest, bound)| self.forge.find(nest, bound).is_none());
        let coming: Vec<_> = missing.map(|(nest, bound)| self.begin_to_make(request(nest, bound))).collect();
        for kernel in coming {
            if control.wait_for(&kernel).is_err() {
                break;
            }
        }
        start.elapsed()
    }

    /// Makes a kernel on a thread of its own: no compiler can be interrupted, so a run that is stopped leaves it to itself.
    fn begin_to_make(&self, request: Request) -> Receiver<Result<(Arc<Compiled>, Duration), GpuError>> {
        let forge = self.forge.clone();
        self.makers.begin(move || forge.get(&request))
    }

    /// Begins the same on threads of their own, the first of them first.
    pub(crate) fn make(&self, requests: Vec<Request>) {
        let forge = self.forge.clone();
        self.makers.make(requests, move |request| drop(forge.get(request)));
    }

    /// Runs a nest that is bound to the graph with the id `graph`. The result is the same on any set of devices.
    ///
    /// # Errors
    /// [`Failure`] with how far the run was; [`RunError::Overflow`] in it if a number left 128 bits, [`GpuError::Stopped`] if the
    /// run was stopped before it had a kernel.
    ///
    /// # Panics
    /// If the sink does.
    pub fn run(
        &self,
        nest: &LoopNest,
        bound: &Bound<'_>,
        graph: u64,
        config: &GpuConfig,
        control: &Control,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<GpuFinding, Failure> {
        let early = |error| Failure::new(error, Phase::Setup);
        self.begin();
        let (kernel, compile) = match self.forge.find(nest, bound) {
            Some(kernel) => (kernel, Duration::ZERO),
            None => {
                let coming = control.wait_for(&self.begin_to_make(request(nest, bound)));
                let made = coming.map_err(|stopped| early(stopped.into()))?;
                made.unwrap_or_else(|| Err(no_maker().into())).map_err(early)?
            }
        };
        let gpus = &self.forge.discovery.wait().map_err(|missing| early(missing.into()))?.gpus;
        let roots = bound.num_roots() as u64;
        control.begin(roots);
        let job = Job {
            nest,
            bound,
            graph,
            kernel: &kernel,
            config,
            control,
            delivery: sink.map(|sink| Delivery::new(sink, control, nest.num_positions())),
            table: Shape::of(nest, bound),
            chunks: num_chunks(roots, gpus.len()),
            next: AtomicU64::new(0),
            kernels: &self.forge.kernels,
            has_begun: AtomicBool::new(false),
            is_failed: AtomicBool::new(false),
        };
        let shares = run_all(gpus, &job);
        shares.and_then(|shares| together(shares, &job, compile)).map_err(|error| Failure::new(error, job.phase()))
    }
}

/// What all devices found.
fn together(mut shares: Vec<Share>, job: &Job<'_, '_>, compile: Duration) -> Result<GpuFinding, GpuError> {
    let mut finding = Finding { totals: Vec::new(), table: None, complete: true, compile, processor: None };
    for share in &shares {
        finding.add(&share.totals)?;
        finding.complete &= share.is_complete;
    }
    if let Some(delivery) = &job.delivery {
        finding.totals = vec![i128::from(delivery.taken())];
        finding.complete &= delivery.is_complete();
    }
    let mut tables = shares.iter_mut().filter_map(|share| share.table.take());
    if let Some(table) = tables.next() {
        let fits = tables.all(|other| table.add_all(&other));
        finding.totals = vec![table.total().filter(|_| fits).ok_or(RunError::Overflow)?];
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

fn run_all(gpus: &[Mutex<Opening>], job: &Job<'_, '_>) -> Result<Vec<Share>, GpuError> {
    let wanted = gpus.len().min(job.chunks as usize);
    // The first on this thread: for one device there is nothing to start.
    let Some((first, others)) = gpus[..wanted].split_first() else { return Ok(Vec::new()) };
    std::thread::scope(|scope| {
        let run = |gpu: &Mutex<Opening>| {
            let mut place = lock(gpu);
            let gpu = place.gpu().inspect_err(|_| job.is_failed.store(true, Ordering::Relaxed))?;
            gpu.run(job)
        };
        let threads: Vec<_> = others.iter().map(|gpu| scope.spawn(move || run(gpu))).collect();
        let mut shares = vec![run(first)];
        // A sink that panics does so for whoever gave it.
        shares.extend(threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))));
        shares.into_iter().collect()
    })
}

/// The thread that was to make a kernel could not be started, or panicked.
fn no_maker() -> RunError {
    RunError::Internal("no thread made the kernel; please report this".to_owned())
}

/// What the kernel of a bound nest is made from.
pub(crate) fn request(nest: &LoopNest, bound: &Bound<'_>) -> Request {
    Request { nest: nest.clone(), columns: bound.filters.kinds(), max_size: max_size(bound) }
}

fn lock(gpu: &Mutex<Opening>) -> MutexGuard<'_, Opening> {
    gpu.lock().unwrap_or_else(PoisonError::into_inner)
}
