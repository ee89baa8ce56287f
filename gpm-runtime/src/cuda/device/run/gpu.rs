//! One GPU at work: it takes chunks of roots of a job until none is left.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::config::TASK_TIMEOUT;
use super::frontier::{Frontier, Start};
use super::job::{Alarm, Job, Share};
use super::launch::{Argument, Prepare, big_roots, launch, ticks};
use super::recall::{Recalled, RootsOnDevice};
use super::stats::Tally;
use super::watch::{Ended, OnDevice, Watch};
use crate::cuda::abi::{STATUS_ARENA, STATUS_OVERFLOW};
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Device;
use crate::cuda::device::place::{MatrixAddresses, Needs, Placed, Resident, State, chunk};
use crate::run::{Operations, RunError};
use crate::sched::{Buffered, Recall};

/// Time after which a warp looks whether the run was stopped: it costs a read of memory that is far away. *guess*
const STOP_PERIOD: Duration = Duration::from_micros(500);

/// A device, and what lies there.
pub(super) struct Gpu<'g> {
    pub(super) device: &'g Device,
    pub(super) resident: &'g mut Resident,
}

/// What is launched, as it lies on the device, and where the bit matrices are that it writes or reads.
type Launched<'l> = (&'l Needs<'l>, &'l Placed, MatrixAddresses);

impl Gpu<'_> {
    /// Runs chunks of the job until none is left or the run is stopped.
    pub(super) fn run(&mut self, job: &Job<'_, '_>) -> Result<Share, GpuError> {
        let alarm = Alarm(&job.is_failed);
        self.device.context.bind()?;
        // Nothing may use memory that is about to be freed.
        let share = self.run_chunks(job).inspect_err(|_| self.device.drain());
        if share.as_ref().err().is_none_or(|error| job.outlives(error)) {
            std::mem::forget(alarm);
        }
        share
    }

    fn run_chunks(&mut self, job: &Job<'_, '_>) -> Result<Share, GpuError> {
        let mut share = self.search_chunks(job)?;
        share.peak = self.device.memory.peak();
        Ok(share)
    }

    fn search_chunks(&mut self, job: &Job<'_, '_>) -> Result<Share, GpuError> {
        let start = Instant::now();
        let needs = &job.needs;
        // First, for the search to have what it was given: memory that is lacking is taken from whoever was placed before.
        let mut place = |needs| self.resident.place(self.device, needs);
        let writer = match &job.writer {
            Some(needs) => Some((needs, place(needs)?)),
            None => None,
        };
        let placed = place(needs)?;
        let mut share = Share {
            totals: vec![0; needs.search.nest.num_totals()],
            is_complete: true,
            kernel_seconds: Some(0.0),
            upload: start.elapsed(),
            stats: None,
            operations: None,
            memory: Arc::clone(&placed.memory.text),
            peak: 0,
            far: placed.uploads.iter().map(|upload| upload.far).sum(),
            buffered: Buffered::default(),
            table: None,
            failure: None,
        };
        let mut tally = job.config.stats.then(Tally::default);
        while let Some(index) = job.chunks.take() {
            if job.control.is_stopped() || job.is_failed.load(Ordering::Relaxed) {
                share.is_complete = false;
                break;
            }
            let range = chunk(needs.search.bound.num_roots() as u64, needs.chunks, index);
            if range.is_empty() {
                continue;
            }
            let written = match &writer {
                Some((writer, at)) => self.write_matrices(job, (writer, at), (&placed, index), &mut share),
                None => Ok(MatrixAddresses::NONE),
            };
            let searched = written.and_then(|matrices| {
                self.run_chunk(job, (needs, &placed, matrices), (range, job.recall), (&mut share, tally.as_mut()))
            });
            if let Err(error) = searched {
                job.chunks.give_back(index);
                if !job.outlives(&error) {
                    return Err(error);
                }
                self.device.drain();
                share.failure = Some(error);
                return Ok(share);
            }
        }
        let read = |shape| self.resident.read_table(self.device, shape);
        share.table = needs.table.map(read).transpose()?;
        share.stats = tally.map(|tally| tally.finish(self.device.info.clock_khz));
        Ok(share)
    }

    /// Writes the matrices of the roots of a chunk of the search.
    fn write_matrices(
        &mut self,
        job: &Job<'_, '_>,
        (writer, at): (&Needs<'_>, &Placed),
        (search, chunk_of_search): (&Placed, u64),
        share: &mut Share,
    ) -> Result<MatrixAddresses, GpuError> {
        let matrices = self.resident.matrices(self.device, &job.needs, (search, chunk_of_search))?;
        self.resident.work.prepare(self.device, &at.memory.plan, &at.sizes)?;
        for index in 0..writer.chunks {
            let range = chunk(writer.search.bound.num_roots() as u64, writer.chunks, index);
            if !range.is_empty() && share.is_complete {
                self.run_chunk(job, (writer, at, matrices), (range, None), (share, None))?;
            }
        }
        Ok(matrices)
    }

    fn argument(
        &self,
        job: &Job<'_, '_>,
        (needs, placed, matrices): Launched<'_>,
        range: Range<u32>,
        takes_roots: bool,
    ) -> Vec<u8> {
        let (bound, clock_khz) = (needs.search.bound, self.device.info.clock_khz);
        let argument = Argument {
            plan: &placed.memory.plan,
            work: &self.resident.work,
            sizes: &placed.sizes,
            views: &placed.views,
            columns: &placed.columns,
            num_vertices: bound.num_vertices as u32,
            roots: placed.roots.address(),
            range,
            timeout: ticks(job.config.task_timeout.unwrap_or(TASK_TIMEOUT), clock_khz),
            stop_period: ticks(STOP_PERIOD, clock_khz).max(1),
            min_idle: job.config.min_idle,
            share_words: placed.loaded.shape.share_words,
            long_rows: placed.memory.long_rows,
            table: self.resident.work.table(needs.table),
            matrices,
            is_shared: job.recall.is_some(),
            piece: placed
                .pieces
                .map(|pieces| pieces.candidates)
                .or(needs.frontier.map(|(_, piece)| piece))
                .unwrap_or(1),
            takes_roots,
            ring: placed.ring,
        };
        argument.bytes()
    }

    /// Searches some roots, one at least, of which some may be asked back: by one launch, or where levels are breadth-first by as many as it
    /// takes until neither roots nor pieces are left.
    fn run_chunk(
        &mut self,
        job: &Job<'_, '_>,
        launched: Launched<'_>,
        (range, asker): (Range<u32>, Option<&dyn Recall>),
        (share, mut tally): (&mut Share, Option<&mut Tally>),
    ) -> Result<(), GpuError> {
        let (needs, placed, _) = launched;
        let (device, work, roots) = (self.device, &self.resident.work, range.end - range.start);
        let (control, vertices) = (work.state(), placed.roots.address());
        let big = needs.kernel.layout().splits.then(|| big_roots(work, &placed.sizes));
        let on_device = RootsOnDevice { control, small: work.roots(), big, vertices, end: range.end };
        let mut recalled = asker.map(|asker| Recalled::new(device, on_device, asker));
        let mut frontier = Frontier::of(job.config, placed, needs.kernel.layout(), control);
        let mut start = frontier.as_ref().and_then(Frontier::first);
        let mut reported = 0;
        // Of a chunk that fails nothing is counted: others search it again.
        let mut found = Found {
            totals: vec![0; share.totals.len()],
            kernel_seconds: share.kernel_seconds,
            operations: Operations::default(),
        };
        let is_stopped = loop {
            let beside = (recalled.as_mut(), frontier.as_mut());
            let ended = self.launch(job, launched, (range.clone(), start.as_ref(), reported), beside, &mut found)?;
            reported = ended.reported;
            if let Some(tally) = &mut tally {
                tally.add(&self.resident.work.read_stats(placed.memory.plan.blocks)?);
            }
            if job.config.operations {
                found.operations = found.operations.plus(self.resident.work.read_operations()?);
            }
            start = match frontier.as_mut().filter(|_| !ended.is_stopped) {
                Some(frontier) => frontier.next(&device.result())?,
                None => None,
            };
            if start.is_none() {
                break ended.is_stopped;
            }
        };
        if let Some(recalled) = recalled.filter(|_| !is_stopped) {
            recalled.finish()?;
        }
        job.control.advance(u64::from(roots).saturating_sub(reported));
        share.is_complete &= !is_stopped;
        share.kernel_seconds = found.kernel_seconds;
        if job.config.operations {
            share.operations = Some(share.operations.unwrap_or_default().plus(found.operations));
        }
        add_totals(&mut share.totals, found.totals)?;
        share.buffered = share.buffered.or_more(frontier.map(|frontier| frontier.most()).unwrap_or_default());
        Ok(())
    }

    /// One launch over some roots, of which so many were reported as done before.
    fn launch(
        &mut self,
        job: &Job<'_, '_>,
        launched: Launched<'_>,
        (range, start, reported): (Range<u32>, Option<&Start>, u64),
        (mut recalled, mut frontier): (Option<&mut Recalled<'_>>, Option<&mut Frontier<'_>>),
        found: &mut Found,
    ) -> Result<Ended, GpuError> {
        let roots = range.end - range.start;
        if job.config.operations {
            self.resident.work.clear_operations(self.device)?;
        }
        let mut argument = self.argument(job, launched, range, start.is_none_or(Start::takes_roots));
        let (needs, placed, _) = launched;
        let (device, plan) = (self.device, &placed.memory.plan);
        let (mut reader, work, staging) = self.resident.for_launch(placed);
        let left = work.clear(device, plan, &placed.sizes)?;
        if let Some(start) = start {
            let states = work.state() + State::new(&placed.sizes, plan.num_arenas).frontier_state;
            start.write((device, staging), work, states, needs.kernel.layout().task_words as usize)?;
        }
        if job.config.stats {
            work.clear_stats(device)?;
        }
        let is_hopeless = || job.is_failed.load(Ordering::Relaxed);
        job.has_begun.store(true, Ordering::Relaxed);
        let watch = Watch::new(OnDevice::new(device, work.state()), job.control, &is_hopeless).after(reported);
        device.record_start()?;
        let prepare = start.is_none_or(|start| start.sorts).then(|| Prepare::sorting(roots, recalled.is_some()));
        // SAFETY: the argument was made for this kernel's layout; all that it points to is held by the resident and by `placed`, and the
        // watch sees to it that the launch has ended or the device is lost, where nothing is freed, before this returns or
        // unwinds.
        unsafe { launch(&placed.loaded, device, &mut argument, prepare, plan.blocks) }?;
        device.record_end(work.state())?;
        let give = |matches: &[u32], frontier: &mut Option<&mut Frontier<'_>>| match (&job.delivery, frontier) {
            (Some(delivery), _) => delivery.give(matches),
            (None, Some(frontier)) => frontier.take(matches),
            (None, None) => {}
        };
        let ended = watch.wait(|| {
            let gave = recalled.as_mut().map_or(Ok(false), |recalled| recalled.serve())?;
            let took = reader.as_mut().is_some_and(|reader| reader.take_chunk(&mut |given| give(given, &mut frontier)));
            if let Some(frontier) = frontier.as_mut().filter(|_| took) {
                frontier.serve(device)?;
            }
            Ok(took || gave)
        })?;
        let mut give = |matches: &[u32]| give(matches, &mut frontier);
        let result = device.result();
        match reader {
            // Places that were reserved and not written have anything in them: a stopped run keeps whole chunks only.
            Some(mut reader) if ended.is_stopped => while reader.take_chunk(&mut give) {},
            Some(mut reader) => reader.take_rest(result.emitted, &mut give),
            None => {}
        }
        if !ended.is_stopped {
            work.leave(left);
        }
        check(result.status)?;
        found.kernel_seconds = found.kernel_seconds.zip(device.kernel_seconds()?).map(|(sum, own)| sum + own);
        add_totals(&mut found.totals, result.totals())?;
        Ok(ended)
    }
}

/// What the launches over a chunk have found.
struct Found {
    totals: Vec<i128>,
    /// With those of chunks before; `None` if the driver cannot tell.
    kernel_seconds: Option<f64>,
    operations: Operations,
}

fn add_totals(sums: &mut [i128], own: impl IntoIterator<Item = i128>) -> Result<(), RunError> {
    for (sum, own) in sums.iter_mut().zip(own) {
        *sum = sum.checked_add(own).ok_or(RunError::Overflow)?;
    }
    Ok(())
}

/// What a kernel says of its end.
pub(super) fn check(status: u32) -> Result<(), RunError> {
    match status {
        0 => Ok(()),
        status if status & STATUS_OVERFLOW != 0 => Err(RunError::Overflow),
        status if status & STATUS_ARENA != 0 => {
            Err(RunError::Internal("a list is longer than the memory plan allows; please report this".to_owned()))
        }
        status => Err(RunError::Internal(format!("unknown kernel status {status:#x}; please report this"))),
    }
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
