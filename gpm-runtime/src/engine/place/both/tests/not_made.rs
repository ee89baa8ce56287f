//! A GPU whose kernels cannot be made, as where there is a driver and no compiler: it costs nothing.

use super::*;
use crate::brief::Written;
use crate::engine::place::executor::LabelledDone;

/// What would have been made shows while the CPU searches, after it has left cores to the compiler, or at once.
#[test]
fn kernels_that_cannot_be_made_cost_no_thread() {
    let graph = generate(&"rmat:12:24".parse::<Spec>().unwrap(), 5).unwrap();
    let expected = cpu().count(&graph, query("clique:6")).unwrap().count;
    for ready_after in [0, 1, 60] {
        let (engine, [steps, _]) = engine(Fate::NotMade, ready_after);
        let report = engine.count(&graph, query("clique:6")).unwrap();
        assert_eq!((report.count, report.partial), (expected, false), "known after {ready_after} looks");
        assert_eq!(steps.load(Ordering::Relaxed), 0);
    }
}

/// The CPU has all of its threads from when the failure is known to the end.
#[test]
fn no_worker_is_spared_for_what_failed() {
    let (control, cpu) = (Control::new(), Cpu { backend: Backend::Compiled });
    let [steps, given] = Seen::default();
    let gpu = Fake {
        fate: Fate::NotMade,
        ready_after: 0,
        asked: AtomicU32::new(0),
        steps,
        given,
        is_woken: false.into(),
        cpu,
    };
    let both = OnBoth::new(gpu, cpu, SHARED).unwrap();
    let (graph, pool) = (graph(), pool(2).unwrap());
    let plan = self::cpu().plan(&graph, query("house")).unwrap();
    let bound = Bound::new(&graph, plan.first_nest()).unwrap();
    let nest = BoundNest { nest: plan.first_nest(), bound: &bound, graph: &graph };
    let done = both.run(Search { nest, coming: &[], num_own: 0, control: &control, pool: &pool }, None).unwrap();
    assert!(done.finding.complete && done.gpu.is_none() && !control.is_spared(0));
    assert!(!both.gpu.is_woken.load(Ordering::Relaxed), "nobody opens what has no use");
    assert_eq!(*both.failures.last(), "the CPU runs alone: no compiler");
}

/// Labelled patterns stay where they are, however often it is asked.
#[test]
fn labelled_patterns_are_not_handed_over() {
    /// Knows that there is no compiler.
    #[derive(Debug)]
    struct Without(AtomicU32);

    impl Accelerator for Without {
        fn is_missing(&self) -> bool {
            false
        }
        fn is_open(&self) -> bool {
            true
        }
        fn state(&self, _: BoundNest<'_>) -> KernelState {
            KernelState::Failed("no compiler".into())
        }
        fn labelled_state(&self) -> KernelState {
            KernelState::Failed("no compiler".into())
        }
        fn settler_state(&self) -> KernelState {
            KernelState::Failed("no compiler".into())
        }
        fn expect_devices(&self) {}
        fn expect_kernels(&self, _: &[BoundNest<'_>]) -> bool {
            true
        }
        fn expect_settler(&self) -> bool {
            true
        }
        fn labelled(
            &self,
            _: &Written<'_>,
            _: Option<Duration>,
            _: &Control,
        ) -> Option<Result<LabelledDone, EngineError>> {
            self.0.fetch_add(1, Ordering::Relaxed);
            None
        }
        fn settler<'a>(&'a self, _: &dyn Fn() -> RowArrays, _: &Control) -> Result<PatternSettler<'a>, EngineError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Err(EngineError::NoGpuSupport)
        }
        fn name(&self) -> Option<DevicesUsed> {
            None
        }
        fn run(&self, _: Search<'_>, _: Option<&mut Sink<'_>>, _: Option<&dyn Recall>) -> Result<Done, Failure> {
            unreachable!("it has no kernel")
        }
    }

    let both = OnBoth::new(Without(AtomicU32::new(0)), Cpu { backend: Backend::Compiled }, SHARED).unwrap();
    assert!((0..100).all(|_| !both.is_ready_for_labelled(Duration::from_secs(60))));
    let (rows, control) = (|| unreachable!("no rows are wanted"), Control::new());
    let mut settler = both.settler(&rows, &control).unwrap().expect("it may come");
    assert_eq!((settler.least(), both.gpu.0.load(Ordering::Relaxed)), (None, 0));
    assert_eq!(*both.failures.last(), "the CPU runs alone: no compiler");
}
