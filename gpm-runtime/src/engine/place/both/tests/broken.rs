//! What becomes of queries whose GPU fails before, during and after the search, by a GPU that fails as it is told.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;

use super::*;
use crate::control::Control;
use crate::cpu::Backend;
use crate::cuda::device::{Failure, GpuError, MemoryError, NoGpu};
use crate::engine::place::executor;
use crate::engine::terms::Threads;
use crate::engine::{Devices, Engine, EngineConfig, GpuUsed};
use crate::graph::{Graph, VertexId};
use crate::run::RunError;
use crate::sched::Recall;

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    NoDevice,
    Memory,
    OutOfMemory,
    Upload,
    Kernel,
    Bug,
    Overflow,
}

impl Fault {
    fn error(self) -> GpuError {
        match self {
            Fault::NoDevice => GpuError::NoGpu(NoGpu::NoDevice),
            Fault::Memory => GpuError::Memory(MemoryError::Block { needed: 1 << 33, available: 1 << 30 }),
            Fault::OutOfMemory => GpuError::OutOfMemory { what: "the graph", asked: 3 << 30, free: 1 << 30 },
            Fault::Upload => GpuError::Driver { what: "copying the graph", reason: "unspecified".to_owned() },
            Fault::Kernel => GpuError::Driver { what: "running a kernel", reason: "illegal address".to_owned() },
            Fault::Bug => RunError::Internal("unknown kernel status; please report this".to_owned()).into(),
            Fault::Overflow => RunError::Overflow.into(),
        }
    }
}

/// What a test sees of its GPU.
#[derive(Debug, Default)]
struct Seen {
    runs: AtomicU32,
    has_begun: AtomicBool,
}

/// A GPU that fails.
#[derive(Debug)]
struct Broken {
    fault: Fault,
    /// Whether it searches before; matches that it hands out then.
    searches: bool,
    handed: u64,
    /// Whether it is ready at once, or only after the CPU was given a head start.
    is_ready: bool,
    /// Whether it is of no use after the failure.
    is_lost: bool,
    seen: Arc<Seen>,
}

impl Accelerator for Broken {
    fn is_missing(&self) -> bool {
        self.is_lost && self.seen.runs.load(Ordering::Relaxed) > 0
    }

    fn is_open(&self) -> bool {
        self.is_ready
    }

    fn state(&self, _: BoundNest<'_>) -> KernelState {
        let is_ready = self.is_ready || self.seen.has_begun.load(Ordering::Relaxed);
        if is_ready { KernelState::Ready } else { KernelState::Missing }
    }

    fn expect_devices(&self) {
        self.seen.has_begun.store(true, Ordering::Relaxed);
    }

    fn expect_kernels(&self, _: &[BoundNest<'_>]) -> bool {
        true
    }

    fn expect_settler(&self) -> bool {
        true
    }

    fn settler_state(&self) -> KernelState {
        KernelState::Missing
    }

    fn settler<'a>(&'a self, _: &dyn Fn() -> RowArrays, _: &Control) -> Result<PatternSettler<'a>, EngineError> {
        Err(self.fault.error().into())
    }

    fn name(&self) -> Option<DevicesUsed> {
        Some(DevicesUsed::of_gpus(vec![GpuUsed { index: 0, name: "broken".to_owned() }]))
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>, _: Option<&dyn Recall>) -> Result<Done, Failure> {
        self.seen.runs.fetch_add(1, Ordering::Relaxed);
        if let Some(sink) = sink {
            let found: Vec<VertexId> = (0..search.nest.nest.num_positions() as VertexId).collect();
            (0..self.handed).for_each(|_| assert!(sink(&found).is_continue()));
        }
        let phase = match (self.handed, self.searches) {
            (0, false) => Phase::Setup,
            (0, true) => Phase::Search,
            (handed, _) => Phase::Listing { handed },
        };
        Err(Failure::new(self.fault.error(), phase))
    }
}

/// A GPU that is ready, and fails while it searches.
fn at_once() -> Broken {
    let seen = Arc::default();
    Broken { fault: Fault::Kernel, searches: true, handed: 0, is_ready: true, is_lost: false, seen }
}

fn engine(gpu: Broken) -> (Engine, Arc<Seen>) {
    let seen = Arc::new(Seen::default());
    let gpu = Broken { seen: Arc::clone(&seen), ..gpu };
    // As small as the search may be, the GPU takes part.
    let sharing = Sharing { least_saved: 0.0, ..Sharing::AUTO };
    let executor = Box::new(OnBoth::new(gpu, Cpu { backend: Backend::Compiled }, sharing).unwrap());
    (
        Engine {
            pool: Threads::new(2).unwrap().into(),
            executor,
            sample_above: f64::INFINITY,
            known: Arc::default(),
            prices: None,
            part_prices: Prices::CPU,
        },
        seen,
    )
}

fn cpu() -> Engine {
    Engine::cpu(&EngineConfig { threads: Some(2), ..EngineConfig::default() }).unwrap()
}

/// A ring with chords.
fn graph() -> Graph {
    Graph::from_edges(200, (0..200).flat_map(|v| [1, 2, 5, 9].map(|step| (v, (v + step) % 200)))).unwrap()
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().unwrap())
}

/// The matches of a listing and the vertices of each, ascending: plans for a GPU may meet a match with its vertices in another order.
fn list(engine: &Engine, graph: &Graph, query: &Query) -> (Vec<Vec<VertexId>>, Result<u128, EngineError>) {
    let mut found = Vec::new();
    let mut sink = |vertices: &[VertexId]| {
        let mut vertices = vertices.to_vec();
        vertices.sort_unstable();
        found.push(vertices);
        ControlFlow::Continue(())
    };
    let report = engine.list_with(graph, query, &Control::new(), &mut sink);
    found.sort();
    (found, report.map(|report| report.count))
}

#[test]
fn what_fails_on_the_gpu_is_counted_by_the_cpu() {
    let graph = graph();
    let faults = [Fault::NoDevice, Fault::Memory, Fault::OutOfMemory, Fault::Upload, Fault::Kernel, Fault::Bug];
    for text in ["triangle", "cycle:5", "a-b-c-d"] {
        let expected = cpu().count(&graph, query(text)).unwrap().count;
        for (fault, searches) in faults.iter().flat_map(|&fault| [(fault, false), (fault, true)]) {
            let (engine, seen) = engine(Broken { fault, searches, ..at_once() });
            let report = engine.count(&graph, query(text)).unwrap();
            assert_eq!((report.count, report.partial), (expected, false), "{text}, {fault:?}");
            assert!(report.device.kind() == "cpu" && report.gpu.is_none(), "{}", report.device);
            assert!(report.seconds.kernel.is_none_or(|seconds| !seconds.is_sign_negative()));
            assert!(seen.runs.load(Ordering::Relaxed) > 0);
        }
    }
}

#[test]
fn a_listing_begins_again_unless_matches_were_handed_out() {
    let (graph, query) = (graph(), query("triangle"));
    let (expected, _) = list(&cpu(), &graph, &query);
    for searches in [false, true] {
        let (found, count) = list(&engine(Broken { searches, ..at_once() }).0, &graph, &query);
        assert_eq!((found.len() as u128, &found), (count.unwrap(), &expected));
    }
    let (found, count) = list(&engine(Broken { handed: 3, ..at_once() }).0, &graph, &query);
    assert_eq!(found.len(), 3, "nothing is handed out twice");
    let error = count.unwrap_err();
    assert!(matches!(&error, EngineError::Gpu(error) if matches!(**error, GpuError::Partway { handed: 3, .. })));
    let text = error.to_string();
    assert!(text.contains("running a kernel") && text.contains("3 matches had been handed out"), "{text}");
}

/// The same numbers are too large anywhere; another plan may have smaller ones.
#[test]
fn an_overflow_is_not_searched_again() {
    let graph = graph();
    let (engine, seen) = engine(Broken { fault: Fault::Overflow, ..at_once() });
    let error = engine.count(&graph, query("edge")).unwrap_err();
    assert!(error.is_overflow(), "{error}");
    assert!(seen.runs.load(Ordering::Relaxed) > 0);
}

#[test]
fn a_gpu_that_is_lost_is_not_asked_again() {
    let graph = graph();
    let (engine, seen) = engine(Broken { is_lost: true, ..at_once() });
    let expected = cpu().count(&graph, query("triangle")).unwrap().count;
    for _ in 0..3 {
        assert_eq!(engine.count(&graph, query("triangle")).unwrap().count, expected);
    }
    assert_eq!(seen.runs.load(Ordering::Relaxed), 1);
}

/// A run that was stopped before its GPU failed is partial, and says of no part that it was searched.
#[test]
fn a_stopped_run_whose_gpu_fails_is_partial() {
    let control = Control::new();
    control.stop();
    let report = engine(at_once()).0.count_with(&graph(), query("triangle"), &control).unwrap();
    assert!(report.partial);
    assert!(report.seconds.kernel.is_none_or(|seconds| !seconds.is_sign_negative()), "{:?}", report.seconds);
}

/// Where a GPU is asked for, its failures are errors: there is none here, or it works.
#[test]
fn a_gpu_that_is_asked_for_is_not_replaced() {
    let config = EngineConfig { devices: Devices::Gpu(Some(vec![4096])), ..EngineConfig::default() };
    let found = executor(&config).and_then(|executor| executor.ready_devices());
    assert!(matches!(found, Err(EngineError::Gpu(_))));
}
