//! How often each vertex lies on each orbit, and how these numbers go together.

use gpm::pattern::OrbitsOf;
use gpm::{Counts, OrbitCounts};
use gpm_report::HeatMap;

use super::gather::Gather;
use super::orbit_names::{INDEPENDENT, ORBITS};
use crate::process::Failure;

/// Vertices of the largest graphlets.
const SIZE: usize = 4;
/// Vertices up to which orbits are counted: tables of two times fifteen numbers for each are a gigabyte then. *guess*
const MOST_VERTICES: usize = 1 << 22;

/// Counts the orbits of an undirected graph; `None` if there was no time.
pub(super) fn count(gather: &Gather<'_>) -> Result<Option<OrbitCounts>, Failure> {
    if gather.graph.num_vertices() > MOST_VERTICES {
        gather.note_missing(format!("Orbits are missing: the graph has more than {MOST_VERTICES} vertices."));
        return Ok(None);
    }
    let section = gather.section("orbits");
    let found = section.search(Option::is_some, |control| {
        gather.engine.count_orbits(gather.graph, OrbitsOf::Vertices, SIZE, control)
    })?;
    Ok(found.flatten())
}

/// The rank correlations of the orbits that do not follow from others: the graphlet correlation matrix.
pub(super) fn correlations(counts: &[Counts]) -> HeatMap {
    let ranks: Vec<Vec<f64>> = INDEPENDENT.iter().filter_map(|&orbit| counts.get(orbit)).map(centered_ranks).collect();
    let names: Vec<String> = INDEPENDENT.iter().map(|&orbit| ORBITS[orbit].0.to_owned()).collect();
    let values = ranks.iter().map(|one| ranks.iter().map(|other| correlation(one, other)).collect()).collect();
    HeatMap { title: "Rank correlations of orbits".to_owned(), rows: names.clone(), columns: names, values }
}

/// The rank of each number, equal ones sharing theirs, less the mean rank.
fn centered_ranks(counts: &Counts) -> Vec<f64> {
    let values: Vec<u128> = counts.iter().collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by_key(|&i| values[i]);
    let mut ranks = vec![0.0; values.len()];
    let middle = (values.len() as f64 - 1.0) / 2.0;
    let mut first = 0;
    for group in order.chunk_by(|&one, &other| values[one] == values[other]) {
        let rank = first as f64 + (group.len() as f64 - 1.0) / 2.0 - middle;
        group.iter().for_each(|&i| ranks[i] = rank);
        first += group.len();
    }
    ranks
}

/// `None` if all of one are equal.
fn correlation(one: &[f64], other: &[f64]) -> Option<f64> {
    let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let scale = (product(one, one) * product(other, other)).sqrt();
    (scale > 0.0).then(|| (product(one, other) / scale).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_rank() {
        assert_eq!(centered_ranks(&Counts::Narrow(vec![5, 1, 5, 9])), [0.0, -1.5, 0.0, 1.5]);
        let ranks = |values: &[u64]| centered_ranks(&Counts::Narrow(values.to_vec()));
        assert_eq!(correlation(&ranks(&[1, 2, 3]), &ranks(&[30, 20, 10])), Some(-1.0));
        assert_eq!(correlation(&ranks(&[1, 2, 3]), &ranks(&[7, 7, 7])), None);
    }
}
