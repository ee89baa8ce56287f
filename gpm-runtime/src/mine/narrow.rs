//! Arc consistency [Mackworth1977]: a candidate stays only if it has the neighbors in other domains that the pattern asks for.

use gpm_plan::grow::{Link, Shape};

use super::domain::Domain;
use super::places::Places;
use super::rows::LabelledRows;
use crate::graph::{LabelId, VertexId};

/// Neighbors that a candidate must have.
pub(super) struct Need {
    /// Their label.
    pub(super) label: LabelId,
    /// Their domain.
    pub(super) domain: usize,
    pub(super) link: Link,
    /// How many.
    pub(super) number: usize,
}

/// Takes candidates without the neighbors asked for out of the domains of a pattern, in some rounds at most, or until a domain is too small.
/// Gives whether all have enough left. As many rounds as there are vertices leave nothing to do in a tree: what is left is in a
/// homomorphic match.
pub(super) fn narrow(
    rows: &LabelledRows,
    (shape, places): (&Shape, &Places),
    domains: &mut [Domain],
    num_rounds: usize,
    is_frequent: impl Fn(&Domain) -> bool,
) -> bool {
    let needs: Vec<Vec<Need>> = places.first.iter().map(|&u| needs(shape, places, usize::from(u))).collect();
    // Of which a neighbor's domain has changed since they were looked at.
    let mut is_due = vec![true; domains.len()];
    for _ in 0..num_rounds {
        for own in 0..domains.len() {
            if !std::mem::take(&mut is_due[own]) {
                continue;
            }
            let mut domain = domains[own].clone();
            if domain.retain(|x| needs[own].iter().all(|need| has(rows, domains, x, need))) {
                domains[own] = domain;
                let needs_it = |needs: &Vec<Need>| needs.iter().any(|need| need.domain == own);
                is_due.iter_mut().zip(&needs).for_each(|(is_due, needs)| *is_due |= needs_it(needs));
            }
            if !is_frequent(&domains[own]) {
                return false;
            }
        }
    }
    true
}

/// What candidates for `u` must have, neighbors that are alike together.
pub(super) fn needs(shape: &Shape, places: &Places, u: usize) -> Vec<Need> {
    let mut needs: Vec<Need> = Vec::new();
    for v in (0..shape.num_vertices()).filter(|&v| v != u) {
        let (link, domain) = (shape.link(u, v), usize::from(places.domain[v]));
        match needs.iter_mut().find(|need| (need.domain, need.link) == (domain, link)) {
            _ if link.is_none() => {}
            Some(need) => need.number += 1,
            None => needs.push(Need { label: shape.labels()[v], domain, link, number: 1 }),
        }
    }
    needs
}

/// Whether `x` has the neighbors.
fn has(rows: &LabelledRows, domains: &[Domain], x: VertexId, need: &Need) -> bool {
    let domain = &domains[need.domain];
    let mut left = need.number;
    rows.group(x, need.label).any(|place| {
        left -= usize::from(domain.contains(rows.neighbor(place)) && rows.link_at(place).has(need.link));
        left == 0
    })
}
