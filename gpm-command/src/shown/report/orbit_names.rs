//! What the orbits of graphlets of up to four vertices are called.

/// Of each orbit by its number a name, and the places of a vertex that it counts.
pub(super) const ORBITS: [(&str, &str); 15] = [
    ("0 neighbor", "neighbors"),
    ("1 path of 3, end", "ends of paths of 3"),
    ("2 path of 3, mid", "middles of paths of 3"),
    ("3 triangle", "triangles"),
    ("4 path of 4, end", "ends of paths of 4"),
    ("5 path of 4, mid", "middles of paths of 4"),
    ("6 star, leaf", "leaves of stars of 4"),
    ("7 star, center", "centers of stars of 4"),
    ("8 square", "squares"),
    ("9 paw, tail", "tails of triangles"),
    ("10 paw, side", "triangles with a tail elsewhere"),
    ("11 paw, center", "triangles with a tail at the vertex"),
    ("12 diamond, tip", "tips of diamonds"),
    ("13 diamond, mid", "middles of diamonds"),
    ("14 clique of 4", "cliques of 4"),
];

/// The orbits that do not follow from others: what a graphlet correlation matrix has.
pub(super) const INDEPENDENT: [usize; 11] = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11];
