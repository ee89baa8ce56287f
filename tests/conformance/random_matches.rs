//! Random matches: each is a match, as many of them as brute force finds, and each comes about as often as any other.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, EngineConfig, SampleOptions, Sampled};
use gpm_runtime::graph::{Graph, VertexId};

use crate::expected::{Expected, SEMANTICS, UNITS};
use crate::random_patterns::KINDS;
use crate::random_predicates::{filtered, with_columns};

/// Random patterns of each kind.
const NUM_RANDOM: usize = 2;
/// Draws for each match.
const EACH: u64 = 20;
/// Of more matches fewer are drawn.
const MOST: u64 = 6_000;

fn engine(threads: usize) -> Engine {
    Engine::cpu(&EngineConfig { threads: Some(threads), ..EngineConfig::default() }).expect("the CPU is there")
}

fn draw(engine: &Engine, graph: &Graph, query: &Query, draws: u64) -> (Sampled, Vec<Vec<VertexId>>) {
    let mut rows = Vec::new();
    let options = SampleOptions { draws, seed: 5 };
    let found = engine.sample(graph, query, options, &Control::new(), &mut |found| {
        rows.push(found.to_vec());
        ControlFlow::Continue(())
    });
    (found.unwrap_or_else(|error| panic!("{}: {error}", query.pattern)), rows)
}

#[test]
fn each_match_is_as_likely_as_any_other() {
    let (engine, mut at, mut tested) = (engine(2), 0, 0);
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
                let draws = (count as u64 * EACH).clamp(3, MOST);
                let (found, rows) = draw(&engine, &graph, &query, draws);
                let name = format!("{pattern} {semantics} {unit:?} in {}", sample.name);
                assert_eq!((found.count, found.partial), (Some(count), false), "{name}");
                assert_eq!(rows.len() as u64, if count == 0 { 0 } else { draws }, "{name}");
                let mut often: BTreeMap<Vec<VertexId>, u64> = BTreeMap::new();
                let listed = engine.list_with(&graph, &query, &Control::new(), &mut |found| {
                    often.insert(found.to_vec(), 0);
                    ControlFlow::Continue(())
                });
                assert_eq!((listed.expect("as above").count, often.len() as u128), (count, count), "{name}");
                for row in rows {
                    *often.get_mut(&row).unwrap_or_else(|| panic!("{name}: {row:?} is no match")) += 1;
                }
                if count < 2 || draws < count as u64 * EACH {
                    continue;
                }
                let off: f64 = often.values().map(|&times| (times as f64 - EACH as f64).powi(2) / EACH as f64).sum();
                let free = (count - 1) as f64;
                // The sum of squares has mean `free` and variance 2 `free`, but for few matches a longer tail than the normal distribution.
                assert!(off < free + 5.0 * (2.0 * free).sqrt() + 10.0, "{name}: {off} for {free} degrees of freedom");
                tested += 1;
            }
        }
    }
    assert!(tested > 20, "{tested} queries had few enough matches");
}

/// What is drawn depends on the seed alone, and the first draws are those of a shorter run.
#[test]
fn the_same_seed_draws_the_same_matches() {
    let graph = crate::estimates::skewed();
    let query: Query = "triangle".parse().expect("a pattern");
    let (_, rows) = draw(&engine(1), &graph, &query, 300);
    assert_eq!(draw(&engine(3), &graph, &query, 300).1, rows);
    assert_eq!(draw(&engine(2), &graph, &query, 100).1, rows[..100]);
}

#[test]
fn a_stopped_run_draws_nothing() {
    let control = Control::new();
    control.stop();
    let options = SampleOptions { draws: 9, seed: 1 };
    let found =
        engine(1).sample(&crate::estimates::skewed(), "house", options, &control, &mut |_| ControlFlow::Continue(()));
    let found = found.expect("a stop is no error");
    assert!(found.partial && found.drawn == 0 && found.count.is_none());
}
