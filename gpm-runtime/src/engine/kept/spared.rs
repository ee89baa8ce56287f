//! Roots that a table does without: those that have too few neighbors, and twins, whose numbers are those of others. A hub of 10^5 leaves would be
//! walked through once for each of them.

use gpm_plan::nest::Per;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::graph::{Graph, VertexId};
use crate::run::{BoundNest, Finding, RunError};
use crate::view::are_lent;

/// Part of all walks of two steps that must be spared, so that roots from a list pay. *guess*
const WORTHWHILE: f64 = 0.125;

/// A search below some roots that says what is below all.
#[derive(Debug)]
pub(in crate::engine) struct Spared {
    pub(in crate::engine) roots: Vec<VertexId>,
    /// Vertices that have the same entry as others, each behind that other.
    twins: Vec<[VertexId; 2]>,
}

impl Spared {
    /// `None` where all roots are searched. `known` are the [`twins`] of the graph.
    pub(in crate::engine) fn of<'t>(
        BoundNest { nest, bound, graph }: BoundNest<'_>,
        known: impl FnOnce() -> &'t [[VertexId; 2]] + Send,
        pool: &ThreadPool,
    ) -> Option<Spared> {
        // Labels, of vertices or edges, and attributes that a pattern asks for tell vertices with the same neighbors apart.
        let is_plain = are_lent(graph, nest) && bound.roots.is_none() && nest.num_totals() == 1;
        // Twins are found by looking at each entry once, too.
        if nest.per != Per::Vertex || !is_plain || nest.goes_one_step() {
            return None;
        }
        pool.install(|| {
            let twins = if nest.is_alike_at_twins() { known() } else { &[] };
            Spared::from(graph, nest.least_root_degree(), twins)
        })
    }

    /// Of vertices with fewer neighbors, and of twins.
    fn from(graph: &Graph, least: usize, twins: &[[VertexId; 2]]) -> Option<Spared> {
        let (out, vertices) = (graph.out(), 0..graph.num_vertices() as VertexId);
        let has_enough = |v: VertexId| out.degree(v) >= least;
        let mut is_root: Vec<bool> = vertices.clone().into_par_iter().map(has_enough).collect();
        twins.iter().for_each(|&[_, twin]| is_root[twin as usize] = false);
        let walks = |v: VertexId| out.row(v).iter().map(|&w| out.degree(w) as f64).sum::<f64>();
        let all: f64 = vertices.clone().into_par_iter().map(|v| (out.degree(v) as f64).powi(2)).sum();
        let spared = vertices.clone().into_par_iter().filter(|&v| !is_root[v as usize]);
        let spared: f64 = spared.map(walks).sum();
        if spared == 0.0 || spared < WORTHWHILE * all {
            return None;
        }
        let roots = vertices.into_par_iter().filter(|&v| is_root[v as usize]).collect();
        let twins = twins.par_iter().copied().filter(|&[first, _]| has_enough(first)).collect();
        Some(Spared { roots, twins })
    }

    /// Adds what the others have to what was found below the roots.
    pub(in crate::engine) fn complete(&self, finding: &mut Finding) -> Result<(), RunError> {
        let (Some(table), [total]) = (&finding.table, &mut finding.totals[..]) else { return Ok(()) };
        for &[first, twin] in &self.twins {
            let own = table.get(first as usize);
            let sum = total.checked_add(own).filter(|_| table.add(twin as usize, own));
            *total = sum.ok_or(RunError::Overflow)?;
        }
        Ok(())
    }
}

/// Vertices with the same neighbors as a smaller one, as pairs: the smallest vertex with these neighbors, then the other. Those without any are
/// left out. Cost: a pass over the rows and a sort of the vertices, by the caller's threads.
pub(in crate::engine) fn twins(graph: &Graph) -> Vec<[VertexId; 2]> {
    let out = graph.out();
    let hash = |v: VertexId| {
        let mix = |sum: u64, &w: &VertexId| (sum.rotate_left(5) ^ u64::from(w)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        out.row(v).iter().fold(0, mix)
    };
    let vertices = (0..graph.num_vertices() as VertexId).into_par_iter().filter(|&v| out.degree(v) > 0);
    let mut hashed: Vec<(u64, VertexId)> = vertices.map(|v| (hash(v), v)).collect();
    hashed.par_sort_unstable();
    let alike = hashed.par_chunk_by(|(one, _), (other, _)| one == other).filter(|alike| alike.len() > 1);
    // Rows that differ are no twins, though their hash may be the same.
    let of_first = |alike: &[(u64, VertexId)]| {
        let (first, others) = (alike[0].1, &alike[1..]);
        let twins = others.iter().filter(move |(_, v)| out.row(first) == out.row(*v));
        twins.map(move |&(_, v)| [first, v]).collect::<Vec<_>>()
    };
    alike.flat_map_iter(of_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hub of leaves, and one of two vertices that are also joined to a third: a square.
    fn hubs() -> Graph {
        let leaves = (1..=1000).map(|leaf| (0, leaf));
        Graph::from_edges(1005, leaves.chain([(1001, 1002), (1001, 1003), (1004, 1002), (1004, 1003)]))
            .expect("a graph")
    }

    #[test]
    fn one_of_all_leaves_is_searched() {
        let graph = hubs();
        let twins = twins(&graph);
        assert_eq!(twins.len(), 999 + 2);
        let spared = Spared::from(&graph, 0, &twins).expect("most walks lead from leaves");
        assert_eq!((spared.roots.len(), spared.twins.len()), (1005 - 1001, 1001));
        // Twins with too few neighbors have nothing.
        let spared = Spared::from(&graph, 2, &twins).expect("most walks lead from leaves");
        assert_eq!((spared.roots.len(), spared.twins.len()), (3, 2));
    }

    #[test]
    fn little_is_not_worth_a_list() {
        let ring = Graph::from_edges(100, (0..100).map(|v| (v, (v + 1) % 100)).chain([(0, 50)])).expect("a graph");
        assert!(Spared::from(&ring, 3, &[]).is_some(), "most are spared");
        assert!(Spared::from(&ring, 2, &twins(&ring)).is_none(), "none is");
    }
}
