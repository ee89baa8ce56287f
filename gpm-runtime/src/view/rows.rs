//! The rows of one view: borrowed from the graph where it is the relation asked for, else laid out anew.

use std::borrow::Cow;
use std::sync::Arc;

use gpm_plan::nest::{ClassId, View};
use rayon::prelude::*;

use super::BindError;
use super::known::{Between, Candidates, Under};
use super::own_rows::OwnRows;
use super::relation::Relation;
use crate::control::Control;
#[cfg(feature = "cuda")]
use crate::graph::LowerSums;
use crate::graph::{BitRows, Csr, Graph, VertexId};

/// Compressed sparse rows of a view.
#[derive(Debug)]
pub enum Rows<'g> {
    /// Rows of the graph as they stand.
    Graph {
        /// The rows.
        rows: &'g Csr,
        /// For each vertex the number of smaller neighbors.
        splits: Cow<'g, [u32]>,
    },
    /// Rows filtered for this nest; those of vertices that no level can hold are empty.
    Own(Arc<OwnRows>),
}

impl<'g> Rows<'g> {
    /// The out rows of a graph as they stand.
    pub(super) fn of_graph(graph: &'g Graph) -> Self {
        Rows::Graph { rows: graph.out(), splits: Cow::Borrowed(graph.splits()) }
    }
}

impl Rows<'_> {
    /// The same rows, lent.
    pub(super) fn lend(&self) -> Rows<'_> {
        match self {
            Rows::Graph { rows, splits } => Rows::Graph { rows, splits: Cow::Borrowed(splits) },
            Rows::Own(own) => Rows::Own(Arc::clone(own)),
        }
    }

    /// Row bounds, `num_vertices + 1` entries.
    pub fn offsets(&self) -> &[u64] {
        match self {
            Rows::Graph { rows, .. } => rows.offsets(),
            Rows::Own(own) => &own.offsets,
        }
    }

    /// All rows, one after the other.
    pub fn neighbors(&self) -> &[VertexId] {
        match self {
            Rows::Graph { rows, .. } => rows.neighbors(),
            Rows::Own(own) => &own.neighbors,
        }
    }

    /// For each vertex, how many of its row are smaller than it.
    pub fn splits(&self) -> &[u32] {
        match self {
            Rows::Graph { splits, .. } => splits,
            Rows::Own(own) => &own.splits,
        }
    }

    /// The row of `v`, ascending.
    pub fn row(&self, v: VertexId) -> &[VertexId] {
        let offsets = self.offsets();
        &self.neighbors()[offsets[v as usize] as usize..offsets[v as usize + 1] as usize]
    }

    /// The lower parts of dense rows as bits, where the rows are the graph's.
    pub(crate) fn lower_bits(&self) -> Option<&BitRows> {
        match self {
            Rows::Graph { rows, .. } => Some(rows.lower_bits()),
            Rows::Own(_) => None,
        }
    }

    /// Where the entry `w` of the row of `v` stands among all entries, if there is one. Cost: a search in the row.
    pub fn entry(&self, v: VertexId, w: VertexId) -> Option<usize> {
        let place = self.row(v).binary_search(&w).ok()?;
        Some(self.offsets()[v as usize] as usize + place)
    }

    /// Sums over lower and upper parts of rows. Cost: as [`Rows::max_len`].
    #[cfg(feature = "cuda")]
    pub(crate) fn lower_sums(&self) -> LowerSums {
        match self {
            Rows::Graph { rows, .. } => rows.lower_sums(self.splits()),
            Rows::Own(_) => LowerSums::of(self.offsets(), self.splits()),
        }
    }

    /// Length of the longest row. Costs nothing for a graph of which it was asked before, else a pass over the bounds.
    pub fn max_len(&self) -> usize {
        match self {
            Rows::Graph { rows, .. } => rows.max_degree(),
            Rows::Own(own) => own.offsets.par_windows(2).map(|w| (w[1] - w[0]) as usize).max().unwrap_or(0),
        }
    }
}

/// Lays out a view. Only rows of vertices in the classes `sources` are read.
///
/// # Errors
/// As [`Bound::under`](super::Bound::under).
pub(super) fn lay_out<'g>(
    graph: &'g Graph,
    view: &View,
    (members, sources): (&[Option<Candidates>], &[ClassId]),
    under: Under<'_>,
) -> Result<Rows<'g>, BindError> {
    let relation = Relation::bind(graph, &view.pair)?;
    let of = |class: &ClassId| members[usize::from(class.0)].as_ref();
    let target = of(&view.target);
    if let (Some(csr), None) = (relation.plain(), target) {
        let is_out = std::ptr::eq(csr, graph.out());
        let splits = match is_out {
            true => Cow::Borrowed(graph.splits()),
            false => Cow::Owned(splits_of(csr.offsets(), csr.neighbors())),
        };
        return Ok(Rows::Graph { rows: csr, splits });
    }
    let id = |candidates: &Candidates| candidates.id;
    let mut from: Vec<_> = sources.iter().map(|class| of(class).map(id)).collect();
    from.sort_unstable();
    from.dedup();
    let between = Between { pair: view.pair.clone(), from, to: target.map(id) };
    let sources: Vec<Option<&Candidates>> = sources.iter().map(of).collect();
    Ok(Rows::Own(under.known.rows(graph, between, || filtered(graph, &relation, (&sources, target), under.control))?))
}

/// The pairs of a relation from any of some candidates to others, as rows.
fn filtered(
    graph: &Graph,
    relation: &Relation<'_>,
    (sources, target): (&[Option<&Candidates>], Option<&Candidates>),
    control: &Control,
) -> Result<OwnRows, BindError> {
    let is_source = |v: VertexId| sources.iter().any(|source| source.is_none_or(|source| source.contains(v)));
    let add_row = |v: VertexId, neighbors: &mut Vec<VertexId>| {
        if is_source(v) {
            relation.for_each(v, |w| {
                if target.is_none_or(|target| target.contains(w)) {
                    neighbors.push(w);
                }
                true
            });
        }
    };
    let n = graph.num_vertices();
    const CHUNK: usize = 4096;
    let chunks: Vec<(Vec<u64>, Vec<VertexId>)> = (0..n.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let vertices = chunk * CHUNK..((chunk + 1) * CHUNK).min(n);
            let mut lengths = Vec::with_capacity(vertices.len());
            let mut neighbors = Vec::new();
            for v in vertices {
                if control.is_stopped() {
                    return (Vec::new(), Vec::new());
                }
                let before = neighbors.len();
                add_row(v as VertexId, &mut neighbors);
                lengths.push((neighbors.len() - before) as u64);
            }
            (lengths, neighbors)
        })
        .collect();
    control.ensure_running()?;
    let mut total = 0;
    let mut starts = Vec::with_capacity(chunks.len());
    for (_, own) in &chunks {
        starts.push(total);
        total += own.len();
    }
    let mut offsets = vec![0; n + 1];
    offsets[1..].par_chunks_mut(CHUNK).zip(&chunks).zip(&starts).for_each(|((ends, (lengths, _)), start)| {
        let mut end = *start as u64;
        for (own, length) in ends.iter_mut().zip(lengths) {
            end += length;
            *own = end;
        }
    });
    let mut neighbors = vec![0; total];
    let mut rest = &mut neighbors[..];
    let parts = chunks.iter().map(|(_, own)| rest.split_off_mut(..own.len()).expect("there is room for all chunks"));
    let parts: Vec<&mut [VertexId]> = parts.collect();
    parts.into_par_iter().zip(&chunks).for_each(|(part, (_, own))| part.copy_from_slice(own));
    let splits = splits_of(&offsets, &neighbors);
    Ok(OwnRows { offsets, neighbors, splits })
}

fn splits_of(offsets: &[u64], neighbors: &[VertexId]) -> Vec<u32> {
    let split = |v: usize| {
        let row = &neighbors[offsets[v] as usize..offsets[v + 1] as usize];
        row.partition_point(|&w| (w as usize) < v) as u32
    };
    (0..offsets.len() - 1).into_par_iter().map(split).collect()
}
