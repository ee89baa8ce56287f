//! Numbers about the graph as a whole, and its degrees.

use std::collections::BTreeMap;

use gpm::{Graph, GraphStatistics, VertexId};
use gpm_report::{DegreeChart, DegreeFacts, Degrees, Facts, grouped};

/// Labels that are named among the facts, the most frequent first. *guess*
const NAMED_LABELS: usize = 5;

/// Numbers about the graph as a whole; the triangles if they were counted.
pub(super) fn facts(graph: &Graph, triangles: Option<u128>) -> Facts {
    let (figures, _) = graph.quick_statistics();
    let n = figures.vertices as f64;
    let (arcs, joined) = (figures.edges as f64, figures.undirected_edges as f64);
    let pairs = if graph.is_directed() { n * (n - 1.0) } else { n * (n - 1.0) / 2.0 };
    let is_some = figures.vertices > 0;
    Facts {
        vertices: Some(figures.vertices.into()),
        edges: Some(figures.edges.into()),
        directed: Some(graph.is_directed()),
        density: (pairs > 0.0).then_some(arcs / pairs),
        // Each pair with arcs both ways is one edge without directions, and two arcs.
        reciprocity: (graph.is_directed() && arcs > 0.0).then_some(2.0 * (arcs - joined) / arcs),
        degree: is_some.then(|| DegreeFacts {
            min: Some(figures.min_degree.into()),
            median: median(graph),
            mean: Some(figures.mean_degree),
            max: Some(figures.max_degree.into()),
        }),
        components: Some(figures.components.into()),
        largest_component: is_some.then(|| largest_component(graph).into()),
        core_number: Some(figures.degeneracy.into()),
        transitivity: triangles.filter(|_| figures.wedges > 0).map(|own| 3.0 * own as f64 / figures.wedges as f64),
        triangles,
        others: others(graph, &figures),
    }
}

/// How many vertices have which degree; of a directed graph, in and out.
pub(super) fn degrees(graph: &Graph) -> DegreeChart {
    let vertices = || 0..graph.num_vertices() as VertexId;
    let counts = |degree: &dyn Fn(VertexId) -> usize| {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        vertices().for_each(|v| *counts.entry(degree(v) as u64).or_default() += 1);
        counts.into_iter().collect()
    };
    let series = |name: &str, counts| Degrees { name: name.to_owned(), counts };
    DegreeChart {
        series: match graph.is_directed() {
            false => vec![series("", counts(&|v| graph.out().degree(v)))],
            true => vec![
                series("in", counts(&|v| graph.incoming().degree(v))),
                series("out", counts(&|v| graph.out().degree(v))),
            ],
        },
    }
}

/// Neighbors of a vertex, whatever the directions.
pub(super) fn num_neighbors(graph: &Graph, v: VertexId) -> usize {
    let out = graph.out().row(v);
    match graph.is_directed() {
        false => out.len(),
        true => out.len() + graph.incoming().degree(v) - mutual(graph, v),
    }
}

/// Neighbors with arcs both ways.
pub(super) fn mutual(graph: &Graph, v: VertexId) -> usize {
    let (mut incoming, mut both) = (graph.incoming().row(v).iter().peekable(), 0);
    for &to in graph.out().row(v) {
        while incoming.next_if(|&&from| from < to).is_some() {}
        both += usize::from(incoming.peek() == Some(&&to));
    }
    both
}

fn median(graph: &Graph) -> Option<f64> {
    let mut degrees: Vec<usize> = (0..graph.num_vertices() as VertexId).map(|v| num_neighbors(graph, v)).collect();
    degrees.sort_unstable();
    let middle = degrees.len().checked_sub(1)? / 2;
    Some((degrees[middle] + degrees[degrees.len() / 2]) as f64 / 2.0)
}

/// Vertices of the largest component, directions left aside.
fn largest_component(graph: &Graph) -> u64 {
    let mut is_seen = vec![false; graph.num_vertices()];
    let (mut largest, mut open) = (0, Vec::new());
    for start in 0..graph.num_vertices() as VertexId {
        if std::mem::replace(&mut is_seen[start as usize], true) {
            continue;
        }
        open.push(start);
        let mut size = 0;
        while let Some(v) = open.pop() {
            size += 1;
            let incoming = if graph.is_directed() { graph.incoming().row(v) } else { &[] };
            for &to in graph.out().row(v).iter().chain(incoming) {
                if !std::mem::replace(&mut is_seen[to as usize], true) {
                    open.push(to);
                }
            }
        }
        largest = largest.max(size);
    }
    largest
}

fn others(graph: &Graph, figures: &GraphStatistics) -> Vec<(String, String)> {
    let mut others = Vec::new();
    let labels = [
        ("labels", graph.vertex_label_names(), &figures.vertex_label_histogram),
        ("labels of edges", graph.edge_label_names(), &figures.edge_label_histogram),
    ];
    for (what, names, histogram) in labels {
        let mut counts: Vec<(&str, u64)> =
            names.iter().zip(histogram.iter().copied()).filter(|(name, _)| !name.is_empty()).collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let mut named: Vec<String> = counts
            .iter()
            .take(NAMED_LABELS)
            .map(|&(name, count)| format!("{name} ({})", grouped(count.into())))
            .collect();
        if counts.len() > NAMED_LABELS {
            named.push(format!("{} more", counts.len() - NAMED_LABELS));
        }
        if !named.is_empty() {
            others.push((what.to_owned(), named.join(", ")));
        }
    }
    if figures.isolated > 0 {
        others.push(("vertices without neighbors".to_owned(), grouped(figures.isolated.into())));
    }
    others
}
