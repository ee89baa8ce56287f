//! The tables of the catalog: small patterns, other names of theirs, and directed motifs.

use super::triad::TRIADS;
use super::{Pattern, parser};

/// Name and edges as text. Of isomorphic patterns the first is the one that [`name_of`] gives.
pub(super) const NAMED: &[(&str, &str)] = &[
    ("edge", "0-1"),
    ("wedge", "0-1 0-2"),
    ("triangle", "0-1 0-2 1-2"),
    ("star:4", "0-1 0-2 0-3"),
    ("4-path", "0-1 1-2 2-3"),
    ("4-cycle", "0-1 1-2 2-3 3-0"),
    ("tailed-triangle", "0-1 0-2 1-2 2-3"),
    ("diamond", "0-1 0-2 0-3 1-2 1-3"),
    ("4-clique", "0-1 0-2 1-2 0-3 1-3 2-3"),
    ("star:5", "0-1 0-2 0-3 0-4"),
    ("5-path", "0-1 1-2 2-3 3-4"),
    ("fork", "0-1 0-2 0-3 3-4"),
    ("5-cycle", "0-1 1-2 2-3 3-4 4-0"),
    ("banner", "0 1 2 3 4 0-1 0-3 0-4 1-2 2-3"),
    ("bull", "0 1 2 3 4 0-1 0-2 0-3 1-2 1-4"),
    ("cricket", "0-1 0-2 0-3 0-4 1-2"),
    ("lollipop-3-2", "0-1 0-2 1-2 2-3 3-4"),
    ("butterfly", "0-1 0-2 0-3 0-4 1-2 3-4"),
    ("dart", "0-1 0-2 1-2 1-3 1-4 2-3"),
    ("house", "0 1 2 3 4 0-1 0-3 0-4 1-2 1-4 2-3"),
    ("K2-3", "0 1 2 0-2 0-3 0-4 1-2 1-3 1-4"),
    ("kite", "0-1 0-2 1-2 1-3 2-3 3-4"),
    ("4-clique-tail", "0-1 0-2 0-3 1-2 1-3 2-3 3-4"),
    ("book:5", "0-1 0-2 0-3 0-4 1-2 1-3 1-4"),
    ("gem", "0-1 0-2 0-3 0-4 1-2 2-3 3-4"),
    ("W4-minus-spoke", "0-1 0-2 0-3 1-2 1-3 2-4 3-4"),
    ("K5-minus-P3", "0-1 0-2 0-3 0-4 1-2 1-3 1-4 2-3"),
    ("wheel:5", "0-1 0-2 0-3 0-4 1-2 1-4 2-3 3-4"),
    ("K5-minus-e", "0-1 0-2 0-3 0-4 1-2 1-3 1-4 2-3 2-4"),
    ("5-clique", "0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4 3-4"),
    ("6-path", "0-1 1-2 2-3 3-4 4-5"),
    ("6-cycle", "0-1 1-2 2-3 3-4 4-5 5-0"),
    ("net", "0-1 0-2 0-3 1-2 1-4 2-5"),
    ("domino", "0 1 2 3 0-1 0-3 1-2 2-3 2-4 3-5 4-5"),
    ("dumbbell", "0-1 0-2 0-3 1-2 3-4 3-5 4-5"),
    ("prism", "0-1 0-2 0-3 1-2 1-4 2-5 3-4 3-5 4-5"),
    ("triangle-strip-6", "0-1 0-2 1-2 1-3 2-3 2-4 3-4 3-5 4-5"),
    ("K3-3", "0 1 2 0-3 0-4 0-5 1-3 1-4 1-5 2-3 2-4 2-5"),
    ("wheel:6", "0-1 0-2 0-3 0-4 0-5 1-2 2-3 3-4 4-5 1-5"),
    ("octahedron", "0 1 0-2 0-3 0-4 0-5 1-2 1-3 1-4 1-5 2-4 2-5 3-4 3-5"),
    ("K6-minus-e", "0-1 0-2 0-3 0-4 0-5 1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5"),
    ("6-clique", "0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4 3-4 0-5 1-5 2-5 3-5 4-5"),
];

/// Other names of patterns in the table.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("cherry", "wedge"),
    ("claw", "star:4"),
    ("square", "4-cycle"),
    ("paw", "tailed-triangle"),
    ("3-pan", "tailed-triangle"),
    ("K4-e", "diamond"),
    ("chordal-4-cycle", "diamond"),
    ("cross", "star:5"),
    ("chair", "fork"),
    ("4-pan", "banner"),
    ("bowtie", "butterfly"),
    ("hourglass", "butterfly"),
    ("K5-e", "K5-minus-e"),
    ("K6-e", "K6-minus-e"),
    ("ffl", "feed-forward-loop"),
    ("fbl", "feedback-loop"),
    ("bifan", "bi-fan"),
    ("biparallel", "bi-parallel"),
];

/// Directed motifs, as the literature on network motifs calls them.
pub(super) const DIRECTED: &[(&str, &str)] = &[
    ("three-chain", "0->1 1->2"),
    ("feed-forward-loop", "0->1 0->2 1->2"),
    ("feedback-loop", "0->1 1->2 2->0"),
    ("bi-fan", "0->2 0->3 1->2 1->3"),
    ("bi-parallel", "0->1 0->2 1->3 2->3"),
];

/// A pattern of the catalog and what it is called.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Other names of it.
    pub aliases: Vec<&'static str>,
    /// The pattern itself, without labels.
    pub pattern: Pattern,
}

/// All patterns with a name of their own: those of [`names`](super::catalog::names), then directed motifs, then connected triads.
pub fn entries() -> impl Iterator<Item = Entry> {
    let entry = |(name, edges): &(&'static str, &str)| Entry {
        name,
        aliases: ALIASES.iter().filter(|(_, of)| of == name).map(|&(alias, _)| alias).collect(),
        pattern: parser::parse_text(edges).expect("the table holds valid patterns"),
    };
    NAMED.iter().chain(DIRECTED).chain(&TRIADS).map(entry)
}
