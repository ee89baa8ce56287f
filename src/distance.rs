//! How much networks are alike: distances between the orbit counts of their vertices, whatever their sizes.
//!
//! ```
//! use gpm::distance::Signature;
//! use gpm::pattern::OrbitsOf;
//! use gpm::{Control, Engine, Graph};
//!
//! let engine = Engine::auto()?;
//! let signature = |graph: &Graph| -> Result<Signature, Box<dyn std::error::Error>> {
//!     let counts = engine.count_orbits(graph, OrbitsOf::Vertices, 4, &Control::new())?.ok_or("it was stopped")?;
//!     Ok(Signature::new(&counts))
//! };
//! let karate = signature(&Graph::load("examples/graphs/karate.el")?)?;
//! let ring = signature(&Graph::from_edges(34, (0..34).map(|v| (v, (v + 1) % 34)))?)?;
//! assert_eq!((karate.correlation_distance(&karate), karate.agreement(&karate), karate.netemd(&karate)), (0.0, 1.0, 0.0));
//! assert!(karate.correlation_distance(&ring) > 1.0 && karate.agreement(&ring) < 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;

use crate::OrbitCounts;

/// Orbits of graphlets of up to four vertices whose counts do not follow from others [Yaveroglu2014].
const INDEPENDENT: [usize; 11] = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11];

/// Orbits of graphlets of up to four vertices.
const OF_FOUR: usize = 15;

/// A network by the orbit counts of its vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// By orbit the counts of all vertices, in the order of the vertices.
    orbits: Vec<Vec<f64>>,
}

impl Signature {
    /// The signature of a network whose orbits were counted by vertex, of graphlets of up to four or five vertices. O(n) memory for each orbit.
    pub fn new(counts: &OrbitCounts) -> Signature {
        let column = |counts: &crate::Counts| counts.iter().map(|count| count as f64).collect();
        Signature { orbits: counts.counts.iter().map(column).collect() }
    }

    /// Spearman's correlations between the orbits, over all vertices and one that has 1 of each, so that those without any have one as
    /// well: the graphlet correlation matrix [Yaveroglu2014]. Of four vertices the 11 orbits that do not follow from others, of five all 73.
    /// O(n log n) for each orbit.
    pub fn correlations(&self) -> Vec<Vec<f64>> {
        let taken: Vec<usize> = match self.orbits.len() {
            OF_FOUR => INDEPENDENT.to_vec(),
            all => (0..all).collect(),
        };
        let ranked: Vec<Vec<f64>> = taken.into_iter().map(|orbit| ranks(&self.orbits[orbit])).collect();
        let row = |own: &Vec<f64>| ranked.iter().map(|other| correlation(own, other)).collect();
        ranked.iter().map(row).collect()
    }

    /// The graphlet correlation distance, GCD-11 of four vertices and GCD-73 of five: the Euclidean distance between the upper halves of the
    /// [correlations](Self::correlations) [Yaveroglu2014]. 0 if they are the same.
    ///
    /// Signatures of different sizes have no distance: NaN.
    pub fn correlation_distance(&self, other: &Signature) -> f64 {
        if self.orbits.len() != other.orbits.len() {
            return f64::NAN;
        }
        let (own, others) = (self.correlations(), other.correlations());
        let pairs = (0..own.len()).flat_map(|u| (0..u).map(move |v| (u, v)));
        // A sum of no floats is -0.
        0.0 + pairs.map(|(u, v)| (own[u][v] - others[u][v]).powi(2)).sum::<f64>().sqrt()
    }

    /// The agreement of graphlet degree distributions, from 0 to 1, the mean over all orbits [Przulj2007]: of an orbit 1 − D, where D is
    /// the distance between the two distributions of counts above 0, each weighted by 1/count. NaN for signatures of different sizes.
    pub fn agreement(&self, other: &Signature) -> f64 {
        self.mean(other, |own, others| {
            let (own, others) = (weighted(own), weighted(others));
            let keys = own.keys().chain(others.keys().filter(|key| !own.contains_key(key)));
            let part = |of: &BTreeMap<u64, f64>, key| of.get(key).copied().unwrap_or(0.0);
            let squares: f64 = keys.map(|key| (part(&own, key) - part(&others, key)).powi(2)).sum();
            1.0 - (squares / 2.0).sqrt()
        })
    }

    /// NetEmd: the mean over all orbits of the earth mover's distance between the two distributions of counts, each scaled to variance 1,
    /// where one is moved to where it is nearest [WegnerEtAl2018]. 0 if all distributions have the same shape; NaN for signatures of
    /// different sizes.
    pub fn netemd(&self, other: &Signature) -> f64 {
        self.mean(other, |own, others| moved_distance(&scaled(own), &scaled(others)))
    }

    fn mean(&self, other: &Signature, of_orbit: impl Fn(&[f64], &[f64]) -> f64) -> f64 {
        if self.orbits.len() != other.orbits.len() {
            return f64::NAN;
        }
        let each = self.orbits.iter().zip(&other.orbits).map(|(own, others)| of_orbit(own, others));
        each.sum::<f64>() / self.orbits.len() as f64
    }
}

/// Ranks of the values and of a 1, with the mean rank for those that are equal.
fn ranks(values: &[f64]) -> Vec<f64> {
    let values: Vec<f64> = values.iter().copied().chain([1.0]).collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&u, &v| values[u].total_cmp(&values[v]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&u, &v| values[u] == values[v]) {
        let rank = first as f64 + (equal.len() - 1) as f64 / 2.0;
        equal.iter().for_each(|&place| ranks[place] = rank);
        first += equal.len();
    }
    ranks
}

/// Pearson's correlation of two lists of the same mean; 0 where one does not vary.
fn correlation(first: &[f64], second: &[f64]) -> f64 {
    let mean = (first.len() as f64 - 1.0) / 2.0;
    let product = |u: &[f64], v: &[f64]| u.iter().zip(v).map(|(u, v)| (u - mean) * (v - mean)).sum::<f64>();
    let spread = product(first, first) * product(second, second);
    if spread > 0.0 { product(first, second) / spread.sqrt() } else { 0.0 }
}

/// The distribution of counts above 0, each part divided by the count: by the bits of the count.
fn weighted(counts: &[f64]) -> BTreeMap<u64, f64> {
    let mut parts: BTreeMap<u64, f64> = BTreeMap::new();
    for &count in counts.iter().filter(|&&count| count > 0.0) {
        *parts.entry(count.to_bits()).or_default() += 1.0 / count;
    }
    let total: f64 = parts.values().sum();
    parts.values_mut().for_each(|part| *part /= total);
    parts
}

/// The values ascending, less their mean and divided by their standard deviation, if they vary. Sums are those of the sorted values: the
/// same for vertices in any order.
fn scaled(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    let unit = if variance > 0.0 { variance.sqrt() } else { 1.0 };
    values.iter_mut().for_each(|value| *value = (*value - mean) / unit);
    values
}

/// The least earth mover's distance between two distributions, given as ascending values, of which one may be moved: on a line it is the
/// mean of |d − c| over the differences d of quantiles, for their median c.
fn moved_distance(first: &[f64], second: &[f64]) -> f64 {
    let (mut differences, mut done, mut at) = (Vec::with_capacity(first.len() + second.len()), 0.0, (0, 0));
    let (own, others) = (1.0 / first.len() as f64, 1.0 / second.len() as f64);
    while let (Some(u), Some(v)) = (first.get(at.0), second.get(at.1)) {
        // In the order of the ends of their parts: (i + 1)/n against (j + 1)/m, compared without rounding.
        let ends = ((at.0 + 1) as u128 * second.len() as u128, (at.1 + 1) as u128 * first.len() as u128);
        let end = if ends.0 <= ends.1 { (at.0 + 1) as f64 * own } else { (at.1 + 1) as f64 * others };
        differences.push((u - v, end - done));
        done = end;
        at = (at.0 + usize::from(ends.0 <= ends.1), at.1 + usize::from(ends.1 <= ends.0));
    }
    differences.sort_unstable_by(|u, v| u.0.total_cmp(&v.0));
    let mut below = 0.0;
    let median = differences.iter().find(|(_, weight)| {
        below += weight;
        below >= 0.5
    });
    let median = median.or(differences.last()).map_or(0.0, |&(difference, _)| difference);
    0.0 + differences.iter().map(|(difference, weight)| (difference - median).abs() * weight).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_rank() {
        assert_eq!(ranks(&[0.0, 5.0, 0.0]), [0.5, 3.0, 0.5, 2.0]);
        assert_eq!(ranks(&[1.0, 1.0]), [1.0; 3]);
        assert_eq!(correlation(&[0.0, 1.0, 2.0], &[2.0, 1.0, 0.0]), -1.0);
        assert_eq!(correlation(&[1.0; 3], &[2.0, 1.0, 0.0]), 0.0);
    }

    #[test]
    fn distributions_are_moved_to_where_they_are_nearest() {
        assert_eq!(moved_distance(&[0.0, 1.0], &[5.0, 6.0]), 0.0);
        // Quantiles differ by 0, then by 1: any c between serves.
        assert_eq!(moved_distance(&[0.0, 2.0], &[0.0, 1.0]), 0.5);
        assert!((moved_distance(&[0.0, 3.0, 3.0], &[0.0, 3.0]) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn agreement_is_that_of_the_parts() {
        let of = |counts: &[f64]| Signature { orbits: vec![counts.to_vec()] };
        assert_eq!(of(&[1.0, 2.0]).agreement(&of(&[2.0, 1.0, 0.0])), 1.0);
        assert!(of(&[1.0]).agreement(&of(&[2.0])).abs() < 1e-12);
        // 2/3 of weight at 1 and 1/3 at 2, against all of it at 1.
        assert!((of(&[1.0, 2.0]).agreement(&of(&[1.0])) - (1.0 - 1.0 / 3.0)).abs() < 1e-12);
        assert_eq!(of(&[0.0]).agreement(&of(&[0.0])), 1.0);
    }

    #[test]
    fn different_sizes_have_no_distance() {
        let of = |orbits| Signature { orbits: vec![vec![1.0]; orbits] };
        assert!(of(15).correlation_distance(&of(73)).is_nan() && of(15).netemd(&of(73)).is_nan());
        assert_eq!(of(15).correlations().len(), 11);
        assert_eq!(of(73).correlations().len(), 73);
    }
}
