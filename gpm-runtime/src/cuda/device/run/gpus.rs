//! All GPUs of an engine: each takes chunks of roots from one counter, on a thread of its own, until none is left.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::config::GpuConfig;
use super::delivery::Delivery;
use super::gpu::Gpu;
use super::job::{Chunks, Job, Share};
use super::samples::Samples;
use super::took::Took;
use crate::control::{Control, NoThread};
use crate::cuda::device::error::{Failure, GpuError, NoGpu, Phase};
use crate::cuda::device::find::{DeviceInfo, Discovery, Found};
use crate::cuda::device::make::{KernelState, KernelStore, StoreOptions, compiler};
use crate::cuda::device::place::{Needs, Resident, num_chunks};
use crate::cuda::phases::Phases;
use crate::lock::lock;
use crate::run::{BoundNest, Finding, Operations, QueueStats, RunError, Sink};
use crate::sched::{Buffered, Recall};
use crate::view::table_shape;

/// One GPU or several.
#[derive(Debug)]
pub struct Gpus {
    // In this order they are dropped: when memory is freed, nothing runs there any more.
    pub(super) kernels: KernelStore,
    pub(super) discovery: Arc<Discovery>,
    /// What lies on each device, once they are found.
    residents: OnceLock<Vec<Mutex<Resident>>>,
    /// What searches took.
    took: Took,
    /// What the first device does in a second at most, once that was measured.
    pub(super) ceilings: OnceLock<Operations<f64>>,
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
    /// The operations of the kernels, if they count them.
    pub operations: Option<Operations>,
    /// The memory plan of the first device, for people.
    pub memory: Arc<str>,
    /// The most bytes of its memory that were ever held, on the device that held most.
    pub peak: u64,
    /// Bytes of rows that did not fit on a device and were read from the host's memory.
    pub far: u64,
    /// The most that the host held of a device's frontier.
    pub buffered: Buffered,
}

impl Gpus {
    /// The devices named, or the first that will do. Nothing is opened yet; that takes some tenths of a second once
    /// [`expect_devices`](Gpus::expect_devices) or the first run asks for it. `cache` keeps compiled kernels on disk; at most
    /// `limit` bytes of each device's memory are taken. Kernels are made to be run like that.
    ///
    /// # Errors
    /// [`GpuError::NoGpu`] if the driver or the compiler is missing. What else is amiss shows when devices are opened.
    pub fn new(named: Option<&[u32]>, cache: bool, limit: Option<u64>, config: &GpuConfig) -> Result<Gpus, GpuError> {
        let discovery = Arc::new(Discovery::new(named, limit));
        let options = StoreOptions { explore: config.explore, counts_operations: config.operations };
        let kernels = KernelStore::new(compiler(cache)?, Arc::clone(&discovery) as _, options);
        Ok(Gpus { kernels, discovery, residents: OnceLock::new(), took: Took::default(), ceilings: OnceLock::new() })
    }

    /// Begins to find and open the devices, on threads of their own.
    pub fn expect_devices(&self) {
        self.discovery.expect();
    }

    /// The devices, once they are found.
    ///
    /// # Errors
    /// [`NoGpu`] says what is missing.
    pub fn devices(&self) -> Result<&[DeviceInfo], NoGpu> {
        Ok(&self.discovery.get()?.infos)
    }

    /// The same, for a run that may be stopped meanwhile.
    ///
    /// # Errors
    /// [`GpuError::Stopped`] then, else as [`devices`](Gpus::devices).
    pub(crate) fn devices_for(&self, control: &Control) -> Result<&[DeviceInfo], GpuError> {
        Ok(&self.discovery.wait(control)?.infos)
    }

    /// Bytes that may be taken of the smallest of them; none where there is none. Waits until they are found, and not until they are open.
    fn memory(&self) -> u64 {
        let found = self.discovery.get();
        found.map_or(0, |found| found.infos.iter().map(|info| self.discovery.limit(info.memory)).min().unwrap_or(0))
    }

    /// Whether they were looked for and are not to be had, are of no use after a failure, or there is nothing to make kernels by.
    pub fn are_missing(&self) -> bool {
        self.discovery.is_vain() || self.no_compiler().is_some()
    }

    /// What is missing where kernels cannot be made here, and none is kept that would do.
    pub fn no_compiler(&self) -> Option<Arc<str>> {
        self.kernels.no_compiler()
    }

    /// Whether the devices are open and at rest.
    pub fn are_open(&self) -> bool {
        self.discovery.are_open()
    }

    /// How far the kernels of this nest are: the state of the one that is farthest from being ready.
    pub(crate) fn kernel_state(&self, nest: BoundNest<'_>, config: &GpuConfig) -> KernelState {
        let rank = |state: &KernelState| match state {
            KernelState::Ready => 0,
            KernelState::Missing => 1,
            KernelState::Making => 2,
            KernelState::Failed(_) => 3,
        };
        let phases = Phases::of(nest, &config.prices, || self.memory());
        phases.all().map(|nest| self.kernels.nest_state(nest)).max_by_key(rank).unwrap_or(KernelState::Missing)
    }

    /// Whether all devices have rows of this graph, which need not be all that a search reads.
    pub fn have_graph(&self, graph: u64) -> bool {
        // One that is in use is not waited for.
        let has_graph =
            |resident: &Mutex<Resident>| resident.try_lock().is_ok_and(|resident| resident.has_graph(graph));
        self.residents.get().is_some_and(|residents| residents.iter().all(has_graph))
    }

    /// Begins to make the kernels of these nests, on threads of their own, the first of them first.
    pub fn expect_kernels(&self, nests: &[BoundNest<'_>], config: &GpuConfig) {
        let phases: Vec<Phases<'_>> =
            nests.iter().map(|&nest| Phases::of(nest, &config.prices, || self.memory())).collect();
        self.kernels.expect(&phases.iter().flat_map(Phases::all).collect::<Vec<_>>());
    }

    /// Runs a bound nest. The result is the same on any set of devices. Roots that somebody recalls are missing in it.
    ///
    /// # Errors
    /// [`Failure`] with how far the run was; [`RunError::Overflow`] in it if a number left 128 bits, [`GpuError::Stopped`] if the
    /// run was stopped before it had a kernel.
    ///
    /// # Panics
    /// If the sink does.
    pub(crate) fn run(
        &self,
        search: BoundNest<'_>,
        config: &GpuConfig,
        control: &Control,
        (mut sink, recall): (Option<&mut Sink<'_>>, Option<&dyn Recall>),
    ) -> Result<GpuFinding, Failure> {
        let mut phases = Phases::of(search, &config.prices, || self.memory());
        loop {
            let result = self.run_phases(&phases, config, control, (sink.as_deref_mut(), recall));
            let may_try_again = phases.writer().is_some();
            match result {
                Err(failure)
                    if may_try_again && failure.is_lack_of_memory() && (recall.is_none() || failure.is_early()) =>
                {
                    phases = phases.in_less_memory();
                    log::info!("no room for the bit matrices of so many roots: {}", phases.text());
                }
                result => return result,
            }
        }
    }

    fn run_phases(
        &self,
        phases: &Phases<'_>,
        config: &GpuConfig,
        control: &Control,
        (sink, recall): (Option<&mut Sink<'_>>, Option<&dyn Recall>),
    ) -> Result<GpuFinding, Failure> {
        let early = |error| Failure::new(error, Phase::Setup);
        self.expect_devices();
        let search = phases.search();
        self.kernels.expect(&phases.all().collect::<Vec<_>>());
        let (kernel, mut compile) = self.kernels.get(search, control).map_err(early)?;
        let mut writer = None;
        if let Some(nest) = phases.writer() {
            let (kernel, own) = self.kernels.get(nest, control).map_err(early)?;
            compile += own;
            writer = Some((nest, kernel));
        }
        let found = self.discovery.wait(control).map_err(early)?;
        let BoundNest { nest, bound, .. } = search;
        let roots = bound.num_roots() as u64;
        let key = (kernel.id, search.graph.id());
        let devices = if self.took.is_short(key) { 1 } else { found.infos.len() };
        let chunks = num_chunks(roots, devices).max(phases.ranges());
        let needs = Needs {
            search,
            kernel: &kernel,
            kernels: &self.kernels,
            table: table_shape(nest, bound),
            lists: sink.is_some(),
            queue: config.queue,
            frontier: (kernel.layout().breadth > 0).then(|| config.frontier()),
            chunks,
        };
        let writer = writer.as_ref().map(|(search, kernel)| Needs {
            search: *search,
            kernel,
            table: None,
            lists: false,
            frontier: None,
            chunks: num_chunks(roots, 1),
            ..needs
        });
        let writers = if writer.is_some() { needs.chunks } else { 0 };
        control.begin(roots * (1 + writers));
        let job = Job {
            needs,
            writer,
            config,
            control,
            recall,
            delivery: sink.map(|sink| Delivery::new(sink, control, nest.num_positions())),
            chunks: Chunks::new(chunks),
            has_begun: AtomicBool::new(false),
            is_failed: AtomicBool::new(false),
        };
        let failed = |error| Failure::new(error, job.phase());
        let shares = self.run_all(found, &job).map_err(failed)?;
        let seconds: Option<f64> = shares.iter().map(|share| share.kernel_seconds).sum();
        let found = together(shares, &job, compile).map_err(failed)?;
        if let Some(seconds) = seconds.filter(|_| found.finding.complete && recall.is_none()) {
            self.took.note(key, seconds);
        }
        Ok(found)
    }

    /// Makes ready to take samples of a nest of which lanes can ([`Kernel::of_samples`]), on the first device.
    ///
    /// # Errors
    /// [`GpuError`]; [`GpuError::Stopped`] in it if the run was stopped before there was a kernel.
    pub(crate) fn samples<'a>(&'a self, search: BoundNest<'a>, control: &Control) -> Result<Samples<'a>, GpuError> {
        self.expect_devices();
        let (kernel, _) = self.kernels.get_for_samples(search, control)?;
        let found = self.discovery.wait(control)?;
        let mut opening = found.take(0, control)?;
        let device = opening.device()?;
        device.context.bind()?;
        let mut resident = lock(&self.residents(found)[0]);
        // Nothing may use memory that is about to be freed.
        let placed =
            resident.place_samples(device, search, (&kernel, &self.kernels)).inspect_err(|_| device.drain())?;
        Ok(Samples::new(placed, found))
    }

    /// What lies on each device. Only who has a turn with it uses it.
    fn residents(&self, found: &Found) -> &[Mutex<Resident>] {
        self.residents.get_or_init(|| found.infos.iter().map(|_| Mutex::default()).collect())
    }

    /// Runs a job on each device, and what one leaves undone that fails on those that do not.
    fn run_all(&self, found: &Found, job: &Job<'_, '_>) -> Result<Vec<Share>, GpuError> {
        let wanted = found.infos.len().min(job.needs.chunks as usize);
        let (mut usable, mut spare): (Vec<usize>, _) = ((0..wanted).collect(), wanted..found.infos.len());
        let mut shares = Vec::new();
        loop {
            let (mut last, mut stopped) = (None, None);
            for (gpu, share) in self.run_on(&usable, found, job) {
                let failure = match share {
                    Ok(mut share) => {
                        let failure = share.failure.take();
                        shares.push(share);
                        failure
                    }
                    Err(error) if job.outlives(&error) => Some(error),
                    // It waited for others to leave the device. Those that did not wait may have searched all.
                    Err(error @ GpuError::Stopped(_)) => {
                        stopped = Some(error);
                        None
                    }
                    Err(error) => return Err(error),
                };
                if let Some(error) = failure {
                    usable.retain(|&other| other != gpu);
                    usable.extend(spare.next());
                    last = Some((gpu, error));
                }
            }
            if let Some(error) = stopped.filter(|_| shares.is_empty()) {
                return Err(error);
            }
            match last {
                Some((_, error)) if usable.is_empty() => return Err(error),
                Some((gpu, error)) => {
                    log::warn!("GPU {}: {error}; what it had is left to the others", found.infos[gpu].index);
                }
                None => {}
            }
            if job.chunks.are_taken() || job.control.is_stopped() {
                return Ok(shares);
            }
        }
    }

    /// Runs a job on some devices until nothing of it is left or they have failed.
    fn run_on(&self, usable: &[usize], found: &Found, job: &Job<'_, '_>) -> Vec<(usize, Result<Share, GpuError>)> {
        let residents = self.residents(found);
        let on = |gpu: usize| {
            // Who can take the roots back does more with them than wait for others.
            let mut opening = match job.recall {
                Some(_) => found.try_take(gpu, job.control),
                None => found.take(gpu, job.control),
            }?;
            let (device, mut resident) = (opening.device()?, lock(&residents[gpu]));
            Gpu { device, resident: &mut resident }.run(job)
        };
        let run = |gpu: usize| {
            let share = on(gpu);
            if share.as_ref().is_err_and(|error| !job.outlives(error)) {
                job.is_failed.store(true, Ordering::Relaxed);
            }
            (gpu, share)
        };
        std::thread::scope(|scope| {
            let (mut threads, mut shares) = (Vec::new(), Vec::new());
            for &gpu in &usable[1..] {
                match std::thread::Builder::new().spawn_scoped(scope, move || run(gpu)) {
                    Ok(thread) => threads.push(thread),
                    Err(error) => shares.push((gpu, Err(NoThread::from(error).into()))),
                }
            }
            // The first on this thread: for one device there is nothing to start.
            shares.push(run(usable[0]));
            // A sink that panics does so for whoever gave it.
            shares.extend(threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))));
            shares
        })
    }
}

/// What all devices found.
fn together(mut shares: Vec<Share>, job: &Job<'_, '_>, compile: Duration) -> Result<GpuFinding, GpuError> {
    let mut finding = Finding { totals: Vec::new(), table: None, complete: true, compile, processor: None };
    for share in &shares {
        finding.add(&share.totals)?;
        finding.complete &= share.is_complete;
    }
    finding.complete &= job.chunks.are_taken();
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
        operations: shares.iter().filter_map(|share| share.operations).reduce(Operations::plus),
        peak: shares.iter().map(|share| share.peak).max().unwrap_or_default(),
        far: shares.iter().map(|share| share.far).max().unwrap_or_default(),
        buffered: shares.iter().fold(Buffered::default(), |most, share| most.or_more(share.buffered)),
        memory: shares.first().map_or_else(|| "".into(), |share| Arc::clone(&share.memory)),
    })
}
