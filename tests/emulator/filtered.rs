//! Patterns with predicates, counted and listed.

use gpm_plan::pattern::{Pattern, all_connected};
use gpm_plan::query::{Output, Query};

use crate::expected::{SEMANTICS, UNITS};
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::random_predicates::{filtered, with_columns};
use crate::sample::Sample;
use crate::settings::is_full;
use crate::suite::{Suite, built};

#[test]
fn patterns_with_predicates_are_counted() {
    let samples: Vec<Sample> =
        random_graphs::undirected().into_iter().zip(0..).map(|(sample, seed)| with_columns(sample, seed)).collect();
    let graphs = built(samples.clone());
    let mut suite = Suite::new();
    let largest = if is_full() { 5 } else { 4 };
    for (at, pattern) in (2..=largest).flat_map(all_connected).enumerate() {
        for (i, semantics) in SEMANTICS.into_iter().enumerate() {
            let pattern = filtered(&pattern, &samples[0], (at * 3 + i) as u64);
            suite.add_query(&Query::from(pattern).with_semantics(semantics), &graphs);
        }
    }
    // Searched in a bit matrix, on each of its levels, and walked by lanes.
    for text in [
        "clique:5 where 0.w <= 1.w and 1.f != 2.f and 3.w < 4.w",
        "clique:5 where (0-1).a < (2-3).a or 4.w > 0",
        "clique:4 where 0.id % 3 != 3.id % 3",
        "clique:6 where 0.f < 1.f",
        "clique:5 where 0.w < 1.w + 2.w + 3.w",
    ] {
        suite.add_query(&Query::from(text.parse::<Pattern>().expect("a pattern")), &graphs);
    }
    suite.run();
}

#[test]
fn random_patterns_with_predicates_match() {
    let count = if is_full() { 24 } else { 3 };
    let mut suite = Suite::new();
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (at, pattern) in kind.patterns(count).into_iter().enumerate() {
            let sample = with_columns(samples[at % samples.len()].clone(), at as u64);
            let pattern = filtered(&pattern, &sample, (kind_at * 100 + at) as u64);
            let query = Query::from(pattern).with_semantics(SEMANTICS[(kind_at + at) % SEMANTICS.len()]);
            let output = if at % 3 == 2 { Output::List } else { Output::Count };
            suite.add_query(&Query { unit: UNITS[at % UNITS.len()], output, ..query }, &built(vec![sample]));
        }
    }
    suite.run();
}
