//! The CPU and GPUs together: both take from one pool of roots, the GPUs big ranges from one end, the CPU small ones from the other.
//!
//! The CPU begins at once. A GPU joins when it is open and the kernel is there; what it fails at it gives back.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gpm_plan::cost::Prices;
use rayon::ThreadPool;

use super::cpu::Cpu;
use super::either::Accelerator;
use super::executor::{Done, Executor, Search};
use crate::control::Control;
use crate::cpu::{Listing, Searcher};
use crate::engine::devices_used::DevicesUsed;
use crate::engine::error::EngineError;
use crate::engine::setup::pool;
use crate::graph::VertexId;
use crate::run::{BoundNest, Sink};
use crate::sched::{Deal, End, Pool};

/// What the CPU has for itself before a GPU is woken.
const HEAD_START: Duration = Duration::from_millis(20);
/// How often it is looked whether a GPU is ready.
const TICK: Duration = Duration::from_millis(1);
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
}

/// What both work at.
struct Shared<'a, 's> {
    search: Search<'a>,
    /// The nest as it is searched below roots from a list, whichever these are: what code and kernels are made for.
    listed: BoundNest<'a>,
    deal: Deal,
    hands: Pool,
    /// The run's, without the progress of single ranges.
    control: Control,
    /// What was found until now.
    found: Mutex<Result<Option<Done>, EngineError>>,
    /// Who takes matches; `None` in it once they want no more.
    sink: Option<Mutex<Option<&'a mut Sink<'s>>>>,
}

impl<G: Accelerator> OnBoth<G> {
    pub(crate) fn new(gpu: G, cpu: Cpu) -> Result<OnBoth<G>, EngineError> {
        Ok(OnBoth { gpu, cpu, helpers: pool(HELPERS)? })
    }

    fn work_on_cpu(&self, shared: &Shared<'_, '_>) {
        let Search { nest, pool, .. } = shared.search;
        let searcher = match Searcher::new(shared.listed, self.cpu.backend) {
            Ok(searcher) => searcher,
            Err(error) => return shared.fail(error.into()),
        };
        let mut compile = searcher.compile_time();
        shared.hands.join(End::Back);
        while let Some(range) = shared.hands.take(End::Back, CPU_RANGE) {
            let began = Instant::now();
            let bound = nest.bound.below(shared.deal.hands(range.clone(), shared.hands.of()));
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
                if !shared.hands.wait(HEAD_START) {
                    return;
                }
            }
            self.gpu.expect_devices();
            self.gpu.expect_kernels(&[&[shared.listed], coming].concat());
            // A compiler that has to share each core takes several times as long.
            shared.control.spare(pool.current_num_threads() / 2);
            while !self.gpu.is_ready_for(shared.listed) {
                if self.gpu.is_missing() || shared.control.is_stopped() || !shared.hands.wait(TICK) {
                    break;
                }
            }
            shared.control.spare(0);
            if self.gpu.is_missing() {
                log::warn!("no GPU can be used: the CPU runs alone");
            }
            if !self.gpu.is_ready_for(shared.listed) {
                return;
            }
        }
        shared.hands.join(End::Front);
        while let Some(range) = shared.hands.take(End::Front, f64::INFINITY) {
            let began = Instant::now();
            let bound = nest.bound.below(shared.deal.hands(range.clone(), shared.hands.of()));
            let nest = BoundNest { bound: &bound, ..nest };
            let part = Search { nest, coming, control: &shared.control, pool: &self.helpers };
            let mut sink = |found: &[VertexId]| shared.hand_over(found);
            let sink = shared.sink.is_some().then_some(&mut sink as &mut Sink<'_>);
            match self.gpu.run(part, sink) {
                Ok(done) => shared.done(End::Front, &range, (done, began.elapsed())),
                Err(failure) if failure.is_repairable() => {
                    log::warn!("the CPU goes on alone: {}", failure.error);
                    return shared.hands.give_back(End::Front, range);
                }
                Err(failure) => return shared.fail(failure.into()),
            }
        }
        shared.hands.leave(End::Front);
    }
}

impl Shared<'_, '_> {
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
        self.hands.done(end, range, time);
        if !is_complete {
            self.hands.close();
        }
    }

    /// Whatever else was found: the run has failed.
    fn fail(&self, error: EngineError) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
        self.hands.close();
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
        if self.gpu.is_missing() {
            return self.cpu.run(search, sink);
        }
        let threads = search.pool.current_num_threads() as f64;
        let deal = search.pool.install(|| Deal::new(search.nest.bound));
        let listed = search.nest.bound.below(Vec::new());
        let speeds = [Prices::GPU.nanoseconds.recip(), threads / Prices::CPU.nanoseconds];
        let shared = Shared {
            search,
            listed: BoundNest { bound: &listed, ..search.nest },
            hands: Pool::new(deal.num_hands(), speeds),
            deal,
            control: search.control.unwatched(),
            found: Mutex::new(Ok(None)),
            sink: sink.map(|sink| Mutex::new(Some(sink))),
        };
        search.control.begin(shared.hands.of().into());
        thread::scope(|scope| {
            scope.spawn(|| {
                let _closes = Closes(&shared.hands);
                self.work_on_gpu(&shared);
            });
            let _closes = Closes(&shared.hands);
            self.work_on_cpu(&shared);
        });
        let found = shared.found.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        Ok(found.expect("a pool has a range at least"))
    }
}

#[cfg(test)]
mod tests;
