//! Texts of patterns that are nearly right, for `fuzz` and for the conformance tests.

const CORPUS: &[&str] = &[
    "triangle",
    "tailed-triangle",
    "clique:5",
    "K3,3",
    "5-cycle",
    "wheel-5",
    "bi-fan",
    "feed-forward",
    "g6:Bw",
    "g6:C~",
    "a-b-c-a",
    "alice-bob, bob-carol, carol-alice",
    "a:Person - b:3, b->c, a!-c",
    "a-[knows]->b<-[\"two words\"]-c",
    "a<->b a!->c b-c",
    "café-naïve, naïve-李明",
    "0 1\n1 2\n2 0\n",
    "t 3 2\nv 0 A 1\nv 1 B 2\nv 2 A 1\ne 0 1\ne 1 2 7\n",
    "# a comment\na b knows\nb c *\n",
    "a-b-c where a.age < b.age and (b-c).amount > 10.5e3",
    "triangle where 0.w + 1.w * 2 - 2.w % 3 != -1 or not (0.x == 1.x)",
    "a->b where (a->b).day > date '2025-02-01' && b.at - a.at < interval '7 days'",
    "a-b where a.name in ('Ann', 'it''s', \"x\\\"y\") and b.id not in (1, 2)",
    "a-b where a.at <= timestamp '2025-02-01T12:30:00Z' or a.t = time '12:30'",
    "a-b where (a-b).day > 2025-02-01",
    "a-b where weight(a) / size(a,b) >= a.\"net worth\"",
    "a-b where a.w not in (2, b.w) and not 1 in (a.w, b.w)",
    "a-b-c where a.t < b.t and b.t < c.t and c.t - a.t <= interval '7 days'",
];

const PIECES: &[&str] = &[
    "-", "->", "<-", "!-", "!->", "-[", "]-", ":", ",", " ", "\n", "\"", "'", "\\", "(", ")", ".", "*", "where ",
    " and ", "in (", "not ", "date '", "=", "<", "!=", "é", "→", "\u{301}", "\u{200d}", "😀", "9", "a", "b", "id", "0",
    "g6:", "K", "#", "%", "v ",
];

/// A text of the corpus after some changes. `below` gives numbers below a bound.
pub(crate) fn text(below: &mut impl FnMut(usize) -> usize) -> String {
    let mut chars: Vec<char> = CORPUS[below(CORPUS.len())].chars().collect();
    for _ in 0..=below(4) {
        let at = below(chars.len() + 1);
        let end = (at + below(6)).min(chars.len());
        match below(6) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, PIECES[below(PIECES.len())].chars())),
            2 => drop(chars.splice(at..end, PIECES[below(PIECES.len())].chars())),
            3 => {
                let copy = chars[at..end].to_vec();
                let to = below(chars.len() + 1);
                drop(chars.splice(to..to, copy));
            }
            4 => chars[at..].reverse(),
            _ => {
                let other: Vec<char> = CORPUS[below(CORPUS.len())].chars().collect();
                let from = below(other.len());
                chars.truncate(at);
                chars.extend(&other[from..]);
            }
        }
    }
    chars.into_iter().collect()
}
