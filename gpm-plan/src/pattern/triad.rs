//! The usual codes of directed patterns on three vertices \[HollandLeinhardt\]: the numbers of mutual, one-way and absent
//! pairs, and a letter where these do not tell patterns apart (Up, Down, Cyclic, Transitive).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::Pattern;

/// The connected ones, sparse before dense.
const TRIADS: [(&str, &str); 13] = [
    ("021D", "b->a, b->c"),
    ("021U", "a->b, c->b"),
    ("021C", "a->b, b->c"),
    ("111D", "a<->b, c->b"),
    ("111U", "a<->b, b->c"),
    ("030T", "a->b, c->b, a->c"),
    ("030C", "b->a, c->b, a->c"),
    ("201", "a<->b, b<->c"),
    ("120D", "b->a, b->c, a<->c"),
    ("120U", "a->b, c->b, a<->c"),
    ("120C", "a->b, b->c, a<->c"),
    ("210", "a->b, b<->c, a<->c"),
    ("300", "a<->b, b<->c, a<->c"),
];

/// The code of a directed pattern of three vertices whose edges all have directions, without labels or a predicate.
pub fn triad_code(pattern: &Pattern) -> Option<&'static str> {
    static CODES: OnceLock<BTreeMap<Pattern, &'static str>> = OnceLock::new();
    let codes = CODES.get_or_init(|| {
        let canonical =
            |text: &str| super::parser::parse_text(text).expect("the table holds valid patterns").canonical();
        TRIADS.iter().map(|&(code, text)| (canonical(text), code)).collect()
    });
    if pattern.num_vertices() == 3 { codes.get(&pattern.canonical()).copied() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::all_connected_directed;

    #[test]
    fn every_triad_has_a_code_of_its_own() {
        let triads = all_connected_directed(3);
        let mut codes: Vec<&str> = triads.iter().filter_map(triad_code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!((triads.len(), codes.len()), (13, 13));
    }

    #[test]
    fn codes_are_the_numbers_of_mutual_and_one_way_pairs() {
        for pattern in all_connected_directed(3) {
            let code = triad_code(&pattern).expect("it has one").as_bytes();
            let digit = |i: usize| usize::from(code[i] - b'0');
            assert_eq!(pattern.num_edges(), 2 * digit(0) + digit(1), "{pattern}");
            assert_eq!(digit(0) + digit(1) + digit(2), 3, "{pattern}");
        }
    }
}
