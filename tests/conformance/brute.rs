//! The brute force of the library, which `gpm debug` and `gpm explain --certify` compare with, against the oracle of these tests: they share no
//! code, and neither knows plans.

use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::brute;
use gpm_runtime::control::Control;

use crate::expected::{Expected, SEMANTICS, UNITS};
use crate::random_patterns::KINDS;
use crate::random_predicates::{filtered, with_columns};
use crate::sample::Sample;

#[test]
fn brute_force_is_as_the_oracle_has_it() {
    for kind in KINDS {
        let patterns: Vec<_> = kind.patterns(12).into_iter().filter(|pattern| pattern.num_vertices() <= 5).collect();
        assert!(!patterns.is_empty(), "{}", kind.name);
        for sample in (kind.graphs)() {
            for pattern in &patterns {
                check(&sample, pattern);
            }
        }
    }
}

#[test]
fn brute_force_knows_predicates() {
    for (kind, seed) in KINDS.iter().zip(0..) {
        let graphs = (kind.graphs)();
        for (at, pattern) in kind.patterns(20).iter().enumerate().filter(|(_, pattern)| pattern.num_vertices() <= 5) {
            let sample = with_columns(graphs[at % graphs.len()].clone(), at as u64);
            check(&sample, &filtered(pattern, &sample, seed * 100 + at as u64));
        }
    }
}

fn check(sample: &Sample, pattern: &Pattern) {
    let graph = sample.graph();
    for semantics in SEMANTICS {
        let expected = Expected::new(sample, pattern, semantics);
        for unit in UNITS {
            let query = Query { unit, ..Query::from(pattern.clone()).with_semantics(semantics) };
            let found = brute::count(&graph, &query, &Control::new());
            assert_eq!(found, Ok(expected.count(unit)), "{pattern}, {semantics}, {unit:?} on {sample}");
        }
    }
}
