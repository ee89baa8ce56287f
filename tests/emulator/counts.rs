//! Counts by the plans that win.

use gpm_plan::cost::GraphStats;
use gpm_plan::exec::{KernelOptions, WarpProgram};
use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, all_connected};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;

use crate::expected::{SEMANTICS, UNITS};
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::settings::is_full;
use crate::suite::{Suite, built};

#[test]
fn small_patterns_are_counted() {
    let graphs = built(random_graphs::undirected());
    let mut suite = Suite::new();
    for pattern in (2..=4).flat_map(all_connected) {
        for semantics in SEMANTICS {
            suite.add_query(&Query::from(pattern.clone()).with_semantics(semantics), &graphs);
        }
    }
    suite.run();
}

#[test]
fn patterns_of_five_are_counted() {
    let graphs = built(random_graphs::undirected());
    let mut suite = Suite::new();
    for (at, pattern) in all_connected(5).into_iter().enumerate() {
        for (i, semantics) in SEMANTICS.into_iter().enumerate() {
            if is_full() || (at + i) % SEMANTICS.len() == 0 {
                suite.add_query(&Query::from(pattern.clone()).with_semantics(semantics), &graphs);
            }
        }
    }
    suite.run();
}

#[test]
fn sizes_along_one_row_are_counted_in_one_scan() {
    let graphs = built(random_graphs::undirected());
    let codegrees = PassSet::named("codegree").expect("there is such a pass");
    let mut suite = Suite::new();
    for text in ["0-1, 0-2, 0-3, 1-2, 1-3, 2-4, 3-4", "0-1, 0-2, 0-4, 0-5, 1-2, 1-3, 1-4, 2-3, 2-5"] {
        let query = Query::from(text.parse::<Pattern>().expect("a pattern")).without(codegrees);
        let plan = Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan");
        let scans = |nest| WarpProgram::new(nest, &KernelOptions::default()).to_string().contains("scan s");
        assert!(plan.terms.iter().any(|term| scans(&term.nest)), "{text}");
        suite.add(plan, &graphs);
    }
    suite.run();
}

#[test]
fn random_patterns_are_counted() {
    let count = if is_full() { 40 } else { 3 };
    let mut suite = Suite::new();
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (at, pattern) in kind.patterns(count).into_iter().enumerate() {
            let semantics = SEMANTICS[(kind_at + at) % SEMANTICS.len()];
            let query = Query { unit: UNITS[at % UNITS.len()], ..Query::from(pattern).with_semantics(semantics) };
            // What the pattern asks for may not be in every graph.
            suite.add_query(&query, &built(vec![samples[at % samples.len()].clone()]));
        }
    }
    suite.run();
}
