//! The CPU and GPUs together: both take from one pool of roots, the GPUs big ranges from one end, the CPU small ones from the other.
//!
//! The CPU begins at once. A GPU joins when it is open and the kernel is there; what it fails at it gives back. Where one of them would be
//! done before the other has begun, it runs alone.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gpm_plan::cost::{Prices, Work};
use rayon::ThreadPool;

use super::accelerator::{Accelerator, Failures, HEAD_START, TICK};
use super::cpu::Cpu;
use super::executor::{Done, Executor, Search};
use crate::control::Control;
use crate::cpu::{Listing, Searcher};
use crate::engine::devices_used::DevicesUsed;
use crate::engine::error::EngineError;
use crate::engine::setup::pool;
use crate::graph::VertexId;
use crate::run::{BoundNest, Sink};
use crate::sample::{Stratum, profile};
use crate::sched::{End, Pool, Slices};

/// Elements that are looked at to see how the work lies on the roots: a millisecond or two.
const PROFILE: f64 = 1e6;
/// Seconds that sharing a search takes at least: a launch for each range of a GPU, a beginning and an end for each of the CPU.
const SHARING: f64 = 2e-3;
/// Seconds that a range of the CPU takes at most: a GPU that joins finds the rest.
const CPU_RANGE: f64 = 0.1;

/// Threads that copy and add the tables of GPUs: those of the engine search meanwhile.
const HELPERS: usize = 4;

/// The CPU and GPUs.
#[derive(Debug)]
pub(crate) struct OnBoth<G> {
    gpu: G,
    cpu: Cpu,
    helpers: ThreadPool,
    /// Seconds that sharing a search takes.
    sharing: f64,
    failures: Failures,
}

/// What both work at.
struct Shared<'a, 's> {
    search: Search<'a>,
    /// The nest as it is searched below roots from a list, whichever these are: what code and kernels are made for.
    listed: BoundNest<'a>,
    slices: Slices,
    open: Pool,
    /// The run's, without the progress of single ranges.
    control: Control,
    /// What was found until now.
    found: Mutex<Result<Option<Done>, EngineError>>,
    /// Who takes matches; `None` in it once they want no more.
    sink: Option<Mutex<Option<&'a mut Sink<'s>>>>,
}

impl<G: Accelerator> OnBoth<G> {
    pub(crate) fn new(gpu: G, cpu: Cpu) -> Result<OnBoth<G>, EngineError> {
        Ok(OnBoth { gpu, cpu, helpers: pool(HELPERS)?, sharing: SHARING, failures: Failures::default() })
    }

    fn work_on_cpu(&self, shared: &Shared<'_, '_>) {
        let Search { nest, pool, .. } = shared.search;
        let searcher = match Searcher::new(shared.listed, self.cpu.backend) {
            Ok(searcher) => searcher,
            Err(error) => return shared.fail(error.into()),
        };
        let mut compile = searcher.compile_time();
        shared.open.join(End::Back);
        while let Some((range, roots)) = shared.take(End::Back, CPU_RANGE) {
            let began = Instant::now();
            let bound = nest.bound.below(roots);
            let finding = match &shared.sink {
                Some(_) => {
                    let mut sink = |found: &[VertexId]| shared.hand_over(found);
                    let listing = Listing { sink: &mut sink, threads: pool.current_num_threads() };
                    searcher.run(&bound, &shared.control, Some(listing))
                }
                None => pool.install(|| searcher.run(&bound, &shared.control, None)),
            };
            match finding {
                Ok(mut finding) => {
                    finding.compile = std::mem::take(&mut compile);
                    let device = self.cpu.device(pool);
                    let done = Done { finding, table: None, device, kernel: None, gpu: None };
                    shared.done(End::Back, &range, (done, began.elapsed()));
                }
                Err(error) => return shared.fail(error.into()),
            }
        }
    }

    fn work_on_gpu(&self, shared: &Shared<'_, '_>) {
        let Search { nest, coming, pool, .. } = shared.search;
        if !self.gpu.is_ready_for(shared.listed) {
            let start = Instant::now();
            while start.elapsed() < HEAD_START {
                if !shared.open.wait(HEAD_START) {
                    return;
                }
            }
            self.gpu.expect_devices();
            self.gpu.expect_kernels(&[&[shared.listed], coming].concat());
            // A compiler that has to share each core takes several times as long.
            shared.control.spare(pool.current_num_threads() / 2);
            while !self.gpu.is_ready_for(shared.listed) {
                if self.gpu.is_missing() || shared.control.is_stopped() || !shared.open.wait(TICK) {
                    break;
                }
            }
            shared.control.spare(0);
            if self.gpu.is_missing() {
                self.failures.say(log::Level::Warn, "no GPU can be used: the CPU runs alone".to_owned());
            }
            if !self.gpu.is_ready_for(shared.listed) {
                return;
            }
        }
        shared.open.join(End::Front);
        while let Some((range, roots)) = shared.take(End::Front, f64::INFINITY) {
            let began = Instant::now();
            let bound = nest.bound.below(roots);
            let nest = BoundNest { bound: &bound, ..nest };
            let part = Search { nest, coming, control: &shared.control, pool: &self.helpers };
            let mut sink = |found: &[VertexId]| shared.hand_over(found);
            let sink = shared.sink.is_some().then_some(&mut sink as &mut Sink<'_>);
            match self.gpu.run(part, sink) {
                Ok(done) => shared.done(End::Front, &range, (done, began.elapsed())),
                Err(failure) if failure.is_repairable() => {
                    self.failures.report("the CPU goes on alone", &failure.error);
                    return shared.open.give_back(End::Front, range);
                }
                Err(failure) => return shared.fail(failure.into()),
            }
        }
        shared.open.leave(End::Front);
    }

    /// One of the two by itself, if sharing the search would take longer than it saves.
    fn run_alone(
        &self,
        search: Search<'_>,
        [gpu, cpu]: [f64; 2],
        sink: &mut Option<&mut Sink<'_>>,
    ) -> Option<Result<Done, EngineError>> {
        let saved = gpu.min(cpu).powi(2) / (gpu + cpu);
        if saved >= self.sharing {
            return None;
        }
        if gpu < cpu && self.gpu.is_ready_for(search.nest) {
            match self.gpu.run(search, sink.as_deref_mut()) {
                Err(failure) if failure.is_repairable() => self.failures.report("the CPU runs alone", &failure.error),
                done => return Some(done.map_err(EngineError::from)),
            }
        }
        // A GPU that is not ready may be worth the wait, or not: the CPU begins in any case.
        (gpu >= cpu).then(|| self.cpu.run(search, sink.as_deref_mut()))
    }
}

/// Seconds that a GPU and so many threads are expected to take for a search.
fn expected(strata: &[Stratum], threads: f64) -> [f64; 2] {
    let mut work = Work::default();
    strata.iter().for_each(|stratum| work.add_times(&stratum.work, 1.0));
    let seconds = |prices: &Prices, workers: f64| work.cost(prices) * prices.nanoseconds * 1e-9 / workers;
    [seconds(&Prices::GPU, 1.0), seconds(&Prices::CPU, threads)]
}

impl Shared<'_, '_> {
    /// A range of slices, and its roots.
    fn take(&self, end: End, most: f64) -> Option<(Range<u32>, Vec<VertexId>)> {
        loop {
            let range = self.open.take(end, most)?;
            let roots = self.slices.roots(range.clone());
            if !roots.is_empty() {
                return Some((range, roots));
            }
            self.search.control.advance(range.len() as u64);
            self.open.pass(&range);
        }
    }

    fn done(&self, end: End, range: &Range<u32>, (done, time): (Done, Duration)) {
        let is_complete = done.finding.complete;
        {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            let before = std::mem::replace(&mut *found, Ok(None));
            *found = before.and_then(|before| match before {
                Some(before) => Ok(Some(before.then(done)?)),
                None => Ok(Some(done)),
            });
        }
        self.search.control.advance(range.len() as u64);
        self.open.done(end, range, time);
        if !is_complete {
            self.open.close();
        }
    }

    /// Whatever else was found: the run has failed.
    fn fail(&self, error: EngineError) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
        self.open.close();
    }

    fn hand_over(&self, found: &[VertexId]) -> ControlFlow<()> {
        let Some(sink) = &self.sink else { return ControlFlow::Break(()) };
        // A sink that has panicked is not called again.
        let Ok(mut sink) = sink.lock() else { return ControlFlow::Break(()) };
        let Some(taker) = sink.as_mut() else { return ControlFlow::Break(()) };
        let flow = taker(found);
        if flow.is_break() {
            *sink = None;
        }
        flow
    }
}

/// Ends what the other one does, if this one panics.
struct Closes<'a>(&'a Pool);

impl Drop for Closes<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

impl<G: Accelerator> Executor for OnBoth<G> {
    fn device(&self, pool: &ThreadPool) -> DevicesUsed {
        let cpu = self.cpu.device(pool);
        match self.gpu.is_open().then(|| self.gpu.name()).flatten() {
            Some(gpu) => DevicesUsed::of_all([&gpu, &cpu]).unwrap_or(cpu),
            None => cpu,
        }
    }

    fn ready_devices(&self) -> Result<(), EngineError> {
        self.gpu.expect_devices();
        Ok(())
    }

    /// Those of who has most of the work.
    fn prices(&self) -> Prices {
        if self.gpu.is_missing() { self.cpu.prices() } else { Prices::GPU }
    }

    fn expect(&self, nests: &[BoundNest<'_>]) {
        self.gpu.expect_kernels(nests);
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        self.cpu.apart()
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        if self.gpu.is_missing() || search.nest.bound.num_roots() == 0 {
            return self.cpu.run(search, sink);
        }
        let (BoundNest { nest, bound, .. }, threads) = (search.nest, search.pool.current_num_threads() as f64);
        // A run that is stopped by now ends as soon as it begins.
        let strata = profile(nest, bound, PROFILE, search.control).unwrap_or_default();
        let seconds = strata.as_deref().map(|strata| expected(strata, threads));
        let mut sink = sink;
        if let Some(done) = seconds.and_then(|seconds| self.run_alone(search, seconds, &mut sink)) {
            return done;
        }
        let slices = search.pool.install(|| Slices::new(bound, strata.as_deref(), &Prices::GPU));
        let listed = bound.below(Vec::new());
        let [gpu, cpu] = seconds.unwrap_or([Prices::GPU.nanoseconds, Prices::CPU.nanoseconds / threads]);
        let shared = Shared {
            search,
            listed: BoundNest { bound: &listed, ..search.nest },
            open: Pool::new(slices.number(), [gpu.recip(), cpu.recip()]),
            slices,
            control: search.control.unwatched(),
            found: Mutex::new(Ok(None)),
            sink: sink.map(|sink| Mutex::new(Some(sink))),
        };
        search.control.begin(shared.slices.number().into());
        thread::scope(|scope| {
            scope.spawn(|| {
                let _closes = Closes(&shared.open);
                self.work_on_gpu(&shared);
            });
            let _closes = Closes(&shared.open);
            self.work_on_cpu(&shared);
        });
        let found = shared.found.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        Ok(found.expect("a pool has a range at least"))
    }
}

#[cfg(test)]
mod tests;
