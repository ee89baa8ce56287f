//! Sums over maps in which vertices may coincide, and walks: mostly of patterns of six and seven vertices, which are beyond the
//! other tests. Plans are those for a large graph, where such sums are the cheapest.

use gpm_plan::cost::GraphStats;
use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::Graph;

use crate::expected::{Expected, pass_sets};
use crate::random_graphs;
use crate::sample::Sample;
use crate::settings::is_full;

/// Patterns of seven vertices: cycles and what hangs on them, paths side by side, trees, cycles that share a vertex.
const SEVEN: &[&str] = &[
    "cycle:7",
    "path:7",
    "a-b-c-d-e-f-a, a-g",
    "a-b-c-d-e-f-a, b-g",
    "a-b-c-d-e-a, c-f-g",
    "a-b-c-d-a, a-e-f-g-a",
    "a-b-c-g, a-d-e-g, a-f-g",
    "a-b-c-d, a-e-f-d, a-d, d-g",
    "a-b-c-a, c-d, d-e-f-d, d-g",
    "a-b, a-c, a-d, b-e, c-f, d-g",
];

/// A tree and a cycle of eight vertices, which are counted by maps where other ways take long.
const EIGHT: &[&str] = &["path:8", "cycle:8"];

#[test]
fn sums_over_maps_match_brute_force() {
    let engines = engines();
    let graphs: Vec<Sample> = random_graphs::undirected();
    let mut by_maps = 0;
    let larger = SEVEN.iter().chain(EIGHT).map(|text| text.parse::<Pattern>().expect("a pattern"));
    for (at, pattern) in (4..=6).flat_map(all_connected).chain(larger).enumerate() {
        // Lookups by arc are often cheaper.
        let asked = Query::from(pattern.clone()).without(PassSet::named("edge-decomposition").expect("a pass"));
        let plan = plan(asked);
        if !plan.nests().any(|nest| nest.semantics == Semantics::Homomorphism) {
            continue;
        }
        by_maps += 1;
        // The first graph is dense: too much for brute force on more than a few vertices.
        let (first, step) = match pattern.num_vertices() {
            ..7 => (at % 2, 2),
            7 => (1 + at % 2, 2),
            // Only the sparse one.
            _ => (3, 5),
        };
        for sample in graphs[first..5].iter().step_by(if is_full() { 1 } else { step }) {
            check(&engines, sample, &plan);
        }
    }
    assert!(by_maps > 10, "only {by_maps} patterns are counted by maps");
}

#[test]
fn maps_match_brute_force() {
    let engines = engines();
    let graphs = random_graphs::undirected();
    let texts = ["cycle:4", "cycle:5", "cycle:6", "a-b-c-d, a-e-f-d", "a-b-c-d-e-a, c-f", "a-b-c-a, c-d-e-c", "path:6"];
    for text in texts {
        let pattern: Pattern = text.parse().expect("a pattern");
        for sample in &graphs[1..5] {
            check(&engines, sample, &plan(Query::from(pattern.clone()).homomorphism()));
        }
    }
}

/// Walks of three steps, with each pass off.
#[test]
fn closed_walks_match_brute_force_without_some_passes() {
    let engines = engines();
    let graphs = random_graphs::undirected();
    for (at, off) in pass_sets().into_iter().enumerate() {
        for (i, text) in ["cycle:6", "a-b-c-d, a-e-f-d, a-d, d-g"].iter().enumerate() {
            let pattern: Pattern = text.parse().expect("a pattern");
            check(&engines, &graphs[1 + (at + i) % 3], &plan(Query::from(pattern).homomorphism().without(off)));
        }
    }
}

/// Cycles beyond brute force: maps of them are closed walks, which powers of the adjacency matrix count.
#[test]
fn long_cycles_are_closed_walks() {
    let engines = engines();
    for (at, sample) in random_graphs::undirected().iter().skip(1).take(3).enumerate() {
        let graph = sample.graph();
        let n = graph.num_vertices();
        let power = (1..8 + at).fold(adjacency(&graph), |power, _| product(&power, &adjacency(&graph)));
        let closed: Vec<u128> = (0..n).map(|v| power[v][v]).collect();
        let cycle: Pattern = format!("cycle:{}", 8 + at).parse().expect("a pattern");
        let anchored = cycle.clone().with_anchors(&[0]).expect("a vertex");
        let plan = plan(Query::from(cycle).homomorphism());
        assert!(plan.first_nest().reach_of(3).is_some(), "{plan}");
        for engine in &engines {
            let report = engine.count_planned(&graph, &plan, &Control::new()).expect("the run succeeds");
            assert_eq!(report.count, closed.iter().sum::<u128>(), "{sample}\n{plan}");
            let found = engine.count_per_anchor(&graph, Query::from(&anchored).homomorphism());
            let counts: Vec<u128> = found.expect("the run succeeds").counts.iter().collect();
            assert_eq!(counts, closed, "{sample}");
        }
    }
}

type Matrix = Vec<Vec<u128>>;

fn adjacency(graph: &Graph) -> Matrix {
    let n = graph.num_vertices();
    let row = |v: usize| {
        let neighbors =
            &graph.out().neighbors()[graph.out().offsets()[v] as usize..graph.out().offsets()[v + 1] as usize];
        (0..n as u32).map(|w| u128::from(neighbors.contains(&w))).collect()
    };
    (0..n).map(row).collect()
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &[u128], column: usize| row.iter().zip(b).map(|(one, other)| one * other[column]).sum();
    a.iter().map(|row| (0..b.len()).map(|column| entry(row, column)).collect()).collect()
}

/// Counts by the plan.
fn check(engines: &[Engine], sample: &Sample, plan: &Plan) {
    let Query { pattern, semantics, unit, .. } = &plan.query;
    let expected = Expected::new(sample, pattern, *semantics).count(*unit);
    let graph = sample.graph();
    for engine in engines {
        let report = engine.count_planned(&graph, plan, &Control::new()).expect("the run succeeds");
        assert_eq!(report.count, expected, "{pattern} {semantics} in {sample}\n{plan}");
    }
}

fn plan(query: Query) -> Plan {
    Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
}

/// The interpreter, and compiled code.
fn engines() -> [Engine; 2] {
    [Backend::Interpreted, Backend::Compiled].map(|backend| {
        Engine::cpu(&EngineConfig { threads: Some(2), backend, ..EngineConfig::default() })
            .expect("threads can be started")
    })
}
