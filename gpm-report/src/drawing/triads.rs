//! The sixteen directed graphs of three vertices, in the order and by the names of triad censuses.

use super::figure::Figure;

/// The MAN names of the triads in the usual order: numbers of mutual, asymmetric and null pairs, then a letter for the form (down, up, cyclic,
/// transitive).
pub const TRIADS: [&str; 16] = [
    "003", "012", "102", "021D", "021U", "021C", "111D", "111U", "030T", "030C", "201", "120D", "120U", "120C", "210",
    "300",
];

/// The arcs of each triad, in the order of [`TRIADS`]; vertex 0 is drawn on top.
const ARCS: [&[(usize, usize)]; 16] = [
    &[],
    &[(2, 1)],
    &[(1, 2), (2, 1)],
    &[(0, 1), (0, 2)],
    &[(1, 0), (2, 0)],
    &[(2, 0), (0, 1)],
    &[(0, 1), (1, 0), (2, 0)],
    &[(0, 1), (1, 0), (0, 2)],
    &[(0, 1), (0, 2), (2, 1)],
    &[(0, 1), (1, 2), (2, 0)],
    &[(0, 1), (1, 0), (0, 2), (2, 0)],
    &[(0, 1), (0, 2), (1, 2), (2, 1)],
    &[(1, 0), (2, 0), (1, 2), (2, 1)],
    &[(2, 0), (0, 1), (1, 2), (2, 1)],
    &[(0, 1), (1, 0), (0, 2), (2, 0), (2, 1)],
    &[(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)],
];

/// The triad at a place of [`TRIADS`]; `None` from 16 on. To compare them draw them with [`Placing::Circle`](super::Placing::Circle).
pub fn triad(place: usize) -> Option<Figure> {
    ARCS.get(place).map(|arcs| Figure::directed(3, arcs))
}
