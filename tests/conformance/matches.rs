//! Listed matches against brute force: each is a match, none comes twice, none is missing.

use std::collections::BTreeSet;

use gpm_plan::pattern::Semantics;
use gpm_plan::query::{Query, Unit};

use crate::oracle::{Check, Oracle};
use crate::sample::Sample;

/// What is wrong with the matches listed for a query, each in the order of the pattern's vertices, if anything.
pub(crate) fn flaw(sample: &Sample, query: &Query, listed: &[Vec<usize>]) -> Option<String> {
    let check = Check::new(sample, &query.pattern, query.semantics);
    if let Some(wrong) = listed.iter().find(|found| !is_match(&check, query, found)) {
        return Some(format!("{wrong:?} is listed but does not match"));
    }
    compare(sample, query, listed)
}

/// Compares orbits of the listed matches with those of all matches; an orbit is one match unless subgraphs are listed.
fn compare(sample: &Sample, query: &Query, listed: &[Vec<usize>]) -> Option<String> {
    let counts_maps = query.semantics == Semantics::Homomorphism || query.unit == Unit::Embeddings;
    let group = match counts_maps {
        true => vec![(0..query.pattern.num_vertices()).collect()],
        false => Oracle::automorphisms(&query.pattern, query.semantics).maps(),
    };
    let smallest = |found: &Vec<usize>| group.iter().map(|image| image.iter().map(|&u| found[u]).collect()).min();
    let all: BTreeSet<Option<Vec<usize>>> =
        Oracle::new(sample, &query.pattern, query.semantics).maps().iter().map(smallest).collect();
    let mut seen = BTreeSet::new();
    if let Some(twice) = listed.iter().find(|found| !seen.insert(smallest(found))) {
        return Some(format!("{twice:?} is listed twice, up to symmetry"));
    }
    let missing = all.difference(&seen).next()?;
    Some(format!("{} of {} are missing, {missing:?} is one", all.len() - seen.len(), all.len()))
}

/// Whether a map is a match, by the definition.
fn is_match(check: &Check<'_>, query: &Query, found: &[usize]) -> bool {
    let k = query.pattern.num_vertices();
    let is_injective = query.semantics != Semantics::Homomorphism;
    found.len() == k
        && (0..k).all(|u| check.vertex_fits(u, found[u]))
        && (0..k).all(|v| (0..v).all(|u| check.pair_fits(u, v, found[u], found[v])))
        && (0..k).all(|v| (0..v).all(|u| !is_injective || found[u] != found[v]))
        && check.predicate_holds(found)
}
