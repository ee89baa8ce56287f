//! One GPU at work: it takes chunks of roots of a job, and keeps for the next one what it copied, loaded and allocated.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::buffer::{DeviceBuffer, free_bytes};
use super::compiler::load_or_renew;
use super::context::Device;
use super::driver::DeviceInfo;
use super::error::GpuError;
use super::job::{Alarm, Job, Share};
use super::launch::{Argument, ticks};
use super::memory::{Budget, MemoryPlan};
use super::modules::Loaded;
use super::output::{Geometry, OutputRing, RingAddresses};
use super::roots::chunk;
use super::staging::Staging;
use super::stats::Tally;
use super::upload::{Roots, Uploaded, Uploads};
use super::watch::{OnDevice, Watch};
use super::work::{Sizes, Work};
use crate::cpu::RunError;
use crate::cuda::abi::{Columns, STATUS_ARENA, STATUS_OVERFLOW, View};
use crate::cuda::compile::Code;

/// Time after which a warp looks whether the run was stopped: it costs a read of memory that is far away.
const STOP_PERIOD: Duration = Duration::from_micros(500);

/// Kernels and memory plans kept.
const KEPT: usize = 256;

/// A memory plan and its text.
#[derive(Debug)]
struct Prepared {
    plan: MemoryPlan,
    text: Arc<str>,
}

/// A job as one device sees it.
struct Setup {
    loaded: Arc<Loaded>,
    prepared: Arc<Prepared>,
    uploads: Vec<Arc<Uploaded>>,
    views: Vec<View>,
    columns: Columns,
    /// Holds the memory of the columns.
    _columns: Vec<Arc<DeviceBuffer>>,
    roots: Roots,
    sizes: Sizes,
    ring: Option<(RingAddresses, Geometry)>,
}

/// A device and what is there.
#[derive(Debug)]
pub(super) struct Gpu {
    device: Device,
    uploads: Uploads,
    /// By the id of the kernel, the oldest first.
    loaded: Vec<(u64, Arc<Loaded>)>,
    /// By kernel and graph, the oldest first.
    prepared: Vec<((u64, u64), Arc<Prepared>)>,
    work: Work,
    ring: Option<OutputRing>,
    staging: Staging,
}

impl Gpu {
    pub(super) fn open(info: DeviceInfo) -> Result<Gpu, GpuError> {
        let device = Device::open(info)?;
        Ok(Gpu {
            device,
            uploads: Uploads::default(),
            loaded: Vec::new(),
            prepared: Vec::new(),
            work: Work::default(),
            ring: None,
            staging: Staging::default(),
        })
    }

    /// Runs chunks of the job until none is left or the run is stopped.
    pub(super) fn run(&mut self, job: &Job<'_, '_>) -> Result<Share, GpuError> {
        let alarm = Alarm(&job.is_failed);
        self.device.context.bind()?;
        // Nothing may use memory that is about to be freed.
        let share = self.run_chunks(job).inspect_err(|_| self.device.drain())?;
        std::mem::forget(alarm);
        Ok(share)
    }

    /// Whether this process can use the device no more.
    pub(super) fn is_lost(&self) -> bool {
        self.device.context.is_lost()
    }

    fn run_chunks(&mut self, job: &Job<'_, '_>) -> Result<Share, GpuError> {
        let start = Instant::now();
        let setup = match self.set_up(job) {
            Err(GpuError::OutOfMemory { .. } | GpuError::Memory(_)) => {
                self.make_room(job.graph);
                self.set_up(job)?
            }
            other => other?,
        };
        let mut share = Share {
            totals: vec![0; job.nest.num_totals()],
            is_complete: true,
            kernel_seconds: Some(0.0),
            upload: start.elapsed(),
            stats: None,
            memory: Arc::clone(&setup.prepared.text),
            table: None,
        };
        let mut tally = job.config.stats.then(Tally::default);
        loop {
            let index = job.next.fetch_add(1, Ordering::Relaxed);
            if index >= job.chunks {
                break;
            }
            if job.control.is_stopped() || job.is_failed.load(Ordering::Relaxed) {
                share.is_complete = false;
                break;
            }
            let range = chunk(job.bound.num_roots() as u64, job.chunks, index);
            if range.is_empty() {
                continue;
            }
            self.run_chunk(job, &setup, range, &mut share)?;
            if let Some(tally) = &mut tally {
                tally.add(&self.work.read_stats(setup.prepared.plan.blocks)?);
            }
        }
        let read = |shape| self.work.read_table(&self.device, &mut self.staging, shape);
        share.table = job.table.map(read).transpose()?;
        share.stats = tally.map(|tally| tally.finish(self.device.info.clock_khz));
        Ok(share)
    }

    /// Brings everything to the device. On a graph and with a kernel seen before this only looks things up.
    fn set_up(&mut self, job: &Job<'_, '_>) -> Result<Setup, GpuError> {
        let loaded = self.load(job)?;
        let upload = |rows| self.uploads.rows(&self.device, job.graph, rows);
        let uploads = job.bound.views.iter().map(upload).collect::<Result<Vec<_>, _>>()?;
        let filters = &job.bound.filters;
        let upload = |column| self.uploads.column(&self.device, job.graph, column);
        let mut columns = filters.columns.iter().map(upload).collect::<Result<Vec<_>, _>>()?;
        for table in &job.bound.tables {
            columns.push(self.uploads.table(&self.device, &mut self.staging, table)?);
        }
        let upload = |rows| self.uploads.rows(&self.device, job.graph, rows);
        let edges = filters.edges.as_ref().map(upload).transpose()?;
        let roots = self.uploads.roots(&self.device, job.graph, job.bound, job.chunks)?;
        // Before the memory plan, which may take what is left.
        if let Some(shape) = job.table {
            self.work.prepare_table(&self.device, shape)?;
        }
        let prepared = self.prepare(job, &loaded, &uploads)?;
        let sizes = Sizes {
            queue: job.config.queue.next_power_of_two(),
            task_words: job.kernel.layout.task_words,
            roots: chunk(job.bound.num_roots() as u64, job.chunks, 0).end,
            blocks: loaded.shape.blocks,
        };
        self.work.prepare(&self.device, &prepared.plan, &sizes)?;
        let ring = match &job.delivery {
            Some(_) => Some((self.output_ring()?.addresses()?, Geometry::new(job.kernel.layout.match_words))),
            None => None,
        };
        let views = uploads.iter().map(|upload| upload.view).collect();
        let edge_view = edges.as_ref().map_or_else(View::default, |upload| upload.view);
        let uploads = uploads.into_iter().chain(edges).collect();
        let addresses = Columns { edges: edge_view, words: columns.iter().map(|column| column.address()).collect() };
        Ok(Setup { loaded, prepared, uploads, views, columns: addresses, _columns: columns, roots, sizes, ring })
    }

    fn load(&mut self, job: &Job<'_, '_>) -> Result<Arc<Loaded>, GpuError> {
        let kernel = job.kernel;
        if let Some((_, loaded)) = self.loaded.iter().find(|(id, _)| *id == kernel.id) {
            return Ok(Arc::clone(loaded));
        }
        let sm = self.device.info.sm;
        let load = |code: &Code| Loaded::new(&self.device, code, &kernel.layout);
        let loaded = Arc::new(load_or_renew(kernel.image(sm)?, load, || job.kernels.renew(kernel, sm))?);
        let shape = loaded.shape;
        log::debug!(
            "gpu {}: {} registers, {} bytes of local memory, {} blocks of {} threads on each multiprocessor, {} bytes of \
             shared memory a block",
            self.device.info.index,
            shape.registers,
            shape.local_bytes,
            shape.blocks_per_multiprocessor,
            shape.threads,
            shape.shared_bytes
        );
        keep(&mut self.loaded, kernel.id, Arc::clone(&loaded));
        Ok(loaded)
    }

    /// The memory plan; known if kernel and graph were seen together before.
    fn prepare(
        &mut self,
        job: &Job<'_, '_>,
        loaded: &Loaded,
        uploads: &[Arc<Uploaded>],
    ) -> Result<Arc<Prepared>, GpuError> {
        let key = (job.kernel.id, job.graph);
        // Rows made for one query may differ in length the next time.
        let is_shared = uploads.iter().all(|upload| upload.is_kept);
        if let Some((_, known)) = self.prepared.iter().find(|(known, _)| *known == key).filter(|_| is_shared) {
            return Ok(Arc::clone(known));
        }
        let sizes: Vec<_> = uploads.iter().map(|upload| upload.sizes).collect();
        let budget = Budget::of_free(free_bytes()? + self.work.bytes());
        let plan = MemoryPlan::new(job.nest, &job.kernel.layout, &sizes, loaded.shape.blocks, budget)?;
        if let Some(warning) = plan.warning() {
            log::warn!("GPU {}: {warning}", self.device.info.index);
        }
        let text = plan.to_string().into();
        let prepared = Arc::new(Prepared { plan, text });
        if is_shared {
            keep(&mut self.prepared, key, Arc::clone(&prepared));
        }
        Ok(prepared)
    }

    fn output_ring(&mut self) -> Result<&mut OutputRing, GpuError> {
        if self.ring.is_none() {
            self.ring = Some(OutputRing::new(self.device.context)?);
        }
        Ok(self.ring.as_mut().expect("it was just made"))
    }

    /// Frees all that the next try can do without.
    fn make_room(&mut self, graph: u64) {
        self.device.drain();
        self.uploads.keep_only(graph);
        self.prepared.clear();
        self.work = Work::default();
    }

    fn argument(&self, job: &Job<'_, '_>, setup: &Setup, range: Range<u32>) -> Vec<u8> {
        let argument = Argument {
            plan: &setup.prepared.plan,
            work: &self.work,
            sizes: &setup.sizes,
            views: &setup.views,
            columns: &setup.columns,
            first_rows: setup.uploads.first().map(|upload| upload.sizes),
            num_vertices: job.bound.num_vertices as u32,
            roots: setup.roots.address(),
            range,
            timeout: ticks(job.config.task_timeout_of(job.nest), self.device.info.clock_khz),
            stop_period: ticks(STOP_PERIOD, self.device.info.clock_khz).max(1),
            min_idle: job.config.min_idle,
            share_words: setup.loaded.shape.share_words,
            table: self.work.table(job.table),
            ring: setup.ring,
        };
        argument.bytes()
    }

    /// One launch over some roots, one at least.
    fn run_chunk(
        &mut self,
        job: &Job<'_, '_>,
        setup: &Setup,
        range: Range<u32>,
        share: &mut Share,
    ) -> Result<(), GpuError> {
        let mut argument = self.argument(job, setup, range.clone());
        let (device, plan, roots) = (&self.device, &setup.prepared.plan, range.end - range.start);
        let mut reader = match (&mut self.ring, setup.ring) {
            (Some(ring), Some((_, geometry))) => Some(ring.reader(geometry)),
            _ => None,
        };
        let left = self.work.clear(device, plan, &setup.sizes)?;
        if job.config.stats {
            self.work.clear_stats(device)?;
        }
        let is_hopeless = || job.is_failed.load(Ordering::Relaxed);
        job.has_begun.store(true, Ordering::Relaxed);
        let watch = Watch::new(OnDevice::new(device, self.work.state()), job.control, &is_hopeless);
        device.record_start()?;
        // SAFETY: the argument was made for this kernel's layout; all that it points to is held by `self` and `setup`, and the
        // watch sees to it that the launch has ended or the device is lost, where nothing is freed, before this returns or
        // unwinds.
        unsafe { setup.loaded.launch(device, &mut argument, roots, plan.blocks) }?;
        device.record_end(self.work.state())?;
        let mut give = |matches: &[u32]| {
            if let Some(delivery) = &job.delivery {
                delivery.give(matches);
            }
        };
        let ended = watch.wait(|| reader.as_mut().is_some_and(|reader| reader.take_chunk(&mut give)))?;
        job.control.advance(u64::from(roots).saturating_sub(ended.reported));
        let result = device.result();
        match reader {
            // Places that were reserved and not written have anything in them: a stopped run keeps whole chunks only.
            Some(mut reader) if ended.is_stopped => while reader.take_chunk(&mut give) {},
            Some(mut reader) => reader.take_rest(result.emitted, &mut give),
            None => {}
        }
        if !ended.is_stopped {
            self.work.leave(left);
        }
        check(result.status)?;
        share.is_complete &= !ended.is_stopped;
        share.kernel_seconds = share.kernel_seconds.zip(device.kernel_seconds()?).map(|(sum, own)| sum + own);
        for (total, own) in share.totals.iter_mut().zip(result.totals()) {
            *total = total.checked_add(own).ok_or(RunError::Overflow)?;
        }
        Ok(())
    }
}

/// What a kernel says of its end.
fn check(status: u32) -> Result<(), RunError> {
    match status {
        0 => Ok(()),
        status if status & STATUS_OVERFLOW != 0 => Err(RunError::Overflow),
        status if status & STATUS_ARENA != 0 => {
            Err(RunError::Internal("a list is longer than the memory plan allows; please report this".to_owned()))
        }
        status => Err(RunError::Internal(format!("unknown kernel status {status:#x}; please report this"))),
    }
}

/// Adds to a list of things kept, where the oldest makes room.
fn keep<K: PartialEq, V>(list: &mut Vec<(K, V)>, key: K, value: V) {
    list.retain(|(known, _)| *known != key);
    if list.len() == KEPT {
        list.remove(0);
    }
    list.push((key, value));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_an_error() {
        assert!(check(0).is_ok());
        assert!(matches!(check(STATUS_OVERFLOW), Err(RunError::Overflow)));
        assert!(matches!(check(STATUS_OVERFLOW | STATUS_ARENA), Err(RunError::Overflow)));
        assert!(matches!(check(STATUS_ARENA), Err(RunError::Internal(_))));
        assert!(matches!(check(8), Err(RunError::Internal(_))));
    }
}
