//! A graph laid out for many queries: rows label by label, vertices that no query can tell apart, and core numbers.

use gpm_plan::mix;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::cycles::{ShortCycles, reversed};
use crate::control::{Control, Stopped};
use crate::graph::{Graph, LabelId, VertexId, peel};
use crate::mine::{LabelledRows, merged};
use crate::on_demand::OnDemand;

/// A graph laid out.
#[derive(Debug)]
pub struct Ground {
    pub(super) rows: LabelledRows,
    /// By vertex, the first of its twins: vertices with the same label and the same links to all other vertices [TurboIso]. To swap
    /// two of them is an automorphism of the graph. They have consecutive numbers.
    pub(super) twins: Vec<VertexId>,
    /// By vertex, its core number.
    pub(super) cores: Vec<u32>,
    /// By place in a row, where the same edge stands in the row of its other end, once somebody asked for it.
    reversed: OnDemand<Option<Vec<u32>>>,
    /// The short cycles, once somebody asked for them; `None` if they are many.
    short_cycles: OnDemand<Option<ShortCycles>>,
}

impl Ground {
    /// Lays a graph out. Cost: O(E log d), and memory for a copy of the rows.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub fn new(graph: &Graph, control: &Control) -> Result<Ground, Stopped> {
        let rows = LabelledRows::in_order(graph, with_twins_together(graph).into_iter(), 0, control)?;
        let num_vertices = rows.num_vertices();
        let mut twins: Vec<VertexId> = (0..num_vertices as VertexId).collect();
        for x in 1..num_vertices {
            if are_twins(&rows, x as VertexId - 1, x as VertexId) {
                twins[x] = twins[x - 1];
            }
        }
        control.ensure_running()?;
        let cores = peel(num_vertices, |x| rows.all_neighbors(x)).numbers;
        Ok(Ground { rows, twins, cores, reversed: OnDemand::new(), short_cycles: OnDemand::new() })
    }

    /// The triangles and squares; `None` if they are many.
    pub(super) fn short_cycles(&self) -> Option<&ShortCycles> {
        self.short_cycles.get_or_make(|| ShortCycles::new(&self.rows, self.reversed()?)).as_ref()
    }

    /// By place in a row, where the same edge stands in the row of its other end; `None` if there are more places than numbers.
    pub(super) fn reversed(&self) -> Option<&[u32]> {
        self.reversed.get_or_make(|| reversed(&self.rows)).as_deref()
    }

    /// By vertex, the first of its twins.
    pub(crate) fn twins(&self) -> &[VertexId] {
        &self.twins
    }

    /// The neighbors of a vertex that have a label.
    #[inline]
    pub(super) fn row(&self, x: VertexId, label: LabelId) -> &[VertexId] {
        self.rows.neighbors(self.rows.group(x, label))
    }
}

/// Whether two vertices have the same label and the same links to all others, and the same one to each other.
fn are_twins(rows: &LabelledRows, x: VertexId, y: VertexId) -> bool {
    let link = rows.link(x, y);
    rows.label(x) == rows.label(y)
        && rows.degree(x) == rows.degree(y)
        && link == link.reversed()
        && rows.row(x).filter(|&(z, _)| z != y).eq(rows.row(y).filter(|&(z, _)| z != x))
}

/// All vertices, in an order in which twins are neighbors. Others may be too.
fn with_twins_together(graph: &Graph) -> Vec<usize> {
    // Sums over the row without and with the vertex itself: the one is the same for twins that are not adjacent, the other for those that are.
    let sums = |v: usize| {
        let open = merged(graph, v as VertexId).fold(0u64, |sum, (w, _)| sum.wrapping_add(mixed(w)));
        [open, open.wrapping_add(mixed(v as VertexId)).rotate_left(1)]
    };
    let sums: Vec<[u64; 2]> = (0..graph.num_vertices()).into_par_iter().map(sums).collect();
    let label = |v: usize| graph.vertex_labels().map_or(0, |labels| labels[v]);
    let mut first: FxHashMap<(LabelId, u64), usize> = FxHashMap::default();
    let mut keys: Vec<(usize, usize)> = Vec::with_capacity(sums.len());
    for (v, sums) in sums.into_iter().enumerate() {
        let [open, closed] = sums.map(|sum| (label(v), sum));
        let found = first.get(&open).or_else(|| first.get(&closed)).copied();
        let class = found.unwrap_or(v);
        if found.is_none() {
            first.insert(open, v);
            first.insert(closed, v);
        }
        keys.push((class, v));
    }
    keys.sort_unstable();
    keys.into_iter().map(|(_, v)| v).collect()
}

/// A number that looks random: those of all vertices are a stream.
fn mixed(v: VertexId) -> u64 {
    mix::mixed((u64::from(v) + 1).wrapping_mul(mix::GOLDEN))
}
