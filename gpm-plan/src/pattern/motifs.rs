//! All connected patterns of a size, for motif counting.

use std::collections::BTreeSet;

use super::{Pattern, PatternBuilder, catalog, triad_code};

impl Pattern {
    /// What a pattern is called in tables: the catalog's name, else graph6, either of which is read as a pattern; the code of a triad; else its text.
    ///
    /// ```
    /// let title = |text: &str| Ok::<_, gpm::PatternError>(text.parse::<gpm::Pattern>()?.title());
    /// assert_eq!((title("a-b-c-a")?.as_str(), title("a->b->c->a")?.as_str()), ("triangle", "030C"));
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    pub fn title(&self) -> String {
        if self.is_directed() {
            return triad_code(self).map_or_else(|| self.to_string(), str::to_owned);
        }
        let graph6 = || self.to_graph6().map_or_else(|_| self.to_string(), |text| format!("g6:{text}"));
        catalog::name_of(self).map_or_else(graph6, str::to_owned)
    }
}

/// All connected undirected unlabelled patterns on `num_vertices` vertices, one per isomorphism class.
///
/// Order: number of edges, then degrees (descending, compared as lists), then canonical form. A pattern with a catalog name comes
/// with the catalog's vertex numbers, others in canonical order. There are 1, 2, 6, 21, 112, 853 for 2 to 7 vertices; the number grows
/// about as 2^(n²/2)/n!, so sizes over 8 are out of reach. Fewer than two vertices give no pattern.
///
/// ```
/// assert_eq!(gpm::pattern::all_connected(4).len(), 6);
/// ```
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

/// All weakly connected directed patterns on `num_vertices` vertices, one per isomorphism class: each pair is not adjacent,
/// joined one way, or both ways. In vertex-induced semantics every connected set of data vertices is a match of exactly one.
///
/// Order: number of arcs, then canonical form, whose vertex numbers they have. There are 2, 13, 199 and 9364 for 2 to 5 vertices;
/// five take seconds.
///
/// ```
/// assert_eq!(gpm::pattern::all_connected_directed(3).len(), 13);
/// ```
pub fn all_connected_directed(num_vertices: usize) -> Vec<Pattern> {
    let classes: BTreeSet<Pattern> = all_connected(num_vertices).iter().flat_map(orientations).collect();
    let mut ordered: Vec<Pattern> = classes.into_iter().collect();
    ordered.sort_by_key(Pattern::num_edges);
    ordered
}

/// Canonical forms of all ways to give each edge one of its directions or both.
fn orientations(pattern: &Pattern) -> impl Iterator<Item = Pattern> + '_ {
    let edges: Vec<(usize, usize)> = pattern.edges().map(|edge| (edge.from, edge.to)).collect();
    (0..3u64.pow(edges.len() as u32)).map(move |mut choice| {
        let mut directed = PatternBuilder::numbered(pattern.num_vertices());
        for &(u, v) in &edges {
            if choice % 3 != 1 {
                directed.directed_edge(u, v, None);
            }
            if choice % 3 != 0 {
                directed.directed_edge(v, u, None);
            }
            choice /= 3;
        }
        directed.build().expect("it is as connected as the pattern is").canonical()
    })
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
    fn directed_counts_are_the_known_ones() {
        let counts: Vec<usize> = (0..=4).map(|k| all_connected_directed(k).len()).collect();
        assert_eq!(counts, [0, 0, 2, 13, 199]);
    }

    #[test]
    fn names_and_order() {
        let names = |k| all_connected(k).iter().map(|pattern| catalog::name_of(pattern).unwrap()).collect::<Vec<_>>();
        assert_eq!(names(3), ["wedge", "triangle"]);
        assert_eq!(names(4), ["4-path", "star:4", "4-cycle", "tailed-triangle", "diamond", "4-clique"]);
        assert_eq!(names(5).len(), 21);
        let edges: Vec<usize> = all_connected(6).iter().map(Pattern::num_edges).collect();
        assert!(edges.is_sorted());
    }
}
