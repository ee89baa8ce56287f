//! What planners want to know of the shape of a graph: measured once, and kept in its file.

use bytemuck::{Pod, Zeroable};
use gpm_plan::cost::DegreeMoments;
use rayon::prelude::*;

use super::{Graph, VertexId, is_short_as_bits};
use crate::set::kernels;

/// Figures of the shape of a graph's out rows, all of which follow from these rows alone.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Measures {
    /// Sums over all vertices, by the fields of [`DegreeMoments`].
    moments: [f64; 8],
    /// The largest addend of each.
    largest: [f64; 8],
    /// The part of the wedges that are closed, of a sample.
    pub(crate) closure: f64,
    /// How unevenly triangles lie on edges, of a sample: the mean square of the triangles of an edge over the square of their mean. At least
    /// 1; 3, as usual, if these edges have none.
    pub(crate) tilt: f64,
}

impl Graph {
    /// What planners want to know of its shape. Measured on first use by the caller's threads, or read from the `.gpm` file that has it.
    pub(crate) fn measures(&self) -> &Measures {
        self.measures.get_or_make(|| Measures::of(self))
    }
}

impl Measures {
    /// To be raised whenever the same graph is measured otherwise, so that what files keep is not taken for it.
    pub(crate) const VERSION: u64 = 1;

    /// Measures a graph. Cost: a pass over its vertices, and triangles of a sample; by the caller's threads.
    fn of(graph: &Graph) -> Measures {
        let (rows, splits) = (graph.out(), graph.splits());
        let of_vertex = |v: usize| {
            let (d, b) = (rows.degree(v as VertexId) as f64, f64::from(splits[v]));
            let a = d - b;
            let ab_dense = if is_short_as_bits(v, splits[v] as usize) { a * b } else { 0.0 };
            [d * d, d * b, d * a, b * b, a * b, ab_dense, a * a, d * d * d]
        };
        let zip = |x: [f64; 8], y: [f64; 8], with: fn(f64, f64) -> f64| std::array::from_fn(|i| with(x[i], y[i]));
        let shares = graph.num_vertices().div_ceil(SHARE);
        let of_share = |share: usize| {
            let vertices = share * SHARE..graph.num_vertices().min((share + 1) * SHARE);
            vertices
                .map(of_vertex)
                .fold(([0.0; 8], [0.0; 8]), |(sum, most), own| (zip(sum, own, |x, y| x + y), zip(most, own, f64::max)))
        };
        // Added up in one order, for the sums to be the same on all machines.
        let shares: Vec<_> = (0..shares).into_par_iter().map(of_share).collect();
        let (moments, largest) = shares.into_iter().fold(([0.0; 8], [0.0; 8]), |(sum, most), (own, largest)| {
            (zip(sum, own, |x, y| x + y), zip(most, largest, f64::max))
        });
        Measures { moments, largest, closure: sampled_closure(graph), tilt: sampled_tilt(graph) }
    }

    /// Moments of the degrees.
    pub(crate) fn moments(&self) -> DegreeMoments {
        named(self.moments)
    }

    /// What one vertex is of each of them at most.
    pub(crate) fn largest(&self) -> DegreeMoments {
        named(self.largest)
    }
}

/// Vertices that are worth a thread. The same on all machines, so that sums are. *guess*
const SHARE: usize = 1 << 16;

fn named([dd, db, da, bb, ab, ab_dense, aa, ddd]: [f64; 8]) -> DegreeMoments {
    DegreeMoments { dd, db, da, bb, ab, ab_dense, aa, ddd }
}

/// [`Measures::tilt`], from an even sample of a thousand edges.
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

/// [`Measures::closure`], on an even sample of a few thousand vertices weighted by their wedges.
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
