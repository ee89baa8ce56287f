//! The configuration model: ends of edges are paired at random.

use crate::direct::seen::{BATCH, Seen};
use crate::edges::{Edges, key};
use crate::error::NullError;
use crate::random::{Purpose, stream};
use rand::Rng;
use rand::rngs::SmallRng;

/// How many tries may be expected to give one simple graph. *guess*: few enough that small graphs take less than a second.
const MOST_TRIES: f64 = 1e4;

/// How many pairs of ends all these tries may have to make. *guess*: a minute.
const MOST_PAIRED: f64 = 1e9;

/// How often a first graph is tried, for each try that may be expected. *guess*: a graph that takes as many as are allowed
/// is missed with a probability of exp(-10).
const PATIENCE: f64 = 10.0;

/// Pairs of ends of edges. What to do with loops and repetitions is one of two: drop them, or the whole pairing.
#[derive(Debug)]
pub(crate) struct Configuration {
    directed: bool,
    erased: bool,
    /// The observed edges. Ends at even places are where arcs start.
    ends: Vec<[u32; 2]>,
}

impl Configuration {
    /// Graphs of the degrees of the observed one: exactly, or if `erased` without the edges that are loops or repetitions.
    ///
    /// # Errors
    /// If exact graphs would take too many tries: about exp(λ/2 + λ²/4) are expected, see [`expected_tries`]. In small graphs
    /// with hubs it can be tens of thousands of times as many, so that a first graph is drawn here, which costs as much as a
    /// sample.
    pub(crate) fn new(observed: &Edges, erased: bool) -> Result<Configuration, NullError> {
        let refused = |why: String| NullError::Refused {
            what: "the configuration model by rejection",
            why,
            advice: "ask for switching or curveball chains, which keep the same degrees, or for the erased model, \
                     which keeps them nearly",
        };
        let model = Configuration { directed: observed.directed, erased, ends: observed.edges.clone() };
        if erased {
            return Ok(model);
        }
        let edges = observed.edges.len();
        let expected = expected_tries(observed);
        if expected > MOST_TRIES || expected * edges as f64 > MOST_PAIRED {
            let why = format!("a simple graph of the degrees of these {edges} edges takes about {expected:.0e} tries");
            return Err(refused(why));
        }
        let tries = MOST_TRIES.min(MOST_PAIRED / edges.max(1) as f64) * PATIENCE;
        // The same for each graph, so that whether it is refused depends on it alone.
        let mut rng = stream(0, 0, Purpose::Trial);
        match model.draw(&mut rng, tries as u64) {
            Some(_) => Ok(model),
            None => {
                Err(refused(format!("no try of {tries:.0} gave a simple graph of the degrees of these {edges} edges")))
            }
        }
    }

    /// A graph. O(m) for each try.
    pub(crate) fn sample(&self, rng: &mut SmallRng) -> Vec<[u32; 2]> {
        loop {
            if let Some(edges) = self.draw(rng, u64::MAX) {
                return edges;
            }
        }
    }

    /// A graph, if one of so many tries gives one.
    fn draw(&self, rng: &mut SmallRng, tries: u64) -> Option<Vec<[u32; 2]>> {
        let mut ends = self.ends.clone();
        let mut seen = Seen::with_room(ends.len());
        // Ends may lie in any order when a pairing starts, so that a try goes on from the last one.
        for _ in 0..tries {
            if let Some(kept) = self.pair(&mut ends, &mut seen, rng) {
                ends.truncate(kept);
                return Some(ends);
            }
            seen.clear();
        }
        None
    }

    /// A uniform pairing of the ends, and how many of its edges, moved to the front, are to be kept. `None` if it is not
    /// simple and must be: most pairings fail long before their end.
    fn pair(&self, ends: &mut [[u32; 2]], seen: &mut Seen, rng: &mut SmallRng) -> Option<usize> {
        let edges = ends.len();
        let key = |[u, v]: [u32; 2]| if self.directed || u < v { key(u, v) } else { key(v, u) };
        let mut kept = 0;
        for first in (0..edges).step_by(BATCH) {
            let batch = first..edges.min(first + BATCH);
            for edge in batch.clone() {
                // The first end that is not paired gets one of the others, each as likely: in directed graphs an arc's start
                // gets the end of an arc.
                let own = edge as u32 * 2 + 1;
                let other = match self.directed {
                    true => rng.random_range(edge as u32..edges as u32) * 2 + 1,
                    false => rng.random_range(own..edges as u32 * 2),
                };
                ends.as_flattened_mut().swap(own as usize, other as usize);
            }
            seen.warm(ends[batch.clone()].iter().map(|&ends| key(ends)));
            for edge in batch {
                let [u, v] = ends[edge];
                if u != v && seen.insert(key([u, v])) {
                    ends[kept] = [u, v];
                    kept += 1;
                } else if !self.erased {
                    return None;
                }
            }
        }
        Some(kept)
    }
}

/// About how many pairings there are for one that is simple: exp of how many loops and repetitions a pairing has on
/// average, as these are nearly Poisson in large sparse graphs [Bollobas1980]. In small or dense ones it is too few.
fn expected_tries(observed: &Edges) -> f64 {
    let (out, into) = observed.degrees();
    let edges = observed.edges.len().max(1) as f64;
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        out.iter().zip(&into).map(|(&out, &into)| of(f64::from(out), f64::from(into))).sum::<f64>() / edges
    };
    // How many further edges start, or end, where an edge does. Degrees count both ends in undirected graphs.
    let (further_out, further_in) = (sum(&|out, _| out * (out - 1.0)), sum(&|_, into| into * (into - 1.0)));
    match observed.directed {
        true => (sum(&|out, into| out * into) + further_out * further_in / 2.0).exp(),
        false => (further_out / 4.0 + (further_out / 4.0).powi(2)).exp(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all_graphs, all_graphs_of_any_degrees, assert_distribution, assert_uniform, graph};

    fn sample(observed: &Edges, erased: bool, seed: u64, index: u64) -> Edges {
        let model = Configuration::new(observed, erased).expect("few tries");
        observed.with(model.sample(&mut stream(seed, index, Purpose::Sample)))
    }

    fn edges(vertices: usize, directed: bool, edges: &[[u32; 2]]) -> Edges {
        Edges::new(vertices, directed, edges.to_vec()).expect("simple")
    }

    #[test]
    fn graphs_of_the_degrees_are_uniform() {
        let cases = [
            edges(4, false, &[[0, 1], [1, 2], [2, 3]]),
            edges(6, false, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]),
            edges(6, false, &[[0, 1], [0, 2], [0, 3], [1, 2], [3, 4], [4, 5]]),
            edges(5, false, &[[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [3, 4]]),
            edges(4, true, &[[0, 1], [1, 2], [2, 3], [3, 0]]),
            edges(4, true, &[[0, 1], [1, 0], [1, 2], [2, 3], [3, 1]]),
            edges(5, true, &[[0, 1], [0, 2], [1, 2], [2, 0], [3, 4], [4, 0]]),
        ];
        for (case, observed) in cases.iter().enumerate() {
            let graphs = all_graphs(observed, |_| true);
            assert!(graphs.len() > 1, "case {case}");
            assert_uniform(observed, &graphs, 300 * graphs.len() as u64, |index| sample(observed, false, 1, index));
        }
    }

    /// All lists that a list can be put into, as often as there are ways to do it.
    fn orders(list: &mut Vec<u32>, from: usize, each: &mut impl FnMut(&[u32])) {
        if from == list.len() {
            return each(list);
        }
        for other in from..list.len() {
            list.swap(from, other);
            orders(list, from + 1, each);
            list.swap(from, other);
        }
    }

    #[test]
    fn erased_graphs_are_those_of_all_pairings() {
        let cases = [
            edges(3, false, &[[0, 1], [1, 2], [2, 0]]),
            edges(4, false, &[[0, 1], [0, 2], [0, 3], [1, 2]]),
            edges(3, true, &[[0, 1], [1, 2], [2, 0], [1, 0]]),
            edges(4, true, &[[0, 1], [0, 2], [0, 3], [3, 0], [1, 3]]),
        ];
        for observed in &cases {
            let graphs = all_graphs_of_any_degrees(observed, |_| true);
            let mut counts = vec![0u32; graphs.len()];
            let mut count = |pairing: &mut dyn Iterator<Item = [u32; 2]>| {
                let mut kept: Vec<[u32; 2]> = pairing.filter(|[u, v]| u != v).collect();
                kept.sort_unstable_by_key(|&ends| observed.key(ends));
                kept.dedup_by_key(|ends| observed.key(*ends));
                counts[crate::testing::key(&observed.with(kept)) as usize] += 1;
            };
            if observed.directed {
                let mut ends = observed.edges.iter().map(|arc| arc[1]).collect();
                orders(&mut ends, 0, &mut |ends| {
                    count(&mut observed.edges.iter().zip(ends).map(|(&[u, _], &v)| [u, v]));
                });
            } else {
                let mut ends = observed.edges.as_flattened().to_vec();
                orders(&mut ends, 0, &mut |ends| count(&mut ends.chunks(2).map(|two| [two[0], two[1]])));
            }
            let all = f64::from(counts.iter().sum::<u32>());
            let probabilities: Vec<f64> = counts.iter().map(|&count| f64::from(count) / all).collect();
            assert_distribution(observed, &graphs, &probabilities, 20_000, |index| sample(observed, true, 2, index));
        }
    }

    #[test]
    fn degrees_are_kept_exactly_or_at_most_lost() {
        // A path has λ = 1, and a long one with arcs in both directions the same both ways.
        for directed in [false, true] {
            let path: Vec<[u32; 2]> = (0..5000).map(|u| if u % 3 == 0 { [u + 1, u] } else { [u, u + 1] }).collect();
            let observed = edges(5001, directed, &path);
            for index in 0..5 {
                let exact = sample(&observed, false, 3, index);
                assert_eq!(exact.check(), Ok(()));
                assert_eq!(exact.degrees(), observed.degrees());
                assert_ne!(exact.edges, observed.edges);
            }
            let star: Vec<[u32; 2]> = (1..100).map(|leaf| [leaf, 0]).collect();
            for observed in [observed, edges(100, directed, &star)] {
                let erased = sample(&observed, true, 3, 0);
                assert_eq!(erased.check(), Ok(()));
                let ((out, into), (most_out, most_in)) = (erased.degrees(), observed.degrees());
                assert!(out.iter().zip(&most_out).chain(into.iter().zip(&most_in)).all(|(own, most)| own <= most));
            }
        }
    }

    #[test]
    fn many_tries_are_refused() {
        let complete = |vertices: usize, directed| {
            let none = edges(vertices, directed, &[]);
            let all = crate::testing::pairs(&none);
            none.with(all)
        };
        // λ is 3 or, of arcs, 3 both ways, with 4 loops on average.
        assert!((expected_tries(&complete(5, false)) - 3.75f64.exp()).abs() < 1e-9);
        assert!((expected_tries(&complete(5, true)) - 8.5f64.exp()).abs() < 1e-6);
        let ring: Vec<[u32; 2]> = (0..30).flat_map(|u| (1..=4).map(move |v| [u, (u + v) % 30])).collect();
        let refused = Configuration::new(&edges(30, false, &ring), false).expect_err("λ is 7");
        assert!(matches!(refused, NullError::Refused { .. }));
        assert!(
            refused.to_string().contains("about 7e6 tries") && refused.to_string().contains("curveball"),
            "{refused}"
        );
        assert!(Configuration::new(&edges(30, false, &ring), true).is_ok());
        // Of these degrees there is one graph, which takes 3·10⁸ tries though 10⁴ are expected.
        let degrees = [10, 8, 7, 5, 4, 4, 3, 3, 2, 1, 1u32];
        let mut left = degrees;
        let mut nested = Vec::new();
        for u in 0..11 {
            let others: Vec<usize> = (u + 1..11).filter(|&v| left[v] > 0).take(left[u] as usize).collect();
            others.iter().for_each(|&v| left[v] -= 1);
            nested.extend(others.iter().map(|&v| [u as u32, v as u32]));
        }
        let nested = edges(11, false, &nested);
        assert_eq!(nested.degrees().0, degrees);
        assert!(expected_tries(&nested) < MOST_TRIES);
        let refused = Configuration::new(&nested, false).expect_err("hubs");
        assert!(refused.to_string().contains("no try of 100000 gave"), "{refused}");
        // A star of one hub has one graph, and needs many tries for it.
        let star: Vec<[u32; 2]> = (1..1000).map(|leaf| [0, leaf]).collect();
        assert!(Configuration::new(&edges(1000, false, &star), false).is_err());
        // Of arcs out of the hub none can be a loop or a repetition.
        assert_eq!(expected_tries(&edges(1000, true, &star)), 1.0);
    }

    #[test]
    fn small_and_full_graphs_are_drawn() {
        for directed in [false, true] {
            for vertices in 0..5 {
                let none = edges(vertices, directed, &[]);
                let all = none.with(crate::testing::pairs(&none));
                for observed in [&none, &all] {
                    let graphs = all_graphs(observed, |_| true);
                    assert_eq!(graphs.len(), 1);
                    assert_eq!(graph(observed, graphs[0]).edges.len(), observed.edges.len());
                    assert_uniform(observed, &graphs, 3, |index| sample(observed, false, 4, index));
                    assert_eq!(sample(observed, true, 4, 0).check(), Ok(()));
                }
            }
        }
    }
}
