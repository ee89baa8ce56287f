//! Large cliques, which a tree of pivots counts, against the nest that a plan makes and against closed forms.

use gpm_plan::passes::Pass;
use gpm_plan::pattern::Pattern;
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{Engine, EngineConfig, Session};
use gpm_runtime::graph::generate::{Spec, generate};
use gpm_runtime::graph::{Graph, GraphBuilder};
use gpm_runtime::sched::Shard;

use crate::settings::is_full;

fn engine() -> Engine {
    Engine::cpu(&EngineConfig { threads: Some(3), ..EngineConfig::default() }).expect("the CPU is there")
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern"))
}

/// The complement of groups of three: C(groups, k)·3^k cliques of k vertices.
fn groups(number: u32) -> Graph {
    let pairs = (0..3 * number).flat_map(|v| (0..v).map(move |u| (u, v)));
    Graph::from_edges(3 * number as usize, pairs.filter(|(u, v)| u / 3 != v / 3)).expect("a graph")
}

#[test]
fn the_tree_agrees_with_the_nest() {
    let engine = engine();
    for seed in 0..if is_full() { 300 } else { 30 } {
        let (n, part) = (12 + seed % 40, 30 + seed * 7 % 60);
        let spec = format!("er:{n}:{}", n * (n - 1) / 2 * part / 100).parse::<Spec>().expect("a model");
        let graph = generate(&spec, seed).expect("a graph");
        for size in 7..=10 {
            let asked = query(&format!("clique:{size}"));
            for asked in [asked.clone(), asked.clone().embeddings(), asked.vertex_induced()] {
                let found = engine.count(&graph, &asked).expect("it counts");
                let planned = engine.count(&graph, asked.clone().without(Pass::Pivots.into())).expect("it counts");
                assert_eq!((found.plan.is_some(), planned.plan.is_some()), (false, true));
                assert_eq!((found.count, found.partial), (planned.count, false), "{seed} {size}");
            }
        }
    }
}

#[test]
fn closed_forms() {
    // C(12, 7)·3^7, C(12, 12)·3^12, and with each order of the vertices.
    let (engine, graph) = (engine(), groups(12));
    let count = |query: Query| engine.count(&graph, query).expect("it counts").count;
    assert_eq!([count(query("clique:7")), count(query("clique:12"))], [792 * 2187, 531_441]);
    assert_eq!([count(query("clique:13")), count(query("clique:7").embeddings())], [0, 792 * 2187 * 5040]);
}

/// Who wants a plan gets one, and what is no plain count of unlabelled cliques needs one.
#[test]
fn others_are_planned() {
    let (engine, graph) = (engine(), groups(9));
    let is_planned = |engine: &Engine, graph: &Graph, query: Query| {
        let found = engine.count(graph, query).expect("it counts");
        (found.count, found.plan.is_some())
    };
    let all = 36 * 2187;
    assert_eq!(is_planned(&engine, &graph, query("clique:7")), (all, false));
    assert_eq!(is_planned(&engine, &graph, query("clique:4")), (126 * 81, true));
    assert_eq!(is_planned(&engine, &graph, query("clique:7").homomorphism()), (all * 5040, true));
    let walking = Engine::cpu(&EngineConfig { backend: Backend::Interpreted, ..EngineConfig::default() })
        .expect("the CPU is there");
    assert_eq!(is_planned(&walking, &graph, query("clique:7")), (all, true));
    let found = engine.count_in(&mut Session::of_shard(&graph, Shard::WHOLE), query("clique:7"), &Default::default());
    assert!(found.is_ok_and(|found| (found.count, found.plan.is_some()) == (all, true)));
    let arcs = (0..27).flat_map(|v| graph.out().row(v).iter().map(move |&u| (v, u))).filter(|(v, u)| v < u);
    let directed = GraphBuilder::directed().vertices(27).edges(arcs).build().expect("a graph");
    assert_eq!(is_planned(&engine, &directed, query("clique:7")), (all, true));
}
