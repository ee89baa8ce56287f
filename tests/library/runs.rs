//! One handle on several runs: how one ends is nothing to the next.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use gpm::{
    CliqueOptions, Control, DenseOptions, Density, Devices, EachOptions, Engine, EngineConfig, Frequent, Further,
    Graph, Options, Query, SampleOptions, Session, VertexId,
};

gpm::pattern!(Wedge = a-b-c;);

/// Every two vertices are adjacent, but each with the next of a circle: many of everything, none of which is the whole graph.
fn graph() -> Arc<Graph> {
    let pairs = (0..12).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|(u, v)| (v - u) % 10 > 1);
    Arc::new(Graph::from_edges(12, pairs).unwrap())
}

fn engine() -> Engine {
    Engine::new(&EngineConfig { threads: Some(2), devices: Devices::Cpu, ..EngineConfig::default() }).unwrap()
}

fn enough(_: &[VertexId]) -> ControlFlow<()> {
    ControlFlow::Break(())
}

/// The handle does for further runs of every verb what a new one does.
#[track_caller]
fn all_is_counted(control: &Control) {
    let (graph, engine) = (graph(), engine());
    assert!(!control.is_stopped(), "it was not told to stop");
    let fresh = Control::new();
    let all = engine.count_with(&graph, "a-b-c", &fresh).unwrap();
    let report = engine.count_with(&graph, "a-b-c", control).unwrap();
    assert_eq!((report.count, report.partial, report.limited), (all.count, false, false));
    assert!(all.count > 100);
    let mut met = 0;
    let report = engine.list_with(&graph, "a-b-c", control, &mut |_| {
        met += 1;
        ControlFlow::Continue(())
    });
    let report = report.unwrap();
    assert_eq!((report.count, met, report.partial, report.limited), (all.count, all.count, false, false));
    let cliques = |control: &Control| {
        let report = engine.maximal_cliques(&graph, &CliqueOptions::default(), control).unwrap();
        (report.count, report.partial, report.limited)
    };
    assert_eq!(cliques(control), cliques(&fresh));
    let options = Options { threads: Some(2), control: control.clone(), ..Options::default() };
    let answer = Wedge.count_with(&graph, &options).unwrap();
    assert_eq!((answer.count, answer.partial, answer.limited), (all.count, false, false));
    let mut answers = Vec::new();
    let queries = ["a-b-c", "triangle"].map(|text| text.parse::<Query>().unwrap());
    let answered = |_, answer: Result<gpm::Report, _>| {
        let report = answer.unwrap();
        answers.push((report.count, report.partial));
        ControlFlow::Continue(())
    };
    engine.count_each(&graph, &queries, EachOptions::default(), control, answered).unwrap();
    assert!(answers.len() == 2 && answers.contains(&(all.count, false)), "{answers:?}");
    let drawn = engine
        .sample(&graph, "a-b-c", SampleOptions { draws: 10, seed: 1 }, control, &mut |_| ControlFlow::Continue(()));
    assert_eq!(drawn.unwrap().drawn, 10);
}

#[test]
fn after_a_listing_that_was_broken_off() {
    let control = Control::new();
    let report = engine().list_with(&graph(), "a-b-c", &control, &mut enough).unwrap();
    assert_eq!((report.count, report.limited, report.partial), (1, true, false));
    all_is_counted(&control);
}

#[test]
fn after_a_listing_that_panicked() {
    let control = Control::new();
    let list = || engine().list_with(&graph(), "a-b-c", &control, &mut |_| panic!("as a sink may"));
    assert!(catch_unwind(AssertUnwindSafe(list)).is_err());
    all_is_counted(&control);
}

#[test]
fn after_an_iterator_that_was_dropped() {
    let control = Control::new();
    let mut matches = engine().matches_with(&graph(), "a-b-c", &control).unwrap();
    assert!(matches.next().is_some());
    drop(matches);
    all_is_counted(&control);
}

#[test]
fn after_a_count_up_to_a_limit() {
    let (control, limit) = (Control::new(), NonZeroU64::new(3).unwrap());
    let graph = graph();
    let report = engine().count_up_to_in(&mut Session::new(&graph), "a-b-c", limit, &control).unwrap();
    assert_eq!((report.count, report.limited, report.partial), (3, true, false));
    all_is_counted(&control);
}

#[test]
fn after_a_batch_that_was_broken_off() {
    let control = Control::new();
    let queries = vec!["a-b-c".parse::<Query>().unwrap(); 20];
    let mut answers = 0;
    let answered = |_, _| {
        answers += 1;
        ControlFlow::Break(())
    };
    engine().count_each(&graph(), &queries, EachOptions::default(), &control, answered).unwrap();
    assert_eq!(answers, 1);
    all_is_counted(&control);
}

/// With one thread, the queries after the first take for ever: who panics at its answer is heard at once.
#[test]
fn a_batch_whose_callback_panics_ends() {
    let graph = Graph::from_edges(600, (0..600).flat_map(|v| (0..v).map(move |u| (u, v)))).unwrap();
    let engine =
        Engine::new(&EngineConfig { threads: Some(1), devices: Devices::Cpu, ..EngineConfig::default() }).unwrap();
    let texts = ["a-b", "a-b-c-d-e-f-a, b-e, c-f", "a-b-c-d-e-f-a, b-e, c-f"];
    let queries = texts.map(|text| text.parse::<Query>().unwrap());
    let control = Control::new();
    let mut calls = 0;
    let batch = || {
        engine.count_each(&graph, &queries, EachOptions::default(), &control, |_, _| {
            calls += 1;
            panic!("as Python does")
        })
    };
    assert!(catch_unwind(AssertUnwindSafe(batch)).is_err());
    assert_eq!(calls, 1);
    all_is_counted(&control);
}

#[test]
fn after_cliques_that_were_broken_off() {
    let control = Control::new();
    let report = engine().list_maximal_cliques(&graph(), &CliqueOptions::default(), &control, &mut enough).unwrap();
    assert_eq!((report.count, report.limited, report.partial), (1, true, false));
    all_is_counted(&control);
}

#[test]
fn after_dense_sets_that_were_broken_off() {
    let control = Control::new();
    let options = DenseOptions { density: Density::Plex(2), min_size: 3, containing: Vec::new() };
    let report = engine().list_maximal_dense(&graph(), &options, &control, &mut enough).unwrap();
    assert_eq!((report.count, report.limited, report.partial), (1, true, false));
    all_is_counted(&control);
}

#[test]
fn after_a_sample_that_was_broken_off() {
    let control = Control::new();
    let options = SampleOptions { draws: 100, seed: 7 };
    assert_eq!(
        engine().sample(&graph(), "a-b-c", options, &control, &mut |_| ControlFlow::Break(())).unwrap().drawn,
        1
    );
    all_is_counted(&control);
}

#[test]
fn after_frequent_patterns_of_which_one_was_enough() {
    let control = Control::new();
    let asked = Frequent { max_edges: Some(3), ..Frequent::of_support(2) };
    let report = engine().frequent(&graph(), &asked, &control, |_| Further::End).unwrap();
    assert!(!report.partial);
    all_is_counted(&control);
}

#[test]
fn after_a_declared_pattern_that_was_broken_off() {
    for devices in [Devices::Cpu, Devices::Auto] {
        let options = Options { threads: Some(2), devices, ..Options::default() };
        let answer = Wedge.for_each_with(&graph(), &options, |_| ControlFlow::Break(())).unwrap();
        assert_eq!((answer.count, answer.limited, answer.partial), (1, true, false));
        all_is_counted(&options.control);
    }
    let options = Options { threads: Some(2), ..Options::default() };
    let mut matches = Wedge.matches_with(&graph(), &options).unwrap();
    assert!(matches.next().is_some());
    drop(matches);
    all_is_counted(&options.control);
}

/// The time limit is each run's own.
#[test]
fn after_a_run_whose_time_was_over() {
    let control = Control::new().with_time_limit(Duration::ZERO);
    let report = engine().count_with(&graph(), "a-b-c", &control).unwrap();
    assert!(report.partial && !report.limited && !control.is_stopped());
    let control = control.with_time_limit(Duration::from_secs(600));
    all_is_counted(&control);
}

/// A run that begins when it is told to stop already has found nothing, and says that there may be more.
#[test]
fn runs_of_a_stopped_handle_are_partial() {
    let (graph, engine, control) = (graph(), engine(), Control::new());
    engine.list_with(&graph, "a-b-c", &control, &mut enough).unwrap();
    control.stop();
    let report = engine.count_with(&graph, "a-b-c", &control).unwrap();
    assert_eq!((report.count, report.partial, report.limited), (0, true, false));
    let report = engine.list_with(&graph, "a-b-c", &control, &mut enough).unwrap();
    assert_eq!((report.count, report.partial, report.limited), (0, true, false));
    let report = engine.maximal_cliques(&graph, &CliqueOptions::default(), &control).unwrap();
    assert_eq!((report.count, report.partial, report.limited), (0, true, false));
    let options = Options { threads: Some(2), control: control.clone(), ..Options::default() };
    let answer = Wedge.for_each_with(&graph, &options, |_| ControlFlow::Break(())).unwrap();
    assert_eq!((answer.count, answer.partial, answer.limited), (0, true, false));
    assert!(
        engine.sample(&graph, "a-b-c", SampleOptions { draws: 10, seed: 1 }, &control, &mut enough).unwrap().partial
    );
}
