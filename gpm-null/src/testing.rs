//! Tests of samplers: all small graphs by force, and whether samples are spread over them as they should be.

use crate::edges::Edges;

/// A small graph in one number: bit i says whether it has pair i of [`pairs`].
pub(crate) type Key = u32;

/// The pairs of vertices that can be edges of graphs like the observed one: ordered ones if it is directed.
pub(crate) fn pairs(observed: &Edges) -> Vec<[u32; 2]> {
    let vertices = observed.vertices as u32;
    let all: Vec<[u32; 2]> = (0..vertices)
        .flat_map(|u| (0..vertices).map(move |v| [u, v]))
        .filter(|&[u, v]| u < v || observed.directed && u > v)
        .collect();
    assert!(all.len() <= 20, "{} pairs are too many to try all graphs", all.len());
    all
}

/// A graph as a number. All orders of edges, and of the ends of undirected ones, give the same.
pub(crate) fn key(graph: &Edges) -> Key {
    let pairs = pairs(graph);
    graph.edges.iter().fold(0, |key, &ends| {
        let place = pairs.iter().position(|&pair| graph.key(pair) == graph.key(ends));
        key | 1 << place.expect("an end is no vertex, or an edge is a loop")
    })
}

/// The graph of a number.
pub(crate) fn graph(observed: &Edges, key: Key) -> Edges {
    let edges = (0..).zip(pairs(observed)).filter(|(place, _)| key >> place & 1 == 1).map(|(_, pair)| pair);
    observed.with(edges.collect())
}

/// All simple graphs with the vertices and the degrees, in and out, of the observed one for which `keeps` is true.
pub(crate) fn all_graphs(observed: &Edges, keeps: impl Fn(&Edges) -> bool) -> Vec<Key> {
    let pairs = pairs(observed);
    let (out, into) = observed.degrees();
    // Masks of the pairs at a vertex are looked at first, since most graphs have other degrees.
    let mask = |has: &dyn Fn([u32; 2]) -> bool| {
        (0..).zip(&pairs).filter(|&(_, &pair)| has(pair)).fold(0, |mask, (place, _)| mask | 1u32 << place)
    };
    let mut wanted = Vec::new();
    for vertex in 0..observed.vertices {
        let (starts, ends) = (mask(&|pair| pair[0] as usize == vertex), mask(&|pair| pair[1] as usize == vertex));
        match observed.directed {
            true => wanted.extend([(starts, out[vertex]), (ends, into[vertex])]),
            false => wanted.push((starts | ends, out[vertex])),
        }
    }
    (0..1 << pairs.len())
        .filter(|key| wanted.iter().all(|&(mask, degree)| (key & mask).count_ones() == degree))
        .filter(|&key| keeps(&graph(observed, key)))
        .collect()
}

/// All simple graphs with the vertices of the observed one for which `keeps` is true, whatever their degrees are.
pub(crate) fn all_graphs_of_any_degrees(observed: &Edges, keeps: impl Fn(&Edges) -> bool) -> Vec<Key> {
    (0..1 << pairs(observed).len()).filter(|&key| keeps(&graph(observed, key))).collect()
}

/// How many standard deviations are exceeded with probability 10⁻⁶.
const FAR: f64 = 4.753_424;

/// How many samples a cell is expected to have at least. Rarer graphs share one cell, as the statistic is not chi-square else.
const LEAST_EXPECTED: f64 = 10.0;

/// The value that a chi-square statistic exceeds with probability 10⁻⁶, by Wilson and Hilferty's cube.
fn far_quantile(freedom: f64) -> f64 {
    let variance = 2.0 / (9.0 * freedom);
    freedom * (1.0 - variance + FAR * variance.sqrt()).powi(3)
}

/// What speaks against the samples `draw(0)`, `draw(1)` … being spread over the graphs with these probabilities, if
/// anything: a chi-square statistic far too large, or a sample that is no such graph. `graphs` are sorted.
pub(crate) fn misfit(
    observed: &Edges,
    graphs: &[Key],
    probabilities: &[f64],
    draws: u64,
    mut draw: impl FnMut(u64) -> Edges,
) -> Option<String> {
    assert_eq!(graphs.len(), probabilities.len());
    assert!(graphs.is_sorted(), "graphs are to be sorted");
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9, "probabilities are to add up to 1");
    let mut counts = vec![0u64; graphs.len()];
    for index in 0..draws {
        let sample = draw(index);
        if (sample.vertices, sample.directed) != (observed.vertices, observed.directed) {
            return Some(format!("sample {index} has other vertices, or another direction: {sample:?}"));
        }
        if let Err(error) = sample.check() {
            return Some(format!("sample {index} is not simple: {error}"));
        }
        match graphs.binary_search(&key(&sample)) {
            Ok(place) if probabilities[place] > 0.0 => counts[place] += 1,
            _ => return Some(format!("sample {index} does not keep what is to be kept: {sample:?}")),
        }
    }
    let mut order: Vec<usize> = (0..graphs.len()).filter(|&place| probabilities[place] > 0.0).collect();
    order.sort_by(|&one, &other| probabilities[one].total_cmp(&probabilities[other]));
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut count, mut expected, mut left) = (0, 0.0, 1.0);
    for (at, &place) in order.iter().enumerate() {
        count += counts[place];
        expected += probabilities[place] * draws as f64;
        left -= probabilities[place];
        // A cell that would leave too little for the next one takes that too.
        if at + 1 == order.len() || expected >= LEAST_EXPECTED && left * draws as f64 >= LEAST_EXPECTED {
            statistic += (count as f64 - expected).powi(2) / expected;
            cells += 1;
            (count, expected) = (0, 0.0);
        }
    }
    assert!(cells > 1 || order.len() == 1, "{draws} samples are too few to say anything");
    let most = if cells > 1 { far_quantile(f64::from(cells - 1)) } else { 1e-6 };
    (statistic > most)
        .then(|| format!("chi-square {statistic:.1} of {cells} cells, at most {most:.1} expected: {counts:?}"))
}

/// Fails unless the samples are graphs of the list, each with its probability.
#[track_caller]
pub(crate) fn assert_distribution(
    observed: &Edges,
    graphs: &[Key],
    probabilities: &[f64],
    draws: u64,
    draw: impl FnMut(u64) -> Edges,
) {
    if let Some(misfit) = misfit(observed, graphs, probabilities, draws, draw) {
        panic!("{misfit}");
    }
}

/// Fails unless the samples are graphs of the list, each as likely as the others.
#[track_caller]
pub(crate) fn assert_uniform(observed: &Edges, graphs: &[Key], draws: u64, draw: impl FnMut(u64) -> Edges) {
    let each = 1.0 / graphs.len() as f64;
    assert_distribution(observed, graphs, &vec![each; graphs.len()], draws, draw);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};
    use rand::Rng;

    fn path() -> Edges {
        Edges::new(4, false, vec![[0, 1], [2, 1], [2, 3]]).expect("simple")
    }

    #[test]
    fn graphs_are_counted_right() {
        // Graphs of degree 2 are 12 rings of five, 60 rings of six and 10 pairs of triangles; directed ones are derangements.
        let ring = |n: u32, directed| {
            Edges::new(n as usize, directed, (0..n).map(|u| [u, (u + 1) % n]).collect()).expect("simple")
        };
        assert_eq!(all_graphs(&ring(5, false), |_| true).len(), 12);
        assert_eq!(all_graphs(&ring(6, false), |_| true).len(), 70);
        assert_eq!(all_graphs(&ring(4, true), |_| true).len(), 9);
        assert_eq!(all_graphs(&ring(5, true), |_| true).len(), 44);
        assert_eq!(all_graphs(&path(), |_| true).len(), 2);
        assert_eq!(all_graphs(&path(), |graph| graph.edges.contains(&[0, 1])).len(), 1);
        assert_eq!(all_graphs_of_any_degrees(&path(), |graph| graph.edges.len() == 3).len(), 20);
        assert_eq!(all_graphs_of_any_degrees(&ring(4, true), |graph| graph.edges.len() == 3).len(), 220);
        let none = Edges::new(0, true, Vec::new()).expect("simple");
        assert_eq!(all_graphs(&none, |_| true), [0]);
    }

    #[test]
    fn keys_are_of_graphs_and_not_of_lists() {
        for directed in [false, true] {
            let observed = Edges::new(4, directed, vec![]).expect("simple");
            let all = all_graphs_of_any_degrees(&observed, |_| true);
            assert!(all.iter().all(|&one| key(&graph(&observed, one)) == one));
        }
        let turned = Edges::new(4, false, vec![[3, 2], [0, 1], [1, 2]]).expect("simple");
        assert_eq!(key(&turned), key(&path()));
        let directed = |edges| key(&Edges::new(4, true, edges).expect("simple"));
        assert_ne!(directed(vec![[0, 1]]), directed(vec![[1, 0]]));
    }

    #[test]
    fn quantiles_are_those_of_tables() {
        // For an even number k of degrees of freedom the probability is exp(-x/2) Σ (x/2)^i / i! over i < k/2, from which
        // these come. The cube is a little far for few degrees of freedom, which makes tests less strict.
        for (freedom, exact) in [(2.0, 27.631), (10.0, 46.863), (100.0, 182.127)] {
            let quantile = far_quantile(freedom);
            assert!((exact..exact * 1.1).contains(&quantile), "{quantile} instead of {exact}");
        }
    }

    #[test]
    fn fair_samplers_pass_and_biased_ones_fail() {
        let observed = Edges::new(5, false, (0..5).map(|u| [u, (u + 1) % 5]).collect()).expect("simple");
        let graphs = all_graphs(&observed, |_| true);
        let each = vec![1.0 / 12.0; 12];
        let spread = |bias: f64, seed| {
            misfit(&observed, &graphs, &each, 20_000, |index| {
                let mut rng = stream(seed, index, Purpose::Sample);
                let biased = rng.random_bool(bias);
                let place = if biased { 0 } else { rng.random_range(0..graphs.len()) };
                graph(&observed, graphs[place])
            })
        };
        for seed in 0..20 {
            assert_eq!(spread(0.0, seed), None);
            assert!(spread(0.03, seed).is_some_and(|why| why.contains("chi-square")));
        }
        // One graph is not drawn at all; one is drawn that is not in the list.
        let draw = |index: u64| graph(&observed, graphs[index as usize % 11]);
        assert!(misfit(&observed, &graphs, &each, 1000, draw).is_some());
        assert!(misfit(&observed, &graphs[1..], &[1.0 / 11.0; 11], 1000, draw).is_some());
        // Samples that are too even are no misfit.
        assert_eq!(
            misfit(&observed, &graphs, &each, 1200, |index| graph(&observed, graphs[index as usize % 12])),
            None
        );
        let repeated = |_| observed.with(vec![[0, 1], [1, 0]]);
        assert!(misfit(&observed, &graphs, &each, 1000, repeated).is_some_and(|why| why.contains("not simple")));
    }

    #[test]
    fn unequal_probabilities_are_told_apart() {
        let observed = Edges::new(3, true, vec![]).expect("simple");
        let graphs = all_graphs_of_any_degrees(&observed, |_| true);
        let binomial = |p: f64| -> Vec<f64> {
            let of = |key: Key| p.powi(key.count_ones() as i32) * (1.0 - p).powi(6 - key.count_ones() as i32);
            graphs.iter().map(|&key| of(key)).collect()
        };
        let draw = |index| {
            let mut rng = stream(7, index, Purpose::Sample);
            graph(&observed, (0..6).fold(0, |key, bit| key | Key::from(rng.random_bool(0.2)) << bit))
        };
        // Graphs that are rare are judged together.
        assert_eq!(misfit(&observed, &graphs, &binomial(0.2), 20_000, draw), None);
        assert!(misfit(&observed, &graphs, &binomial(0.21), 100_000, draw).is_some());
        assert!(misfit(&observed, &graphs, &binomial(0.0), 10, draw).is_some());
        assert_distribution(&observed, &graphs, &binomial(1.0), 10, |_| graph(&observed, 63));
    }
}
