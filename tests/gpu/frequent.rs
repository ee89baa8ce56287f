//! Frequent patterns: those that a GPU settles, with their domains, are those of the CPU.

use std::time::Duration;

use gpm_plan::pattern::Semantics;
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, Frequent, FrequentPattern, Further};
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, GraphBuilder, VertexOrder};

use crate::engines::{Engines, cpu};
use crate::random_graphs;

/// Everything that is frequent, and whether the run was stopped before that.
fn mined(engine: &Engine, graph: &Graph, asked: &Frequent, control: &Control) -> (Vec<FrequentPattern>, bool) {
    let mut found = Vec::new();
    let push = |own| {
        found.push(own);
        Further::Grow
    };
    let report = engine.frequent(graph, asked, control, push);
    let report = report.unwrap_or_else(|error| panic!("{asked:?} on {}: {error}", engine.device()));
    (found, report.partial)
}

/// A skewed graph; its vertices have some labels, one of which most have, and its edges others, if they have any.
fn labelled(scale: u32, num_labels: u64, num_edge_labels: u64) -> Graph {
    let model = Model::Rmat { scale, edge_factor: 8 };
    let plain = generate(&model, 5).expect("the figures are in range");
    let mixed = |x: u64| x.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let label = |x: u64, of: u64| (mixed(x) % of).min(mixed(x + 77) % of).to_string();
    let mut builder = GraphBuilder::undirected().vertices(plain.num_vertices());
    let rows = (0..plain.num_vertices() as u32).flat_map(|u| plain.out().row(u).iter().map(move |&v| (u, v)));
    for (u, v) in rows.filter(|(u, v)| u < v) {
        builder = match num_edge_labels {
            0 => builder.edges([(u, v)]),
            of => builder.labelled_edge(u, v, label(u64::from(u) << 20 | u64::from(v), of)),
        };
    }
    let labels = (0..plain.num_vertices() as u64).map(|x| label(x, num_labels));
    builder.vertex_labels(labels).build().expect("it is as above").relabelled(VertexOrder::Degree)
}

#[test]
fn a_gpu_and_the_cpu_find_the_same_patterns() {
    let Some(engines) = Engines::wait() else { return };
    let cpu = cpu();
    let samples = [
        random_graphs::labelled(),
        random_graphs::edge_labelled(),
        random_graphs::directed(),
        random_graphs::directed_labelled(),
        random_graphs::undirected(),
    ];
    let small = samples.into_iter().flatten().filter(|sample| sample.edges.len() < 40);
    let mut cells: Vec<(Graph, u64, usize)> = small.map(|sample| (sample.graph(), 2, 3)).collect();
    cells.push((labelled(10, 4, 0), 20, 4));
    cells.push((labelled(10, 3, 3), 20, 3));
    cells.push((labelled(14, 6, 0), 300, 4));
    let mut number = 0;
    for (graph, support, max_edges) in cells {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
            let max_vertices = (semantics == Semantics::VertexInduced).then_some(4);
            let max_edges = max_vertices.is_none().then_some(max_edges);
            let asked = Frequent { support, max_edges, max_vertices, semantics, with_members: true };
            let of = |engine| mined(engine, &graph, &asked, &Control::new());
            let (own, other) = (of(engines.gpu()), of(&cpu));
            assert!(
                own == other,
                "{} vertices, {asked:?}: {} and {}",
                graph.num_vertices(),
                own.0.len(),
                other.0.len()
            );
            number += own.0.len();
        }
    }
    assert!(number > 1000, "{number} patterns are frequent");
}

#[test]
fn a_search_for_frequent_patterns_ends_in_time() {
    let Some(engines) = Engines::wait() else { return };
    let graph = labelled(16, 3, 0);
    let asked = Frequent { max_edges: Some(8), ..Frequent::of_support(10) };
    let control = Control::new().with_time_limit(Duration::from_millis(500));
    let (found, is_partial) = mined(engines.gpu(), &graph, &asked, &control);
    assert!(is_partial && !found.is_empty());
}
