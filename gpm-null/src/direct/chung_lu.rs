//! Graphs that have the observed degrees on average.

use crate::direct::pairs::Pairs;
use crate::edges::Edges;
use crate::error::NullError;
use rand::rngs::SmallRng;
use std::ops::Range;

/// Each pair is an edge by itself, with a probability proportional to both degrees, and at most 1 [ChungLu2002].
pub(crate) struct ChungLu {
    directed: bool,
    /// What products of degrees are divided by.
    divisor: f64,
    /// The vertices with edges by their degree, in directed graphs first those out and then once more those in: no more than
    /// there are ends of edges, so that places have 32 bits.
    vertices: Vec<u32>,
    /// The places of vertices where edges can start, by degree.
    from: Vec<Class>,
    /// Those where edges can end, in undirected graphs the same.
    to: Vec<Class>,
}

/// Vertices of the same degree.
#[derive(Clone)]
struct Class {
    degree: u32,
    places: Range<u32>,
}

impl ChungLu {
    /// Graphs of the degrees of the observed one, which is never refused. O(n log n + m).
    pub(crate) fn new(observed: &Edges) -> Result<ChungLu, NullError> {
        let (out, into) = observed.degrees();
        let mut vertices = Vec::new();
        let from = classes(&out, &mut vertices);
        let to = if observed.directed { classes(&into, &mut vertices) } else { from.clone() };
        let ends = if observed.directed { 1.0 } else { 2.0 };
        Ok(ChungLu { directed: observed.directed, divisor: observed.edges.len() as f64 * ends, vertices, from, to })
    }

    /// A graph. O(n + m): vertices of the same degree are as likely, so that one jump leads from edge to edge
    /// [MillerHagberg2011] between all of two degrees [AlamKhanVullikantiMarathe2016]. Different degrees are so few that their
    /// pairs are not more than 2m: they add up to no more than the ends of edges.
    pub(crate) fn sample(&self, rng: &mut SmallRng) -> Vec<[u32; 2]> {
        let mut edges = Vec::new();
        for (place, from) in self.from.iter().enumerate() {
            let first = if self.directed { 0 } else { place };
            for to in &self.to[first..] {
                let probability = (f64::from(from.degree) * f64::from(to.degree) / self.divisor).min(1.0);
                let pairs = Pairs { from: from.places.clone(), to: to.places.clone(), directed: self.directed };
                pairs.independently(probability, rng, |pair| {
                    let [u, v] = pair.map(|place| self.vertices[place as usize]);
                    // An arc that would be a loop is none: pairs do not depend on each other.
                    if u != v {
                        edges.push([u, v]);
                    }
                });
            }
        }
        edges
    }
}

/// The vertices of each degree but 0, as places in the list to which they are added.
fn classes(degrees: &[u32], vertices: &mut Vec<u32>) -> Vec<Class> {
    let start = vertices.len();
    vertices.extend((0..).zip(degrees).filter(|&(_, &degree)| degree > 0).map(|(vertex, _)| vertex));
    let own = &mut vertices[start..];
    own.sort_by_key(|&vertex| degrees[vertex as usize]);
    let mut place = start as u32;
    own.chunk_by(|&u, &v| degrees[u as usize] == degrees[v as usize])
        .map(|members| {
            let first = place;
            place += members.len() as u32;
            Class { degree: degrees[members[0] as usize], places: first..place }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};
    use crate::testing::{all_graphs_of_any_degrees, assert_distribution, graph, pairs};

    fn sample(observed: &Edges, index: u64) -> Edges {
        let model = ChungLu::new(observed).expect("never refused");
        observed.with(model.sample(&mut stream(8, index, Purpose::Sample)))
    }

    /// With which probability each pair is an edge, from the definition.
    fn likely(observed: &Edges, [u, v]: [u32; 2]) -> f64 {
        let (out, into) = observed.degrees();
        let twice = if observed.directed { 1.0 } else { 2.0 };
        (f64::from(out[u as usize]) * f64::from(into[v as usize]) / (twice * observed.edges.len().max(1) as f64))
            .min(1.0)
    }

    #[test]
    fn each_pair_is_an_edge_by_itself() {
        let cases: [(usize, bool, &[[u32; 2]]); 9] = [
            (0, false, &[]),
            (3, false, &[]),
            (3, true, &[]),
            (2, true, &[[1, 0]]),
            (4, false, &[[0, 1], [0, 2], [1, 2]]),
            // Two hubs, which are joined for certain.
            (5, false, &[[3, 0], [3, 1], [3, 2], [3, 4], [1, 0], [1, 2], [1, 4]]),
            (5, false, &[[4, 0], [4, 1], [4, 2], [4, 3]]),
            (4, true, &[[0, 1], [0, 2], [0, 3], [1, 0], [2, 1]]),
            (4, true, &[[0, 1], [1, 2], [2, 3], [3, 1], [3, 0], [0, 3], [1, 3]]),
        ];
        for (vertices, directed, edges) in cases {
            let observed = Edges::new(vertices, directed, edges.to_vec()).expect("simple");
            let graphs = all_graphs_of_any_degrees(&observed, |_| true);
            let of: Vec<f64> = pairs(&observed).iter().map(|&pair| likely(&observed, pair)).collect();
            let probabilities: Vec<f64> = graphs
                .iter()
                .map(|key| of.iter().enumerate().map(|(at, p)| if key >> at & 1 == 1 { *p } else { 1.0 - p }).product())
                .collect();
            assert_distribution(&observed, &graphs, &probabilities, 20_000, |index| sample(&observed, index));
        }
        let complete = Edges::new(4, true, vec![]).expect("simple");
        let complete = complete.with(pairs(&complete));
        assert_eq!(sample(&complete, 0).check(), Ok(()));
        assert_eq!(graph(&complete, 0).edges.len(), 0);
    }

    #[test]
    fn degrees_are_those_expected_on_average() {
        // Degrees from 1 to about 300: vertex v is joined to its multiples.
        for directed in [false, true] {
            let multiples = |v: u32| (2..).map(move |times| [v, v * times]).take_while(|ends| ends[1] < 300);
            let observed = Edges::new(300, directed, (1..300).flat_map(multiples).collect()).expect("simple");
            let draws = 400;
            let (mut sums, mut sums_in) = (vec![0u32; 300], vec![0u32; 300]);
            for index in 0..draws {
                let sample = sample(&observed, index);
                assert_eq!(sample.check(), Ok(()));
                let (out, into) = sample.degrees();
                sums.iter_mut().zip(out).for_each(|(sum, degree)| *sum += degree);
                sums_in.iter_mut().zip(into).for_each(|(sum, degree)| *sum += degree);
            }
            let (out, into) = observed.degrees();
            let divisor = observed.edges.len() as f64 * if directed { 1.0 } else { 2.0 };
            for u in 0..300 {
                let of = |own: u32, other: &[u32], sum: u32| {
                    let all = (0..300).filter(|&v| v != u);
                    let all = all.map(|v| (f64::from(own) * f64::from(other[v]) / divisor).min(1.0));
                    let (mean, variance) = all.fold((0.0, 0.0), |(mean, var), p| (mean + p, var + p * (1.0 - p)));
                    let (mean, spread) = (mean * draws as f64, (variance * draws as f64).sqrt());
                    assert!((f64::from(sum) - mean).abs() <= 5.0 * spread, "vertex {u}: {sum} instead of {mean}");
                };
                of(out[u], &into, sums[u]);
                of(into[u], &out, sums_in[u]);
            }
        }
    }
}
