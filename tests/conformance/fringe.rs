//! Patterns with many vertices at the fringe: small ones against brute force, large ones against closed forms.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::query::{Output, Query, Unit};
use gpm_runtime::engine::{Engine, EngineError};
use gpm_runtime::graph::Graph;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::cell::Cell;
use crate::engines::{Engines, MODES, all_cores};
use crate::expected::{Expected, UNITS};
use crate::mismatch::Mismatches;
use crate::random_graphs;
use crate::sample::Sample;

/// A core, with letters for its vertices, and the words of what may hang on it.
struct Family {
    core: &'static str,
    hangs: &'static [&'static str],
    graphs: fn() -> Vec<Sample>,
}

const FAMILIES: [Family; 6] = [
    Family { core: "u-v", hangs: &["u-#", "v-#", "u-#-v"], graphs: busiest },
    Family { core: "u-v-w", hangs: &["u-#", "v-#", "u-#-w", "w-#", "u-#-v"], graphs: busiest },
    Family { core: "u-v-w-u", hangs: &["u-#", "v-#", "w-#", "u-#-v", "v-#-w", "u-#-w", "u-#-v, #-w"], graphs: busiest },
    Family { core: "u-v", hangs: &["u-#:0", "v-#:1", "v-#", "u-#-v, #:0", "u-#:1"], graphs: labelled },
    Family { core: "u->v", hangs: &["u->#", "#->u", "v->#", "u->#->v", "#->v, #<->u"], graphs: directed },
    Family { core: "u-v", hangs: &["u-#", "u-#, v!-#", "u-#-v", "v-#"], graphs: busiest },
];

/// Patterns of each family.
const NUM_RANDOM: usize = 12;

fn busiest() -> Vec<Sample> {
    random_graphs::undirected().into_iter().take(3).collect()
}

fn labelled() -> Vec<Sample> {
    random_graphs::labelled().into_iter().take(1).collect()
}

fn directed() -> Vec<Sample> {
    random_graphs::directed()
}

impl Family {
    /// A pattern of up to 8 vertices.
    fn pattern(&self, random: &mut StdRng) -> Pattern {
        let largest = if self.core.len() > 3 { 8 } else { 7 };
        let core = self.core.chars().filter(|c| c.is_alphabetic()).collect::<std::collections::BTreeSet<_>>().len();
        let hanging = (0..random.random_range(3..=largest - core)).map(|at| {
            let word = self.hangs[random.random_range(0..self.hangs.len())];
            word.replace('#', &format!("f{at}"))
        });
        let text: Vec<String> = std::iter::once(self.core.to_owned()).chain(hanging).collect();
        text.join(", ").parse().unwrap_or_else(|error| panic!("{}: {error}", text.join(", ")))
    }
}

#[test]
fn counts_of_random_fringes_match_brute_force() {
    let engines = Engines::start();
    let mut mismatches = Mismatches::default();
    let off = ["fringe", "choose", "inclusion-exclusion"].map(|name| PassSet::named(name).expect("a pass"));
    for (seed, family) in FAMILIES.iter().enumerate() {
        let mut random = StdRng::seed_from_u64(seed as u64);
        let graphs: Vec<(Sample, Graph)> =
            (family.graphs)().into_iter().map(|sample| (sample.clone(), sample.graph())).collect();
        for at in 0..NUM_RANDOM {
            let pattern = &family.pattern(&mut random);
            let (sample, graph) = &graphs[at % graphs.len()];
            let semantics = Semantics::EdgeInduced;
            let expected = Expected::new(sample, pattern, semantics);
            for off in [PassSet::default(), off[at % off.len()]] {
                for mode in MODES {
                    let unit = UNITS[at % UNITS.len()];
                    let cell = Cell { pattern, semantics, unit, output: Output::Count, off, mode };
                    mismatches.check_count(&engines, (sample, graph), &cell, expected);
                }
            }
        }
    }
    mismatches.finish();
}

/// Twelve vertices at the ends of an edge.
const ON_AN_EDGE: &str = "u-v, u-a1, u-a2, u-a3, u-a4, u-a5, v-b1, v-b2, v-b3, v-b4, u-c1-v, u-c2-v, u-c3-v";
/// Nine at the ends of a path of three, four of them at both.
const ON_A_PATH: &str = "u-x-w, u-a1, u-a2, u-a3, w-b1, w-b2, u-c1-w, u-c2-w, u-c3-w, u-c4-w";
/// Nine at the corners of a triangle, and three on an edge of it.
const ON_A_TRIANGLE: &str = "u-v-w-u, u-a1, u-a2, u-a3, v-b1, v-b2, v-b3, w-c1, w-c2, w-c3, u-d1-v, u-d2-v, u-d3-v";
/// Six leaves on each end of an edge.
const TWO_STARS: &str = "u-v, u-a1, u-a2, u-a3, u-a4, u-a5, u-a6, v-b1, v-b2, v-b3, v-b4, v-b5, v-b6";

#[test]
fn a_dozen_vertices_at_the_fringe_match_closed_forms() {
    let engine = all_cores();
    let complete = |n: u32| graph(n, |_, _| true);
    let bipartite = |a: u32, b: u32| graph(a + b, move |x, y| (x < a) != (y < a));
    for text in [ON_AN_EDGE, ON_A_PATH, ON_A_TRIANGLE, TWO_STARS] {
        let vertices = pattern(text).num_vertices() as u128;
        for n in [10, 15, 16, 21, 27] {
            assert_eq!(count(&engine, &complete(n), text), Ok(falling(n.into(), vertices)), "{text} in K{n}");
        }
        assert_eq!(count(&engine, &graph(12, |x, y| y == x + 1 || (x, y) == (0, 11)), text), Ok(0), "{text} in C12");
        assert_eq!(count(&engine, &graph(40, |x, _| x == 0), text), Ok(0), "{text} in a star");
    }
    for (a, b) in [(6, 7), (9, 12), (13, 11), (3, 30)] {
        let graph = bipartite(a, b);
        let (a, b) = (a.into(), b.into());
        let sides = |one, other| falling(a, one) * falling(b, other) + falling(a, other) * falling(b, one);
        assert_eq!(count(&engine, &graph, ON_AN_EDGE), Ok(0), "no triangles in K{a},{b}");
        assert_eq!(count(&engine, &graph, ON_A_PATH), Ok(sides(2, 10)), "K{a},{b}");
        assert_eq!(count(&engine, &graph, TWO_STARS), Ok(sides(7, 7)), "K{a},{b}");
    }
    // Two vertices with 20 leaves each.
    let double = graph(42, |x, y| (x, y) == (0, 1) || x < 2 && y % 2 == x);
    assert_eq!(count(&engine, &double, TWO_STARS), Ok(2 * falling(20, 6) * falling(20, 6)));
}

#[test]
fn counts_at_the_fringe_beyond_128_bits_are_errors() {
    let engine = all_cores();
    // Two hubs with 999 leaves each, and none in common.
    let hubs = graph(2_000, |x, y| x < 2 && y > 1 && y % 2 == x || (x, y) == (0, 1));
    let many = "u-v, u-a1, u-a2, u-a3, u-a4, u-a5, u-a6, u-a7, v-b1, v-b2, v-b3, v-b4, v-b5, v-b6, v-b7, v-b8, v-b9, \
                   v-b10, v-b11, v-b12";
    let error = count(&engine, &hubs, many).expect_err("a number of 200 bits");
    assert!(error.contains("128 bits"), "{error}");
    assert_eq!(count(&engine, &hubs, &format!("{many}, u-c-v")), Ok(0));
}

/// Leaves of a hub are not interchangeable if a condition is on one of them.
#[test]
fn a_condition_on_one_of_many_leaves_is_kept() {
    let hub = graph(18, |x, _| x == 0);
    let text = "h-1, h-2, h-3, h-4, h-5, h-6, h-7, h-8 where 1.id > 10";
    assert_eq!(count(&all_cores(), &hub, text), Ok(7 * falling(16, 7)));
}

fn pattern(text: &str) -> Pattern {
    text.parse().expect("test patterns are valid")
}

/// Injective maps.
fn count(engine: &Engine, graph: &Graph, text: &str) -> Result<u128, String> {
    let query = Query { unit: Unit::Embeddings, ..Query::from(pattern(text)) };
    let count = engine.count(graph, &query).map(|report| report.count);
    count.map_err(|error: EngineError| error.to_string())
}

fn graph(num_vertices: u32, joined: impl Fn(u32, u32) -> bool) -> Graph {
    let pairs = (0..num_vertices).flat_map(|x| (x + 1..num_vertices).map(move |y| (x, y)));
    Graph::from_edges(num_vertices as usize, pairs.filter(|&(x, y)| joined(x, y))).unwrap()
}

/// `n (n-1) … (n-k+1)`
fn falling(n: u128, k: u128) -> u128 {
    (0..k).map(|i| n.saturating_sub(i)).product()
}
