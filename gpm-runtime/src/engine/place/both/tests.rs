//! CPU and GPU at one search, with a CPU in the place of the GPU, which is slow, late or fails as it is told.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::control::Control;
use crate::cpu::Backend;
use crate::cuda::device::{Failure, GpuError, Phase};
use crate::engine::terms::GpuReport;
use crate::engine::{Engine, EngineConfig, GpuUsed};
use crate::graph::Graph;
use crate::graph::generate::{Spec, generate};
use crate::run::RunError;
use crate::sched::{Buffered, Recall};
use crate::view::Bound;

mod broken;
mod frequent;
mod listings;
mod not_made;
mod expected;
use frequent::Full;

/// What becomes of the runs of the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Works,
    /// So many of its steps are searched before one fails, which the CPU can do as well.
    FailsAfter(u32),
    /// A number leaves its bits.
    Overflows,
    /// It is never ready.
    Missing,
    /// Its kernels cannot be made, which shows when it would be ready.
    NotMade,
}

/// A GPU that is none.
#[derive(Debug)]
struct Fake {
    fate: Fate,
    /// It is ready when it was asked so often.
    ready_after: u32,
    asked: AtomicU32,
    /// Steps that it began, and roots that it gave back.
    steps: Arc<AtomicU32>,
    given: Arc<AtomicU32>,
    /// Whether it was begun to be opened.
    is_woken: AtomicBool,
    cpu: Cpu,
}

/// Roots that it searches at a time.
const STEP: usize = 64;

impl Accelerator for Fake {
    fn is_missing(&self) -> bool {
        self.fate == Fate::Missing && self.asked.load(Ordering::Relaxed) > self.ready_after.max(1)
    }

    fn is_open(&self) -> bool {
        false
    }

    fn state(&self, _: BoundNest<'_>) -> KernelState {
        match (self.fate, self.asked.fetch_add(1, Ordering::Relaxed) >= self.ready_after) {
            (Fate::Missing, _) | (Fate::NotMade, false) => KernelState::Making,
            (Fate::NotMade, true) => KernelState::Failed("no compiler".into()),
            (_, true) => KernelState::Ready,
            (_, false) => KernelState::Missing,
        }
    }

    fn expect_devices(&self) {
        self.is_woken.store(true, Ordering::Relaxed);
    }

    fn expect_kernels(&self, _: &[BoundNest<'_>]) -> bool {
        true
    }

    fn expect_settler(&self) -> bool {
        true
    }

    fn settler_state(&self) -> KernelState {
        let is_ready = self.asked.fetch_add(1, Ordering::Relaxed) >= self.ready_after && self.fate != Fate::Missing;
        if is_ready { KernelState::Ready } else { KernelState::Missing }
    }

    fn settler<'a>(&'a self, _: &dyn Fn() -> RowArrays, _: &Control) -> Result<PatternSettler<'a>, EngineError> {
        Ok(Box::new(Full(self)))
    }

    fn name(&self) -> Option<DevicesUsed> {
        Some(DevicesUsed::of_gpus(vec![GpuUsed { index: 0, name: "fake".to_owned() }]))
    }

    /// Step by step, and between steps it gives back what is wanted of it.
    fn run(
        &self,
        search: Search<'_>,
        mut sink: Option<&mut Sink<'_>>,
        recall: Option<&dyn Recall>,
    ) -> Result<Done, Failure> {
        let broken = || GpuError::Driver { what: "running a kernel", reason: "illegal address".to_owned() };
        let bound = search.nest.bound;
        let mut left: Vec<VertexId> = (0..bound.num_roots()).map(|index| bound.root(index)).rev().collect();
        let mut all: Option<Done> = None;
        while !left.is_empty() {
            let step = self.steps.fetch_add(1, Ordering::Relaxed);
            match self.fate {
                // Of a listing at once: what was handed over cannot be taken back.
                Fate::FailsAfter(number) if step >= number || sink.is_some() => {
                    return Err(Failure::new(broken(), Phase::Search));
                }
                Fate::Overflows => return Err(Failure::new(RunError::Overflow.into(), Phase::Search)),
                _ => {}
            }
            let roots = left.split_off(left.len().saturating_sub(STEP));
            let bound = bound.below(roots);
            let part = Search { nest: BoundNest { bound: &bound, ..search.nest }, ..search };
            let done = self.cpu.run(part, sink.as_deref_mut()).map_err(|_| Failure::new(broken(), Phase::Search))?;
            all = Some(match all {
                Some(before) => before.then(done).map_err(|error| Failure::new(error.into(), Phase::Search))?,
                None => done,
            });
            if let Some(recall) = recall.filter(|recall| recall.is_wanting()) {
                let costs = recall.costs(&left);
                let wanted = recall.wanted(costs.iter().sum());
                let number = costs
                    .iter()
                    .scan(0.0, |sum, cost| {
                        *sum += cost;
                        Some(*sum)
                    })
                    .take_while(|&sum| sum <= wanted)
                    .count();
                if wanted > 0.0 && number > 0 {
                    self.given.fetch_add(number as u32, Ordering::Relaxed);
                    recall.take(left.drain(..number).collect());
                }
            }
        }
        let gpu = GpuReport {
            upload: 0.0,
            memory: Vec::new(),
            peak: 0,
            far: 0,
            buffered: Buffered::default(),
            queue: None,
            operations: None,
        };
        Ok(Done { device: self.name().expect("it has one"), gpu: Some(gpu), ..all.expect("a root at least") })
    }
}

/// However small, searches are shared.
const SHARED: Sharing = Sharing { least_saved: 0.0, least_part: 0.0, least_piece: 0.0, is_eager: true };

/// What was seen of the GPU: steps begun, and roots given back.
type Seen = [Arc<AtomicU32>; 2];

fn engine(fate: Fate, ready_after: u32) -> (Engine, Seen) {
    engine_sharing(SHARED, (fate, ready_after), Prices::CPU)
}

fn engine_sharing(sharing: Sharing, (fate, ready_after): (Fate, u32), prices: Prices) -> (Engine, Seen) {
    let (seen, cpu) = (Seen::default(), Cpu { backend: Backend::Compiled });
    let [steps, given] = seen.clone();
    let gpu = Fake { fate, ready_after, asked: AtomicU32::new(0), steps, given, is_woken: AtomicBool::new(false), cpu };
    (engine_on(OnBoth::new(gpu, cpu, sharing).unwrap(), prices), seen)
}

fn engine_on(executor: OnBoth<Fake>, prices: Prices) -> Engine {
    Engine {
        pool: Arc::new(crate::engine::terms::Threads::new(2).unwrap()),
        executor: Box::new(executor),
        sample_above: f64::INFINITY,
        known: Arc::default(),
        prices: Some(prices),
        part_prices: Prices::CPU,
    }
}

fn cpu() -> Engine {
    Engine::cpu(&EngineConfig { threads: Some(2), ..EngineConfig::default() }).unwrap()
}

fn graph() -> Graph {
    generate(&"rmat:10:12".parse::<Spec>().unwrap(), 5).unwrap()
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().unwrap())
}

#[test]
fn both_count_what_one_counts() {
    let graph = graph();
    let fates = [Fate::Works, Fate::FailsAfter(0), Fate::FailsAfter(2), Fate::Missing, Fate::NotMade];
    for text in ["triangle", "house", "clique:5"] {
        let expected = cpu().count(&graph, query(text).vertex_induced()).unwrap().count;
        for (fate, ready_after) in fates.iter().flat_map(|&fate| [(fate, 0), (fate, 3)]) {
            let report = engine(fate, ready_after).0.count(&graph, query(text).vertex_induced()).unwrap();
            assert_eq!((report.count, report.partial), (expected, false), "{text}, {fate:?} after {ready_after}");
        }
    }
}

/// Some threads leave their cores to the compiler, and come back when the GPU turns out to be of no use.
#[test]
fn a_gpu_that_never_comes_costs_no_root() {
    let graph = generate(&"rmat:12:24".parse::<Spec>().unwrap(), 5).unwrap();
    let expected = cpu().count(&graph, query("clique:6")).unwrap().count;
    for ready_after in [60, 70, 90] {
        let (engine, _) = engine(Fate::Missing, ready_after);
        assert_eq!(engine.count(&graph, query("clique:6")).unwrap().count, expected, "asked {ready_after} times");
    }
}

/// Wherever the GPU fails, no root is lost or searched twice.
#[test]
fn a_gpu_that_fails_at_any_moment_costs_nothing_but_time() {
    let (graph, mut random) = (graph(), StdRng::seed_from_u64(7));
    let expected = cpu().count(&graph, query("diamond")).unwrap().count;
    let (mut rounds, mut failed, mut gave) = (0, 0, 0);
    // Whether roots are given back before a failure depends on when threads get a core.
    while rounds < 200 || (rounds < 5000 && (failed <= 20 || gave <= 20)) {
        rounds += 1;
        let number = random.random_range(0..12);
        let (engine, [steps, given]) = engine(Fate::FailsAfter(number), random.random_range(0..2) * 3);
        assert_eq!(engine.count(&graph, query("diamond")).unwrap().count, expected);
        failed += u32::from(steps.load(Ordering::Relaxed) > number);
        gave += u32::from(given.load(Ordering::Relaxed) > 0);
    }
    assert!(failed > 20 && gave > 20, "{failed} failures, {gave} times after roots were given back");
}

#[test]
fn both_take_part() {
    let graph = graph();
    // The GPU may be done before the CPU's threads get a core.
    let both = (0..1000).any(|_| {
        let (engine, [steps, given]) = engine(Fate::Works, 0);
        let report = engine.count(&graph, query("clique:5").vertex_induced()).unwrap();
        let is_shared = steps.load(Ordering::Relaxed) > 0 && given.load(Ordering::Relaxed) > 0;
        is_shared && report.device.kind() == "cpu+gpu"
    });
    assert!(both, "the GPU does all");
}

#[test]
fn both_add_to_one_table() {
    let graph = graph();
    for text in ["triangle", "house", "a-b-c-d"] {
        let anchored = || Query::from(text.parse::<Pattern>().unwrap().with_anchors(&[0]).unwrap());
        let expected = cpu().count_per_anchor(&graph, anchored()).unwrap();
        for fate in [Fate::Works, Fate::FailsAfter(1), Fate::Missing] {
            let found = engine(fate, 0).0.count_per_anchor(&graph, anchored()).unwrap();
            assert_eq!(found.counts, expected.counts, "{text}, {fate:?}");
            assert_eq!(found.report.count, expected.report.count);
        }
    }
}

#[test]
fn a_sink_that_has_enough_ends_both() {
    let graph = graph();
    let (engine, _) = engine(Fate::Works, 0);
    let mut taken = 0;
    let mut sink = |_: &[VertexId]| {
        taken += 1;
        if taken == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = engine.list_with(&graph, query("wedge"), &Control::new(), &mut sink).unwrap();
    assert_eq!((taken, report.count, report.partial), (100, 100, false));
}

#[test]
fn a_sink_that_panics_ends_both() {
    let (graph, (engine, _)) = (graph(), engine(Fate::Works, 0));
    let mut sink = |_: &[VertexId]| panic!("as a sink may");
    let run = AssertUnwindSafe(|| engine.list_with(&graph, query("wedge"), &Control::new(), &mut sink).map(drop));
    assert!(catch_unwind(run).is_err());
    assert_eq!(engine.count(&graph, query("edge")).unwrap().count, u128::from(graph.num_edges()));
}

#[test]
fn a_stopped_run_is_partial() {
    let control = Control::new();
    control.stop();
    let report = engine(Fate::Works, 0).0.count_with(&graph(), query("triangle"), &control).unwrap();
    assert!(report.partial);
}

#[test]
fn an_overflow_is_an_error() {
    let (engine, [steps, _]) = engine(Fate::Overflows, 0);
    let mut overflows = 0;
    for _ in 0..20 {
        overflows += u32::from(engine.count(&graph(), query("triangle")).is_err_and(|error| error.is_overflow()));
    }
    assert!(steps.load(Ordering::Relaxed) == 0 || overflows > 0);
}

/// Who would be done before the other one has begun runs alone: a GPU in one launch.
#[test]
fn small_searches_are_not_shared() {
    let graph = graph();
    let expected = cpu().count(&graph, query("triangle")).unwrap().count;
    for fate in [Fate::Works, Fate::FailsAfter(0)] {
        let sharing = Sharing { least_saved: f64::INFINITY, ..SHARED };
        let (engine, [_, given]) = engine_sharing(sharing, (fate, 0), Prices::GPU);
        let report = engine.count(&graph, query("triangle")).unwrap();
        assert_eq!(report.count, expected, "{fate:?}");
        if fate == Fate::Works {
            assert_eq!((report.device.kind(), given.load(Ordering::Relaxed)), ("gpu", 0));
        }
    }
}

#[test]
fn answers_stay_the_same_when_a_search_comes_again() {
    let graph = graph();
    for fate in [Fate::Works, Fate::FailsAfter(3), Fate::Missing] {
        let (engine, _) = engine_sharing(Sharing::HYBRID, (fate, 2), Prices::GPU);
        for text in ["triangle", "house", "triangle", "house", "clique:4"] {
            let expected = cpu().count(&graph, query(text)).unwrap().count;
            for time in 0..4 {
                assert_eq!(engine.count(&graph, query(text)).unwrap().count, expected, "{fate:?}: {text}, {time}");
            }
        }
    }
}

/// What it takes is paid for by the searches before.
#[test]
fn a_gpu_is_opened_once_that_would_have_paid() {
    let (graph, control, pool) = (graph(), Control::new(), pool(2).unwrap());
    let cpu = Cpu { backend: Backend::Compiled };
    let [steps, given] = [Arc::default(), Arc::default()];
    let (asked, is_woken) = (AtomicU32::new(0), AtomicBool::new(false));
    let gpu = Fake { fate: Fate::Works, ready_after: u32::MAX, asked, steps, given, is_woken, cpu };
    let both = OnBoth::new(gpu, cpu, Sharing::AUTO).unwrap();
    let plan = self::cpu().plan(&graph, query("triangle")).unwrap();
    let bound = Bound::new(&graph, plan.first_nest()).unwrap();
    let nest = BoundNest { nest: plan.first_nest(), bound: &bound, graph: &graph };
    for (missed, is_woken) in [(0.0, false), (0.2, false), (1.0, true)] {
        *both.missed() = missed;
        both.run(Search { nest, coming: &[], num_own: 0, control: &control, pool: &pool }, None).unwrap();
        assert_eq!(both.gpu.is_woken.load(Ordering::Relaxed), is_woken, "after {missed} s");
    }
}
