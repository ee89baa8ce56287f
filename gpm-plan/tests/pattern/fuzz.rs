//! Patterns that are nearly right: texts of a corpus, cut, joined and changed by a fixed sequence of numbers. No text makes the
//! planner's front end panic, and what it reads it prints so that it reads the same.
//!
//! A million rounds: `GPM_FUZZ=1000000 cargo test --workspace --test pattern fuzz`.

use gpm_plan::pattern::Pattern;

use crate::samples::Numbers;

/// Rounds without `GPM_FUZZ`.
const ROUNDS: usize = 40_000;

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
];

const PIECES: &[&str] = &[
    "-", "->", "<-", "!-", "!->", "-[", "]-", ":", ",", " ", "\n", "\"", "'", "\\", "(", ")", ".", "*", "where ",
    " and ", "in (", "not ", "date '", "=", "<", "!=", "é", "→", "\u{301}", "\u{200d}", "😀", "9", "a", "b", "id", "0",
    "g6:", "K", "#", "%", "v ",
];

/// A text of the corpus after some changes.
fn text(numbers: &mut Numbers) -> String {
    let mut chars: Vec<char> = CORPUS[numbers.below(CORPUS.len())].chars().collect();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(chars.len() + 1);
        let end = (at + numbers.below(6)).min(chars.len());
        match numbers.below(6) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, PIECES[numbers.below(PIECES.len())].chars())),
            2 => drop(chars.splice(at..end, PIECES[numbers.below(PIECES.len())].chars())),
            3 => {
                let copy = chars[at..end].to_vec();
                let to = numbers.below(chars.len() + 1);
                drop(chars.splice(to..to, copy));
            }
            4 => chars[at..].reverse(),
            _ => {
                let other: Vec<char> = CORPUS[numbers.below(CORPUS.len())].chars().collect();
                let from = numbers.below(other.len());
                chars.truncate(at);
                chars.extend(&other[from..]);
            }
        }
    }
    chars.into_iter().collect()
}

/// What must hold of whatever was read from `text`.
fn check(text: &str, read: Result<Pattern, gpm_plan::pattern::PatternError>, numbers: &mut Numbers) -> bool {
    let pattern = match read {
        Ok(pattern) => pattern,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.ends_with('\n'), "{text:?}");
            return false;
        }
    };
    let printed = pattern.to_string();
    let again =
        printed.parse::<Pattern>().unwrap_or_else(|error| panic!("{text:?} was printed as {printed:?}: {error}"));
    assert_eq!(again, pattern, "{text:?} was printed as {printed:?}");
    assert_eq!(again.to_string(), printed, "{text:?}");
    if pattern.num_vertices() <= 7 {
        let shuffled = pattern.permuted(&numbers.permutation(pattern.num_vertices()));
        assert_eq!(shuffled.canonical(), pattern.canonical(), "{text:?}");
    }
    true
}

#[test]
fn fuzz() {
    let rounds = std::env::var("GPM_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    let mut numbers = Numbers(17);
    let mut accepted = 0;
    for _ in 0..rounds {
        let text = text(&mut numbers);
        accepted += usize::from(check(&text, text.parse::<Pattern>(), &mut numbers));
        accepted += usize::from(check(&text, Pattern::parse_file(&text, "p"), &mut numbers));
    }
    assert!(accepted * 20 > rounds && accepted < 2 * rounds, "{accepted} of {rounds} were read");
}
