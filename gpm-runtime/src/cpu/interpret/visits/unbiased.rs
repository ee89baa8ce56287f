//! Samples are right on average, exactly: all that can be drawn below each root of small graphs, weighted by how likely it is, adds up to
//! the count, in whole numbers.

use std::ops::ControlFlow;

use gpm_plan::cost::GraphStats;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::sampling::to_sample;

use super::super::Interpreter;
use super::Draws;
use crate::graph::Graph;
use crate::view::Bound;

/// What is drawn, and below what.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    drawn: Vec<(usize, usize)>,
    at: usize,
}

impl Script {
    pub(super) fn next(&mut self, of: usize) -> usize {
        if self.at == self.drawn.len() {
            self.drawn.push((0, of));
        }
        let (number, below) = self.drawn[self.at];
        assert_eq!(below, of, "what was drawn before decides what is drawn below");
        self.at += 1;
        number
    }

    /// The next outcome, if there is one more.
    fn advance(mut self) -> Option<Script> {
        while let Some((number, of)) = self.drawn.pop() {
            if number + 1 < of {
                self.drawn.push((number + 1, of));
                return Some(Script { at: 0, ..self });
            }
        }
        None
    }
}

/// A fraction of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fraction(i128, i128);

impl Fraction {
    fn plus(self, other: Fraction) -> Fraction {
        let (above, below) = (self.0 * other.1 + other.0 * self.1, self.1 * other.1);
        let (mut a, mut b) = (above.abs(), below);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Fraction(above / a.max(1), below / a.max(1))
    }
}

/// What samples below each root count on average, beside what there is; how many outcomes that takes.
fn compare(graph: &Graph, query: Query, picks: &[usize]) -> usize {
    let plan = Plan::new(to_sample(query), &GraphStats::typical()).expect("every pattern has a plan");
    let nest = plan.first_nest();
    let bound = Bound::new(graph, nest).expect("it fits the graph");
    let never = std::sync::atomic::AtomicBool::new(false);
    // What a sample counts is a whole number of this part.
    let loops = nest.blocks().len() as u32;
    let whole: i128 =
        (0..loops).map(|at| picks.get(at as usize).or(picks.last()).map_or(1, |&pick| pick as i128)).product();
    let mut outcomes = 0;
    for root in (0..bound.num_roots()).map(|at| bound.root(at)) {
        let mut exact = Interpreter::new(nest, &bound);
        let flow = exact.run_root(root, &mut |_| ControlFlow::Continue(()));
        assert!(flow.is_continue());
        let count = exact.totals().expect("it fits")[0];
        let mut sampling = Interpreter::sampling(nest, &bound, picks, &never);
        let (mut mean, mut script) = (Fraction(0, 1), Some(Script::default()));
        while let Some(own) = script {
            let draws = Draws { script: Some(own), ..Draws::new(0, 0, 0) };
            let (value, _) = sampling.sample_root(root, draws).expect("nobody stops it");
            let own = sampling.visits.as_ref().and_then(|visits| visits.draws.script.clone()).expect("it was given");
            let parts = value * whole as f64;
            assert!((parts - parts.round()).abs() < 1e-6, "{value} is no whole number of 1/{whole}");
            let below: i128 = own.drawn.iter().map(|&(_, of)| of as i128).product();
            mean = mean.plus(Fraction(parts.round() as i128, below * whole));
            outcomes += 1;
            script = own.advance();
        }
        assert_eq!(mean, Fraction(count, 1).plus(Fraction(0, 1)), "below {root}, {picks:?}:\n{nest}");
    }
    outcomes
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern"))
}

#[test]
fn the_mean_over_all_draws_is_the_count() {
    let edges = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 5), (2, 3), (2, 4), (3, 5), (4, 5)];
    let graph = Graph::from_edges(6, edges).expect("a graph");
    let mut outcomes = 0;
    for text in ["triangle", "path:4", "cycle:4", "diamond", "house", "clique:4", "0-1 1-2 2-3 1!-3", "star:4"] {
        for picks in [&[1][..], &[2, 1], &[3, 2, 1]] {
            outcomes += compare(&graph, query(text), picks);
            outcomes += compare(&graph, query(text).vertex_induced(), picks);
        }
        outcomes += compare(&graph, query(text).with_semantics(Semantics::Homomorphism), &[1]);
    }
    assert!(outcomes > 1000, "{outcomes} outcomes");
}
