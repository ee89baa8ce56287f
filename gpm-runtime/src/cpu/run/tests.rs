//! What is said of the time that is left, in searches whose every root is known to cost so much: no clock is asked.

use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use super::super::tasks::{Task, Tasks, tasks};
use super::*;
use crate::control::RootsDone;
use crate::engine::stats_for_planning;
use crate::graph::VertexOrder;
use crate::graph::generate::{Spec, generate};
use crate::sample::below_each;

/// Parts that each task is searched in.
const PIECES: u64 = 16;

/// What the whole search is said to take, of what it takes, once a tenth of it is done.
fn told(model: &str, pattern: &str) -> f64 {
    let graph = generate(&model.parse::<Spec>().expect("a model"), 57).expect("a graph");
    // As a file is loaded: roots that follow each other are alike.
    let graph = graph.relabelled(VertexOrder::Degree);
    let query = Query::from(pattern.parse::<Pattern>().expect("a pattern"));
    let plan = Plan::new(query, &stats_for_planning(&graph)).expect("a plan");
    let nest = plan.first_nest();
    let bound = Bound::new(&graph, nest).expect("the nest fits");
    let costs = below_each(nest, &bound);
    let all: f64 = costs.iter().sum();
    let asked = BoundNest { nest, bound: &bound, graph: &graph };
    let searcher = Searcher::new(asked, Backend::Interpreted).expect("it is interpreted");
    let Tasks { roots, groups, .. } = tasks(nest.binding().cut, &bound, 2);
    let order: Vec<Task> = roots.into_iter().chain(groups).collect();
    let done = RootsDone::new(order.iter().map(|task| (task.first..task.last, task.weight)));
    done.expect(searcher.forecast(&bound, &Control::new()).expect("there are no hubs"));
    let mut spent = 0.0;
    for Task { first, last, weight } in order {
        let cost: f64 = costs[first as usize..last as usize].iter().sum();
        for piece in 0..PIECES {
            let share = weight * (piece + 1) / PIECES - weight * piece / PIECES;
            done.add(first, share, Duration::from_secs_f64(cost / PIECES as f64));
            spent += cost / PIECES as f64;
            if spent >= all / 10.0 {
                let (own, left) = done.seconds();
                return (own + left) / all;
            }
        }
    }
    panic!("{model}, {pattern}: nothing is left to be done")
}

#[test]
fn a_tenth_of_a_search_tells_what_the_rest_will_take() {
    let pairs = [
        ("rmat:10:8", "house"),
        ("rmat:10:8", "cycle:6"),
        ("rmat:9:16", "clique:5"),
        ("rmat:10:8", "bull"),
        ("ba:800:6", "cycle:5"),
        ("ba:800:6", "a-b-c-d-a, b-d, d-e"),
        ("er:600:6000", "cycle:6"),
        ("er:600:6000", "house"),
        ("ws:1000:12:0.1", "cycle:5"),
        ("rmat:10:12", "diamond"),
    ];
    let told: Vec<(f64, &str, &str)> =
        pairs.into_iter().map(|(model, pattern)| (told(model, pattern), model, pattern)).collect();
    assert!(told.iter().all(|(ratio, ..)| (0.5..=2.0).contains(ratio)), "{told:#?}");
}

/// Whether no native code is made to count a pattern on a generated graph.
fn is_interpreted(pattern: &str, graph: &str) -> bool {
    let graph = generate(&graph.parse::<Spec>().expect("a model"), 1).expect("a graph");
    let query = Query::from(pattern.parse::<Pattern>().expect("a pattern"));
    let plan = Plan::new(query, &stats_for_planning(&graph)).expect("a plan");
    let bound = Bound::new(&graph, plan.first_nest()).expect("the nest fits");
    let asked = BoundNest { nest: plan.first_nest(), bound: &bound, graph: &graph };
    Searcher::new(asked, Backend::Suited).expect("it is made").compile_time().is_zero()
}

#[test]
fn no_code_is_made_for_small_graphs() {
    for pattern in ["triangle", "clique:4", "house", "a-b-c-d"] {
        assert!(is_interpreted(pattern, "er:30:34"), "{pattern}");
    }
    // As many vertices, and far more to do.
    assert!(!is_interpreted("clique:5", "er:30:400"));
    assert!(!is_interpreted("triangle", "er:3000:9000"));
}
