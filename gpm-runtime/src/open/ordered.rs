//! A graph in degeneracy order: the roots of a search for cliques.

use rayon::prelude::*;

use crate::control::{Control, Stopped};
use crate::graph::{Csr, Graph, Storage, VertexId, by_degeneracy, inverse, relabel_rows};

/// Rows in reversed degeneracy order \[EppsteinLoefflerStrash2010\]: a vertex has at most as many smaller neighbors as the degeneracy of the
/// graph. A clique is found below its largest vertex, its root.
#[derive(Debug)]
pub(crate) struct Ordered {
    rows: Csr,
    /// Of each vertex, how many neighbors are smaller.
    splits: Vec<u32>,
    /// Of each vertex, what the graph calls it.
    names: Vec<VertexId>,
    /// Vertices of the graph that all cliques are to have; the rows are those of their common neighbors.
    base: Vec<VertexId>,
}

impl Ordered {
    /// Orders the part of a graph in which cliques with all vertices of `base` lie; `None` if these are no clique.
    ///
    /// # Errors
    /// [`Stopped`] once the run has been told to stop.
    pub(crate) fn new(graph: &Graph, base: &[VertexId], control: &Control) -> Result<Option<Ordered>, Stopped> {
        let merged = graph.is_directed().then(|| graph.undirected_rows());
        let rows = merged.as_ref().unwrap_or(graph.out());
        let mut base = base.to_vec();
        base.sort_unstable();
        base.dedup();
        let is_clique = base.iter().enumerate().all(|(at, &u)| base[..at].iter().all(|&v| rows.has_edge(u, v)));
        if !is_clique {
            return Ok(None);
        }
        let Some((&first, others)) = base.split_first() else {
            return Ordered::of_rows(rows, (None, None), base, control).map(Some);
        };
        let is_common = |v: &&VertexId| others.iter().all(|&u| rows.has_edge(u, **v));
        let common: Vec<VertexId> = rows.row(first).iter().filter(is_common).copied().collect();
        Ordered::of_rows(&induced(rows, &common), (Some(common), None), base, control).map(Some)
    }

    /// Orders the part of a graph in which each vertex has `least` neighbors that are in it too. If there is a `last` vertex, it is made the largest, so that
    /// all others are below it; `None` if it is not in that part.
    ///
    /// # Errors
    /// [`Stopped`] once the run has been told to stop.
    pub(crate) fn core(
        graph: &Graph,
        least: usize,
        last: Option<VertexId>,
        control: &Control,
    ) -> Result<Option<Ordered>, Stopped> {
        let merged = graph.is_directed().then(|| graph.undirected_rows());
        let rows = merged.as_ref().unwrap_or(graph.out());
        let core = core(rows, least);
        let Ok(last) = last.map(|last| core.binary_search(&last)).transpose() else { return Ok(None) };
        let last = last.map(|last| last as VertexId);
        if core.len() == rows.num_vertices() {
            return Ordered::of_rows(rows, (None, last), Vec::new(), control).map(Some);
        }
        Ordered::of_rows(&induced(rows, &core), (Some(core), last), Vec::new(), control).map(Some)
    }

    fn of_rows(
        rows: &Csr,
        (names, last): (Option<Vec<VertexId>>, Option<VertexId>),
        base: Vec<VertexId>,
        control: &Control,
    ) -> Result<Ordered, Stopped> {
        control.ensure_running()?;
        let mut old_of_new = by_degeneracy(rows);
        if let Some(last) = last {
            old_of_new.retain(|&v| v != last);
            old_of_new.push(last);
        }
        control.ensure_running()?;
        let rows = relabel_rows(rows, &old_of_new, &inverse(&old_of_new));
        let split = |v: usize| rows.row(v as VertexId).partition_point(|&u| (u as usize) < v) as u32;
        let splits = (0..rows.num_vertices()).into_par_iter().with_min_len(1024).map(split).collect();
        let names = match names {
            Some(names) => old_of_new.iter().map(|&old| names[old as usize]).collect(),
            None => old_of_new,
        };
        control.ensure_running()?;
        Ok(Ordered { rows, splits, names, base })
    }

    /// Bounds of the rows, all rows, and of each vertex how many neighbors are smaller.
    #[cfg(feature = "cuda")]
    pub(crate) fn arrays(&self) -> (&[u64], &[VertexId], &[u32]) {
        (self.rows.offsets(), self.rows.neighbors(), &self.splits)
    }

    pub(super) fn num_vertices(&self) -> usize {
        self.names.len()
    }

    /// The neighbors of `v`.
    #[inline]
    pub(super) fn row(&self, v: VertexId) -> &[VertexId] {
        self.rows.row(v)
    }

    /// The neighbors of `v` that are smaller.
    #[inline]
    pub(super) fn smaller(&self, v: VertexId) -> &[VertexId] {
        &self.rows.row(v)[..self.num_smaller(v)]
    }

    /// Those that are larger.
    #[inline]
    pub(super) fn larger(&self, v: VertexId) -> &[VertexId] {
        &self.rows.row(v)[self.num_smaller(v)..]
    }

    /// How many neighbors of `v` are smaller.
    #[inline]
    pub(super) fn num_smaller(&self, v: VertexId) -> usize {
        self.splits[v as usize] as usize
    }

    /// What the graph calls `v`.
    pub(crate) fn name(&self, v: VertexId) -> VertexId {
        self.names[v as usize]
    }

    /// The vertex that the graph calls `name`, if it is there. Cost: a pass over the names.
    pub(crate) fn place(&self, name: VertexId) -> Option<VertexId> {
        self.names.iter().position(|&own| own == name).map(|place| place as VertexId)
    }

    /// Vertices of the graph that all cliques have.
    pub(crate) fn base(&self) -> &[VertexId] {
        &self.base
    }

    /// Whether there is no vertex but those that all cliques have. Then these are the one clique that is maximal, if there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Each vertex is a root; so is the base, if there is nothing else.
    pub(super) fn num_roots(&self) -> usize {
        self.names.len().max(usize::from(!self.base.is_empty()))
    }

    /// Vertices that a clique below root `v` has at most.
    pub(super) fn most_below(&self, v: VertexId) -> usize {
        self.base.len() + 1 + self.num_smaller(v)
    }

    /// About how much work there is below root `v`.
    pub(super) fn weight(&self, v: VertexId) -> u64 {
        1 + self.splits.get(v as usize).map_or(0, |&smaller| u64::from(smaller).pow(2))
    }
}

/// The vertices that are left when those with fewer than `least` neighbors are taken off, again and again, ascending.
fn core(rows: &Csr, least: usize) -> Vec<VertexId> {
    let vertices = || 0..rows.num_vertices() as VertexId;
    let mut degrees: Vec<usize> = vertices().map(|v| rows.degree(v)).collect();
    let mut off: Vec<VertexId> = vertices().filter(|&v| degrees[v as usize] < least).collect();
    while let Some(v) = off.pop() {
        for &u in rows.row(v) {
            let degree = &mut degrees[u as usize];
            *degree = degree.saturating_sub(1);
            if *degree + 1 == least {
                off.push(u);
            }
        }
    }
    vertices().filter(|&v| degrees[v as usize] >= least).collect()
}

/// The rows among some vertices, which become 0, 1, … in their order.
fn induced(rows: &Csr, vertices: &[VertexId]) -> Csr {
    let mut place = vec![VertexId::MAX; rows.num_vertices()];
    vertices.iter().zip(0..).for_each(|(&v, at)| place[v as usize] = at);
    let (mut offsets, mut neighbors) = (vec![0], Vec::new());
    for &v in vertices {
        neighbors.extend(rows.row(v).iter().map(|&u| place[u as usize]).filter(|&at| at != VertexId::MAX));
        offsets.push(neighbors.len() as u64);
    }
    Csr::from_parts(Storage::from(offsets), Storage::from(neighbors), None)
}
