//! Conditions in Rust: against brute force with the same condition, and against the same condition in the language.

use std::ops::ControlFlow;

use gpm::{Devices, Engine, EngineConfig, Graph, Options, Planned, VertexId};

use crate::oracle::Oracle;
use crate::random_graphs;
use crate::random_predicates::with_columns;
use crate::sample::{Sample, sample_vertex};

/// A condition on vertices of a sample.
fn is_near(x: usize, y: usize) -> bool {
    (7 * x + 3 * y) % 4 < 2
}

mod weights {
    /// Whether one weight is less than another.
    pub(super) const fn less(a: i64, b: i64) -> bool {
        a < b
    }
}

gpm::pattern! {
    /// No data, one vertex.
    Even = a-b-c-a where |a| a & 1 == 0;

    /// Data, one vertex of several.
    EvenLeaf<'a> { vertices: &'a [usize] } = a-b, a-c, a-d, d-e where |c| vertices[c as usize] % 2 == 0;

    /// Two conditions, and names of the module around.
    Rising<'a> { weights: &'a [i64] } = a-b-c-a
        where |a, b| weights::less(weights[a as usize], weights[b as usize])
        and |b, c| { let [b, c] = [b, c].map(|v| weights[v as usize]); b < c };

    /// Beside a predicate.
    Mixed<'a> { vertices: &'a [usize], modulus: usize } = a-b-c-d-a
        where a.w <= 3 and a.w != b.w and |d, c| vertices[d as usize] % modulus < vertices[c as usize] % modulus;

    /// Below a bit matrix, any closure.
    Near<F: Fn(VertexId, VertexId) -> bool + Copy + Sync> { near: F } = a-b-c-d-a, a-c, b-d where |b, d| near(b, d);

    /// Without edges that the pattern lacks.
    #[induced]
    NearInduced<F: Fn(VertexId, VertexId) -> bool + Copy + Sync> { near: F } = a-b-c-d where |d, a| near(d, a);

    /// In maps vertices may coincide.
    #[homomorphism]
    NearWalk<F: Fn(VertexId, VertexId) -> bool + Copy + Sync> { near: F } = r#in-b-c where |r#in, c| near(r#in, c);

    /// A condition that returns early, and one that fails.
    Failing = a-b where |a, b| { if a == b { return false } assert!(a > 100, "it is {a}"); true };
}

/// Compares a declared pattern with maps of the pattern `text` that `holds` keeps, both in vertices of the sample.
#[track_caller]
fn check<P: Planned, const SIZE: usize>(
    sample: &Sample,
    graph: &Graph,
    text: &str,
    pattern: &P,
    holds: impl Fn(&[usize]) -> bool,
) {
    let query = P::query();
    let plain: gpm::Pattern = text.parse().expect("test patterns are valid");
    let maps = Oracle::new(sample, &plain, query.semantics).maps();
    let mut expected: Vec<Vec<usize>> = maps.into_iter().filter(|map| holds(map)).collect();
    let symmetries = match query.breaks_symmetry() {
        true => Oracle::automorphisms(&query.pattern, query.semantics).count(),
        false => 1,
    };
    for threads in [1, 2] {
        let options = Options { threads: Some(threads), ..Options::default() };
        let answer = pattern.count_with(graph, &options).expect("the macro counts");
        assert_eq!(answer.count * symmetries, expected.len() as u128, "{}\n{sample}", P::PLAN);
    }
    let mut listed = Vec::new();
    let taken = pattern.for_each::<SIZE>(graph, |found| {
        listed.push(found.map(|v| sample_vertex(graph, v)).to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!((taken, listed.len() as u128 * symmetries), (listed.len() as u128, expected.len() as u128));
    expected.sort_unstable();
    assert!(listed.iter().all(|found| expected.binary_search(found).is_ok()), "{}\n{sample}", P::PLAN);
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed.len() as u128, taken, "each match comes once");
}

#[test]
fn conditions_match_brute_force() {
    for (sample, seed) in random_graphs::undirected().into_iter().zip(0..) {
        let sample = with_columns(sample, seed);
        let graph = sample.graph();
        let vertices: Vec<usize> = (0..graph.num_vertices()).map(|v| sample_vertex(&graph, v as VertexId)).collect();
        let vertices = &vertices[..];
        let weights: Vec<i64> = vertices.iter().map(|&x| (x as i64 * 5) % 7).collect();
        let near = |a: VertexId, b: VertexId| is_near(vertices[a as usize], vertices[b as usize]);
        let weight = |x: usize| (x * 5) % 7;

        let even = |x: usize| vertices.iter().position(|&own| own == x).is_some_and(|v| v % 2 == 0);
        check::<_, 3>(&sample, &graph, "a-b-c-a", &Even, |map| even(map[0]));
        check::<_, 5>(&sample, &graph, "a-b, a-c, a-d, d-e", &EvenLeaf { vertices }, |map| map[2] % 2 == 0);
        check::<_, 3>(&sample, &graph, "a-b-c-a", &Rising { weights: &weights }, |map| {
            weight(map[0]) < weight(map[1]) && weight(map[1]) < weight(map[2])
        });
        let mixed = Mixed { vertices, modulus: 5 };
        check::<_, 4>(&sample, &graph, "a-b-c-d-a where a.w <= 3 and a.w != b.w", &mixed, |map| {
            map[3] % 5 < map[2] % 5
        });
        check::<_, 4>(&sample, &graph, "a-b-c-d-a, a-c, b-d", &Near { near }, |map| is_near(map[1], map[3]));
        check::<_, 4>(&sample, &graph, "a-b-c-d", &NearInduced { near }, |map| is_near(map[3], map[0]));
        check::<_, 3>(&sample, &graph, "in-b-c", &NearWalk { near }, |map| is_near(map[0], map[2]));
    }
}

#[test]
fn a_condition_says_what_the_language_says() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs/karate.el");
    let graph = Graph::load(file).expect("the graph is there");
    let ids: Vec<i64> = (0..graph.num_vertices() as VertexId)
        .map(|v| graph.original_id(v).to_string().parse().expect("ids are numbers"))
        .collect();
    gpm::pattern! { InLanguage = a-b-c-a where a.id < b.id and b.id < c.id; }
    assert_eq!(InLanguage.count(&graph), 45);
    assert_eq!(Rising { weights: &ids }.count(&graph), 45);
    assert_eq!(Rising::PATTERN.matches("where (|").count(), 1, "{}", Rising::PATTERN);
    assert!(Even::PLAN.contains("where (|a| a & 1 == 0)(v"), "{}", Even::PLAN);
}

#[test]
fn engines_and_gpus_refuse_conditions_in_rust() {
    let graph = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
    let engine = Engine::cpu(&EngineConfig::default()).expect("a CPU");
    let error = engine.count(&graph, Even.query()).expect_err("an engine has no Rust compiler");
    assert!(error.is_input() && error.to_string().contains("`|a| a & 1 == 0`"), "{error}");
    let on = |devices| Even.count_with(&graph, &Options { devices, ..Options::default() });
    assert_eq!(on(Devices::Auto).expect("the CPU can").count, 2);
    assert!(on(Devices::Gpu(None)).is_err());
}

#[test]
fn a_condition_that_panics_ends_the_run() {
    let graph = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
    let outcome = std::panic::catch_unwind(|| Failing.count(&graph));
    let message = outcome.expect_err("the condition panics");
    assert!(message.downcast_ref::<String>().is_some_and(|text| text.starts_with("it is ")));
}
