//! Counts per vertex and per arc, entry by entry.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Semantics, all_connected};
use gpm_plan::query::Query;
use gpm_runtime::engine::stats_for_planning;

use crate::credited;
use crate::expected::SEMANTICS;
use crate::places::anchored;
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::settings::is_full;
use crate::suite::{Suite, built};

/// Of patterns with 5 vertices, one of so many in a run that is not full.
const EVERY: usize = 9;

#[test]
fn tables_of_small_patterns_are_counted() {
    let graphs = built(random_graphs::undirected());
    let mut suite = Suite::new();
    for (at, pattern) in (2..=4).flat_map(all_connected).flat_map(|pattern| anchored(&pattern)).enumerate() {
        for (i, semantics) in [Semantics::EdgeInduced, Semantics::VertexInduced].into_iter().enumerate() {
            if is_full() || at % 2 == i {
                suite.add_query(&Query::from(pattern.clone()).with_semantics(semantics), &graphs);
            }
        }
        if at % 4 == 0 {
            suite.add_query(&Query::from(pattern).homomorphism(), &graphs);
        }
    }
    suite.run();
}

#[test]
fn tables_of_patterns_of_five_are_counted() {
    let graphs = built(random_graphs::undirected());
    let mut suite = Suite::new();
    // Sums share the nests of the edge-induced ones: what is left without them are the nests of absent edges.
    let sums = PassSet::named("conversion").expect("there is such a pass");
    for (at, pattern) in all_connected(5).iter().flat_map(anchored).enumerate() {
        if is_full() || at % EVERY == 0 {
            suite.add_query(&Query::from(pattern.clone()), &graphs);
        }
        if is_full() || at % EVERY == 4 {
            suite.add_query(&Query::from(pattern).vertex_induced().without(sums), &graphs);
        }
    }
    suite.run();
}

#[test]
fn every_level_is_credited() {
    let graphs = built(random_graphs::undirected().into_iter().take(if is_full() { 8 } else { 3 }).collect());
    let mut suite = Suite::new();
    for plan in credited::plans(&stats_for_planning(&graphs[1].1)) {
        suite.add(plan, &graphs);
    }
    suite.run();
}

/// Labelled patterns, whose roots are listed; by vertex, which needs no rows of the graph's own.
#[test]
fn tables_of_random_patterns_are_counted() {
    let mut suite = Suite::new();
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (at, pattern) in kind.patterns(if is_full() { 20 } else { 2 }).into_iter().enumerate() {
            let anchored = pattern.with_anchors(&[at % 2]).expect("a vertex");
            let query = Query::from(anchored).with_semantics(SEMANTICS[(kind_at + at) % SEMANTICS.len()]);
            suite.add_query(&query, &built(vec![samples[at % samples.len()].clone()]));
        }
    }
    suite.run();
}
