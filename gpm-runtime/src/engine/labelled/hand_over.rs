//! Searches for labelled patterns that devices count: all at once, or what turned out long on threads.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::brief::{Asked, Candidates, Edges, Found, Written};
use crate::control::Control;
use crate::engine::place::{Executor, LabelledDone};
use crate::engine::terms::{DevicesUsed, EngineError};

/// How often a device is asked whether it is ready. *guess*
const TICK: Duration = Duration::from_millis(1);

/// What came of a search: what was found, what it ran on, and seconds of kernels.
pub(super) type Counted = (Found, DevicesUsed, Option<f64>);

/// Counts along edges between candidates, and gives up what takes longer than `most`; `None` if devices cannot.
///
/// # Errors
/// [`EngineError`] of the devices.
pub(super) fn count_on(
    executor: &dyn Executor,
    asked: Asked<'_>,
    edges: &Edges,
    most: Option<Duration>,
    control: &Control,
) -> Result<Option<Counted>, EngineError> {
    if edges.candidates.iter().any(|own| own.is_empty()) {
        return Ok(Some((Found::All(0), DevicesUsed::cpu(1), None)));
    }
    let Some(written) = Written::new(asked.ground, asked.question, edges, control) else { return Ok(None) };
    let done: Option<LabelledDone> = match executor.labelled(&written, most, control).transpose() {
        // There was no kernel yet.
        Err(error) if error.is_stopped() => return Ok(Some((Found::Stopped(0), DevicesUsed::cpu(1), None))),
        done => done?,
    };
    Ok(done.and_then(|(found, device, kernel)| Some((*found.first()?, device, kernel))))
}

/// A search that turned out long: on so many threads, until a device is ready, which then counts all of it. What the threads did until then is lost, so a
/// device is made ready only once they have searched for as long as that takes [KarlinManasseRudolphSleator1988]. The device does not give up after
/// some steps, as threads do.
pub(super) fn first_on_threads(
    executor: &dyn Executor,
    asked: Asked<'_>,
    (candidates, edges): (&[Candidates], Option<&Edges>),
    (on_threads, threads): (&dyn Fn(&Control) -> Found, usize),
    control: &Control,
) -> Counted {
    let by_threads = |found: Found| (found, DevicesUsed::cpu(threads), None);
    if executor.is_cpu_alone() {
        return by_threads(on_threads(control));
    }
    let before = match until_ready(executor, control, on_threads) {
        Found::Stopped(count) if !control.is_stopped() => count,
        found => return by_threads(found),
    };
    let laid_out = if edges.is_none() { Edges::new(asked, candidates) } else { None };
    let counted = edges.or(laid_out.as_ref()).map(|edges| count_on(executor, asked, edges, None, control));
    match counted {
        Some(Ok(Some((Found::Stopped(count), device, kernel)))) => (Found::Stopped(count.max(before)), device, kernel),
        Some(Ok(Some(done))) if !matches!(done.0, Found::GaveUp(_)) => done,
        _ if control.is_stopped() => by_threads(Found::Stopped(before)),
        _ => by_threads(on_threads(control)),
    }
}

/// Searches on the CPU until a device is ready; [`Found::Stopped`] then.
fn until_ready(executor: &dyn Executor, control: &Control, search: impl FnOnce(&Control) -> Found) -> Found {
    if executor.is_ready_for_labelled(Duration::ZERO) {
        return Found::Stopped(0);
    }
    let (part, start) = (control.part(), Instant::now());
    let (done, over) = channel::<()>();
    thread::scope(|scope| {
        let part = &part;
        let watch = move || {
            while over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if part.is_stopped() || executor.is_ready_for_labelled(start.elapsed()) {
                    return part.stop();
                }
            }
        };
        // Where the system gives no thread, the search goes on to its end.
        drop(thread::Builder::new().spawn_scoped(scope, watch));
        let found = search(part);
        drop(done);
        found
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rayon::ThreadPool;

    use super::*;
    use crate::brief::{Ground, Question, candidates};
    use crate::engine::place::{Done, Search};
    use crate::graph::{Graph, GraphBuilder};
    use crate::run::Sink;

    /// A device that is ready after it was asked so often, and what it then says.
    #[derive(Debug)]
    struct Fake {
        ready_after: usize,
        asked: AtomicUsize,
        says: Option<Result<Found, fn() -> EngineError>>,
    }

    impl Executor for Fake {
        fn device(&self, _: &ThreadPool) -> DevicesUsed {
            DevicesUsed::cpu(1)
        }

        fn apart(&self) -> Option<Box<dyn Executor>> {
            None
        }

        fn is_ready_for_labelled(&self, _: Duration) -> bool {
            self.asked.fetch_add(1, Ordering::Relaxed) >= self.ready_after
        }

        fn labelled(
            &self,
            _: &Written<'_>,
            _: Option<Duration>,
            _: &Control,
        ) -> Option<Result<LabelledDone, EngineError>> {
            let done = |found| (vec![found], DevicesUsed::cpu(77), Some(0.5));
            self.says.map(|says| says.map(done).map_err(|error| error()))
        }

        fn run(&self, _: Search<'_>, _: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
            unreachable!("nothing is planned")
        }
    }

    /// What comes of a search that threads end by themselves after so many looks at whether they are to stop.
    fn found(
        ready_after: usize,
        says: Option<Result<Found, fn() -> EngineError>>,
        looks: usize,
        control: &Control,
    ) -> Counted {
        let graph: Graph = GraphBuilder::undirected()
            .edges([(0, 1), (1, 2)])
            .vertex_labels(["x", "y", "x"].map(str::to_owned))
            .build()
            .expect("a graph");
        let query = "a:x-b:y".parse().expect("a pattern");
        // What comes before is no part of the run, of which the limit may be over by then.
        let ground = Ground::new(&graph, &Control::new()).expect("nobody stops it");
        let question = Question::new(&query, &graph).expect("all are labelled");
        let asked = Asked { ground: &ground, question: &question };
        let candidates = candidates(&ground, &question);
        let fake = Fake { ready_after, asked: AtomicUsize::new(0), says };
        let on_threads = |control: &Control| {
            for _ in 0..looks {
                if control.is_stopped() {
                    return Found::Stopped(9);
                }
                thread::sleep(TICK);
            }
            Found::All(2)
        };
        first_on_threads(&fake, asked, (&candidates, None), (&on_threads, 3), control)
    }

    #[test]
    fn a_device_takes_over_once_it_is_ready() {
        let control = Control::new();
        let all = Some(Ok(Found::All(5)));
        for ready_after in [0, 1, 5] {
            assert_eq!(found(ready_after, all, 100_000, &control), (Found::All(5), DevicesUsed::cpu(77), Some(0.5)));
        }
        // Threads end first.
        assert_eq!(found(usize::MAX, all, 3, &control), (Found::All(2), DevicesUsed::cpu(3), None));
        // What is stopped has at least what threads had met.
        let stopped = found(1, Some(Ok(Found::Stopped(4))), 100_000, &control);
        assert_eq!(stopped, (Found::Stopped(9), DevicesUsed::cpu(77), Some(0.5)));
    }

    #[test]
    fn threads_go_on_where_a_device_fails() {
        let control = Control::new();
        for says in [None, Some(Err((|| EngineError::NoGpuSupport) as fn() -> EngineError)), Some(Ok(Found::GaveUp(1)))]
        {
            assert_eq!(found(0, says, 3, &control), (Found::All(2), DevicesUsed::cpu(3), None), "{says:?}");
        }
    }

    #[test]
    fn a_device_that_is_stopped_before_it_has_a_kernel_is_no_failure() {
        let stopped = || EngineError::from(crate::control::Stopped);
        let found = found(0, Some(Err(stopped)), 3, &Control::new());
        assert_eq!(found, (Found::Stopped(0), DevicesUsed::cpu(1), None));
    }

    #[test]
    fn a_run_that_is_stopped_ends() {
        let control = Control::new().with_time_limit(Duration::from_millis(20));
        let stopped = control.run(|control| found(usize::MAX, None, 100_000, control)).unwrap();
        assert_eq!(stopped, (Found::Stopped(9), DevicesUsed::cpu(3), None));
    }
}
