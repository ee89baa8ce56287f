//! The CPU searching while a rival gets ready to do the same faster.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::accelerator::{HEAD_START, TICK};
use super::executor::{Done, Executor, Search};
use crate::control::Control;
use crate::engine::error::EngineError;
use crate::graph::VertexId;
use crate::run::Sink;

/// Vertices of matches that are kept back until it is clear who finds them all.
const KEPT_BACK: usize = 1 << 22;

/// Who may take over.
pub(crate) struct Rival<'a> {
    /// Told once, after the head start, to get ready.
    pub(crate) begin: &'a (dyn Fn() + Sync),
    /// Asked again and again.
    pub(crate) is_ready: &'a (dyn Fn() -> bool + Sync),
}

/// Searches by `cpu` until it is done, the run is stopped, or the rival is ready. In the last case the answer is `None`, and
/// neither sink nor control have seen anything of it. Its work is lost then: it is little, and never held the rival up.
pub(crate) fn race(
    rival: Rival<'_>,
    search: Search<'_>,
    cpu: &dyn Executor,
    sink: Option<&mut Sink<'_>>,
) -> Result<Option<Done>, EngineError> {
    let own = search.control.apart();
    let mut kept: Vec<VertexId> = Vec::new();
    let mut keep = |found: &[VertexId]| {
        if kept.len() + found.len() > KEPT_BACK {
            return ControlFlow::Break(());
        }
        kept.extend_from_slice(found);
        ControlFlow::Continue(())
    };
    let end = (Mutex::new(false), Condvar::new());
    let done = thread::scope(|scope| {
        scope.spawn(|| watch(&rival, search.control, &own, search.pool.current_num_threads(), &end));
        let keep = sink.is_some().then_some(&mut keep as &mut Sink<'_>);
        // In a panic too: the scope waits for the watch.
        let _ends = Ends(&end);
        cpu.run(Search { control: &own, ..search }, keep)
    });
    let mut done = done?;
    if !done.finding.complete && !search.control.is_stopped() {
        return Ok(None);
    }
    if let Some(sink) = sink {
        done.finding.totals = vec![0];
        for found in kept.chunks_exact(search.nest.nest.num_positions()) {
            done.finding.totals[0] += 1;
            if sink(found).is_break() {
                search.control.end();
                done.finding.complete = false;
                break;
            }
        }
    }
    Ok(Some(done))
}

/// Tells the watch, when it is dropped, that the search has ended.
struct Ends<'a>(&'a (Mutex<bool>, Condvar));

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }
}

/// Stops `own` once the rival is ready or `control` is stopped; returns then, or at the end of the search.
fn watch(rival: &Rival<'_>, control: &Control, own: &Control, workers: usize, (end, changed): &(Mutex<bool>, Condvar)) {
    let start = Instant::now();
    let mut has_begun = false;
    let mut ended = end.lock().unwrap_or_else(PoisonError::into_inner);
    while !*ended {
        if control.is_stopped() || (rival.is_ready)() {
            return own.stop();
        }
        if !has_begun && start.elapsed() >= HEAD_START {
            (rival.begin)();
            // A compiler that has to share each core takes several times as long.
            own.spare(workers / 2);
            has_begun = true;
        }
        ended = changed.wait_timeout(ended, TICK).unwrap_or_else(PoisonError::into_inner).0;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    use gpm_plan::cost::GraphStats;
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::Plan;
    use gpm_plan::query::{Output, Query};

    use super::super::cpu::Cpu;
    use super::*;
    use crate::cpu::Backend;
    use crate::graph::Graph;
    use crate::run::BoundNest;
    use crate::view::Bound;

    fn plan(output: Output) -> Plan {
        let wedge: Pattern = "a-b, b-c".parse().unwrap();
        Plan::new(Query { output, ..Query::from(wedge) }, &GraphStats::typical()).unwrap()
    }

    /// What comes of a race on a star, under a control, with a rival that is ready or never.
    fn outcome(leaves: u32, control: &Control, is_ready: bool, sink: Option<&mut Sink<'_>>) -> Option<Done> {
        let graph = Graph::from_edges(leaves as usize + 1, (1..=leaves).map(|leaf| (0, leaf))).unwrap();
        let plan = plan(if sink.is_some() { Output::List } else { Output::Count });
        let bound = Bound::new(&graph, plan.first_nest()).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let nest = BoundNest { graph: &graph, nest: plan.first_nest(), bound: &bound };
        let search = Search { nest, coming: &[], control, pool: &pool };
        let cpu = Cpu { backend: Backend::Compiled };
        race(Rival { begin: &|| {}, is_ready: &|| is_ready }, search, &cpu, sink).unwrap()
    }

    #[test]
    fn who_is_done_first_has_the_answer() {
        let done = outcome(4, &Control::new(), false, None).expect("nobody else runs");
        assert!(done.finding.complete);
        let mut count = 0;
        let mut sink = |found: &[VertexId]| {
            assert_eq!(found[1], 0);
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let control = Control::new();
        let done = outcome(4, &control, false, Some(&mut sink)).expect("nobody else runs");
        assert_eq!((done.finding.totals[0], done.finding.complete, control.ended_by_sink()), (3, false, true));
        assert_eq!(count, 3);
    }

    /// More matches than are kept back: whoever lists them, it is not known to the sink that it was tried.
    #[test]
    fn what_is_not_done_leaves_no_trace() {
        let control = Control::new();
        let mut sink = |_: &[VertexId]| panic!("a match of a lost race");
        assert!(outcome(3000, &control, true, Some(&mut sink)).is_none());
        assert!(!control.is_stopped());
    }

    /// Whoever is ready: what was found until then is handed over.
    #[test]
    fn a_stopped_run_is_partial() {
        let control = Control::new();
        control.stop();
        let mut count = 0;
        let mut sink = |_: &[VertexId]| {
            count += 1;
            ControlFlow::Continue(())
        };
        let done = outcome(3000, &control, true, Some(&mut sink)).expect("nobody searches on");
        assert!(!done.finding.complete && done.finding.totals == [count]);
    }

    #[test]
    fn the_rival_is_told_once_after_a_head_start() {
        let (begun, ready) = (AtomicU32::new(0), AtomicBool::new(false));
        let begin = || {
            begun.fetch_add(1, Ordering::Relaxed);
            ready.store(true, Ordering::Relaxed);
        };
        let (control, own, end) = (Control::new(), Control::new(), (Mutex::new(false), Condvar::new()));
        let start = Instant::now();
        watch(&Rival { begin: &begin, is_ready: &|| ready.load(Ordering::Relaxed) }, &control, &own, 4, &end);
        assert!(start.elapsed() >= HEAD_START && own.is_stopped() && !control.is_stopped());
        assert!(own.is_spared(1) && !own.is_spared(2) && !control.is_spared(0));
        assert_eq!(begun.load(Ordering::Relaxed), 1);
    }
}
