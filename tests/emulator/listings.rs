//! Listed matches by the plans that win.

use gpm_plan::pattern::all_connected;
use gpm_plan::query::Query;

use crate::expected::{SEMANTICS, UNITS};
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::settings::is_full;
use crate::suite::{Suite, built};

#[test]
fn connected_patterns_are_listed() {
    // The small graphs after the first three, which have too many matches for a slow machine.
    let small = random_graphs::undirected().into_iter().skip(if is_full() { 0 } else { 3 });
    let graphs = built(small.collect());
    let mut suite = Suite::new();
    for (at, pattern) in (2..=5).flat_map(all_connected).enumerate() {
        if is_full() || at < 9 || at % 3 == 0 {
            let query = Query::from(pattern).with_semantics(SEMANTICS[at % SEMANTICS.len()]).list();
            suite.add_query(&Query { unit: UNITS[at / 2 % UNITS.len()], ..query }, &graphs);
        }
    }
    suite.run();
}

#[test]
fn random_patterns_are_listed() {
    let count = if is_full() { 12 } else { 2 };
    let mut suite = Suite::new();
    for (kind_at, kind) in KINDS.iter().enumerate().skip(1) {
        let samples = (kind.graphs)();
        for (at, pattern) in kind.patterns(count).into_iter().enumerate() {
            let query = Query::from(pattern).with_semantics(SEMANTICS[(kind_at + at) % SEMANTICS.len()]).list();
            suite.add_query(&query, &built(vec![samples[at % samples.len()].clone()]));
        }
    }
    suite.run();
}
