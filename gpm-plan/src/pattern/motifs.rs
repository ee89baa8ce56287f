//! All connected patterns of a size, for motif counting.

use std::collections::BTreeSet;

use super::{Pattern, catalog};

/// All connected undirected unlabelled patterns on `num_vertices` vertices, one per isomorphism class.
///
/// Order: number of edges, then degrees (descending, compared as lists), then canonical form. A pattern with a catalog name comes
/// with the catalog's vertex numbers, others in canonical order. There are 1, 2, 6, 21, 112, 853 for 2 to 7 vertices; the number grows
/// about as 2^(n²/2)/n!, so sizes over 8 are out of reach. Fewer than two vertices give no pattern.
pub fn all_connected(num_vertices: usize) -> Vec<Pattern> {
    let mut classes = match num_vertices {
        0 | 1 => return Vec::new(),
        _ => BTreeSet::from([Pattern::from_edges(2, &[(0, 1)]).expect("an edge is a pattern")]),
    };
    // Every connected graph has a vertex that can be taken away without disconnecting it, so adding one reaches all.
    for size in 2..num_vertices {
        classes = classes.iter().flat_map(|smaller| with_vertex_added(smaller, size)).collect();
    }
    let mut ordered: Vec<(usize, Vec<usize>, Pattern)> =
        classes.into_iter().map(|class| (class.num_edges(), degrees(&class), class)).collect();
    ordered.sort();
    ordered.into_iter().map(|(_, _, class)| catalog::named_form(&class).unwrap_or(class)).collect()
}

/// Canonical forms of all ways to join one more vertex to the pattern.
fn with_vertex_added(smaller: &Pattern, size: usize) -> impl Iterator<Item = Pattern> + '_ {
    (1u64..1 << size).map(move |joined| {
        let mut edges: Vec<(usize, usize)> = smaller.edges().map(|edge| (edge.from, edge.to)).collect();
        edges.extend((0..size).filter(|u| joined >> u & 1 == 1).map(|u| (u, size)));
        Pattern::from_edges(size + 1, &edges).expect("the new vertex is joined to a connected pattern").canonical()
    })
}

fn degrees(pattern: &Pattern) -> Vec<usize> {
    let mut degrees: Vec<usize> = (0..pattern.num_vertices()).map(|u| pattern.degree(u)).collect();
    degrees.sort_unstable_by(|left, right| right.cmp(left));
    degrees
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_the_known_ones() {
        let counts: Vec<usize> = (0..=6).map(|k| all_connected(k).len()).collect();
        assert_eq!(counts, [0, 0, 1, 2, 6, 21, 112]);
    }

    #[test]
    fn names_and_order() {
        let names = |k| all_connected(k).iter().map(|pattern| catalog::name_of(pattern).unwrap()).collect::<Vec<_>>();
        assert_eq!(names(3), ["wedge", "triangle"]);
        assert_eq!(names(4), ["4-path", "3-star", "4-cycle", "tailed-triangle", "diamond", "4-clique"]);
        assert_eq!(names(5).len(), 21);
        let edges: Vec<usize> = all_connected(6).iter().map(Pattern::num_edges).collect();
        assert!(edges.is_sorted());
    }
}
