use std::sync::atomic::AtomicBool;

use super::pick::Starts;
use super::*;
use crate::engine::stats_for_planning;
use crate::graph::Graph;
use crate::graph::generate::{Spec, generate};
use gpm_plan::cost::{Kind, Prices};
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

fn graph() -> Graph {
    let spec = "rmat:10:16".parse::<Spec>().expect("a model");
    generate(&spec, 7).expect("a graph")
}

fn plan(pattern: &str, graph: &Graph) -> Plan {
    let query = Query::from(pattern.parse::<Pattern>().expect("a pattern"));
    Plan::new(query, &stats_for_planning(graph)).expect("a plan")
}

/// Nobody sets it.
static STOP: AtomicBool = AtomicBool::new(false);

/// A sample that nobody stops.
fn sample(nest: &LoopNest, bound: &Bound<'_>, budget: f64, prices: Prices) -> Option<Sampled> {
    super::sample(nest, bound, (budget, prices), &Control::new()).expect("nobody stops it")
}

/// The cost of the whole search, by a walk that leaves nothing out.
fn exact(nest: &LoopNest, bound: &Bound<'_>) -> f64 {
    let mut walk = Walk::new(nest, bound, Widths { candidates: &[usize::MAX; 8], rows: usize::MAX }, &STOP);
    (0..bound.num_roots()).for_each(|root| walk.below_root(bound.root(root), 1.0));
    walk.take().iter().map(|level| level.work.cost(&Prices::CPU)).sum()
}

#[test]
fn places_are_spread() {
    let mut starts = Starts::default();
    assert_eq!(starts.places(4, 3).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(starts.places(4, 0).count(), 0);
    for _ in 0..100 {
        let places: Vec<usize> = starts.places(4, 100).collect();
        assert!(places.iter().enumerate().all(|(i, place)| place / 25 == i), "{places:?}");
    }
    let mut spread: Vec<usize> = (0..8).map(|i| pick::spread(i, 1000)).collect();
    spread.sort_unstable();
    assert!(spread.windows(2).all(|pair| pair[1] - pair[0] > 50), "{spread:?}");
}

#[test]
fn a_sample_is_close_to_the_whole() {
    let graph = graph();
    for pattern in ["triangle", "diamond", "4-cycle", "house", "5-cycle", "4-clique", "bull", "a-b-c-d-a, b-d, d-e"] {
        let plan = plan(pattern, &graph);
        for nest in plan.nests() {
            let bound = Bound::new(&graph, nest).expect("the nest fits");
            let (sampled, exact) =
                (sample(nest, &bound, 1e6, Prices::CPU).expect("there are no hubs"), exact(nest, &bound));
            let error = sampled.variance.sqrt();
            assert!(
                (sampled.cost / exact - 1.0).abs() < 0.2,
                "{pattern}: {} of {exact}, ± {error}\n{nest}",
                sampled.cost
            );
            assert!(
                (sampled.cost - exact).abs() <= 5.0 * error + 1e-9 * exact,
                "{pattern}: {} of {exact}, ± {error}\n{nest}",
                sampled.cost
            );
        }
    }
}

#[test]
fn credits_are_charged() {
    let graph = graph();
    let edge = "a-b".parse::<Pattern>().and_then(|edge| edge.with_anchors(&[0])).expect("a pattern");
    let nest = Plan::new(Query::from(edge), &stats_for_planning(&graph)).expect("a plan").first_nest().clone();
    let bound = Bound::new(&graph, &nest).expect("the nest fits");
    let [free, dear] = [0.0, 5.0].map(|credit| {
        let prices = Prices::CPU.with(Kind::Credit, credit);
        sample(&nest, &bound, 1e6, prices).expect("there are no hubs").cost
    });
    let expected = 5.0 * graph.num_vertices() as f64;
    assert!((dear - free - expected).abs() < 1e-9 * free, "{dear} less {free} is not {expected}");
}

#[test]
fn a_sample_does_not_depend_on_chance() {
    let graph = graph();
    let nest = plan("house", &graph).first_nest().clone();
    let bound = Bound::new(&graph, &nest).expect("the nest fits");
    assert_eq!(sample(&nest, &bound, 1e5, Prices::CPU), sample(&nest, &bound, 1e5, Prices::CPU));
}

#[test]
fn the_budget_bounds_the_walk() {
    let graph = graph();
    let nest = plan("5-cycle", &graph).first_nest().clone();
    let bound = Bound::new(&graph, &nest).expect("the nest fits");
    let variance = |budget| sample(&nest, &bound, budget, Prices::CPU).map(|sampled| sampled.variance);
    assert_eq!(variance(10.0), None);
    assert!(variance(f64::INFINITY) < variance(1e5), "{:?} {:?}", variance(f64::INFINITY), variance(1e5));
}

#[test]
fn a_sample_meets_what_the_whole_does_within_its_error() {
    let graph = graph();
    for pattern in ["triangle", "diamond", "4-cycle", "house", "4-clique", "a-b-c-d-a, b-d, d-e"] {
        let plan = plan(pattern, &graph);
        for nest in plan.nests() {
            let bound = Bound::new(&graph, nest).expect("the nest fits");
            let measured = |most| measure(nest, &bound, (most, Prices::CPU), &Control::new()).expect("nobody stops it");
            let (whole, part) = (measured(f64::INFINITY), measured(-1.0));
            assert_eq!((whole.is_whole, part.is_whole), (true, false));
            for (level, (all, some)) in whole.levels.iter().zip(&part.levels).enumerate() {
                let cost = |level: &MetLevel| level.of.work.cost(&Prices::CPU);
                let pairs = [
                    (all.of.candidates, some.of.candidates),
                    (all.of.matches, some.of.matches),
                    (cost(all), cost(some)),
                ];
                for ((exact, met), error) in pairs.into_iter().zip(some.errors) {
                    let close = (met - exact).abs() <= 5.0 * error + 1e-9 * exact;
                    assert!(close, "{pattern} v{level}: {met} of {exact}, ± {error}\n{nest}");
                }
            }
        }
    }
}

#[test]
fn what_takes_long_is_sampled() {
    let graph = graph();
    let nest = plan("house", &graph).terms.remove(0).nest;
    let bound = Bound::new(&graph, &nest).expect("the nest fits");
    let is_whole = |most| measure(&nest, &bound, (most, Prices::CPU), &Control::new()).map(|walked| walked.is_whole);
    assert_eq!((is_whole(1e9), is_whole(1e3)), (Ok(true), Ok(false)));
    let stopped = Control::new();
    stopped.stop();
    assert_eq!(measure(&nest, &bound, (1e9, Prices::CPU), &stopped), Err(Stopped));
}
