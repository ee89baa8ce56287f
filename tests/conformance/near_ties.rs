//! Near ties that are settled by a sample: another plan, the same answer.

use gpm_plan::cost::{Kind, Prices};
use gpm_plan::pattern::{OrbitsOf, Semantics, all_connected};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, EngineConfig, Session};
use gpm_runtime::graph::GraphBuilder;

use crate::random_graphs;

const NUM_GRAPHS: usize = 2;

fn engine(sample_above: f64) -> Engine {
    // On small graphs sums are worth while if nests cost nothing beside their search.
    let prices = Some(Prices::CPU.with(Kind::Nest, 0.0));
    let config = EngineConfig { threads: Some(2), sample_above, prices, ..EngineConfig::default() };
    Engine::cpu(&config).expect("threads can be started")
}

#[test]
fn samples_change_no_count() {
    let [never, always] = [f64::INFINITY, 0.0].map(engine);
    let (mut sampled, mut changed) = (0, 0);
    for sample in random_graphs::undirected().iter().take(NUM_GRAPHS) {
        let graph = &sample.graph();
        let mut session = Session::new(graph);
        for pattern in (3..=5).flat_map(all_connected) {
            for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
                let query = Query::from(pattern.clone()).with_semantics(semantics);
                let expected = never.count(graph, &query).expect("the run succeeds");
                let report = always.count(graph, &query).expect("the run succeeds");
                assert_eq!(report.count, expected.count, "{pattern} {semantics}\n{:?}", report.plan);
                // What a session has counted already costs nothing.
                let shared = always.count_in(&mut session, &query, &Control::new()).expect("the run succeeds");
                assert_eq!(shared.count, expected.count, "{pattern} {semantics}\n{:?}", shared.plan);
                let [plan, of_model] = [report, expected].map(|report| report.plan.expect("nobody stops it"));
                let [own, predicted] = [&plan, &of_model].map(|plan| &plan.choices);
                sampled += usize::from(own.iter().any(|choice| choice.sampled.is_some()));
                changed += usize::from(own[0].cost != predicted[0].cost);
                assert!(predicted.iter().all(|choice| choice.sampled.is_none()));
                // The same on every machine, and each time.
                let again = always.plan(graph, &query).expect("there is a plan");
                assert_eq!(again.to_string(), plan.to_string());
            }
        }
    }
    assert!(sampled > 25 && changed > 2, "{sampled} plans were sampled, {changed} changed by it");
}

#[test]
fn searches_that_come_again_are_sampled_once_that_pays() {
    // Pays after 0.4 ms of two threads.
    let [late, always] = [1e6, 0.0].map(engine);
    let graph = &random_graphs::undirected()[0].graph();
    let is_sampled = |plan: &Plan| plan.choices.iter().any(|choice| choice.sampled.is_some());
    let mut checked = 0;
    for pattern in all_connected(4) {
        let query = Query::from(pattern).vertex_induced();
        let settled = always.plan(graph, &query).expect("there is a plan");
        let count = || late.count(graph, &query).expect("the run succeeds");
        let expected = count();
        if !is_sampled(&settled) || is_sampled(expected.plan.as_ref().expect("it was planned")) {
            continue;
        }
        let mut again = (0..100_000).map(|_| count()).inspect(|report| assert_eq!(report.count, expected.count));
        let sampled = again.find_map(|report| report.plan.filter(is_sampled)).expect("the searches take some time");
        assert_eq!(sampled.to_string(), settled.to_string());
        assert_eq!(count().plan.expect("it is known").to_string(), settled.to_string());
        checked += 1;
    }
    assert!(checked > 0, "no query has near ties");
}

#[test]
fn samples_change_no_orbit() {
    let [never, always] = [f64::INFINITY, 0.0].map(engine);
    for sample in random_graphs::undirected().iter().take(2) {
        let graph = &sample.graph();
        let count = |engine: &Engine| {
            let found = engine.count_orbits(graph, OrbitsOf::Vertices, 5, &Control::new()).expect("the run succeeds");
            found
                .expect("nobody stops it")
                .counts
                .iter()
                .map(|orbit| orbit.iter().collect())
                .collect::<Vec<Vec<u128>>>()
        };
        assert_eq!(count(&never), count(&always));
    }
}

/// Where one hub has nearly all of both kinds of neighbors, which by the means alone seem few together.
#[test]
fn branches_at_a_hub_are_counted_one_by_one() {
    const EACH: u32 = 3000;
    let (a, b) = (2 * EACH, 4 * EACH);
    // Vertices of kind f, of which each has one of kind a and of kind b and the first all others; of these each has the last of its kind.
    let labels = [("f", EACH), ("a", a), ("b", a), ("x", 1), ("y", 1)];
    let labels = labels.into_iter().flat_map(|(label, number)| std::iter::repeat_n(label, number as usize));
    let (first_a, first_b, x) = (EACH, EACH + a, EACH + b);
    let own = (0..EACH).flat_map(|f| [(f, first_a + f), (f, first_b + f)]);
    let of_hub = (EACH..a).flat_map(|other| [(0, first_a + other), (0, first_b + other)]);
    let ends = (0..a).flat_map(|other| [(first_a + other, x), (first_b + other, x + 1)]);
    let edges = own.chain(of_hub).chain(ends);
    let graph = GraphBuilder::directed().vertex_labels(labels).edges(edges).build().expect("a graph");
    let query = "f:f->a:a->x:x, f->b:b->y:y".parse::<Query>().expect("a pattern").homomorphism();
    let expected = u128::from(EACH + 1).pow(2) + u128::from(EACH - 1);
    for (sample_above, by_branches) in [(f64::INFINITY, false), (1e9, true)] {
        let config = EngineConfig { threads: Some(2), sample_above, ..EngineConfig::default() };
        let report = Engine::cpu(&config).expect("threads can be started").count(&graph, &query).expect("it runs");
        let plan = report.plan.expect("nobody stops it");
        assert_eq!(report.count, expected, "{plan}");
        assert_eq!(plan.nests().any(|nest| !nest.entries.is_empty()), by_branches, "{plan}");
    }
}
