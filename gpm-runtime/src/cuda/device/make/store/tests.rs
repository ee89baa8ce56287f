//! Kernels are made once, by a compiler that takes its time, for devices that are found late.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use gpm_plan::cost::GraphStats;
use gpm_plan::exec::Explore;
use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use super::super::compiler::{Image, load_or_renew};
use super::*;
use crate::cuda::device::error::NoGpu;
use crate::graph::Graph;
use crate::view::Bound;

const NEW: Capability = (9, 0);
const OLD: Capability = (1, 0);

/// Takes its time, and fails for one kind of device.
#[derive(Debug, Default)]
struct Slow(Arc<AtomicU32>);

impl Compile for Slow {
    fn compile(&self, _: &str, _: &str, sm: Capability) -> Result<Image, GpuError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(20));
        match sm {
            OLD => Err(RunError::Internal("too old".to_owned()).into()),
            _ => Ok(Image { code: Code::Cubin(b"kept".to_vec()), is_kept: true }),
        }
    }

    fn renew(&self, _: &str, _: &str, _: Capability) -> Result<Code, GpuError> {
        Ok(Code::Cubin(b"new".to_vec()))
    }
}

/// Devices that are known from the beginning, or once somebody has waited for them.
#[derive(Debug)]
struct Devices {
    kinds: Vec<Capability>,
    are_known: AtomicBool,
}

impl Targets for Devices {
    fn known(&self) -> Option<Vec<Capability>> {
        self.are_known.load(Ordering::Relaxed).then(|| self.kinds.clone())
    }

    fn guess(&self) -> Option<Capability> {
        Some(NEW)
    }

    fn get(&self) -> Result<Vec<Capability>, NoGpu> {
        self.are_known.store(true, Ordering::Relaxed);
        Ok(self.kinds.clone())
    }
}

/// A store, and how often its compiler was called.
fn store(kinds: &[Capability], are_known: bool) -> (KernelStore, Arc<AtomicU32>) {
    let compiler = Slow::default();
    let calls = Arc::clone(&compiler.0);
    (store_with(Box::new(compiler), kinds, are_known), calls)
}

fn store_with(compiler: Box<dyn Compile>, kinds: &[Capability], are_known: bool) -> KernelStore {
    let devices = Devices { kinds: kinds.to_vec(), are_known: are_known.into() };
    let options = StoreOptions { explore: Explore::Dfs, counts_operations: false };
    KernelStore::new(compiler, Arc::new(devices), options)
}

/// Has no NVRTC, as a machine with a driver alone, until it is installed.
#[derive(Debug, Default)]
struct Without {
    calls: AtomicU32,
    is_installed: AtomicBool,
}

impl Compile for Arc<Without> {
    fn compile(&self, _: &str, _: &str, _: Capability) -> Result<Image, GpuError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        match self.is_installed.load(Ordering::Relaxed) {
            true => Ok(Image { code: Code::Cubin(Vec::new()), is_kept: false }),
            false => Err(NoGpu::NoCompiler { reason: "no usable NVRTC".to_owned() }.into()),
        }
    }

    fn renew(&self, _: &str, _: &str, _: Capability) -> Result<Code, GpuError> {
        unreachable!("nothing was kept")
    }
}

impl KernelStore {
    /// Waits for all threads.
    fn rest(&self) {
        let threads = std::mem::take(&mut *lock(&self.threads));
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }
}

fn nest(pattern: &str) -> LoopNest {
    let query = Query::from(pattern.parse::<Pattern>().unwrap());
    Plan::new(query, &GraphStats::typical()).unwrap().first_nest().clone()
}

/// Calls `check` with nests of these patterns bound to a graph.
fn with(patterns: &[&str], check: impl FnOnce(&[BoundNest<'_>])) {
    let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]).unwrap();
    let nests: Vec<LoopNest> = patterns.iter().map(|pattern| nest(pattern)).collect();
    let bound: Vec<Bound<'_>> = nests.iter().map(|nest| Bound::new(&graph, nest).unwrap()).collect();
    let bound = nests.iter().zip(&bound).map(|(nest, bound)| BoundNest { nest, bound, graph: &graph });
    check(&bound.collect::<Vec<_>>());
}

#[test]
fn a_kernel_is_made_once() {
    with(&["triangle"], |nests| {
        for are_known in [true, false] {
            let (store, calls) = store(&[NEW], are_known);
            thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| store.get(nests[0], &Control::new()).unwrap());
                }
                scope.spawn(|| store.expect(nests));
            });
            assert_eq!(calls.load(Ordering::Relaxed), 1);
            let (kernel, took) = store.get(nests[0], &Control::new()).unwrap();
            assert!(took.is_zero() && kernel.image(NEW).is_ok() && kernel.image(OLD).is_err());
        }
    });
}

/// What the devices are likely to be is what kernels are made for first; then for what they are.
#[test]
fn a_kernel_is_made_for_each_kind_of_device() {
    with(&["triangle"], |nests| {
        let (store, calls) = store(&[NEW, (10, 0)], false);
        assert_eq!(store.nest_state(nests[0]), KernelState::Missing);
        let (kernel, _) = store.get(nests[0], &Control::new()).unwrap();
        assert!(kernel.image(NEW).is_ok() && kernel.image((10, 0)).is_ok());
        assert_eq!(calls.load(Ordering::Relaxed), 3);
    });
}

#[test]
fn what_is_expected_is_there_when_it_is_asked_for() {
    with(&["triangle", "wedge", "triangle", "4-cycle"], |nests| {
        let (store, calls) = store(&[NEW], false);
        store.expect(nests);
        store.expect(nests);
        for &nest in nests {
            store.get(nest, &Control::new()).unwrap();
        }
        assert_eq!(calls.load(Ordering::Relaxed), 3);
        store.expect(nests);
        assert!(store.shelf.state().expected.is_empty(), "all of them are made");
    });
}

#[test]
fn a_stopped_run_waits_for_no_kernel() {
    with(&["triangle"], |nests| {
        let (store, control) = (store(&[NEW], true).0, Control::new());
        control.stop();
        assert!(matches!(store.get(nests[0], &control), Err(GpuError::Stopped(_))));
    });
}

#[test]
fn what_was_kept_and_is_rejected_is_made_again() {
    with(&["triangle"], |nests| {
        let (store, _) = store(&[NEW], true);
        let (kernel, _) = store.get(nests[0], &Control::new()).unwrap();
        let kept = kernel.image(NEW).unwrap();
        let rejected = || GpuError::Rejected { reason: "CUDA_ERROR_INVALID_IMAGE".to_owned() };
        let load = |code: &Code| match code {
            Code::Cubin(bytes) if bytes == b"new" => Ok("loaded"),
            _ => Err(rejected()),
        };
        assert_eq!(load_or_renew(kept, load, || store.renew(&kernel, NEW)).unwrap(), "loaded");
        // Once is enough, and what was just compiled is not compiled again.
        let never = |_: &Code| -> Result<(), _> { Err(rejected()) };
        assert!(load_or_renew(kept, never, || store.renew(&kernel, NEW)).is_err());
        let new = Image { is_kept: false, ..kept.clone() };
        assert!(load_or_renew(&new, load, || unreachable!("it is new")).is_err());
        // Other failures say nothing of the code.
        let full = |_: &Code| -> Result<(), _> { Err(GpuError::OutOfMemory { what: "a kernel", asked: 1, free: 0 }) };
        assert!(load_or_renew(kept, full, || unreachable!("the code is good")).is_err());
    });
}

#[test]
fn what_could_not_be_made_is_remembered_with_its_reason() {
    with(&["triangle", "wedge"], |nests| {
        for are_known in [true, false] {
            let compiler = Arc::new(Without::default());
            let calls = || compiler.calls.load(Ordering::Relaxed);
            let store = store_with(Box::new(Arc::clone(&compiler)), &[NEW], are_known);
            assert_eq!((store.nest_state(nests[0]), store.no_compiler()), (KernelState::Missing, None));
            // Labelled queries ask each millisecond.
            for _ in 0..100 {
                store.expect(nests);
                store.expect_static(StaticKernel::Labelled);
            }
            store.rest();
            let tried = calls();
            // For what devices are likely to be, and for what they are.
            assert!(if are_known { tried == 3 } else { (3..=6).contains(&tried) }, "{tried}");
            for state in
                [store.nest_state(nests[0]), store.nest_state(nests[1]), store.static_state(StaticKernel::Labelled)]
            {
                let KernelState::Failed(reason) = state else { panic!("{state:?}") };
                assert!(reason.contains("cannot be compiled here: no usable NVRTC"), "{reason}");
            }
            assert!(store.no_compiler().is_some());
            store.expect(nests);
            store.rest();
            assert_eq!(calls(), tried, "once is enough");
            // Who cannot do without has it tried again.
            assert!(store.get(nests[0], &Control::new()).is_err());
            compiler.is_installed.store(true, Ordering::Relaxed);
            assert!(store.get(nests[0], &Control::new()).is_ok());
            assert_eq!((store.nest_state(nests[0]), store.no_compiler()), (KernelState::Ready, None));
            assert!(matches!(store.nest_state(nests[1]), KernelState::Failed(_)));
        }
    });
}

/// That a device of the kind guessed could not have a kernel says nothing of the one that there is.
#[test]
fn a_failure_for_a_guess_is_not_remembered() {
    with(&["triangle"], |nests| {
        let (store, _) = store(&[OLD], true);
        store.expect(nests);
        store.rest();
        assert!(matches!(store.nest_state(nests[0]), KernelState::Failed(reason) if reason.contains("too old")));
        assert_eq!(store.no_compiler(), None);
        let request = Request::of(nests[0], store.options).into_owned();
        let mut state = State::default();
        state.fail(&request, &RunError::Internal("too old".to_owned()).into(), true);
        assert_eq!(state.of(&request, Some(&[NEW])), KernelState::Missing);
    });
}

#[test]
fn what_cannot_be_made_is_tried_again() {
    with(&["triangle"], |nests| {
        let (store, calls) = store(&[OLD], true);
        for _ in 0..2 {
            assert!(store.get(nests[0], &Control::new()).is_err());
        }
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    });
}
