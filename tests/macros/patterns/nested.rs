//! Searches inside the callback of a listing: engines, the same and others, and declared patterns, in all combinations, from rayon
//! pools and from many threads; and callbacks that panic.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use gpm::{Backend, Control, Engine, EngineConfig, Graph, Options, Pattern, Query, VertexId};

gpm::pattern! {
    Tri = triangle;
    Wedge = wedge;
}

/// What hangs takes longer.
const HANGS: Duration = Duration::from_secs(600);

/// Runs `work` on a thread of its own, which must end.
#[track_caller]
fn ends(work: impl FnOnce() + Send + 'static) {
    let (done, is_done) = channel();
    let thread = thread::spawn(move || {
        work();
        done.send(()).expect("the test waits");
    });
    if is_done.recv_timeout(HANGS) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
        panic!("it hangs");
    }
    thread.join().expect("the work succeeds");
}

/// A ring of 600 vertices, each next to the two after it, with 600 triangles and 3600 wedges.
fn graph() -> &'static Graph {
    static GRAPH: OnceLock<Graph> = OnceLock::new();
    GRAPH.get_or_init(|| {
        Graph::from_edges(600, (0..600).flat_map(|v| [(v, (v + 1) % 600), (v, (v + 2) % 600)]))
            .expect("the edges are of the graph")
    })
}

fn query(name: &str) -> Query {
    Query::from(name.parse::<Pattern>().expect("a name of the catalog"))
}

fn engine(threads: usize, backend: Backend) -> Arc<Engine> {
    let config = EngineConfig { threads: Some(threads), backend, ..EngineConfig::default() };
    Arc::new(Engine::cpu(&config).expect("the CPU is there"))
}

/// A listing of triangles that calls this for each of them.
type Listing = Arc<dyn Fn(&mut (dyn FnMut() + Send)) -> u128 + Send + Sync>;
/// A count of wedges.
type Count = Arc<dyn Fn() -> u128 + Send + Sync>;

fn by_engine(engine: &Arc<Engine>) -> (Listing, Count) {
    let (one, other) = (Arc::clone(engine), Arc::clone(engine));
    let list = move |each: &mut (dyn FnMut() + Send)| {
        let mut sink = |_: &[VertexId]| {
            each();
            ControlFlow::Continue(())
        };
        one.list_with(graph(), query("triangle"), &Control::new(), &mut sink).expect("the engine lists").count
    };
    (Arc::new(list), Arc::new(move || other.count(graph(), query("wedge")).expect("the engine counts").count))
}

fn declared(threads: Option<usize>) -> (Listing, Count) {
    let list = move |each: &mut (dyn FnMut() + Send)| {
        let options = Options { threads, ..Options::default() };
        let listed = Tri.for_each_with(graph(), &options, |_: &[VertexId; 3]| {
            each();
            ControlFlow::Continue(())
        });
        listed.expect("the macro lists").count
    };
    let count = move || {
        let options = Options { threads, ..Options::default() };
        Wedge.count_with(graph(), &options).expect("the macro counts").count
    };
    (Arc::new(list), Arc::new(count))
}

/// Engines of one and of more threads, compiled and interpreted, and declared patterns.
fn all() -> Vec<(Listing, Count)> {
    let engines = [(1, Backend::Compiled), (3, Backend::Suited), (3, Backend::Interpreted)]
        .map(|(threads, backend)| engine(threads, backend));
    engines.iter().map(by_engine).chain([declared(None), declared(Some(2))]).collect()
}

/// Lists by the one, and counts by the other inside: now and then, as each count takes a fraction of a millisecond.
fn check(list: &Listing, count: &Count) {
    let mut calls = 0;
    let mut each = || {
        calls += 1;
        if calls % 100 == 1 {
            assert_eq!(count(), 3600);
        }
    };
    assert_eq!(list(&mut each), 600);
    assert_eq!(calls, 600);
}

#[test]
fn whatever_is_called_inside_a_listing() {
    ends(|| {
        let all = all();
        for (list, _) in &all {
            for (_, count) in &all {
                check(list, count);
            }
        }
    });
}

#[test]
fn listings_inside_listings_inside_listings() {
    ends(|| {
        let all = all();
        for (outer, _) in &all {
            for (inner, count) in &all {
                let mut calls = 0;
                let mut each = || {
                    calls += 1;
                    if calls == 300 {
                        check(inner, count);
                    }
                };
                assert_eq!(outer(&mut each), 600);
            }
        }
    });
}

#[test]
fn from_within_a_rayon_pool() {
    ends(|| {
        for threads in [1, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            for (list, count) in &all() {
                pool.install(|| check(list, count));
                // The callback has the whole pool, though its caller is one of its threads.
                let inside: Count = Arc::new({
                    let count = Arc::clone(count);
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
                    move || pool.install(|| count())
                });
                pool.install(|| check(list, &inside));
                pool.scope(|scope| (0..4).for_each(|_| scope.spawn(|_| check(list, count))));
            }
        }
    });
}

#[test]
fn from_many_threads_at_once() {
    ends(|| {
        let all = all();
        thread::scope(|scope| {
            for (list, _) in &all {
                for (_, count) in &all {
                    scope.spawn(|| check(list, count));
                }
            }
        });
    });
}

/// The panic reaches the caller as it is, and nothing hangs or is the worse for it.
#[test]
fn a_callback_may_panic() {
    ends(|| {
        for (list, count) in &all() {
            let mut calls = 0;
            let mut each = || {
                calls += 1;
                assert_ne!(calls, 20, "the twentieth");
            };
            let panic = catch_unwind(AssertUnwindSafe(|| list(&mut each))).expect_err("the callback panics");
            let text = panic.downcast_ref::<String>().expect("a message");
            assert!(text.contains("the twentieth"), "{text}");
            check(list, count);
        }
    });
}
