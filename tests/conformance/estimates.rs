//! Estimates against brute force: right on average, whatever is asked, and in their intervals as often as these say.

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, EngineConfig, Estimate, EstimateOptions};
use gpm_runtime::graph::Graph;
use gpm_runtime::graph::VertexOrder;
use gpm_runtime::graph::generate::{Spec, generate};

use crate::expected::{Expected, SEMANTICS, UNITS};
use crate::random_patterns::KINDS;
use crate::random_predicates::{filtered, with_columns};
use crate::sample::Sample;

/// Random patterns of each kind.
const NUM_RANDOM: usize = 2;
/// Estimates of each count, of few samples.
const SEEDS: u64 = 20;

fn engine(threads: usize) -> Engine {
    Engine::cpu(&EngineConfig { threads: Some(threads), ..EngineConfig::default() }).expect("the CPU is there")
}

/// An estimate from samples alone.
fn estimate(engine: &Engine, graph: &Graph, query: &Query, options: EstimateOptions) -> Estimate {
    let options = EstimateOptions { may_count: false, ..options };
    let found = engine.estimate(graph, query, options, &Control::new());
    found.unwrap_or_else(|error| panic!("{}: {error}", query.pattern))
}

/// How far the mean of many estimates is from the count, in standard errors of that mean.
fn distance(engine: &Engine, graph: &Graph, query: &Query, count: u128) -> f64 {
    let few = |seed| EstimateOptions { rel_error: 1e-9, samples: 1000, seed, ..EstimateOptions::default() };
    let found: Vec<f64> = (0..SEEDS).map(|seed| estimate(engine, graph, query, few(seed)).estimate).collect();
    let mean = found.iter().sum::<f64>() / SEEDS as f64;
    let variance = found.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / (SEEDS * (SEEDS - 1)) as f64;
    let (off, count) = (mean - count as f64, count as f64);
    // What is the same each time is right to the digits of a float.
    if off.abs() <= 1e-9 * count { 0.0 } else { off / variance.sqrt() }
}

#[test]
fn estimates_are_right_on_average() {
    let engine = engine(2);
    let (mut distances, mut at) = (Vec::new(), 0);
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (i, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let sample = with_columns(samples[i % samples.len()].clone(), i as u64);
            let filtered = filtered(pattern, &sample, (kind_at * 100 + i) as u64);
            for (pattern, semantics) in SEMANTICS.iter().flat_map(|&own| [(pattern, own), (&filtered, own)]) {
                let (unit, graph) = (UNITS[at % UNITS.len()], sample.graph());
                at += 1;
                let query = Query { unit, ..Query::from(pattern.clone()).with_semantics(semantics) };
                let count = Expected::new(&sample, pattern, semantics).count(unit);
                let distance = distance(&engine, &graph, &query, count);
                assert!(distance.abs() < 6.0, "{pattern} {semantics} in {}: {distance} standard errors", sample.name);
                distances.push(distance);
            }
        }
    }
    let sampled: Vec<f64> = distances.into_iter().filter(|&distance| distance != 0.0).collect();
    let mean = sampled.iter().sum::<f64>() / sampled.len() as f64;
    assert!(sampled.len() > 30, "{} of them are no constants", sampled.len());
    assert!(mean.abs() < 5.0 / (sampled.len() as f64).sqrt(), "all together they are {mean} standard errors off");
}

pub(crate) fn skewed() -> Graph {
    generate(&"rmat:11:8".parse::<Spec>().expect("a model"), 3).expect("it can be made").relabelled(VertexOrder::Degree)
}

#[test]
fn intervals_hold_the_count() {
    let (engine, graph) = (engine(2), skewed());
    let (mut held, mut all) = (0, 0);
    for text in ["house", "cycle:5", "clique:5", "path:5"] {
        let query = Query::from(text.parse::<Pattern>().expect("a pattern")).vertex_induced();
        let count = engine.count(&graph, query.clone()).expect("it can be counted").count as f64;
        let options = |seed| EstimateOptions { rel_error: 0.03, seed, ..EstimateOptions::default() };
        let found = (0..25).map(|seed| estimate(&engine, &graph, &query, options(seed)));
        let own = found.filter(|found| found.is_reached && (found.low..=found.high).contains(&count)).count();
        assert!(own >= 20, "{text}: {own} of 25 intervals hold {count}");
        (held, all) = (held + own, all + 25);
    }
    assert!(held * 100 >= all * 90, "{held} of {all} intervals hold the count");
}

/// Draws depend on nothing but the seed.
#[test]
fn the_same_seed_gives_the_same_estimate() {
    let graph = skewed();
    let query = Query::from("house".parse::<Pattern>().expect("a pattern"));
    let found = |threads, seed| {
        let options = EstimateOptions { rel_error: 0.05, seed, ..EstimateOptions::default() };
        let found = estimate(&engine(threads), &graph, &query, options);
        (found.estimate.to_bits(), found.low.to_bits(), found.high.to_bits(), found.samples)
    };
    assert_eq!(found(1, 7), found(3, 7));
    assert_ne!(found(1, 7), found(1, 8));
}

#[test]
fn what_is_not_found_is_bounded() {
    let graph = Graph::from_edges(300, (0..299).map(|v| (v, v + 1))).expect("a path");
    let found = estimate(
        &engine(1),
        &graph,
        &Query::from("triangle".parse::<Pattern>().expect("a pattern")),
        EstimateOptions { samples: 3000, ..EstimateOptions::default() },
    );
    assert_eq!((found.estimate, found.low, found.valid), (0.0, 0.0, 0));
    assert!(found.high > 1.0 && found.high.is_finite(), "{found:?}");
    assert!(found.count.is_none() && !found.is_reached && found.samples > 0);
}

/// Small samples are what a shrunk failure of the other suites is printed as: one that has no root at all is known.
#[test]
fn without_roots_the_answer_is_known() {
    let sample = Sample::clone(&(KINDS[2].graphs)()[0]);
    let query = Query::from("a:nowhere-b:nowhere".parse::<Pattern>().expect("a pattern"));
    let found = estimate(&engine(1), &sample.graph(), &query, EstimateOptions::default());
    assert_eq!((found.count, found.estimate, found.high, found.samples), (Some(0), 0.0, 0.0, 0));
}
