//! Counts by plans that did not win, and by plans without some passes.

use gpm_plan::cost::GraphStats;
use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::{Memo, choices};
use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{Engine, EngineConfig, stats_for_planning};

use crate::cuts::{plans, queries};
use crate::expected::pass_sets;
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::sample::Sample;
use crate::settings::is_full;
use crate::suite::{Graphs, Suite, built};

/// More than any pattern is offered.
const ALL: usize = 10_000;

#[test]
fn other_choices_count_the_same() {
    let graphs = built(random_graphs::undirected());
    let mut suite = Suite::new();
    let mut by_codegree = 0;
    for (at, pattern) in (4..=5).flat_map(all_connected).enumerate() {
        for (i, semantics) in [Semantics::EdgeInduced, Semantics::VertexInduced].into_iter().enumerate() {
            if is_full() || at % 4 == i {
                let query = Query::from(pattern.clone()).with_semantics(semantics);
                by_codegree += add_choices(&mut suite, &query, &graphs);
            }
        }
    }
    // Whatever the choices above are, these are looked up by codegree if anything is.
    for name in ["4-cycle", "house"].iter().filter(|_| !is_full()) {
        let query = Query::from(name.parse::<Pattern>().expect("a pattern"));
        by_codegree += add_choices(&mut suite, &query, &graphs);
    }
    assert!(by_codegree > 0, "the codegree rewrite is offered");
    suite.run();
}

/// Adds the last choice (all, evenly spread, in a full run) and one by codegree, of which it returns how many.
fn add_choices(suite: &mut Suite, query: &Query, graphs: &Graphs) -> usize {
    let stats = stats_for_planning(&graphs[1].1);
    let all = choices(query, &stats, ALL, &mut Memo::default());
    let (special, plain): (Vec<_>, Vec<_>) = all.into_iter().partition(|choice| choice.outline().reach);
    let step = if is_full() { plain.len().div_ceil(6).max(1) } else { plain.len().max(1) };
    let special = special.into_iter().take(if is_full() { ALL } else { 1 }).collect::<Vec<_>>();
    let by_codegree = special.len();
    for choice in plain.into_iter().rev().step_by(step).chain(special) {
        suite.add(Plan::alone(query.clone(), choice, &stats).expect("the nest is valid"), graphs);
    }
    by_codegree
}

/// Maps in which vertices may coincide, by walks of two and of three steps and by tables of maps, as for a large graph.
#[test]
fn maps_are_counted() {
    let graphs = built(random_graphs::undirected().into_iter().take(if is_full() { 8 } else { 4 }).collect());
    let mut suite = Suite::new();
    let mut nests = Vec::new();
    for text in ["cycle:6", "cycle:5", "cycle:8", "a-b-c-d, a-e-f-d, a-d", "a-b-c-d-e-a, c-f-g"] {
        let query = Query::from(text.parse::<Pattern>().expect("a pattern")).homomorphism();
        let plan = Plan::new(query, &GraphStats::typical()).expect("the nest is valid");
        nests.extend(plan.nests().cloned());
        suite.add(plan, &graphs);
    }
    assert!(nests.iter().any(|nest| nest.reach_of(3).is_some()), "walks of three steps are counted");
    assert!(nests.iter().any(|nest| !nest.entries.is_empty()), "tables of maps are looked up");
    suite.run();
}

/// Tables of what hangs on a vertex, of each kind of pattern, with an anchor and without.
#[test]
fn decompositions_are_counted() {
    let engine =
        Engine::cpu(&EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() });
    let engine = engine.expect("the CPU is there");
    let mut suite = Suite::new();
    for kind in KINDS {
        let samples = (kind.graphs)();
        for (at, query) in queries(kind, if is_full() { 60 } else { 6 }).iter().enumerate() {
            let graphs = built(vec![samples[at % samples.len()].clone()]);
            let plans = plans(&engine, &graphs[0].1, query);
            plans.into_iter().take(if is_full() { ALL } else { 1 }).for_each(|plan| suite.add(plan, &graphs));
        }
    }
    suite.run();
}

/// Fringes of many vertices, by their closed formulas.
#[test]
fn fringes_are_counted() {
    let graphs: Vec<Sample> = random_graphs::undirected();
    let graphs = built(graphs.into_iter().take(if is_full() { 8 } else { 3 }).collect());
    let mut suite = Suite::new();
    // Each twice: sizes of sets are said to be such that counts are made in 64 bits, then in 128.
    for text in [
        "u-v, u-a, u-b, u-c, v-d, v-e, u-f-v",
        "u-v-w-u, u-a, u-b, v-c, w-d, u-e-v",
        "u-v-w, u-a, u-b, w-c, u-d-w, u-e-w",
        "u-v, u-a, u-b, v-c, v!-b, u-d-v",
    ] {
        let query = Query::from(text.parse::<Pattern>().expect("a pattern"));
        suite.add_query(&query, &graphs);
        suite.add_query(&query, &graphs);
        suite.add_query(&query.clone().embeddings(), &graphs);
        suite.add_query(&query.embeddings(), &graphs);
    }
    suite.run();
}

/// With all passes off, and each one, in turn for different patterns.
#[test]
fn plans_without_some_passes_count_the_same() {
    let graphs = built(random_graphs::undirected());
    let mut suite = Suite::new();
    let names = ["4-clique", "house", "diamond", "4-cycle", "wedge"];
    for (i, off) in pass_sets().into_iter().enumerate() {
        for (j, name) in names.iter().enumerate() {
            if is_full() || i % names.len() == j {
                let query = Query::from(name.parse::<Pattern>().expect("a pattern")).without(off);
                suite.add_query(&if (i + j) % 2 == 0 { query } else { query.vertex_induced() }, &graphs);
            }
        }
    }
    suite.run();
}
