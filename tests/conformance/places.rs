//! Counts for each place of a pattern's anchors: what brute force says of them, and tables in the same form.

use std::collections::BTreeMap;

use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::query::{Query, Unit};
use gpm_runtime::graph::Graph;

use crate::oracle::Oracle;
use crate::sample::{Sample, sample_vertex};

/// A count for each place of the anchors that is not zero, by the sample's ids.
pub(crate) type Places = BTreeMap<Vec<usize>, u128>;

/// Counts by brute force: maps that take the anchors to a place, over the automorphisms that leave each anchor where it is.
pub(crate) fn brute_force(sample: &Sample, query: &Query) -> Places {
    let pattern = &query.pattern;
    let at = |map: &[usize]| pattern.anchors().iter().map(|&u| map[u]).collect::<Vec<_>>();
    let mut places = Places::new();
    for map in Oracle::new(sample, pattern, query.semantics).maps() {
        *places.entry(at(&map)).or_default() += 1;
    }
    if query.semantics != Semantics::Homomorphism && query.unit == Unit::Subgraphs {
        let automorphisms = Oracle::automorphisms(pattern, query.semantics).maps();
        let fixed = automorphisms.iter().filter(|map| at(map) == pattern.anchors()).count() as u128;
        places.values_mut().for_each(|count| *count /= fixed);
    }
    places
}

/// The pattern with each vertex and each pair of adjacent ones as anchors, up to isomorphism.
pub(crate) fn anchored(pattern: &Pattern) -> Vec<Pattern> {
    let n = pattern.num_vertices();
    let pairs = (0..n).flat_map(|u| (0..n).map(move |v| vec![u, v]));
    let choices = (0..n).map(|u| vec![u]).chain(pairs.filter(|pair| pair[0] != pair[1]));
    let mut all: Vec<Pattern> =
        choices.filter_map(|anchors| pattern.clone().with_anchors(&anchors).ok()).map(|p| p.canonical()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A table by vertex, or by entry of rows, as places.
pub(crate) fn places(
    counts: impl IntoIterator<Item = u128>,
    graph: &Graph,
    pattern: &Pattern,
    (offsets, neighbors): (&[u64], &[u32]),
) -> Places {
    let place = |entry: usize| match pattern.anchors().len() {
        1 => vec![sample_vertex(graph, entry as u32)],
        _ => {
            let owner = offsets.partition_point(|&offset| offset as usize <= entry) - 1;
            [owner as u32, neighbors[entry]].map(|v| sample_vertex(graph, v)).to_vec()
        }
    };
    let counts = counts.into_iter().enumerate();
    counts.filter(|(_, count)| *count > 0).map(|(entry, count)| (place(entry), count)).collect()
}
