//! Patterns that are nearly right: texts of a corpus, cut, joined and changed by a fixed sequence of numbers. No text makes the
//! planner panic, what it reads it prints so that it reads the same, and what it reads has a plan. `tests/conformance/mutated.rs` runs such
//! plans.
//!
//! A million rounds: `GPM_FUZZ=1000000 cargo test --workspace --test pattern fuzz`.

use gpm_plan::cost::GraphStats;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use crate::mutations;
use crate::samples::Numbers;

/// Rounds without `GPM_FUZZ`.
const ROUNDS: usize = 40_000;
/// Vertices of patterns that are planned, and of how many one is.
const PLANNED: usize = 5;
const EVERY: usize = 16;

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
    if pattern.num_vertices() <= PLANNED && numbers.below(EVERY) == 0 {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
            let query = Query::from(&pattern).with_semantics(semantics);
            for query in [query.clone(), query.list()] {
                let plan = Plan::new(query, &GraphStats::typical());
                assert!(!plan.unwrap_or_else(|error| panic!("{text:?}: {error}")).to_string().is_empty());
            }
        }
    }
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
        let text = mutations::text(&mut |bound| numbers.below(bound));
        accepted += usize::from(check(&text, text.parse::<Pattern>(), &mut numbers));
        accepted += usize::from(check(&text, Pattern::parse_file(&text, "p"), &mut numbers));
    }
    assert!(accepted * 20 > rounds && accepted < 2 * rounds, "{accepted} of {rounds} were read");
}
