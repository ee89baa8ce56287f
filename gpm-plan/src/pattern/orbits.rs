//! Graphlets and their orbits, in the numbering that programs exchange orbit counts in.
//!
//! A graphlet is a connected graph of 2 to 5 vertices, found as a vertex-induced subgraph. Its orbits are the classes of vertices,
//! or edges, that its automorphisms carry into each other: how often a vertex of a network lies on each says what its
//! surroundings look like. Graphlets and vertex orbits are numbered as in [Przulj2007], edge orbits as in [ORCA2016].

use std::ops::RangeInclusive;

use super::Pattern;

/// Sizes that graphlets may go up to.
pub const SIZES: RangeInclusive<usize> = 4..=5;

/// What orbits are classes of.
///
/// ```
/// use gpm::pattern::{OrbitsOf, orbits};
///
/// assert_eq!(orbits(OrbitsOf::Edges, 4).len(), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrbitsOf {
    /// Vertices: 15 orbits of graphlets of 2 to 4 vertices, 73 of 2 to 5.
    Vertices,
    /// Edges: 12 orbits of graphlets of 3 to 4 vertices, 68 of 3 to 5.
    Edges,
}

/// One orbit: a graphlet with a vertex or edge of the orbit as its anchors.
///
/// ```
/// use gpm::pattern::{OrbitsOf, orbits};
///
/// let orbit = &orbits(OrbitsOf::Vertices, 4)[3];
/// assert!(orbit.pattern.is_clique());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// The graphlet's number, 0 to 29.
    pub graphlet: usize,
    /// The graphlet, with an anchor in the orbit, or two at the ends of an edge in the orbit.
    pub pattern: Pattern,
    /// Whether an automorphism takes each of two anchors to the other. Where none does, an edge of a network lies on the orbit
    /// in two ways, of which the table of the pattern has one at each of the edge's arcs.
    pub is_symmetric: bool,
}

/// By number a graphlet's edges, each as its two vertices; the orbit of each vertex; the orbit of each edge.
type Graphlet = (&'static str, &'static [usize], &'static [usize]);

#[rustfmt::skip]
const GRAPHLETS: [Graphlet; 30] = [
    ("01", &[0, 0], &[]),
    ("02 12", &[1, 1, 2], &[0, 0]),
    ("01 02 12", &[3, 3, 3], &[1, 1, 1]),
    ("02 13 23", &[4, 4, 5, 5], &[2, 2, 3]),
    ("03 13 23", &[6, 6, 6, 7], &[4, 4, 4]),
    ("01 02 13 23", &[8, 8, 8, 8], &[5, 5, 5, 5]),
    ("03 12 13 23", &[9, 10, 10, 11], &[6, 7, 8, 8]),
    ("02 03 12 13 23", &[12, 12, 13, 13], &[9, 9, 9, 9, 10]),
    ("01 02 03 12 13 23", &[14, 14, 14, 14], &[11, 11, 11, 11, 11, 11]),
    ("02 13 24 34", &[15, 15, 16, 16, 17], &[12, 12, 13, 13]),
    ("03 14 24 34", &[18, 19, 19, 20, 21], &[14, 15, 15, 16]),
    ("04 14 24 34", &[22, 22, 22, 22, 23], &[17, 17, 17, 17]),
    ("03 14 23 24 34", &[24, 24, 25, 26, 26], &[18, 18, 19, 19, 20]),
    ("01 14 23 24 34", &[27, 28, 29, 29, 30], &[21, 22, 23, 24, 24]),
    ("04 14 23 24 34", &[31, 31, 32, 32, 33], &[25, 25, 26, 27, 27]),
    ("01 02 13 24 34", &[34, 34, 34, 34, 34], &[28, 28, 28, 28, 28]),
    ("04 12 13 24 34", &[35, 36, 37, 37, 38], &[29, 30, 30, 31, 31]),
    ("04 13 14 23 24 34", &[39, 40, 40, 41, 42], &[32, 33, 34, 33, 34, 35]),
    ("01 04 14 23 24 34", &[43, 43, 43, 43, 44], &[36, 37, 37, 36, 37, 37]),
    ("02 13 14 23 24 34", &[45, 46, 47, 48, 48], &[38, 39, 39, 40, 40, 41]),
    ("03 04 13 14 23 24", &[49, 49, 49, 50, 50], &[42, 42, 42, 42, 42, 42]),
    ("01 03 14 23 24 34", &[51, 51, 52, 53, 53], &[43, 44, 44, 45, 45, 46]),
    ("03 04 13 14 23 24 34", &[54, 54, 54, 55, 55], &[47, 47, 47, 47, 47, 47, 48]),
    ("04 12 13 14 23 24 34", &[56, 57, 57, 57, 58], &[49, 50, 50, 51, 50, 51, 51]),
    ("02 04 13 14 23 24 34", &[59, 59, 60, 60, 61], &[52, 53, 52, 53, 54, 55, 55]),
    ("01 02 13 14 23 24 34", &[62, 63, 63, 64, 64], &[56, 56, 57, 57, 57, 57, 58]),
    ("03 04 12 13 14 23 24 34", &[65, 66, 66, 67, 67], &[59, 59, 60, 61, 61, 61, 61, 62]),
    ("01 02 04 13 14 23 24 34", &[68, 68, 68, 68, 69], &[63, 63, 64, 63, 64, 63, 64, 64]),
    ("02 03 04 12 13 14 23 24 34", &[70, 70, 71, 71, 71], &[65, 65, 65, 65, 65, 65, 66, 66, 66]),
    ("01 02 03 04 12 13 14 23 24 34", &[72, 72, 72, 72, 72], &[67, 67, 67, 67, 67, 67, 67, 67, 67, 67]),
];

/// The orbits of graphlets of up to `size` vertices, by number.
///
/// ```
/// use gpm::pattern::{OrbitsOf, orbits};
/// assert_eq!(orbits(OrbitsOf::Vertices, 4).len(), 15);
/// assert_eq!(orbits(OrbitsOf::Edges, 5).len(), 68);
/// assert_eq!(orbits(OrbitsOf::Vertices, 5)[72].pattern.num_edges(), 10);
/// ```
///
/// # Panics
/// If `size` is not in [`SIZES`].
pub fn orbits(of: OrbitsOf, size: usize) -> Vec<Orbit> {
    assert!(SIZES.contains(&size), "graphlets have up to 4 or 5 vertices");
    let graphlets = GRAPHLETS.iter().enumerate().filter(|(_, (_, vertices, _))| vertices.len() <= size);
    let mut found: Vec<(usize, Orbit)> =
        graphlets.flat_map(|(number, graphlet)| of_graphlet(of, number, graphlet)).collect();
    found.sort_by_key(|(orbit, _)| *orbit);
    found.dedup_by_key(|(orbit, _)| *orbit);
    found.into_iter().map(|(_, orbit)| orbit).collect()
}

/// Each vertex or edge of a graphlet with the number of its orbit.
fn of_graphlet(of: OrbitsOf, graphlet: usize, &(edges, vertices, edge_orbits): &Graphlet) -> Vec<(usize, Orbit)> {
    let vertex = |digit: u8| usize::from(digit - b'0');
    let edges: Vec<(usize, usize)> =
        edges.split(' ').map(|edge| (vertex(edge.as_bytes()[0]), vertex(edge.as_bytes()[1]))).collect();
    let pattern = Pattern::from_edges(vertices.len(), &edges).expect("graphlets are connected");
    let orbit = |anchors: &[usize]| {
        let at = |anchors: &[usize]| pattern.clone().with_anchors(anchors).expect("anchors are a vertex or an edge");
        let turned: Vec<usize> = anchors.iter().rev().copied().collect();
        Orbit { graphlet, pattern: at(anchors), is_symmetric: at(anchors).is_isomorphic(&at(&turned)) }
    };
    match of {
        OrbitsOf::Vertices => vertices.iter().enumerate().map(|(u, &number)| (number, orbit(&[u]))).collect(),
        OrbitsOf::Edges => edge_orbits.iter().zip(&edges).map(|(&number, &(u, v))| (number, orbit(&[u, v]))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::all_connected;

    #[test]
    fn every_graphlet_is_there_once() {
        let patterns = GRAPHLETS.iter().map(|(_, vertices, _)| vertices.len());
        let of_size = |size: usize| patterns.clone().filter(|&own| own == size).count();
        assert_eq!([2, 3, 4, 5].map(of_size), [1, 2, 6, 21]);
        let mut graphlets: Vec<Pattern> =
            orbits(OrbitsOf::Vertices, 5).into_iter().map(|orbit| bare(&orbit).canonical()).collect();
        graphlets.sort();
        graphlets.dedup();
        let mut all: Vec<Pattern> = (2..=5).flat_map(all_connected).map(|pattern| pattern.canonical()).collect();
        all.sort();
        assert_eq!(graphlets, all);
    }

    /// The table's classes are those of the automorphism group, numbered without gaps.
    #[test]
    fn orbits_are_those_of_the_group() {
        let mut numbers = [Vec::new(), Vec::new()];
        for (graphlet, entry) in GRAPHLETS.iter().enumerate() {
            for (of, numbers) in [OrbitsOf::Vertices, OrbitsOf::Edges].into_iter().zip(&mut numbers) {
                let orbits = of_graphlet(of, graphlet, entry);
                for (number, orbit) in &orbits {
                    for (other_number, other) in &orbits {
                        let [u, v] = [orbit, other].map(|orbit| orbit.pattern.canonical());
                        let turned: Vec<usize> = other.pattern.anchors().iter().rev().copied().collect();
                        let w = other.pattern.clone().with_anchors(&turned).unwrap().canonical();
                        assert_eq!(number == other_number, u == v || u == w, "graphlet {graphlet}");
                    }
                }
                numbers.extend(orbits.into_iter().map(|(number, _)| number));
            }
        }
        for (numbers, count) in numbers.iter_mut().zip([73, 68]) {
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(*numbers, (0..count).collect::<Vec<_>>());
        }
    }

    /// What is said of orbits wherever they are used.
    #[test]
    fn numbers_are_the_known_ones() {
        let orbits = orbits(OrbitsOf::Vertices, 5);
        let is = |number: usize, text: &str, anchor: &str| {
            let pattern: Pattern = text.parse().unwrap();
            let anchors = [pattern.vertex_by_name(anchor).unwrap()];
            assert!(orbits[number].pattern.is_isomorphic(&pattern.with_anchors(&anchors).unwrap()), "orbit {number}");
        };
        is(0, "a-b", "a");
        is(1, "a-b-c", "a");
        is(2, "a-b-c", "b");
        is(3, "a-b-c-a", "a");
        is(4, "a-b-c-d", "a");
        is(5, "a-b-c-d", "b");
        is(6, "c-x, c-y, c-z", "x");
        is(7, "c-x, c-y, c-z", "c");
        is(8, "a-b-c-d-a", "a");
        is(9, "a-b-c-a, c-d", "d");
        is(10, "a-b-c-a, c-d", "a");
        is(11, "a-b-c-a, c-d", "c");
        is(12, "a-b-c-d-a, a-c", "b");
        is(13, "a-b-c-d-a, a-c", "a");
        is(14, "a-b-c-d-a, a-c, b-d", "a");
        is(15, "a-b-c-d-e", "a");
        is(17, "a-b-c-d-e", "c");
        is(22, "c-w, c-x, c-y, c-z", "w");
        is(23, "c-w, c-x, c-y, c-z", "c");
        is(34, "a-b-c-d-e-a", "a");
        is(44, "c-a-b-c, c-d-e-c", "c");
    }

    fn bare(orbit: &Orbit) -> Pattern {
        orbit.pattern.clone().with_anchors(&[]).unwrap()
    }
}
