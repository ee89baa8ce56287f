//! The CPU and GPUs together. The CPU begins at once; a GPU that is ready takes all that the CPU has not begun with, in one launch, and gives
//! back what it has not begun with itself as often as the CPU has nothing to do. What it fails at is the CPU's again.

use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use gpm_plan::cost::Prices;
use rayon::ThreadPool;

use super::accelerator::{Accelerator, COMPILING, Failures, OPENING, TICK, is_worth_opening};
use super::cpu::Cpu;
use super::executor::{Done, Executor, LabelledDone, PatternSettler, Search};
use super::known::{Case, Known};
use super::late_settler::LateSettler;
use super::shared::Shared;
use super::who::{Expected, Sharing, Who};
use crate::brief::Written;
use crate::control::{Control, NoThread};
use crate::cpu::{Listing, Rest, Searcher};
use crate::cuda::device::{KernelState, Phase};
use crate::engine::terms::{DevicesUsed, EngineError, pool};
use crate::graph::VertexId;
use crate::lock::{lock, whole};
use crate::mine::RowArrays;
use crate::on_demand::OnDemand;
use crate::run::{BoundNest, Sink};
use crate::sched::Pool;

/// Threads that copy and add the tables of GPUs: those of the engine search meanwhile. *guess*
const HELPERS: usize = 4;

/// The CPU and GPUs.
#[derive(Debug)]
pub(crate) struct OnBoth<G> {
    gpu: G,
    cpu: Cpu,
    helpers: ThreadPool,
    sharing: Sharing,
    failures: Failures,
    known: Known,
    /// Seconds that a GPU would have saved until now if it had been ready.
    missed: Mutex<f64>,
}

impl<G: Accelerator> OnBoth<G> {
    pub(crate) fn new(gpu: G, cpu: Cpu, sharing: Sharing) -> Result<OnBoth<G>, EngineError> {
        Ok(OnBoth {
            gpu,
            cpu,
            helpers: pool(HELPERS)?,
            sharing,
            failures: Failures::default(),
            known: Known::default(),
            missed: Mutex::default(),
        })
    }

    /// Whether plans are for a GPU: where one takes part only if it pays, as soon as it is open.
    fn is_for_gpu(&self) -> bool {
        if self.sharing.is_eager { !self.is_missing() } else { self.gpu.is_open() && !self.is_missing() }
    }

    /// Whether there is no GPU to be had, which is said if something lacks that there might be.
    fn is_missing(&self) -> bool {
        self.failures.is_missing(&self.gpu)
    }

    fn on_gpu(&self, search: Search<'_>, sink: &mut Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        match self.gpu.run(search, sink.as_deref_mut(), None) {
            // Nobody has seen anything of it.
            Err(failure) if failure.is_repairable() => {
                let now = match failure.phase {
                    Phase::Setup => "running on the CPU",
                    Phase::Search | Phase::Listing { .. } => "beginning again on the CPU",
                };
                self.failures.report(now, &failure.error);
                self.cpu.run(search, sink.as_deref_mut())
            }
            done => Ok(done?),
        }
    }

    /// Makes a GPU ready once the searches so far would have saved as much time on it as opening it takes. How many searches are to come is
    /// not known; this takes at most twice as long as if it were [KarlinManasseRudolphSleator1988].
    fn prepare(&self, search: Search<'_>, case: &Case) {
        let opening = OPENING.as_secs_f64();
        if !self.gpu.is_open() {
            if *self.missed() > opening {
                self.gpu.expect_devices();
            }
        } else if case.expected.saved(case.seconds()) > 0.0 && (self.sharing.is_eager || case.missed() > opening) {
            self.gpu.expect_kernels(&[search.nest]);
        }
    }

    /// Seconds that a GPU would have saved until now if it had been ready.
    fn missed(&self) -> MutexGuard<'_, f64> {
        lock(&self.missed)
    }

    fn on_both(&self, search: Search<'_>, case: &Case, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        let shared = Shared {
            search,
            case,
            pool: Pool::new(),
            costs: OnDemand::new(),
            rest: Rest::default(),
            control: search.control.of_part(),
            looking: Control::new(),
            found: Mutex::new(Ok(None)),
            sink: sink.map(|sink| Mutex::new(Some(sink))),
            is_given_back: case.expected.is_cpu_worth_it(self.sharing, case.seconds()),
            least_piece: self.sharing.least_piece,
            launch: Mutex::default(),
            on_cpu: Mutex::default(),
            start: Instant::now(),
        };
        search.control.begin(search.nest.bound.num_roots() as u64);
        // A GPU that is ready has the first word.
        let head_start = case.expected.head_start(self.sharing, case.seconds());
        let had_all = self.gpu.state(search.nest) == KernelState::Ready && shared.take_whole();
        thread::scope(|scope| -> Result<(), NoThread> {
            let on_gpu = || {
                let _closes = Closes(&shared.pool);
                if had_all {
                    self.search_on_gpu(&shared, None);
                } else if let Some(rest) = self.wait_for_gpu(&shared, head_start) {
                    self.search_on_gpu(&shared, Some(rest));
                }
            };
            thread::Builder::new().spawn_scoped(scope, on_gpu)?;
            let _closes = Closes(&shared.pool);
            if had_all {
                // Before it asks the GPU for roots, which would wait for the costs then.
                shared.costs();
            }
            self.search_on_cpu(&shared);
            Ok(())
        })?;
        log::debug!("{}", shared.summary());
        let gpu_alone = shared.gpu_alone().filter(|_| had_all);
        let found = whole(shared.found.into_inner())?;
        let done = found.expect("there is a root at least");
        if let Some(seconds) = gpu_alone.filter(|_| done.finding.complete) {
            case.expect_of_gpu(seconds);
        }
        Ok(done)
    }

    fn search_on_cpu(&self, shared: &Shared<'_, '_>) {
        let Search { nest, pool, .. } = shared.search;
        let listed = nest.bound.below(Vec::new());
        let searcher = match Searcher::new(BoundNest { bound: &listed, ..nest }, self.cpu.backend) {
            Ok(searcher) => searcher.with_rest(&shared.rest),
            Err(error) => return shared.fail(error.into()),
        };
        let mut compile = searcher.compile_time();
        while let Some((roots, cost)) = shared.take() {
            let began = Instant::now();
            let bound = nest.bound.below(roots);
            let finding = match &shared.sink {
                Some(_) => {
                    let mut sink = |found: &[VertexId]| shared.hand_over(found);
                    let listing = Listing { sink: &mut sink, threads: Some(pool.current_num_threads()) };
                    searcher.run(&bound, &shared.control, Some(listing))
                }
                None => pool.install(|| searcher.run(&bound, &shared.control, None)),
            };
            match finding {
                Ok(mut finding) => {
                    finding.compile = std::mem::take(&mut compile);
                    let device = self.cpu.device(pool);
                    shared.add(Done { finding, table: None, device, kernel: None, gpu: None });
                    shared.done(cost, began.elapsed());
                }
                Err(error) => return shared.fail(error.into()),
            }
        }
    }

    /// What the CPU has not begun with by the time that a GPU is ready.
    fn wait_for_gpu(&self, shared: &Shared<'_, '_>, head_start: Duration) -> Option<Vec<VertexId>> {
        let Search { nest, coming, pool, .. } = shared.search;
        let start = Instant::now();
        while let Some(left) = head_start.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
            if !shared.pool.wait(left) {
                return None;
            }
        }
        self.gpu.expect_devices();
        let (woken, wanted) = (Instant::now(), [&[nest], coming].concat());
        let (mut is_asked, mut has_spared) = (false, false);
        let is_ready = loop {
            let state = self.gpu.state(nest);
            if self.failures.is_ready(&state) {
                break true;
            }
            is_asked = is_asked || self.gpu.expect_kernels(&wanted);
            // A compiler that has to share each core takes several times as long.
            let compiles = state == KernelState::Making && woken.elapsed() > COMPILING;
            shared.control.spare(if compiles { pool.current_num_threads() / 2 } else { 0 });
            has_spared |= compiles;
            let is_vain = matches!(state, KernelState::Failed(_)) || self.is_missing();
            if is_vain || shared.control.is_stopped() || !shared.pool.wait(TICK) {
                break false;
            }
        };
        shared.control.spare(0);
        if has_spared && !is_ready {
            shared.begin_again();
        }
        if self.gpu.is_missing() && self.gpu.no_compiler().is_none() && self.sharing.is_eager {
            self.failures.say(log::Level::Warn, "no GPU can be used: the CPU runs alone".to_owned());
        }
        if !is_ready {
            return None;
        }
        loop {
            let rest = shared.take_rest();
            // The CPU may be about to begin.
            if rest.is_some() || !shared.pool.wait(TICK) {
                return rest;
            }
        }
    }

    /// Searches all, or the rest.
    fn search_on_gpu(&self, shared: &Shared<'_, '_>, rest: Option<Vec<VertexId>>) {
        let Search { nest, coming, .. } = shared.search;
        let below = rest.clone().map(|roots| nest.bound.below_most(roots));
        let bound = below.as_ref().unwrap_or(nest.bound);
        let search = Search {
            nest: BoundNest { bound, ..nest },
            coming,
            num_own: 0,
            control: &shared.control,
            pool: &self.helpers,
        };
        let mut sink = |found: &[VertexId]| shared.hand_over(found);
        let sink = shared.sink.is_some().then_some(&mut sink as &mut Sink<'_>);
        match self.gpu.run(search, sink, Some(shared)) {
            Ok(done) => {
                shared.add(done);
                shared.leave();
            }
            Err(failure) if failure.is_repairable() => {
                self.failures.report("the CPU goes on alone", &failure.error);
                shared.give_back(rest);
            }
            Err(failure) => shared.fail(failure.into()),
        }
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
        let (cpu, gpu) = (self.cpu.device(pool), self.gpu.is_open().then(|| self.gpu.name()).flatten());
        match (gpu, self.sharing.is_eager) {
            (Some(gpu), true) => DevicesUsed::of_all([&gpu, &cpu]).unwrap_or(cpu),
            (gpu, _) => gpu.unwrap_or(cpu),
        }
    }

    fn is_ready_for_labelled(&self, searched: Duration) -> bool {
        let is_due = self.sharing.is_eager || self.gpu.is_open() || searched >= OPENING;
        if !is_due || self.is_missing() {
            return false;
        }
        self.gpu.expect_devices();
        self.failures.is_ready(&self.gpu.labelled_state())
    }

    fn labelled(
        &self,
        written: &Written<'_>,
        most: Option<Duration>,
        control: &Control,
    ) -> Option<Result<LabelledDone, EngineError>> {
        match self.gpu.labelled(written, most, control)? {
            Err(error) if !error.is_stopped() => {
                self.failures.say(log::Level::Warn, format!("labelled patterns are counted on the CPU: {error}"));
                None
            }
            done => Some(done),
        }
    }

    fn ready_devices(&self) -> Result<(), EngineError> {
        self.gpu.expect_devices();
        Ok(())
    }

    /// The prices of the device that does most of the work.
    fn prices(&self) -> Prices {
        if self.is_for_gpu() { Prices::GPU } else { self.cpu.prices() }
    }

    /// A GPU that takes part only if it pays may never be wanted.
    fn expect(&self, nests: &[BoundNest<'_>]) {
        if self.is_for_gpu() {
            self.gpu.expect_kernels(nests);
        }
    }

    /// A GPU that is not open is opened while the plan is settled, if the search is long enough for that.
    fn expect_seconds(&self, cpu: f64) -> Option<Prices> {
        if !is_worth_opening(cpu) || self.is_for_gpu() {
            return None;
        }
        self.gpu.expect_devices();
        self.gpu.is_likely().then_some(Prices::GPU)
    }

    fn settler<'a>(
        &'a self,
        rows: &'a (dyn Fn() -> RowArrays + Sync),
        control: &'a Control,
    ) -> Result<Option<PatternSettler<'a>>, EngineError> {
        let own = LateSettler::new(&self.gpu, (rows, control), &self.failures, self.sharing.is_eager);
        Ok(Some(Box::new(own)))
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        self.cpu.apart()
    }

    fn run(&self, search: Search<'_>, mut sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        if self.is_missing() || search.nest.bound.num_roots() == 0 {
            return self.cpu.run(search, sink);
        }
        let state = self.gpu.state(search.nest);
        let is_ready = self.failures.is_ready(&state);
        if matches!(state, KernelState::Failed(_)) {
            return self.cpu.run(search, sink);
        }
        let threads = search.pool.current_num_threads() as f64;
        let case = self.known.case(search.nest, || {
            let expected = search.pool.install(|| Expected::of(search.nest, threads, search.control));
            (expected, !search.control.is_stopped())
        });
        if !is_ready {
            self.prepare(search, &case);
        }
        let who = case.expected.who(self.sharing, is_ready, case.seconds());
        let (start, is_timed) = (Instant::now(), sink.is_none());
        let done = match who {
            Who::Cpu => self.cpu.run(search, sink),
            Who::Gpu => self.on_gpu(search, &mut sink),
            Who::Both => self.on_both(search, &case, sink),
        }?;
        // A listing takes as long as whoever takes its matches.
        if is_timed {
            match (&done.gpu, is_ready) {
                (Some(_), true) => case.note(who, &done, start.elapsed()),
                // It joined late: how long both take from the beginning is not known by that.
                (Some(_), false) => {}
                (None, _) => case.note(Who::Cpu, &done, start.elapsed()),
            }
            if done.gpu.is_none() && !is_ready {
                *self.missed() += case.miss();
            }
        }
        Ok(done)
    }
}

#[cfg(test)]
mod tests;
