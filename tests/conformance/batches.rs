//! Many queries on one graph: side by side, up to a limit, and under limits of time of their own; and which queries need no plan.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::time::Duration;

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Label, Pattern, Semantics};
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{EachOptions, Engine, EngineConfig, EngineError, Report, Session};
use gpm_runtime::graph::generate::{Spec, generate};
use gpm_runtime::graph::{Graph, GraphBuilder};
use gpm_runtime::sched::Shard;

use crate::oracle::Oracle;
use crate::random_patterns::KINDS;

const SEMANTICS: [Semantics; 3] = [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism];

fn engine(threads: usize, backend: Backend) -> Engine {
    let config = EngineConfig { threads: Some(threads), backend, ..EngineConfig::default() };
    Engine::cpu(&config).expect("the CPU is there")
}

/// The answers by place; each place is answered once.
fn answers(engine: &Engine, graph: &Graph, queries: &[Query], options: EachOptions) -> Vec<Report> {
    let mut all: Vec<Option<Report>> = queries.iter().map(|_| None).collect();
    let answered = |place: usize, answer: Result<Report, EngineError>| {
        assert!(all[place].is_none(), "{place} is answered twice");
        all[place] = Some(answer.expect("the query fits the graph"));
        ControlFlow::Continue(())
    };
    engine.count_each(graph, queries, options, &Control::new(), answered).expect("the batch is answered");
    all.into_iter().map(|answer| answer.expect("each is answered")).collect()
}

#[test]
fn answers_are_those_of_brute_force() {
    let engines = [engine(3, Backend::Compiled), engine(1, Backend::Compiled), engine(2, Backend::Interpreted)];
    for (kind, engine) in KINDS.iter().zip(engines.iter().cycle()) {
        let sample = &(kind.graphs)()[0];
        let graph = sample.graph();
        let patterns = kind.patterns(12);
        let asked =
            |(at, pattern): (usize, &Pattern)| Query::from(pattern).with_semantics(SEMANTICS[at % 3]).embeddings();
        let queries: Vec<Query> = patterns.iter().enumerate().map(asked).collect();
        let expected: Vec<u128> =
            queries.iter().map(|query| Oracle::new(sample, &query.pattern, query.semantics).count()).collect();
        for report in answers(engine, &graph, &queries, EachOptions::default()).iter().zip(&expected) {
            let (report, &expected) = report;
            assert_eq!(
                (report.count, report.partial, report.limited),
                (expected, false, false),
                "{}",
                report.query.pattern
            );
        }
        for limit in [1, 7, 2000] {
            let options = EachOptions { limit: NonZeroU64::new(limit), ..EachOptions::default() };
            for (report, &expected) in answers(engine, &graph, &queries, options).iter().zip(&expected) {
                let reached = expected >= limit.into();
                let expected = (expected.min(limit.into()), false, reached);
                assert_eq!((report.count, report.partial, report.limited), expected, "{}", report.query.pattern);
            }
        }
    }
}

fn dense() -> Graph {
    generate(&"er:2000:200000".parse::<Spec>().expect("a model"), 1).expect("a graph")
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern"))
}

#[test]
fn a_query_that_takes_too_long_does_not_hold_up_the_rest() {
    let (graph, engine) = (dense(), engine(2, Backend::Compiled));
    let queries = ["cycle:10", "a-b", "wheel:20", "a-b-c", "cycle:12", "a-b"].map(query);
    // The short ones take less than a millisecond.
    let options = EachOptions { query_time_limit: Some(Duration::from_secs(1)), ..EachOptions::default() };
    let found = answers(&engine, &graph, &queries, options);
    let partial: Vec<bool> = found.iter().map(|report| report.partial).collect();
    assert_eq!(partial, [true, false, true, false, true, false]);
    assert_eq!((found[1].count, found[5].count), (200_000, 200_000));
}

#[test]
fn a_batch_ends_when_it_is_told_to() {
    let (graph, engine) = (dense(), engine(2, Backend::Compiled));
    let queries: Vec<Query> = std::iter::repeat_n(query("cycle:10"), 100).collect();
    let limited = Control::new().with_time_limit(Duration::from_millis(50));
    for (control, enough) in [(limited, usize::MAX), (Control::new(), 1)] {
        let options = EachOptions { query_time_limit: Some(Duration::from_millis(100)), ..EachOptions::default() };
        let mut answered = 0;
        let take = |_, answer: Result<Report, EngineError>| {
            assert!(answer.expect("no failure").partial);
            answered += 1;
            if answered == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        engine.count_each(&graph, &queries, options, &control, take).expect("it ends");
        // None, if the limit is over before the first is begun.
        assert!(answered <= 2, "{answered}");
    }
}

/// The callback is on the thread of the caller: the engine is free for it.
#[test]
fn a_callback_may_use_the_engine() {
    let (graph, engine) = (dense(), engine(1, Backend::Compiled));
    let queries = ["a-b", "a-b-c", "a-b"].map(query);
    let mut sum = 0;
    let take = |_, answer: Result<Report, EngineError>| {
        sum += answer.expect("no failure").count - engine.count(&graph, "a-b").expect("it counts").count;
        ControlFlow::Continue(())
    };
    engine.count_each(&graph, &queries, EachOptions::default(), &Control::new(), take).expect("it ends");
    assert_eq!(sum + 200_000, engine.count(&graph, "a-b-c").expect("it counts").count);
}

/// The one match is found at once, below the roots with the longest rows; below all others there is none, but a search of hours. A worker
/// that gathered matches before it hands them over would not be back.
#[test]
fn a_limit_ends_the_search() {
    let (length, leaves, side) = (9, 1000, 400);
    let ring = (0..length).map(|v| (v, (v + 1) % length));
    let leaf = |v: u32| (0..leaves).map(move |leaf| (v, length + v * leaves + leaf));
    let first = length * (leaves + 1);
    let is_linked = |a: u32, b: u32| !(a * 7 + b * 13).is_multiple_of(3);
    let bipartite = (0..side).flat_map(|a| (0..side).filter(move |&b| is_linked(a, b)).map(move |b| (a, b)));
    let bipartite = bipartite.map(|(a, b)| (first + a, first + side + b));
    let edges = ring.chain((0..length).flat_map(leaf)).chain(bipartite);
    let graph = Graph::from_edges((first + 2 * side) as usize, edges).expect("a graph");
    let limit = NonZeroU64::new(1).expect("it is not zero");
    for backend in [Backend::Compiled, Backend::Interpreted] {
        let (engine, control) = (engine(1, backend), Control::new());
        let session = &mut Session::new(&graph);
        let report = engine.count_up_to_in(session, query("cycle:9"), limit, &control).expect("it counts");
        assert_eq!((report.count, report.limited, report.partial), (1, true, false));
    }
}

/// A graph of a ring with two labels, and a part so dense that long cycles in it take more steps than are tried without a plan.
fn labelled() -> Graph {
    let ring = (0..30u32).map(|v| (v, (v + 1) % 30));
    // Any two have other neighbors, so that none is a twin of another.
    let mixed = |a: u32, b: u32| (a.wrapping_mul(0x9E37_79B9) ^ b.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0xC2B2_AE35);
    let dense = (30..130).flat_map(|a| (30..a).filter(move |&b| mixed(a, b) >> 31 == 0).map(move |b| (a, b)));
    let labels = (0..130u32).map(|v| if v >= 30 { "dense" } else { ["even", "odd"][v as usize % 2] });
    let builder = GraphBuilder::undirected().vertices(130).edges(ring.chain(dense)).vertex_labels(labels);
    builder.build().expect("a graph")
}

#[test]
fn single_queries_are_answered_without_a_plan_where_that_is_soon_done() {
    let (graph, engine, control) = (labelled(), engine(2, Backend::Compiled), Control::new());
    let path = query("a:even-b:odd-c:even");
    let found = engine.count(&graph, &path).expect("it counts");
    assert_eq!((found.count, found.partial, found.plan.is_none()), (15, false, true));
    // Whoever leaves a pass out asks for a plan, and so do shards and patterns that leave labels open.
    let planned = path.clone().without(PassSet::named("brief").expect("a pass"));
    let found = engine.count(&graph, &planned).expect("it counts");
    assert_eq!((found.count, found.plan.is_some()), (15, true));
    let session = &mut Session::of_shard(&graph, Shard::WHOLE);
    let found = engine.count_in(session, &path, &control).expect("it counts");
    assert_eq!((found.count, found.plan.is_some()), (15, true));
    let found = engine.count(&graph, query("a:even-b-c:even")).expect("it counts");
    assert_eq!((found.count, found.plan.is_some()), (15, true));
    let limit = NonZeroU64::new(7).expect("it is not zero");
    let found = engine.count_up_to_in(&mut Session::new(&graph), &path, limit, &control).expect("it counts");
    assert_eq!((found.count, found.limited, found.plan.is_none()), (7, true, true));
}

#[test]
fn single_queries_that_take_long_are_planned() {
    let (graph, engine) = (labelled(), engine(2, Backend::Compiled));
    let ring = |length: u32| {
        let edges: Vec<String> = (0..length).map(|u| format!("{u}:dense-{}:dense", (u + 1) % length)).collect();
        query(&edges.join(" "))
    };
    let found = engine.count(&graph, ring(5)).expect("it counts");
    let planned = ring(5).without(PassSet::named("brief").expect("a pass"));
    let expected = engine.count(&graph, planned).expect("it counts").count;
    assert_eq!((found.count, found.partial, found.plan.is_some()), (expected, false, true));
    // What was met without a plan counts, wherever the run is stopped after that.
    let mut limits = (7..).map(|exponent| Duration::from_millis(1 << exponent));
    let stopped =
        || engine.count_with(&graph, ring(5), &Control::new().with_time_limit(limits.next().expect("one more")));
    let mut reports = std::iter::repeat_with(stopped).map(|report| report.expect("it counts"));
    let planned = reports.find(|report| report.plan.is_some()).expect("a limit is long enough");
    assert!((1..=expected).contains(&planned.count), "{}", planned.count);
}

#[test]
fn single_queries_on_labelled_graphs_match_brute_force() {
    let engines = [engine(3, Backend::Compiled), engine(1, Backend::Compiled)];
    let mut without_plan = 0;
    for (kind, engine) in KINDS.iter().zip(engines.iter().cycle()) {
        for sample in (kind.graphs)().iter().take(3) {
            let graph = sample.graph();
            for pattern in kind.patterns(30) {
                let query = Query::from(pattern.clone()).embeddings();
                let expected = Oracle::new(sample, &pattern, query.semantics).count();
                let found = engine.count(&graph, &query).expect("it counts");
                assert_eq!((found.count, found.partial), (expected, false), "{pattern}");
                without_plan += usize::from(found.plan.is_none());
            }
        }
    }
    // A third of the patterns have vertices that may have one of several labels, which are planned.
    assert!(without_plan > 10, "{without_plan}");
}

#[test]
fn queries_with_labels_and_directions_of_edges_need_no_plan() {
    let (engine, mut checked) = (engine(2, Backend::Compiled), [0, 0]);
    for kind in KINDS.iter().filter(|kind| !kind.vertex_labels.is_empty() && !kind.edge_labels.is_empty()) {
        for sample in &(kind.graphs)() {
            let graph = sample.graph();
            let is_one = |label: Option<&Label>| label.is_some_and(|label| label.texts().count() == 1);
            let is_asked = |pattern: &Pattern| {
                let are_one = pattern.edges().all(|edge| edge.label.as_ref().is_none_or(|label| is_one(Some(label))));
                are_one
                    && !pattern.has_anti_edges()
                    && (0..pattern.num_vertices()).all(|u| is_one(pattern.vertex_label(u)))
            };
            for pattern in kind.patterns(600).into_iter().filter(is_asked) {
                let query = Query::from(pattern.clone());
                let expected = Oracle::new(sample, &pattern, query.semantics).count();
                let found = engine.count(&graph, query.embeddings()).expect("it counts");
                assert_eq!((found.count, found.partial, found.plan.is_none()), (expected, false, true), "{pattern}");
                checked[usize::from(kind.is_directed)] += 1;
            }
        }
    }
    assert!(checked.iter().all(|&checked| checked > 20), "{checked:?}");
}
