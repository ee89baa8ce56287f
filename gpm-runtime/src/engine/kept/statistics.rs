//! What the planner wants to know of a graph.

use gpm_plan::cost::{GraphStats, Prices};

use crate::graph::{Graph, histogram};

/// What the planner wants to know of a graph that the CPU is to search. Cost: a pass over the vertices and a sample of triangles, once a
/// graph, or nothing if the file of the graph says it; and a pass over the labels.
pub fn stats_for_planning(graph: &Graph) -> GraphStats {
    let measures = graph.measures();
    let moments = measures.moments();
    let entries = graph.out().num_entries() as f64;
    let edges = if graph.is_directed() { entries } else { entries / 2.0 };
    let total = graph.num_vertices().max(1) as f64;
    let count = histogram(graph.vertex_labels().unwrap_or(&[]), graph.vertex_label_names().len());
    let names = graph.vertex_label_names().iter().map(str::to_owned);
    let labels = names.zip(count.into_iter().map(|n| n as f64 / total)).collect();
    GraphStats {
        vertices: graph.num_vertices() as f64,
        edges,
        moments,
        largest: measures.largest(),
        triangles: measures.closure * (moments.dd / 2.0 - edges).max(0.0) / 3.0,
        triangle_tilt: measures.tilt,
        labels,
        classes: None,
        by_label: None,
        prices: Prices::CPU,
    }
}
