//! Vertex orders, and the same graph under another order.

use rayon::prelude::*;

use super::cores::peel;
use super::{Csr, LabelId, Storage, VertexId};

/// How internal ids are given.
///
/// ```
/// use gpm::{LoadOptions, VertexOrder};
///
/// let options = LoadOptions { order: VertexOrder::Input, ..LoadOptions::default() };
/// assert_ne!(options.order, VertexOrder::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum VertexOrder {
    /// Ascending original ids, or order of first mention if ids are names.
    Input,
    /// Descending degree (in plus out if directed): id 0 has the most neighbours; ties keep their order.
    #[default]
    Degree,
    /// Reversed peeling order: id 0 was peeled last, core hubs come first.
    Degeneracy,
}

/// `old_of_new` of descending degree, ties by old id. `None` if that is the present order.
pub(crate) fn by_degree(num_vertices: usize, degree: impl Fn(VertexId) -> usize + Sync) -> Option<Vec<VertexId>> {
    let mut keys: Vec<(u64, VertexId)> =
        (0..num_vertices as u64).into_par_iter().map(|v| (!(degree(v as VertexId) as u64), v as VertexId)).collect();
    if keys.is_sorted() {
        return None;
    }
    keys.par_sort_unstable();
    Some(keys.into_par_iter().map(|(_, v)| v).collect())
}

/// `old_of_new` of the reversed peeling order of an undirected graph.
pub(crate) fn by_degeneracy(csr: &Csr) -> Vec<VertexId> {
    let mut order = peel(csr.num_vertices(), |v| csr.row(v)).order;
    order.reverse();
    order
}

/// Inverse of a permutation.
pub(crate) fn inverse(old_of_new: &[VertexId]) -> Vec<VertexId> {
    let mut new_of_old = vec![0; old_of_new.len()];
    for (new, &old) in old_of_new.iter().enumerate() {
        new_of_old[old as usize] = new as VertexId;
    }
    new_of_old
}

/// The same rows under new ids. Cost: one pass, plus sorting each row.
pub(crate) fn relabel_rows(csr: &Csr, old_of_new: &[VertexId], new_of_old: &[VertexId]) -> Csr {
    let mut offsets = Vec::with_capacity(old_of_new.len() + 1);
    let mut end = 0u64;
    offsets.push(0);
    for &old in old_of_new {
        end += csr.degree(old) as u64;
        offsets.push(end);
    }
    let mut neighbors = vec![0; end as usize];
    let mut labels = csr.labels().map(|_| vec![0; end as usize]);
    let blocks = blocks(&offsets, &mut neighbors, labels.as_deref_mut());
    blocks.into_par_iter().for_each(|block| block.fill(csr, &offsets, old_of_new, new_of_old));
    Csr::from_parts(offsets.into(), neighbors.into(), labels.map(Storage::from))
}

/// Consecutive new rows and the memory they go to.
struct Block<'a> {
    rows: std::ops::Range<usize>,
    neighbors: &'a mut [VertexId],
    labels: Option<&'a mut [LabelId]>,
}

/// Cuts the new arrays at row ends into blocks of about 2^15 entries.
fn blocks<'a>(
    offsets: &[u64],
    mut neighbors: &'a mut [VertexId],
    mut labels: Option<&'a mut [LabelId]>,
) -> Vec<Block<'a>> {
    /// Entries of rows that are worth a thread. *guess*
    const ENTRIES: u64 = 1 << 15;
    /// Rows that a thread has at most, for graphs of many short ones. *guess*
    const ROWS: usize = 1 << 13;
    let (n, mut blocks, mut start) = (offsets.len() - 1, Vec::new(), 0);
    while start < n {
        let wanted = offsets[start] + ENTRIES;
        let end = (start + 1..n).take(ROWS).find(|&row| offsets[row] >= wanted).unwrap_or(n.min(start + 1 + ROWS));
        let len = (offsets[end] - offsets[start]) as usize;
        let (part, rest) = neighbors.split_at_mut(len);
        neighbors = rest;
        let label_part = labels.take().map(|all| {
            let (part, rest) = all.split_at_mut(len);
            labels = Some(rest);
            part
        });
        blocks.push(Block { rows: start..end, neighbors: part, labels: label_part });
        start = end;
    }
    blocks
}

impl Block<'_> {
    fn fill(mut self, csr: &Csr, offsets: &[u64], old_of_new: &[VertexId], new_of_old: &[VertexId]) {
        let base = offsets[self.rows.start];
        let mut pairs: Vec<(VertexId, LabelId)> = Vec::new();
        for new in self.rows {
            let (old, span) = (old_of_new[new], (offsets[new] - base) as usize..(offsets[new + 1] - base) as usize);
            let target = &mut self.neighbors[span.clone()];
            let mapped = csr.row(old).iter().map(|&u| new_of_old[u as usize]);
            match (csr.row_labels(old), self.labels.as_deref_mut()) {
                (Some(old_labels), Some(labels)) => {
                    pairs.clear();
                    pairs.extend(mapped.zip(old_labels.iter().copied()));
                    pairs.sort_unstable();
                    for ((to, label), &pair) in target.iter_mut().zip(&mut labels[span]).zip(&pairs) {
                        (*to, *label) = pair;
                    }
                }
                (None, _) | (_, None) => {
                    target.iter_mut().zip(mapped).for_each(|(to, u)| *to = u);
                    target.sort_unstable();
                }
            }
        }
    }
}
