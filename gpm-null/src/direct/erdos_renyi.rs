//! Graphs of a number of edges, or of a density, and nothing else.

use crate::direct::pairs::Pairs;
use crate::direct::seen::Seen;
use crate::edges::{Edges, MOST_EDGES};
use crate::error::NullError;
use rand::rngs::SmallRng;

/// G(n, m): uniform over all graphs of a number of edges [ErdosRenyi1959].
pub(crate) struct UniformEdges {
    pairs: Pairs,
    edges: usize,
}

impl UniformEdges {
    /// Graphs of the vertices, the direction and the number of edges of the observed one, which is never refused.
    pub(crate) fn new(observed: &Edges) -> Result<UniformEdges, NullError> {
        Ok(UniformEdges { pairs: Pairs::below(observed.vertices, observed.directed), edges: observed.edges.len() })
    }

    /// A graph, its edges in random order. O(m) expected: where edges are more than half of the pairs, the others are drawn.
    pub(crate) fn sample(&self, rng: &mut SmallRng) -> Vec<[u32; 2]> {
        let count = self.edges as u64;
        let (mut seen, mut edges) = (Seen::with_room(self.pairs.room(count) as usize), Vec::new());
        self.pairs.choose(count, rng, &mut seen, &mut edges);
        edges
    }
}

/// G(n, p): each pair is an edge with the same probability, by itself [Gilbert1959].
#[derive(Debug)]
pub(crate) struct IndependentEdges {
    pairs: Pairs,
    probability: f64,
}

/// Standard deviations by which a sample may have more edges than expected and still fit.
const SLACK: f64 = 20.0;

impl IndependentEdges {
    /// Graphs of the vertices and the direction of the observed one, and of its density if no probability is given.
    ///
    /// # Errors
    /// If the probability is not in 0 to 1, or gives more edges than fit.
    pub(crate) fn new(observed: &Edges, probability: Option<f64>) -> Result<IndependentEdges, NullError> {
        let pairs = Pairs::below(observed.vertices, observed.directed);
        // Of no pairs none is an edge, whatever the probability.
        let probability = probability.unwrap_or(observed.edges.len() as f64 / pairs.count().max(1) as f64);
        if !(0.0..=1.0).contains(&probability) {
            let what = "the probability of an edge";
            return Err(NullError::Number { what, value: probability, wanted: "from 0 to 1" });
        }
        let expected = pairs.count() as f64 * probability;
        let spread = (expected * (1.0 - probability)).sqrt();
        if expected + SLACK * spread > MOST_EDGES as f64 {
            return Err(NullError::TooMany { what: "edges expected", count: expected as usize, most: MOST_EDGES });
        }
        Ok(IndependentEdges { pairs, probability })
    }

    /// A graph. O(n + m) by jumps from edge to edge [BatageljBrandes2005].
    pub(crate) fn sample(&self, rng: &mut SmallRng) -> Vec<[u32; 2]> {
        let mut edges = Vec::new();
        self.pairs.independently(self.probability, rng, |pair| edges.push(pair));
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};
    use crate::testing::{all_graphs_of_any_degrees, assert_distribution, assert_uniform, graph, pairs};

    fn uniform(observed: &Edges, index: u64) -> Edges {
        let model = UniformEdges::new(observed).expect("never refused");
        observed.with(model.sample(&mut stream(5, index, Purpose::Sample)))
    }

    fn independent(observed: &Edges, probability: Option<f64>, index: u64) -> Edges {
        let model = IndependentEdges::new(observed, probability).expect("a probability");
        observed.with(model.sample(&mut stream(6, index, Purpose::Sample)))
    }

    #[test]
    fn graphs_of_any_number_of_edges_are_uniform() {
        for (vertices, directed) in [(0, false), (1, true), (2, false), (4, false), (3, true), (5, false)] {
            let none = Edges::new(vertices, directed, vec![]).expect("simple");
            for count in 0..=pairs(&none).len() {
                let observed = none.with(pairs(&none)[..count].to_vec());
                let graphs = all_graphs_of_any_degrees(&observed, |graph| graph.edges.len() == count);
                let draws = 100 * graphs.len() as u64;
                assert_uniform(&observed, &graphs, draws, |index| uniform(&observed, index));
            }
        }
    }

    #[test]
    fn edges_are_independent() {
        for (vertices, directed) in [(0, false), (1, true), (2, false), (4, false), (3, true)] {
            let none = Edges::new(vertices, directed, vec![]).expect("simple");
            let graphs = all_graphs_of_any_degrees(&none, |_| true);
            let all = pairs(&none).len();
            let third = none.with(pairs(&none)[..all / 3].to_vec());
            for (observed, given) in [
                (&none, Some(0.5)),
                (&none, Some(0.07)),
                (&none, Some(0.9)),
                (&none, Some(0.0)),
                (&none, Some(1.0)),
                (&none, None),
                (&third, None),
                (&third, Some(0.6)),
            ] {
                let p: f64 = given.unwrap_or(observed.edges.len() as f64 / all.max(1) as f64);
                let of = |edges: usize| p.powi(edges as i32) * (1.0 - p).powi((all - edges) as i32);
                let probabilities: Vec<f64> = graphs.iter().map(|&key| of(graph(&none, key).edges.len())).collect();
                assert_distribution(observed, &graphs, &probabilities, 10_000, |index| {
                    independent(observed, given, index)
                });
            }
        }
    }

    #[test]
    fn large_graphs_have_the_density() {
        for directed in [false, true] {
            let observed = Edges::new(2000, directed, (1..2000).map(|v| [0, v]).collect()).expect("simple");
            let all = Pairs::below(2000, directed).count() as f64;
            for given in [Some(1e-9), Some(0.01), Some(0.3), Some(0.999), None] {
                let p = given.unwrap_or(1999.0 / all);
                let sample = independent(&observed, given, 0);
                assert_eq!(sample.check(), Ok(()));
                let far = (sample.edges.len() as f64 - all * p) / (all * p * (1.0 - p)).sqrt();
                assert!(far.abs() < 5.0, "{far} standard deviations at {p}");
            }
            let dense = observed.with(independent(&observed, Some(0.999), 0).edges);
            for observed in [observed, dense] {
                let sample = uniform(&observed, 0);
                assert_eq!(sample.check(), Ok(()));
                assert_eq!(sample.edges.len(), observed.edges.len());
            }
        }
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        let observed = Edges::new(1_000_000, true, vec![[0, 1]]).expect("simple");
        for wrong in [f64::NAN, -0.1, 1.1, f64::INFINITY, f64::NEG_INFINITY] {
            let refused = IndependentEdges::new(&observed, Some(wrong)).expect_err("no probability");
            assert!(matches!(refused, NullError::Number { .. }), "{refused}");
        }
        // 10¹² arcs do not fit.
        let refused = IndependentEdges::new(&observed, Some(1.0)).expect_err("too many");
        assert!(matches!(refused, NullError::TooMany { .. }), "{refused}");
        for nearly_none in [0.0, -0.0, 5e-324, 1e-300] {
            assert_eq!(independent(&observed, Some(nearly_none), 0).edges, Vec::<[u32; 2]>::new());
        }
    }
}
