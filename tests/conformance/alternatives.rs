//! Every choice that the planner offers, not only its favourite: orders, restrictions, tails, the codegree rewrite and the
//! decompositions must all give the count that brute force gives, compiled and interpreted in turn.

use gpm_plan::nest::Level;
use gpm_plan::passes::Pass;
use gpm_plan::pattern::all_connected;
use gpm_plan::plan::Plan;
use gpm_plan::query::{Query, Unit};
use gpm_plan::search::{Choice, Memo, choices};
use gpm_runtime::control::Control;
use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{Engine, EngineConfig, stats_for_planning};

use crate::expected::{Expected, SEMANTICS, pass_sets};
use crate::oracle::Oracle;
use crate::places::{anchored, brute_force, places};
use crate::random_graphs;
use crate::settings::is_full;

/// More than any pattern of this size is offered.
const ALL: usize = 10_000;
/// The busiest data graphs, among them skewed ones in degree order.
const NUM_GRAPHS: usize = 6;
/// Choices run for one pattern and graph, spread evenly over all.
const RUN: usize = 24;
/// The same with a pass left out.
const RUN_WITHOUT: usize = 12;

/// How often choices of a kind were offered.
#[derive(Default)]
struct Offered {
    by_codegree: usize,
    by_tables: usize,
    by_totals: usize,
}

impl Offered {
    /// Counts a choice if it is one by codegree or one whose nest looks tables up, and says whether it is.
    fn is_special(&mut self, choice: &Choice) -> bool {
        let (by_codegree, by_tables) = (choice.outline().reach, !choice.outline().entries.is_empty());
        self.by_codegree += usize::from(by_codegree);
        self.by_tables += usize::from(by_tables);
        self.by_totals += usize::from(choice.rewrites.contains(Pass::TableTotal));
        by_codegree || by_tables
    }

    #[track_caller]
    fn at_least(&self, by_codegree: usize, by_tables: usize, by_totals: usize) {
        assert!(self.by_codegree >= by_codegree, "the codegree rewrite was offered {} times", self.by_codegree);
        assert!(self.by_tables >= by_tables, "decompositions were offered {} times", self.by_tables);
        assert!(self.by_totals >= by_totals, "tables were counted by their totals {} times", self.by_totals);
    }
}

#[test]
fn every_choice_counts_the_same() {
    let engines = [Backend::Compiled, Backend::Interpreted].map(|backend| {
        Engine::cpu(&EngineConfig { threads: Some(2), backend, ..EngineConfig::default() })
            .expect("threads can be started")
    });
    let mut offered = Offered::default();
    for (at, sample) in random_graphs::undirected().iter().take(NUM_GRAPHS).enumerate() {
        let graph = &sample.graph();
        let stats = stats_for_planning(graph);
        for pattern in (3..=5).flat_map(all_connected) {
            for semantics in SEMANTICS {
                let query = Query::from(pattern.clone()).with_semantics(semantics);
                let expected = Expected::new(sample, &pattern, semantics).count(Unit::Subgraphs);
                let all = choices(&query, &stats, ALL, &mut Memo::default());
                let (special, plain): (Vec<_>, Vec<_>) = all.into_iter().partition(|choice| offered.is_special(choice));
                let step = plain.len().div_ceil(RUN).max(1);
                for (i, choice) in plain.into_iter().step_by(step).chain(special).enumerate() {
                    let plan = Plan::alone(query.clone(), choice, &stats).expect("the nest is valid");
                    let engine = &engines[(at + i) % 2];
                    let report = engine.count_planned(graph, &plan, &Control::new()).expect("the run succeeds");
                    assert_eq!(report.count, expected, "{pattern} {semantics}\n{plan}");
                }
            }
        }
    }
    offered.at_least(100, 100, 50);
}

/// Each pass left out, and all: what a pass leaves to be done by those after it depends on the order that it is given.
#[test]
fn every_choice_counts_the_same_with_a_pass_left_out() {
    let engine =
        Engine::cpu(&EngineConfig { threads: Some(2), ..EngineConfig::default() }).expect("threads can be started");
    let largest = if is_full() { 5 } else { 4 };
    for sample in [&random_graphs::undirected()[0], &random_graphs::undirected()[1]] {
        let graph = &sample.graph();
        let stats = stats_for_planning(graph);
        for pattern in (3..=largest).flat_map(all_connected) {
            for semantics in SEMANTICS {
                let expected = Expected::new(sample, &pattern, semantics).count(Unit::Subgraphs);
                let mut run: Vec<Plan> = Vec::new();
                for off in pass_sets().into_iter().skip(1) {
                    let query = Query::from(pattern.clone()).with_semantics(semantics).without(off);
                    let all = choices(&query, &stats, ALL, &mut Memo::default());
                    let step = all.len().div_ceil(RUN_WITHOUT).max(1);
                    for choice in all.into_iter().step_by(step) {
                        let plan = Plan::alone(query.clone(), choice, &stats).expect("the nest is valid");
                        if run.iter().any(|other| plan.has_terms_of(other)) {
                            continue;
                        }
                        let report = engine.count_planned(graph, &plan, &Control::new()).expect("the run succeeds");
                        assert_eq!(report.count, expected, "{pattern} {semantics} without {off}\n{plan}");
                        run.push(plan);
                    }
                }
            }
        }
    }
}

/// Counts by vertex and by arc, entry by entry: anchors at any level, symmetry broken beyond them, tables looked up by arc.
#[test]
fn every_choice_counts_the_same_for_each_anchor() {
    let engines = [Backend::Compiled, Backend::Interpreted].map(|backend| {
        Engine::cpu(&EngineConfig { threads: Some(2), backend, ..EngineConfig::default() })
            .expect("threads can be started")
    });
    let [mut inside, mut to_several, mut by_arc] = [0; 3];
    for (at, sample) in random_graphs::undirected().iter().take(NUM_GRAPHS).enumerate() {
        let graph = &sample.graph();
        let stats = stats_for_planning(graph);
        let rows = (graph.out().offsets(), graph.out().neighbors());
        let patterns = (3..=5).flat_map(all_connected).flat_map(|pattern| anchored(&pattern));
        // Each pattern of 5 vertices on some of the graphs.
        let patterns = patterns.enumerate().filter(|(i, pattern)| pattern.num_vertices() < 5 || i % NUM_GRAPHS == at);
        for (_, pattern) in patterns {
            let query = Query::from(pattern.clone());
            let expected = brute_force(sample, &query);
            let all = choices(&query, &stats, ALL, &mut Memo::default());
            let step = all.len().div_ceil(RUN).max(1);
            let is_by_arc = |choice: &Choice| choice.outline().entries.iter().any(|entry| entry.at.len() == 2);
            for (i, choice) in all
                .iter()
                .enumerate()
                .filter(|(i, choice)| i % step == 0 || is_by_arc(choice))
                .map(|(_, c)| c)
                .enumerate()
            {
                let credited = choice.outline().credited;
                inside += usize::from(credited.iter().next() != Some(Level(0)));
                to_several += usize::from(pattern.anchors().len() == 1 && credited.iter().count() > 1);
                by_arc += usize::from(is_by_arc(choice));
                let plan = Plan::alone(query.clone(), choice.clone(), &stats).expect("the nest is valid");
                let found = engines[(at + i) % 2].count_per_anchor_planned(graph, &plan, &Control::new());
                let counts = found.expect("the run succeeds").counts;
                assert_eq!(places(counts.iter(), graph, &pattern, rows), expected, "{pattern}\n{plan}");
            }
        }
    }
    assert!(inside > 100 && to_several > 100 && by_arc > 100, "{inside}, {to_several}, {by_arc}");
}

/// The codegree rewrite and decompositions of the patterns of 6 vertices, which are beyond the other tests.
#[test]
fn every_special_choice_of_six_vertices_counts_the_same() {
    let engine =
        Engine::cpu(&EngineConfig { threads: Some(2), ..EngineConfig::default() }).expect("threads can be started");
    let mut offered = Offered::default();
    for sample in random_graphs::undirected().iter().take(2) {
        let graph = &sample.graph();
        let stats = stats_for_planning(graph);
        for pattern in all_connected(6) {
            let query = Query::from(pattern.clone());
            let all = choices(&query, &stats, ALL, &mut Memo::default());
            let special: Vec<_> = all.into_iter().filter(|choice| offered.is_special(choice)).collect();
            if special.is_empty() {
                continue;
            }
            let automorphisms = Oracle::automorphisms(&pattern, query.semantics).count();
            let expected = Oracle::new(sample, &pattern, query.semantics).count() / automorphisms;
            for choice in special {
                let plan = Plan::alone(query.clone(), choice, &stats).expect("the nest is valid");
                let report = engine.count_planned(graph, &plan, &Control::new()).expect("the run succeeds");
                assert_eq!(report.count, expected, "{pattern}\n{plan}");
            }
        }
    }
    offered.at_least(20, 20, 5);
}
