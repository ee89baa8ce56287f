//! What the planner wants to know of a graph.

use gpm_plan::cost::{DegreeMoments, GraphStats, Prices};
use rayon::prelude::*;

use crate::graph::{Graph, VertexId, histogram, is_short_as_bits};
use crate::set::kernels;

/// What the planner wants to know of a graph that the CPU is to search. Costs a pass over the vertices, and counting triangles on a
/// sample.
pub fn stats_for_planning(graph: &Graph) -> GraphStats {
    let rows = graph.out();
    let splits = graph.splits();
    let of_vertex = |v: usize| {
        let (d, b) = (rows.degree(v as VertexId) as f64, f64::from(splits[v]));
        let a = d - b;
        let ab_dense = if is_short_as_bits(v, splits[v] as usize) { a * b } else { 0.0 };
        DegreeMoments { dd: d * d, db: d * b, da: d * a, bb: b * b, ab: a * b, ab_dense, aa: a * a, ddd: d * d * d }
    };
    let addends = (0..graph.num_vertices()).into_par_iter().map(|v| [of_vertex(v); 2].into());
    let (moments, largest) = addends.reduce(Default::default, |(sum, largest), (other_sum, other)| {
        (sum.zip(&other_sum, |x, y| x + y), largest.zip(&other, f64::max))
    });
    let entries = rows.num_entries() as f64;
    let edges = if graph.is_directed() { entries } else { entries / 2.0 };
    let total = graph.num_vertices().max(1) as f64;
    let count = histogram(graph.vertex_labels().unwrap_or(&[]), graph.vertex_label_names().len());
    let names = graph.vertex_label_names().iter().map(str::to_owned);
    let labels = names.zip(count.into_iter().map(|n| n as f64 / total)).collect();
    let triangles = sampled_closure(graph) * (moments.dd / 2.0 - edges).max(0.0) / 3.0;
    let (vertices, triangle_tilt) = (graph.num_vertices() as f64, sampled_tilt(graph));
    GraphStats {
        vertices,
        edges,
        moments,
        largest,
        triangles,
        triangle_tilt,
        labels,
        classes: None,
        by_label: None,
        prices: Prices::CPU,
    }
}

/// How unevenly triangles lie on edges, from an even sample of a thousand edges. At least 1; 3, as usual, if these have none.
fn sampled_tilt(graph: &Graph) -> f64 {
    /// Edges of which the triangles are counted. *guess*
    const EDGES: usize = 1024;
    let (rows, kernels) = (graph.out(), kernels());
    let neighbors = rows.neighbors();
    let step = neighbors.len().div_ceil(EDGES).max(1);
    let common = |entry: usize| {
        let owner = rows.offsets().partition_point(|&offset| offset <= entry as u64) - 1;
        kernels.count_intersect(rows.row(owner as VertexId), rows.row(neighbors[entry])) as f64
    };
    let sampled = (0..neighbors.len()).into_par_iter().step_by(step).map(common);
    let sum = |x: (f64, f64, f64), y: (f64, f64, f64)| (x.0 + y.0, x.1 + y.1, x.2 + y.2);
    let (edges, all, squares) = sampled.map(|t| (1.0, t, t * t)).reduce(|| (0.0, 0.0, 0.0), sum);
    if all == 0.0 { 3.0 } else { (squares * edges / (all * all)).max(1.0) }
}

/// The part of wedges that are closed, on an even sample of a few thousand vertices weighted by their wedges.
fn sampled_closure(graph: &Graph) -> f64 {
    /// Vertices that are looked at, and pairs of neighbors of each. *guess*
    const CENTERS: usize = 2048;
    const PAIRS: usize = 16;
    let n = graph.num_vertices();
    let rows = graph.out();
    let step = n.div_ceil(CENTERS).max(1);
    let (closed, all) = (0..n)
        .into_par_iter()
        .step_by(step)
        .map(|v| {
            let row = rows.row(v as VertexId);
            let wedges = (row.len() * row.len().saturating_sub(1)) as f64 / 2.0;
            if wedges == 0.0 {
                return (0.0, 0.0);
            }
            let pair = |i: usize| {
                // A fixed stride over the pairs: the plan must not depend on chance.
                let (x, y) = ((i * 7919) % row.len(), (i * 104_729 + 1 + i) % row.len());
                x != y && (rows.has_edge(row[x], row[y]) || rows.has_edge(row[y], row[x]))
            };
            let closed = (0..PAIRS).filter(|&i| pair(i)).count() as f64;
            (wedges * closed / PAIRS as f64, wedges)
        })
        .reduce(|| (0.0, 0.0), |x, y| (x.0 + y.0, x.1 + y.1));
    if all == 0.0 { 0.0 } else { closed / all }
}
