//! Arc consistency [Mackworth1977]: a candidate stays only if it has the neighbors in other domains that the pattern asks for.

use gpm_plan::grow::{Link, Shape};

use super::domain::Domain;
use super::rows::LabelledRows;
use super::settle::Places;
use crate::graph::{LabelId, VertexId};

/// Neighbors that a candidate must have.
struct Need {
    /// Their label.
    label: LabelId,
    /// Their domain.
    domain: usize,
    link: Link,
    /// How many.
    number: usize,
}

/// Takes candidates out of the domains of a pattern until all have the neighbors asked for, or a domain is too small. Gives whether all
/// have enough left. What is left of a tree's domains is in a homomorphic match. Rounds are as many as messages take through a tree; in
/// patterns with cycles more rounds might find more, but the searches find that too.
pub(super) fn narrow(rows: &LabelledRows, shape: &Shape, places: &Places, domains: &mut [Domain], is_frequent: impl Fn(&Domain) -> bool) -> bool {
    let needs: Vec<Vec<Need>> = places.first.iter().map(|&u| needs(shape, places, usize::from(u))).collect();
    for _ in 0..shape.num_vertices() {
        let mut is_changed = false;
        for own in 0..domains.len() {
            let mut domain = domains[own].clone();
            if domain.retain(|x| needs[own].iter().all(|need| has(rows, domains, x, need))) {
                is_changed = true;
                domains[own] = domain;
            }
            if !is_frequent(&domains[own]) {
                return false;
            }
        }
        if !is_changed {
            break;
        }
    }
    true
}

/// What candidates for `u` must have, neighbors that are alike together.
fn needs(shape: &Shape, places: &Places, u: usize) -> Vec<Need> {
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
