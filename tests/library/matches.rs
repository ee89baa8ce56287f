//! Matches as an iterator.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use gpm::{Control, Devices, Engine, EngineConfig, EngineError, Graph, Options, VertexId};

gpm::pattern! {
    Wedge = a-b-c;
    Red = a:red - b;
    /// Counts how often it is asked.
    Seen = a-b-c where |a, b, c| seen(a, b, c);
    Broken = a-b where |a, b| broken(a, b);
}

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

static SEEN: AtomicUsize = AtomicUsize::new(0);

fn seen(_: VertexId, _: VertexId, _: VertexId) -> bool {
    SEEN.fetch_add(1, Ordering::Relaxed);
    true
}

fn broken(_: VertexId, _: VertexId) -> bool {
    panic!("a condition that panics")
}

fn paw() -> Arc<Graph> {
    Arc::new(Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]).unwrap())
}

/// Millions of wedges.
fn star() -> Arc<Graph> {
    Arc::new(Graph::from_edges(5001, (1..=5000).map(|leaf| (0, leaf))).unwrap())
}

#[test]
fn each_match_comes_once() {
    let (graph, engine) = (paw(), Engine::auto().unwrap());
    let mut matches = engine.matches(&graph, "a-b-c").unwrap();
    assert!(matches.report().is_none());
    let found: Vec<Vec<VertexId>> = matches.by_ref().map(|found| found.unwrap().to_vec()).collect();
    let distinct: BTreeSet<[VertexId; 3]> =
        found.iter().map(|found| [found[0].min(found[2]), found[1], found[0].max(found[2])]).collect();
    assert_eq!((found.len(), distinct.len()), (5, 5));
    assert!(matches.next().is_none());
    let report = matches.report().unwrap();
    assert_eq!((report.count, report.partial), (5, false));
}

#[test]
fn declared_patterns_give_arrays() {
    let graph = paw();
    let mut matches = Wedge.matches(&graph).unwrap();
    let mut centers: Vec<VertexId> = matches.by_ref().map(|found| found.unwrap()).map(|[_, b, _]| b).collect();
    centers.sort_unstable();
    assert_eq!(centers, [0, 1, 2, 2, 2]);
    assert_eq!(matches.report().map(|answer| (answer.count, answer.partial)), Some((5, false)));
}

/// Hundreds of thousands of matches go through a buffer of thousands.
#[test]
fn all_matches_go_through_a_small_buffer() {
    let graph = Arc::new(Graph::from_edges(801, (1..=800).map(|leaf| (0, leaf))).unwrap());
    let expected = Wedge.count(&graph);
    assert_eq!(Wedge.matches(&graph).unwrap().count() as u128, expected);
    assert_eq!(Engine::auto().unwrap().matches(&graph, "wedge").unwrap().count() as u128, expected);
}

#[test]
fn the_search_waits_for_the_iterator() {
    let graph = star();
    let options = Options { threads: Some(1), ..Options::default() };
    let mut matches = Seen.matches_with(&graph, &options).unwrap();
    assert!(matches.next().is_some());
    sleep(Duration::from_millis(200));
    let so_far = SEEN.load(Ordering::Relaxed);
    assert!(so_far < 100_000, "{so_far} matches were searched for one that was taken");
    drop(matches);
    let at_end = SEEN.load(Ordering::Relaxed);
    sleep(Duration::from_millis(50));
    assert_eq!(SEEN.load(Ordering::Relaxed), at_end, "the search goes on after its iterator is gone");
}

#[test]
fn dropping_the_iterator_stops_the_search() {
    let (graph, engine, control) = (star(), Engine::auto().unwrap(), Control::new());
    let mut matches = engine.matches_with(&graph, "wedge", &control).unwrap();
    assert_eq!(matches.by_ref().take(10).count(), 10);
    drop(matches);
    assert!(!control.is_stopped(), "other runs may have the same handle");
    assert_eq!(Arc::strong_count(&graph), 1, "the search still has the graph");
}

/// With one thread, which a search on the engine's own threads would hold.
#[test]
fn the_engine_answers_while_matches_are_taken() {
    let (graph, config) = (star(), EngineConfig { threads: Some(1), devices: Devices::Cpu, ..EngineConfig::default() });
    let engine = Engine::new(&config).unwrap();
    for found in engine.matches(&graph, "wedge").unwrap().take(3) {
        assert_eq!(found.unwrap().len(), 3);
        assert_eq!(engine.count(&graph, "a-b").unwrap().count, 5000);
        assert_eq!(engine.matches(&graph, "a-b").unwrap().take(2).count(), 2);
        assert_eq!(Wedge.matches(&graph).unwrap().take(2).count(), 2);
    }
}

#[test]
fn a_time_limit_ends_the_matches_and_the_report_says_so() {
    let (graph, engine) = (star(), Engine::auto().unwrap());
    let control = Control::new().with_time_limit(Duration::from_millis(50));
    let mut matches = engine.matches_with(&graph, "a-b-c-d", &control).unwrap();
    // In a star there is none: the search is the work.
    assert_eq!(matches.by_ref().count(), 0);
    // However long this machine takes for the first match, some limit leaves time for it.
    let limits = (6..).map(|exponent| Duration::from_millis(1 << exponent));
    let begun = |limit: Duration| {
        let mut matches = engine.matches_with(&graph, "wedge", &Control::new().with_time_limit(limit)).unwrap();
        matches.next().map(|_| (matches, limit))
    };
    let (mut matches, limit) = limits.into_iter().find_map(begun).unwrap();
    sleep(2 * limit);
    let taken = 1 + matches.by_ref().count();
    let report = matches.report().unwrap();
    assert!(report.partial && report.count == taken as u128, "{taken} of {report:?}");
}

#[test]
fn a_stopped_search_is_partial() {
    let (graph, engine, control) = (star(), Engine::auto().unwrap(), Control::new());
    let mut matches = engine.matches_with(&graph, "wedge", &control).unwrap();
    assert!(matches.next().is_some());
    control.stop();
    assert!(matches.by_ref().count() < 1_000_000);
    assert!(matches.report().unwrap().partial);
}

#[test]
fn errors_come_at_once_or_as_the_last_item() {
    let (graph, engine) = (paw(), Engine::auto().unwrap());
    assert!(matches!(engine.matches(&graph, "a-"), Err(EngineError::Pattern(_))));
    assert!(matches!(engine.matches(&graph, "a:red-b"), Err(EngineError::Bind(_))));
    let mut matches = Red.matches(&graph).unwrap();
    assert!(matches!(matches.next(), Some(Err(EngineError::Bind(_)))));
    assert!(matches.next().is_none() && matches.report().is_none());
    let options = Options { devices: Devices::Gpu(None), ..Options::default() };
    assert!(matches!(Wedge.matches_with(&graph, &options), Err(EngineError::NoIterator)));
}

#[test]
fn a_panic_of_the_search_is_one_of_the_iterator() {
    let mut matches = Broken.matches(&paw()).unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| matches.next())).is_err());
    assert!(matches.next().is_none());
}

#[test]
fn batches_have_all_matches_once() {
    let graph = Graph::load(KARATE).unwrap();
    let engine = Engine::auto().unwrap();
    let mut expected = Vec::new();
    let report = engine.list_with(&graph, "a-b-c", &Control::new(), &mut |found| {
        expected.push(found.to_vec());
        ControlFlow::Continue(())
    });
    let all = report.unwrap().count;
    expected.sort();
    for rows in [1, 7, 100, 1_000_000] {
        let mut found = Vec::new();
        let report = engine.list_batches(&graph, "a-b-c", &Control::new(), rows, &mut |batch| {
            assert!(batch.len() <= rows && batch.columns().len() == 3 && !batch.is_empty());
            found.extend(
                (0..batch.len()).map(|row| batch.columns().iter().map(|column| column[row]).collect::<Vec<_>>()),
            );
            ControlFlow::Continue(())
        });
        found.sort();
        assert_eq!((report.unwrap().count, &found), (all, &expected), "{rows}");
    }
    let mut taken = 0;
    let report = engine.list_batches(&graph, "a-b-c", &Control::new(), 10, &mut |batch| {
        taken += batch.len();
        if taken < 30 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let report = report.unwrap();
    assert_eq!((report.count, taken, report.limited, report.partial), (30, 30, true, false));
    let none = engine.list_batches(&graph, "a-b", &Control::new(), 0, &mut |_| ControlFlow::Continue(()));
    assert!(none.unwrap_err().to_string().contains("1 or more"));
}
