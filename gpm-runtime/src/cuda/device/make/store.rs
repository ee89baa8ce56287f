//! The kernels of an engine: each is made once, on a thread of its own, and kept for the queries to come.
//!
//! Two verbs: [`KernelStore::expect`] has kernels made beside all else, [`KernelStore::get`] waits for one. What is expected, what
//! threads are making and what is made stands in one place, so that nothing is made twice.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::compiler::Compile;
use super::kernel::{Compiled, Request, StoreOptions};
use crate::control::Control;
use crate::cuda::compile::Code;
use crate::cuda::device::error::{GpuError, NoGpu};
use crate::cuda::device::find::{Capability, Targets};
use crate::cuda::static_kernel::StaticKernel;
use crate::lock::{lock, whole};
use crate::recent::Recent;
use crate::run::{BoundNest, RunError};

/// Kernels kept for the next query. *guess*
const KEPT: usize = 256;

/// How far a kernel is, or what a search needs of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KernelState {
    /// It is not there, and nobody makes it.
    Missing,
    /// A thread makes it, or will.
    Making,
    /// It is there.
    Ready,
    /// It could not be made, and why. Only who cannot do without it has it tried again.
    Failed(Arc<str>),
}

/// Kernels, and the threads that make them.
#[derive(Debug)]
pub(crate) struct KernelStore {
    shelf: Arc<Shelf>,
    options: StoreOptions,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// A kernel, and how long it took to make.
type MadeKernel = Result<(Arc<Compiled>, Duration), GpuError>;

/// What the store and its threads share.
#[derive(Debug)]
struct Shelf {
    compiler: Box<dyn Compile>,
    targets: Arc<dyn Targets>,
    state: Mutex<State>,
    /// Told when a kernel is made, or could not be.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// What no thread has begun to make, the most urgent first.
    expected: VecDeque<Request<'static>>,
    /// What threads have to do with, be it that they wait for devices; the same as often as threads have.
    begun: Vec<Request<'static>>,
    /// What threads are making.
    making: Vec<Request<'static>>,
    made: Recent<Arc<Compiled>, KEPT>,
    /// What could not be made, and why.
    failed: Recent<(Request<'static>, Arc<str>), KEPT>,
    /// What is missing where no compiler was found, the last time that one was needed.
    no_compiler: Option<Arc<str>>,
    next_id: u64,
}

impl KernelStore {
    /// Kernels for devices that are perhaps not found yet.
    pub(crate) fn new(compiler: Box<dyn Compile>, targets: Arc<dyn Targets>, options: StoreOptions) -> KernelStore {
        let shelf = Shelf { compiler, targets, state: Mutex::default(), changed: Condvar::new() };
        KernelStore { shelf: Arc::new(shelf), options, threads: Mutex::default() }
    }

    /// Has threads, as many as there are cores at most, make the kernels of these nests, in this order, after all that was expected
    /// before. What could not be made is not tried again.
    pub(crate) fn expect(&self, nests: &[BoundNest<'_>]) {
        self.expect_requested(nests.iter().map(|&nest| Request::of(nest, self.options)));
    }

    fn expect_requested<'n>(&self, requests: impl IntoIterator<Item = Request<'n>>) {
        let kinds = self.shelf.targets.known();
        let mut state = self.shelf.state();
        for request in requests {
            if state.of(&request, kinds.as_deref()) == KernelState::Missing {
                state.expected.push_back(request.into_owned());
            }
        }
        let number = state.expected.len();
        drop(state);
        if number == 0 {
            return;
        }
        let mut threads = lock(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..number.min(cores.saturating_sub(threads.len())) {
            let shelf = Arc::clone(&self.shelf);
            let work = move || while_some(|| shelf.next_expected(), |begun| drop(begun.make()));
            // Without a thread a kernel is made when it is needed.
            threads.extend(spawn(work));
        }
        if threads.is_empty() {
            self.shelf.state().expected.clear();
        }
    }

    /// The kernel of a nest, and how long it took to make; waits until the run is stopped. One that is there costs a microsecond, one
    /// that could not be made before is tried again.
    ///
    /// No compiler can be interrupted: a run that is stopped leaves the kernel to its thread.
    pub(crate) fn get(&self, nest: BoundNest<'_>, control: &Control) -> MadeKernel {
        self.get_requested(Request::of(nest, self.options), control)
    }

    /// The same for the kernel that takes samples of a nest of which lanes can.
    pub(crate) fn get_for_samples(&self, nest: BoundNest<'_>, control: &Control) -> MadeKernel {
        self.get_requested(Request::of_samples(nest), control)
    }

    /// The same for a kernel that all queries share.
    pub(crate) fn get_static(&self, kernel: StaticKernel, control: &Control) -> MadeKernel {
        self.get_requested(Request::Static(kernel), control)
    }

    /// Has a thread make that, as [`Self::expect`] does.
    pub(crate) fn expect_static(&self, kernel: StaticKernel) {
        self.expect_requested([Request::Static(kernel)]);
    }

    /// How far that is.
    pub(crate) fn static_state(&self, kernel: StaticKernel) -> KernelState {
        self.state(&Request::Static(kernel))
    }

    /// How far the kernel of a nest is; ready once devices and kernel are there.
    pub(crate) fn nest_state(&self, nest: BoundNest<'_>) -> KernelState {
        self.state(&Request::of(nest, self.options))
    }

    /// What is missing where there is no compiler, nor a kernel that was made without.
    pub(crate) fn no_compiler(&self) -> Option<Arc<str>> {
        let state = self.shelf.state();
        state.no_compiler.clone().filter(|_| state.made.is_empty())
    }

    fn state(&self, request: &Request<'_>) -> KernelState {
        let kinds = self.shelf.targets.known();
        self.shelf.state().of(request, kinds.as_deref())
    }

    fn get_requested(&self, request: Request<'_>, control: &Control) -> MadeKernel {
        match self.find_requested(&request) {
            Some(kernel) => Ok((kernel, Duration::ZERO)),
            None => {
                let made = control.wait_for(&self.begin(request.into_owned()))?;
                made.unwrap_or_else(|| Err(no_thread().into()))
            }
        }
    }

    fn find_requested(&self, request: &Request<'_>) -> Option<Arc<Compiled>> {
        let kinds = self.shelf.targets.known()?;
        self.shelf.state().find(request, &kinds)
    }

    /// Code of a kernel that was just compiled, for a device whose driver rejects what there is.
    pub(crate) fn renew(&self, kernel: &Compiled, sm: Capability) -> Result<Code, GpuError> {
        kernel.renew(&*self.shelf.compiler, sm)
    }

    /// Has a thread of its own make a kernel at once.
    fn begin(&self, request: Request<'static>) -> Receiver<MadeKernel> {
        let (sender, receiver) = channel();
        let shelf = &self.shelf;
        let begun = Begun::new(shelf, shelf.state(), request);
        // Nobody may be waiting any more.
        let work = move || drop(sender.send(begun.make()));
        let mut threads = lock(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        threads.extend(spawn(work));
        receiver
    }
}

impl Drop for KernelStore {
    /// Waits for what is being made: a process that ends while a thread is in the compiler may fail in it.
    fn drop(&mut self) {
        self.shelf.state().expected.clear();
        let threads = std::mem::take(&mut *lock(&self.threads));
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}

impl Shelf {
    /// Makes a kernel for the devices, once these are found.
    fn make(&self, request: &Request<'static>) -> MadeKernel {
        let mut early = Duration::ZERO;
        if self.targets.known().is_none() {
            // Compiling takes longer than finding devices, so it begins with what they are likely to be.
            let made = self.targets.guess().map(|kind| self.make_for(request, &[kind], true));
            early = made.and_then(Result::ok).map_or(Duration::ZERO, |(_, time)| time);
        }
        let (kernel, time) = self.make_for(request, &self.targets.get()?, false)?;
        Ok((kernel, early + time))
    }

    /// Makes a kernel for devices of these kinds, or that they are guessed to be, unless it is there. One that another thread is making is
    /// waited for.
    fn make_for(&self, request: &Request<'static>, kinds: &[Capability], are_guessed: bool) -> MadeKernel {
        let start = Instant::now();
        let mut state = self.state();
        loop {
            if let Some(kernel) = state.find(request, kinds) {
                return Ok((kernel, start.elapsed()));
            }
            if !state.making.contains(request) {
                break;
            }
            state = whole(self.changed.wait(state));
        }
        state.expected.retain(|expected| expected != request);
        state.making.push(request.clone());
        let id = state.next_id;
        state.next_id += 1;
        drop(state);
        let making = Making { shelf: self, request };
        let made = Compiled::new(id, request.clone(), &*self.compiler, kinds);
        let made = made.inspect_err(|error| self.state().fail(request, error, are_guessed));
        let kernel = Arc::new(made?);
        self.state().keep(request, &kernel);
        drop(making);
        Ok((kernel, start.elapsed()))
    }

    /// What is to be made next of what is expected.
    fn next_expected(self: &Arc<Self>) -> Option<Begun> {
        let mut state = self.state();
        let request = state.expected.pop_front()?;
        Some(Begun::new(self, state, request))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    fn find(&mut self, request: &Request<'_>, kinds: &[Capability]) -> Option<Arc<Compiled>> {
        self.made.find(|kernel| kernel.is_for(request, kinds)).cloned()
    }

    fn of(&mut self, request: &Request<'_>, kinds: Option<&[Capability]>) -> KernelState {
        if kinds.is_some_and(|kinds| self.find(request, kinds).is_some()) {
            KernelState::Ready
        } else if let Some((_, reason)) = self.failed.find(|(failed, _)| failed == request) {
            KernelState::Failed(Arc::clone(reason))
        } else if self.begun.contains(request) || self.expected.contains(request) {
            KernelState::Making
        } else {
            KernelState::Missing
        }
    }

    /// Remembers what could not be made. For a device of another kind than was guessed it may do, but not without a compiler.
    fn fail(&mut self, request: &Request<'static>, error: &GpuError, is_guessed: bool) {
        let reason: Arc<str> = error.to_string().into();
        let lacks_compiler = matches!(error, GpuError::NoGpu(NoGpu::NoCompiler { .. }));
        if lacks_compiler {
            self.no_compiler = Some(Arc::clone(&reason));
        }
        if lacks_compiler || !is_guessed {
            self.failed.retain(|(failed, _)| failed != request);
            self.failed.add((request.clone(), reason));
        }
    }

    fn keep(&mut self, request: &Request<'static>, kernel: &Arc<Compiled>) {
        self.failed.retain(|(failed, _)| failed != request);
        self.made.add(Arc::clone(kernel));
    }
}

/// A kernel that a thread has to do with, until it is dropped.
struct Begun {
    shelf: Arc<Shelf>,
    request: Request<'static>,
}

impl Begun {
    fn new(shelf: &Arc<Shelf>, mut state: MutexGuard<'_, State>, request: Request<'static>) -> Begun {
        state.begun.push(request.clone());
        Begun { shelf: Arc::clone(shelf), request }
    }

    fn make(&self) -> MadeKernel {
        self.shelf.make(&self.request)
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        let mut state = self.shelf.state();
        if let Some(at) = state.begun.iter().position(|request| *request == self.request) {
            state.begun.swap_remove(at);
        }
    }
}

/// A kernel that a thread is making, until it is dropped.
struct Making<'a> {
    shelf: &'a Shelf,
    request: &'a Request<'static>,
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        self.shelf.state().making.retain(|request| request != self.request);
        self.shelf.changed.notify_all();
    }
}

/// A thread that makes kernels, if the system gives one.
fn spawn(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    thread::Builder::new().name("kernel".to_owned()).spawn(work).ok()
}

fn while_some<T>(next: impl Fn() -> Option<T>, work: impl Fn(T)) {
    while let Some(item) = next() {
        work(item);
    }
}

/// The thread that was to make a kernel could not be started, or panicked.
fn no_thread() -> RunError {
    RunError::Internal("no thread made the kernel; please report this".to_owned())
}

#[cfg(test)]
mod tests;
