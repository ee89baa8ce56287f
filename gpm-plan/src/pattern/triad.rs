//! The triad census: the usual codes of the directed graphs on three vertices \[HollandLeinhardt\], which are the numbers of
//! mutual, one-way and absent pairs, and a letter where these do not tell graphs apart (Up, Down, Cyclic, Transitive).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Pattern, PatternError, PatternErrorKind};

/// The codes of all triads, in the order of the census.
pub const TRIAD_CODES: [&str; 16] = [
    "003", "012", "102", "021D", "021U", "021C", "111D", "111U", "030T", "030C", "201", "120D", "120U", "120C", "210",
    "300",
];

/// A triad in which some vertex has no arc. As it is not connected, it is no [`Pattern`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisconnectedTriad {
    /// Its code.
    pub code: &'static str,
    /// As the pattern language would write it.
    pub text: &'static str,
    /// As digraph6.
    pub digraph6: &'static str,
}

/// The first three of [`TRIAD_CODES`].
pub const DISCONNECTED_TRIADS: [DisconnectedTriad; 3] = [
    DisconnectedTriad { code: "003", text: "0!-1 0!-2 1!-2", digraph6: "&B??" },
    DisconnectedTriad { code: "012", text: "0->1 0!-2 1!-2", digraph6: "&BO?" },
    DisconnectedTriad { code: "102", text: "0->1 1->0 0!-2 1!-2", digraph6: "&BS?" },
];

/// The connected ones, in the order of the census.
pub(super) const TRIADS: [(&str, &str); 13] = [
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
///
/// ```
/// assert_eq!(gpm::pattern::triad_code(&"a->b->c->a".parse()?), Some("030C"));
/// # Ok::<(), gpm::PatternError>(())
/// ```
pub fn triad_code(pattern: &Pattern) -> Option<&'static str> {
    static CODES: OnceLock<BTreeMap<Pattern, &'static str>> = OnceLock::new();
    let codes = CODES.get_or_init(|| {
        let canonical =
            |text: &str| super::parser::parse_text(text).expect("the table holds valid patterns").canonical();
        TRIADS.iter().map(|&(code, text)| (canonical(text), code)).collect()
    });
    if pattern.num_vertices() == 3 { codes.get(&pattern.canonical()).copied() } else { None }
}

/// The triad of a code, in whatever case. One that is not connected is refused.
pub(super) fn by_code(code: &str) -> Option<Result<Pattern, PatternError>> {
    let is_this = |known: &str| known.eq_ignore_ascii_case(code);
    if let Some((_, edges)) = TRIADS.iter().find(|(known, _)| is_this(known)) {
        return Some(super::parser::parse_text(edges));
    }
    disconnected_triad(code).map(|_| Err(not_connected()))
}

/// The triad that is not connected and that a text stands for: its code, in whatever case, its text or its digraph6.
///
/// ```
/// use gpm::pattern::disconnected_triad;
///
/// assert_eq!(disconnected_triad("0->1 0!-2 1!-2").map(|triad| triad.code), Some("012"));
/// assert_eq!(disconnected_triad("021D"), None);
/// ```
pub fn disconnected_triad(text: &str) -> Option<DisconnectedTriad> {
    let text = text.trim();
    let is_this = |triad: &DisconnectedTriad| {
        triad.code.eq_ignore_ascii_case(text) || triad.text == text || triad.digraph6 == text
    };
    DISCONNECTED_TRIADS.into_iter().find(is_this)
}

/// The error about a text that stands for a triad of [`DISCONNECTED_TRIADS`], as `gpm motifs` prints them.
pub(super) fn check_disconnected(text: &str) -> Result<(), PatternError> {
    match disconnected_triad(text) {
        Some(_) => Err(not_connected()),
        None => Ok(()),
    }
}

fn not_connected() -> PatternError {
    PatternError::new(PatternErrorKind::NotConnected).or_help(
        "`gpm count GRAPH 012` and `gpm motifs GRAPH -k 3 --directed` count the triads in which a vertex has no arc",
    )
}

/// How many sets of three of so many vertices span each of [`DISCONNECTED_TRIADS`], from the numbers of one-way and of mutual pairs
/// and the counts of the connected triads by code \[BatageljMrvar\]: each pair is in a triad with every other vertex, and
/// all triads together are all sets of three. `None` if there are no such numbers of any graph, or they leave 128 bits.
///
/// ```
/// use gpm::pattern::disconnected_triads;
///
/// // Four vertices with one arc: the triads are that arc with either other vertex, and two of no arc.
/// assert_eq!(disconnected_triads(4, [1, 0], &[]), Some([2, 2, 0]));
/// ```
pub fn disconnected_triads(
    num_vertices: u64,
    [one_way, mutual]: [u128; 2],
    connected: &[(&str, u128)],
) -> Option<[u128; 3]> {
    let n = u128::from(num_vertices);
    let others = n.saturating_sub(2);
    let mut sets = n.checked_mul(n.saturating_sub(1))?.checked_mul(others)? / 6;
    let (mut of_one_way, mut of_mutual) = (one_way.checked_mul(others)?, mutual.checked_mul(others)?);
    for (code, count) in connected {
        let mut digits = code.bytes().map(|digit| u128::from(digit.wrapping_sub(b'0')));
        of_mutual = of_mutual.checked_sub(digits.next()?.checked_mul(*count)?)?;
        of_one_way = of_one_way.checked_sub(digits.next()?.checked_mul(*count)?)?;
        sets = sets.checked_sub(*count)?;
    }
    Some([sets.checked_sub(of_one_way)?.checked_sub(of_mutual)?, of_one_way, of_mutual])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::all_connected_directed;
    use crate::pattern::graph6::digraph6;

    #[test]
    fn the_census_is_in_order() {
        let codes = DISCONNECTED_TRIADS.iter().map(|triad| triad.code).chain(TRIADS.iter().map(|(code, _)| *code));
        assert!(codes.eq(TRIAD_CODES));
        let [none, one_way, mutual] = DISCONNECTED_TRIADS.map(|triad| triad.digraph6);
        assert_eq!(none, digraph6(3, &[]));
        assert_eq!(one_way, digraph6(3, &[(0, 1)]));
        assert_eq!(mutual, digraph6(3, &[(0, 1), (1, 0)]));
    }

    #[test]
    fn triads_add_up() {
        // Four vertices, 0->1 and 1<->2: one 111D or 111U, one set with the one-way pair, one with the mutual one, one empty.
        assert_eq!(disconnected_triads(4, [1, 1], &[("111U", 1)]), Some([1, 1, 1]));
        assert_eq!(disconnected_triads(0, [0, 0], &[]), Some([0, 0, 0]));
        assert_eq!(disconnected_triads(2, [1, 0], &[]), Some([0, 0, 0]));
        assert_eq!(disconnected_triads(3, [1, 0], &[("021C", 1)]), None);
        assert_eq!(disconnected_triads(u64::MAX, [u128::MAX, 0], &[]), None);
    }

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
