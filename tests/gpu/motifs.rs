//! All motifs of a size in one session, whose nests are fused: the GPU and the CPU, which counts each by itself, agree.

use gpm_plan::pattern::{Pattern, Semantics, all_connected, all_connected_directed};
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, Session};
use gpm_runtime::graph::Graph;

use crate::dataset::{folder, load};
use crate::engines::{Engines, count, cpu};
use crate::random_graphs;

/// Real graphs.
const GRAPHS: [&str; 4] = ["ca-GrQc", "email-Eu-core", "com-dblp", "socfb-Cornell5"];

fn check(gpu: &Engine, cpu: &Engine, name: &str, graph: &Graph, patterns: &[Pattern]) {
    for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
        let query = |pattern: &Pattern| Query::from(pattern.clone()).with_semantics(semantics);
        let queries: Vec<Query> = patterns.iter().rev().map(query).collect();
        let mut session = Session::new(graph);
        gpu.announce(&mut session, &queries, &Control::new()).expect("every pattern has a plan");
        for query in &queries {
            let found = gpu.count_in(&mut session, query, &Control::new());
            let found = found.unwrap_or_else(|error| panic!("{} in {name}: {error}", query.pattern));
            assert_eq!(found.count, count(cpu, graph, query).count, "{} {semantics} in {name}", query.pattern);
        }
    }
}

#[test]
fn motifs_of_small_graphs_agree() {
    let Some(engines) = Engines::wait() else { return };
    let cpu = cpu();
    for sample in random_graphs::undirected() {
        for size in 3..=5 {
            check(engines.gpu(), &cpu, sample.name, &sample.graph(), &all_connected(size));
        }
    }
    for sample in random_graphs::directed() {
        check(engines.gpu(), &cpu, sample.name, &sample.graph(), &all_connected_directed(3));
    }
}

#[test]
fn motifs_of_real_graphs_agree() {
    let Some(folder) = folder() else { return };
    let Some(engines) = Engines::wait() else { return };
    let cpu = cpu();
    for name in GRAPHS {
        let Some(graph) = load(&folder, name) else { continue };
        for size in 3..=5 {
            check(engines.gpu(), &cpu, name, &graph, &all_connected(size));
        }
    }
}
