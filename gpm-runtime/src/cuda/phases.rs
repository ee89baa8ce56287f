//! The phases of a search on GPUs: perhaps one that writes the bit matrices of all roots, then the search itself.

use std::borrow::Cow;

use gpm_plan::cost::Prices;
use gpm_plan::nest::{LocalGraph, LoopNest};
use gpm_plan::opt;
use rayon::prelude::*;

use crate::run::BoundNest;
use crate::view::{Bound, Rows};

/// Bytes that the matrices of all roots may take: where they take more, whoever searches below a root makes its matrix.
const MATRIX_BYTES: u64 = 4 << 30;

/// A search, and the one before it.
#[derive(Debug)]
pub(crate) struct Phases<'a> {
    writer: Option<(LoopNest, Bound<'a>)>,
    search: Cow<'a, LoopNest>,
    bound: &'a Bound<'a>,
    graph: &'a crate::graph::Graph,
}

impl<'a> Phases<'a> {
    /// How a bound nest is searched. Cost: O(V) where it reads matrices.
    pub(crate) fn of(search: BoundNest<'a>, prices: &Prices) -> Phases<'a> {
        let BoundNest { nest, bound, graph } = search;
        let writer = opt::writer(nest).filter(|_| {
            let matrices = Sizes::of(&bound.views[0]);
            matrices.bytes <= MATRIX_BYTES && prices.matrices_pay(matrices.entries as f64)
        });
        // A graph that has what the search asks for has its plain rows.
        match writer.and_then(|writer| Bound::new(graph, &writer).ok().map(|bound| (writer, bound))) {
            Some(writer) => Phases { writer: Some(writer), search: Cow::Borrowed(nest), bound, graph },
            None => Phases::alone(search),
        }
    }

    /// The search alone.
    pub(crate) fn alone(BoundNest { nest, bound, graph }: BoundNest<'a>) -> Phases<'a> {
        let search = match nest.local.filter(|local| local.is_written) {
            Some(local) => {
                Cow::Owned(LoopNest { local: Some(LocalGraph { is_written: false, ..local }), ..nest.clone() })
            }
            None => Cow::Borrowed(nest),
        };
        Phases { writer: None, search, bound, graph }
    }

    /// What writes the matrices that the search reads, if it reads any.
    pub(crate) fn writer(&self) -> Option<BoundNest<'_>> {
        self.writer.as_ref().map(|(nest, bound)| BoundNest { nest, bound, graph: self.graph })
    }

    /// The search.
    pub(crate) fn search(&self) -> BoundNest<'_> {
        BoundNest { nest: &self.search, bound: self.bound, graph: self.graph }
    }

    /// All of them, in the order in which they run.
    pub(crate) fn all(&self) -> impl Iterator<Item = BoundNest<'_>> {
        self.writer().into_iter().chain([self.search()])
    }
}

/// Words to the matrix of each vertex, and behind them all; neighborhoods of more than `limit` vertices have none.
pub fn matrix_offsets(splits: &[u32], limit: u32) -> Vec<u64> {
    let mut end = 0;
    let mut offsets = Vec::with_capacity(splits.len() + 1);
    offsets.push(0);
    offsets.extend(splits.iter().map(|&members| {
        end += words(members, limit);
        end
    }));
    offsets
}

/// What is known of the matrices of all roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sizes {
    bytes: u64,
    /// Entries of rows that are looked at where each is made by itself: each vertex has its smaller neighbors looked at once for each larger
    /// one.
    entries: u64,
}

impl Sizes {
    fn of(rows: &Rows<'_>) -> Sizes {
        let limit = LocalGraph::LIMIT as u32;
        let lengths = rows.offsets().par_windows(2).map(|ends| ends[1] - ends[0]);
        let sizes = rows.splits().par_iter().zip(lengths).with_min_len(4096).map(|(&members, length)| Sizes {
            bytes: 4 * words(members, limit),
            entries: u64::from(members) * (length - u64::from(members)),
        });
        let sum = |a: Sizes, b: Sizes| Sizes { bytes: a.bytes + b.bytes, entries: a.entries + b.entries };
        sizes.reduce(Sizes::default, sum)
    }
}

/// Words of the matrix over so many members. One or none are never looked at.
fn words(members: u32, limit: u32) -> u64 {
    if (2..=limit).contains(&members) { gpm_plan::exec::matrix_words(u64::from(members)) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_lie_one_after_the_other() {
        assert_eq!(matrix_offsets(&[], 9), [0]);
        assert_eq!(matrix_offsets(&[3, 0, 1, 2, 10, 130], 200), [0, 12, 12, 12, 20, 60, 60 + 130 * 8]);
        assert_eq!(matrix_offsets(&[3, 10, 2], 9), [0, 12, 12, 20]);
    }
}
