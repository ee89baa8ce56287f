//! Populations beside the search: counts where they are whole, and means of many where they are not.

use super::population::Source;
use super::spanning::Spanning;
use super::{Populated, populate};
use crate::brief::Ground;
use crate::brief::candidates::candidates;
use crate::brief::tests::{Numbers, each_question, graph, question};
use crate::control::Control;
use crate::cpu::Draws;
use crate::estimate::Goal;

const GOAL: Goal = Goal { rel_error: 0.01, confidence: 0.95, samples: 100_000 };

#[test]
fn a_population_that_is_whole_has_counted() {
    each_question(|ground, question, count| {
        let found = populate(ground, question, (GOAL, 1), &Control::new()).expect("nobody stops it");
        let Populated { mean, interval, is_count, .. } = found.expect("numbers are small");
        if is_count {
            assert_eq!((mean, interval.low, interval.high), (count, count, count), "{question:?}");
        }
    });
}

#[test]
fn populations_are_right_on_average() {
    const NUMBER: u64 = 4000;
    let (mut cut, control) = (0, Control::new());
    each_question(|ground, question, count| {
        let candidates = candidates(ground, question);
        if candidates.iter().any(|own| own.vertices.is_empty()) {
            return;
        }
        let spanning = Spanning::new(ground, question, &candidates);
        assert!(spanning.total() >= count, "{question:?}");
        let source = Source { ground, question, candidates: &candidates, spanning: &spanning };
        for power in [0.0, 0.5] {
            let worth = spanning.worth(power);
            let (mut sum, mut squares) = (0.0, 0.0);
            for number in 0..NUMBER {
                let mut draws = Draws::new(7, 9, number);
                let next = || draws.below(1 << 53) as f64 / (1u64 << 53) as f64;
                let drawn = source.draw((&worth, 8), next, &control).expect("nobody stops it");
                cut += u64::from(!drawn.is_whole);
                (sum, squares) = (sum + drawn.estimate, squares + drawn.estimate.powi(2));
            }
            let (number, mean) = (NUMBER as f64, sum / NUMBER as f64);
            let error = ((squares / number - mean * mean).max(0.0) / number).sqrt();
            assert!((mean - count).abs() <= 5.0 * error + 1e-9 * count, "{mean} is not {count}: {question:?}");
        }
    });
    assert!(cut > 20 * NUMBER, "most are cut");
}

#[test]
fn what_is_drawn_depends_on_the_seed_alone() {
    let (mut numbers, control) = (Numbers(5), Control::new());
    let graph = graph(&mut numbers, (400, 6000, 1));
    let ground = Ground::new(&graph, &control).expect("nobody stops it");
    let question = question(&mut numbers, &ground, 6).expect("the graph is connected enough");
    let draw = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| populate(&ground, &question, (GOAL, seed), &control))
            .expect("nobody stops it")
            .expect("numbers are small")
    };
    let found = draw(1, 3);
    assert!(!found.is_count && found.valid > 0);
    assert_eq!(found, draw(4, 3));
    assert_ne!(found.mean, draw(1, 4).mean);
    control.stop();
    assert!(populate(&ground, &question, (GOAL, 1), &control).is_err());
}
