//! Parts of patterns: components, blocks, and what is asked of a pattern beside its edges.

use crate::pattern::{Pattern, Semantics, bits};
use crate::query::{Output, Query};

/// Whether a pattern asks for vertices, edges and their labels alone, each edge by itself.
pub(super) fn is_of_edges(pattern: &Pattern) -> bool {
    !pattern.has_anti_edges() && !pattern.has_records() && pattern.predicate().is_empty()
}

/// Whether edges are all that a pattern asks for.
pub(super) fn is_bare(pattern: &Pattern) -> bool {
    let is_labelled = pattern.has_vertex_labels() || pattern.has_edge_labels();
    !is_labelled && !pattern.is_directed() && !pattern.has_anti_edges() && pattern.predicate().is_empty()
}

/// Whether a query counts maps of a bare pattern in which vertices may coincide.
pub(super) fn asks_for_maps(query: &Query) -> bool {
    query.semantics == Semantics::Homomorphism && query.output == Output::Count && is_bare(&query.pattern)
}

/// The mask of some vertices.
pub(super) fn mask<'a>(vertices: impl IntoIterator<Item = &'a usize>) -> u32 {
    vertices.into_iter().fold(0, |mask, &u| mask | 1 << u)
}

/// How many vertices of a mask come before `u`: its number in the part on the mask, with `u` itself or not.
pub(super) fn rank(u: usize, mask: u32) -> usize {
    (mask & ((1 << u) - 1)).count_ones() as usize
}

/// Masks of the connected components of the subpattern on some vertices.
pub(super) fn components(pattern: &Pattern, vertices: u32) -> Vec<u32> {
    let (mut open, mut components) = (vertices, Vec::new());
    while open != 0 {
        let (mut component, mut reached) = (0, open & open.wrapping_neg());
        while component != reached {
            component = reached;
            reached = bits(component).fold(component, |mask, u| mask | pattern.neighbor_mask(u) & vertices);
        }
        components.push(component);
        open &= !component;
    }
    components
}

/// Masks of the parts of a connected subpattern that no vertex cuts: edges, and what has two ways between any two vertices.
pub(super) fn blocks(pattern: &Pattern, vertices: u32) -> Vec<u32> {
    let parts = |u: usize| components(pattern, vertices & !(1 << u));
    match bits(vertices).map(|u| (u, parts(u))).find(|(_, parts)| parts.len() > 1) {
        Some((u, parts)) => parts.into_iter().flat_map(|part| blocks(pattern, part | 1 << u)).collect(),
        None => vec![vertices],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_vertices_are_in_several_blocks() {
        let pattern: Pattern = "a-b, b-c, c-a, c-d, d-e".parse().expect("it is one");
        let mut found = blocks(&pattern, pattern.vertex_mask());
        found.sort_unstable();
        assert_eq!(found, [0b00111, 0b01100, 0b11000]);
    }
}
