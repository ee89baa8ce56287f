//! Patterns and predicates that are nearly right, against brute force: texts that were cut, joined and changed. Whatever of them is a
//! pattern is planned with one pass off in turn, run, and counted as brute force counts it.
//!
//! More of them: `GPM_FUZZ=100000 cargo test --workspace --test conformance mutated`.

use gpm_plan::pattern::Pattern;
use gpm_plan::pattern::predicate::Calendar;
use gpm_plan::query::{Output, Unit};
use gpm_runtime::graph::Column;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::cell::{Cell, guarded};
use crate::engines::{Engines, MODES};
use crate::expected::{Expected, SEMANTICS, pass_sets};
use crate::mismatch::Mismatches;
use crate::mutations;
use crate::random_graphs;
use crate::sample::Sample;
use crate::settings::say;

/// Texts without `GPM_FUZZ`.
const ROUNDS: usize = 10_000;
/// Vertices of the patterns that are run.
const RUN: usize = 4;
/// What must have been run of a thousand texts, and how much of it with a predicate.
const OF_A_THOUSAND: [usize; 2] = [30, 3];

#[test]
fn mutated_patterns_match_brute_force() {
    let engines = Engines::start();
    let rounds = std::env::var("GPM_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    let mut random = StdRng::seed_from_u64(57);
    let samples = [random_graphs::labelled().remove(0), random_graphs::directed_labelled().remove(0)]
        .map(|sample| told_of(sample, &mut random));
    let graphs = samples.each_ref().map(Sample::graph);
    let sets = pass_sets();
    let mut mismatches = Mismatches::default();
    let [mut run, mut with_predicate] = [0; 2];
    for round in 0..rounds {
        let text = mutations::text(&mut |bound| random.random_range(0..bound));
        let Ok(pattern) = text.parse::<Pattern>() else { continue };
        if pattern.num_vertices() > RUN || !pattern.anchors().is_empty() {
            continue;
        }
        let at = round % samples.len();
        let (sample, graph) = (&samples[at], &graphs[at]);
        let cell = Cell {
            pattern: &pattern,
            semantics: SEMANTICS[round % SEMANTICS.len()],
            unit: Unit::Subgraphs,
            output: Output::Count,
            off: sets[round / 7 % sets.len()],
            mode: MODES[round % MODES.len()],
        };
        // What the graph cannot be asked is refused: a text compared with a number, a column that it does not have.
        let engine = engines.of(cell.mode);
        match guarded(|| Ok(engine.count(graph, cell.query()).map_err(|error| error.is_input()))) {
            Ok(Err(true)) => continue,
            Ok(_) => {}
            Err(panic) => panic!("{text:?} as {cell}: {panic}"),
        }
        run += 1;
        with_predicate += usize::from(!pattern.predicate().is_empty());
        mismatches.check_count(&engines, (sample, graph), &cell, Expected::new(sample, &pattern, cell.semantics));
    }
    say(format_args!("of {rounds} texts {run} were run, {with_predicate} of them with predicates"));
    mismatches.finish();
    assert!(run * 1000 >= rounds * OF_A_THOUSAND[0] && with_predicate * 1000 >= rounds * OF_A_THOUSAND[1]);
}

/// The sample with the labels and columns that the texts speak of.
fn told_of(mut sample: Sample, random: &mut StdRng) -> Sample {
    let (n, m) = (sample.num_vertices, sample.edges.len());
    sample.vertex_labels = (0..n).map(|at| ["A", "B", "Person", "3"][at % 4].to_owned()).collect();
    for (at, edge) in sample.edges.iter_mut().enumerate() {
        edge.2 = Some(["knows", "7", "two words"][at % 3].to_owned());
    }
    let mut numbers = |len: usize, unit: i64| -> Vec<i64> {
        (0..len).map(|_| if random.random_bool(0.1) { i64::MIN } else { random.random_range(-2..5) * unit }).collect()
    };
    let days = |numbers: Vec<i64>| Column::Moments(Calendar::Date, numbers.into());
    let times = |numbers: Vec<i64>| Column::Moments(Calendar::Timestamp, numbers.into());
    let plain = |numbers: Vec<i64>| Column::Integers(numbers.into());
    let names = |numbers: Vec<i64>| -> Vec<_> {
        numbers.into_iter().map(|x| ["Ann", "it's"].get(x as usize).copied()).collect()
    };
    const DAY: i64 = 86_400_000_000;
    let vertex = [
        ("age", plain(numbers(n, 1))),
        ("w", plain(numbers(n, 1))),
        ("x", plain(numbers(n, 1))),
        ("net worth", plain(numbers(n, 1))),
        ("weight", plain(numbers(n, 1))),
        ("at", times(numbers(n, 3 * DAY))),
        ("t", times(numbers(n, 3 * DAY))),
        ("name", Column::from(names(numbers(n, 1)))),
    ];
    let edge = [
        ("amount", plain(numbers(m, 7))),
        ("day", days(numbers(m, 10_000))),
        ("weight", plain(numbers(m, 1))),
        ("size", plain(numbers(m, 1))),
    ];
    sample.vertex_columns = vertex.map(|(name, column)| (name.to_owned(), column)).into();
    sample.edge_columns = edge.map(|(name, column)| (name.to_owned(), column)).into();
    sample
}
