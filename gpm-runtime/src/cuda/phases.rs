//! The phases of a search on GPUs: perhaps one that writes the bit matrices of all roots, then the search itself.

use std::borrow::Cow;

use gpm_plan::cost::Prices;
use gpm_plan::nest::{LocalGraph, LoopNest};
use gpm_plan::opt;

use crate::graph::{Graph, LowerSums};
use crate::run::BoundNest;
use crate::view::Bound;

/// The part of the memory of a device that the matrices of all roots may take: where they take more, whoever searches below a root makes its
/// matrix. The rest is for rows and for what blocks work in; where that has no room, the search begins anew without matrices. *guess*
const MATRICES_OF_MEMORY: f64 = 0.5;
/// Bytes of the smallest devices: what fits in these is decided before devices are found. *guess*
const SMALL_DEVICE: u64 = 4 << 30;

/// A search, and the one before it.
#[derive(Debug)]
pub(crate) struct Phases<'a> {
    writer: Option<(LoopNest, Bound<'a>)>,
    search: Cow<'a, LoopNest>,
    bound: &'a Bound<'a>,
    graph: &'a Graph,
}

impl<'a> Phases<'a> {
    /// How a bound nest is searched on devices of so many bytes each: matrices, which are written for all roots, are for a search of all, or of most of the
    /// work. Cost: O(V) the first time that a nest reads matrices of a graph.
    pub(crate) fn of(search: BoundNest<'a>, prices: &Prices, memory: impl FnOnce() -> u64) -> Phases<'a> {
        let BoundNest { nest, bound, graph } = search;
        let writer = opt::writer(nest).filter(|_| bound.has_most).filter(|_| {
            let sums = bound.views[0].lower_sums();
            // Who makes each by itself looks at the smaller neighbors of each vertex once for each larger one.
            let fit = |memory: u64| most_bytes(&sums) <= MATRICES_OF_MEMORY * memory as f64;
            prices.matrices_pay(sums.products) && (fit(SMALL_DEVICE) || fit(memory()))
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

/// Words to the matrix of each vertex, and behind them all; neighborhoods of more than `limit` vertices have none, and of vertices dealt out
/// to several devices those of others.
pub fn matrix_offsets(splits: &[u32], limit: u32, dealt: Dealt) -> Vec<u64> {
    let mut end = 0;
    let mut offsets = Vec::with_capacity(splits.len() + 1);
    offsets.push(0);
    offsets.extend(splits.iter().enumerate().map(|(vertex, &members)| {
        end += if vertex as u64 % dealt.of == dealt.index { words(members, limit) } else { 0 };
        end
    }));
    offsets
}

/// Every so manieth vertex, from one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The first.
    pub index: u64,
    /// Into how many parts vertices are dealt.
    pub of: u64,
}

impl Dealt {
    /// All vertices.
    pub const ALL: Dealt = Dealt { index: 0, of: 1 };
}

/// Bytes that all matrices take at most: a row of a matrix has 128 bits for every 128 members, and for the rest.
fn most_bytes(sums: &LowerSums) -> f64 {
    16.0 * (sums.squares / 128.0 + sums.entries)
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
        assert_eq!(matrix_offsets(&[], 9, Dealt::ALL), [0]);
        assert_eq!(matrix_offsets(&[3, 0, 1, 2, 10, 130], 200, Dealt::ALL), [0, 12, 12, 12, 20, 60, 60 + 130 * 8]);
        assert_eq!(matrix_offsets(&[3, 10, 2], 9, Dealt::ALL), [0, 12, 12, 20]);
        assert_eq!(matrix_offsets(&[3, 3, 2, 2], 9, Dealt { index: 1, of: 2 }), [0, 0, 12, 12, 20]);
        let splits = [3, 0, 1, 2, 10, 130];
        let words = *matrix_offsets(&splits, 200, Dealt::ALL).last().expect("one at least") as f64;
        let most = most_bytes(&LowerSums::of(&[0, 5, 6, 8, 11, 30, 200], &splits));
        assert!(4.0 * words <= most && most <= 8.0 * words, "{words} words, {most} bytes");
    }
}
