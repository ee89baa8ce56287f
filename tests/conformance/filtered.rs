//! Patterns with predicates, counted and listed, against brute force.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::query::Output;

use crate::cell::Cell;
use crate::engines::{Engines, MODES};
use crate::expected::{SEMANTICS, UNITS};
use crate::listed;
use crate::mismatch::Mismatches;
use crate::oracle::Oracle;
use crate::plans;
use crate::predicate_oracle::read;
use crate::random_graphs;
use crate::random_patterns::KINDS;
use crate::random_predicates::{Maker, filtered, with_columns};
use crate::sample::Sample;
use crate::settings::is_full;

/// Predicates of each pattern.
const NUM_PREDICATES: u64 = 2;
/// Patterns of each random kind.
const NUM_RANDOM: usize = 16;

fn samples() -> Vec<Sample> {
    random_graphs::undirected().into_iter().zip(0..).map(|(sample, seed)| with_columns(sample, seed)).collect()
}

#[test]
fn normal_form_keeps_the_meaning() {
    let (mut num_true, mut num_maps) = (0, 0);
    for (kind_at, kind) in KINDS.iter().enumerate() {
        for (at, pattern) in kind.patterns(30).iter().enumerate() {
            let graphs = (kind.graphs)();
            let sample = with_columns(graphs[at % graphs.len()].clone(), at as u64);
            let truth = Maker::new(pattern, sample.is_directed, (kind_at * 100 + at) as u64).predicate();
            let filtered = pattern.clone().with_predicate(&truth.to_string()).unwrap_or_else(|error| panic!("{error}"));
            let matrix = sample.matrix();
            let kept = Oracle::new(&sample, &filtered, Semantics::EdgeInduced).maps();
            let all = Oracle::new(&sample, pattern, Semantics::EdgeInduced).maps();
            let is_true =
                |map: &Vec<usize>| truth.value(&|owner, name| read(&sample, &matrix, map, owner, name)) == Some(true);
            num_maps += all.len();
            num_true += kept.len();
            let expected: Vec<Vec<usize>> = all.into_iter().filter(is_true).collect();
            assert_eq!(kept, expected, "{truth}\n{filtered}");
        }
    }
    assert!(
        num_true * 20 > num_maps && num_true * 2 < num_maps,
        "{num_true} of {num_maps}: the predicates say something"
    );
}

#[test]
fn counts_with_predicates_match_brute_force() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    for (at, sample) in samples().iter().enumerate().take(if is_full() { usize::MAX } else { 5 }) {
        let largest = if at == 0 || is_full() { 5 } else { 4 };
        for (pattern_at, pattern) in (2..=largest).flat_map(all_connected).enumerate() {
            for round in 0..NUM_PREDICATES {
                let seed = (at as u64 * 1000 + pattern_at as u64) * 10 + round;
                check(&engines, sample, (&filtered(&pattern, sample, seed), pattern_at), &mut mismatches);
            }
        }
    }
    mismatches.finish();
}

#[test]
fn random_patterns_with_predicates_match_brute_force() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    for (kind_at, kind) in KINDS.iter().enumerate() {
        let graphs = (kind.graphs)();
        for (at, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let sample = with_columns(graphs[at % graphs.len()].clone(), at as u64);
            let filtered = filtered(pattern, &sample, (kind_at * 100 + at) as u64);
            check(&engines, &sample, (&filtered, at), &mut mismatches);
        }
    }
    mismatches.finish();
}

#[test]
fn symmetric_predicates_match_brute_force() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    let texts = [
        "triangle where 0.w <= 3 and 1.w <= 3 and 2.w <= 3",
        "triangle where 0.w != 1.w and 1.w != 2.w and 0.w != 2.w",
        "triangle where 0.w + 1.w > 2.w",
        "wedge where 1.f < 2.f or 1.f > 2.f",
        "star:4 where 0.w >= 1.w and 0.w >= 2.w and 0.w >= 3.w",
        "star:5 where (0-1).a > 0 and (0-2).a > 0",
        "cycle:4 where (0-1).a + (1-2).a < (2-3).a + (0-3).a",
        "clique:4 where 0.f < 3 and 1.f < 3 and 2.f < 3 and 3.f < 3",
        "clique:4 where 0.id < 1.id and 1.id < 2.id and 2.id < 3.id",
        "diamond where 0.w == 1.w and 2.f != 3.f",
        "house where 0.id % 2 == 1.id % 2",
        "path:5 where 0.w < 4.w and 1.w < 3.w",
        "triangle where 0.t = 1.t and 1.t = 2.t and 0.t = 2.t",
        "wedge where 1.t in ('x', 'y') and 2.t in ('y', 'x') and 0.t != 'Ü'",
        "cycle:4 where 0.d - 2.d < 2 and 2.d - 0.d < 2",
        "path:4 where 0.s < 1.s and 1.s < 2.s and 2.s < 3.s and 3.s - 0.s < interval '1 day'",
    ];
    for sample in samples().iter().take(4) {
        for (at, text) in texts.iter().enumerate() {
            let pattern = text.parse().unwrap_or_else(|error| panic!("{error}"));
            check(&engines, sample, (&pattern, at), &mut mismatches);
        }
    }
    mismatches.finish();
}

/// Checks counts, with passes switched off in turn, and listings.
fn check(engines: &Engines, sample: &Sample, (pattern, turn): (&Pattern, usize), mismatches: &mut Mismatches) {
    let graph = sample.graph();
    for semantics in SEMANTICS {
        plans::check(engines, (sample, &graph), (pattern, semantics), &UNITS, &plans::some_pass_sets(turn), mismatches);
        for (unit, mode) in UNITS.into_iter().flat_map(|unit| MODES.map(|mode| (unit, mode))) {
            let off = PassSet::default();
            let cell = Cell { pattern, semantics, unit, output: Output::List, off, mode };
            listed::check(engines, (sample, &graph), &cell, mismatches);
        }
    }
}
