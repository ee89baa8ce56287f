//! The phases of a search on GPUs: perhaps one that writes the bit matrices of all roots, then the search itself.

use std::borrow::Cow;

use gpm_plan::cost::Prices;
use gpm_plan::nest::{LocalGraph, LoopNest};
use gpm_plan::opt;
use rayon::prelude::*;

use crate::graph::{Graph, LowerSums};
use crate::run::BoundNest;
use crate::view::Bound;

/// The part of the memory of a device that matrices may take at a time: where those of all roots take more, roots are searched in ranges. The
/// rest is for rows and for what blocks work in; where that has no room, ranges become shorter. *guess*
const MATRICES_OF_MEMORY: f64 = 0.5;
/// Ranges at most: each is a launch of either kernel, for which all entries of rows are looked at. With more, whoever searches below a root
/// makes its matrix. *guess*
const MOST_RANGES: u64 = 64;
/// Bytes of the smallest devices: what fits in these is decided before devices are found. *guess*
const SMALL_DEVICE: u64 = 4 << 30;
/// Vertices whose matrices are worth a thread to find places for. *guess*
const SHARE: usize = 1 << 16;

/// A search, and the one before it.
#[derive(Debug)]
pub(crate) struct Phases<'a> {
    writer: Option<(LoopNest, Bound<'a>)>,
    /// Into how many ranges the roots are cut at least, each of which has its matrices when it is searched.
    ranges: u64,
    search: Cow<'a, LoopNest>,
    bound: &'a Bound<'a>,
    graph: &'a Graph,
}

impl<'a> Phases<'a> {
    /// How a bound nest is searched on devices of so many bytes each: matrices, which are written for all roots, are for a search of all, or of most of the
    /// work. Cost: O(V) the first time that a nest reads matrices of a graph.
    pub(crate) fn of(search: BoundNest<'a>, prices: &Prices, memory: impl FnOnce() -> u64) -> Phases<'a> {
        let BoundNest { nest, bound, graph } = search;
        let plan = || {
            let writer = opt::writer(nest).filter(|_| bound.has_most)?;
            let sums = bound.views[0].lower_sums();
            // Who makes each by itself looks at the smaller neighbors of each vertex once for each larger one.
            let bytes = prices.matrices_pay(sums.products).then(|| most_bytes(&sums))?;
            let ranges = match bytes <= MATRICES_OF_MEMORY * SMALL_DEVICE as f64 {
                true => 1,
                false => (bytes / MATRICES_OF_MEMORY / memory() as f64).ceil() as u64,
            };
            // The matrices of a list of roots are not told apart by the range that they are in.
            let may_be = if bound.roots.is_none() { MOST_RANGES } else { 1 };
            // A graph that has what the search asks for has its plain rows.
            let own = (ranges <= may_be).then(|| Bound::new(graph, &writer).ok()).flatten()?;
            Some((writer, own, ranges))
        };
        match plan() {
            Some((writer, own, ranges)) => {
                Phases { writer: Some((writer, own)), ranges, search: Cow::Borrowed(nest), bound, graph }
            }
            None => Phases::alone(search),
        }
    }

    /// The same for a device that had no room: in twice as many ranges, or else without matrices that are written before.
    pub(crate) fn in_less_memory(self) -> Phases<'a> {
        match self.bound.roots.is_none() && 2 * self.ranges <= MOST_RANGES {
            true => Phases { ranges: 2 * self.ranges, ..self },
            false => {
                let nest = self.search.into_owned();
                Phases { writer: None, ranges: 1, search: Cow::Owned(without_writer(&nest)), ..self }
            }
        }
    }

    /// The search alone.
    pub(crate) fn alone(BoundNest { nest, bound, graph }: BoundNest<'a>) -> Phases<'a> {
        let search = match nest.local.is_some_and(|local| local.is_written) {
            true => Cow::Owned(without_writer(nest)),
            false => Cow::Borrowed(nest),
        };
        Phases { writer: None, ranges: 1, search, bound, graph }
    }

    /// Into how many ranges the roots are to be cut at least.
    pub(crate) fn ranges(&self) -> u64 {
        self.ranges
    }

    /// What writes the matrices that the search reads, if it reads any.
    pub(crate) fn writer(&self) -> Option<BoundNest<'_>> {
        self.writer.as_ref().map(|(nest, bound)| BoundNest { nest, bound, graph: self.graph })
    }

    /// The search.
    pub(crate) fn search(&self) -> BoundNest<'_> {
        BoundNest { nest: &self.search, bound: self.bound, graph: self.graph }
    }

    /// How matrices are come by, for people.
    pub(crate) fn text(&self) -> String {
        match (&self.writer, self.ranges) {
            (None, _) => "each is made where it is needed".to_owned(),
            (Some(_), 1) => "all are written before the search".to_owned(),
            (Some(_), ranges) => format!("roots are searched in {ranges} ranges"),
        }
    }

    /// All of them, in the order in which they run.
    pub(crate) fn all(&self) -> impl Iterator<Item = BoundNest<'_>> {
        self.writer().into_iter().chain([self.search()])
    }
}

/// The nest where each matrix is made by whoever searches below its root.
fn without_writer(nest: &LoopNest) -> LoopNest {
    LoopNest { local: nest.local.map(|local| LocalGraph { is_written: false, ..local }), ..nest.clone() }
}

/// Words to the matrix of each vertex, and behind them all; neighborhoods of more than `limit` vertices have none, and of vertices dealt out
/// to several devices or ranges those of others. Cost: O(V), by the caller's threads.
pub fn matrix_offsets(splits: &[u32], limit: u32, dealt: Dealt) -> Vec<u64> {
    let own = |vertex: usize, members| match vertex as u64 % dealt.of == dealt.index {
        true => words(members, limit),
        false => 0,
    };
    let of_share = |(share, splits): (usize, &[u32])| -> u64 {
        (share * SHARE..).zip(splits).map(|(vertex, &members)| own(vertex, members)).sum()
    };
    let sums: Vec<u64> = splits.par_chunks(SHARE).enumerate().map(of_share).collect();
    let starts: Vec<u64> = sums.iter().scan(0, |end, words| Some(std::mem::replace(end, *end + words))).collect();
    let mut offsets = vec![0; splits.len() + 1];
    let ends = offsets[1..].par_chunks_mut(SHARE).zip(splits.par_chunks(SHARE)).zip(starts);
    ends.enumerate().for_each(|(share, ((ends, splits), mut end))| {
        for (vertex, (own_end, &members)) in (share * SHARE..).zip(ends.iter_mut().zip(splits)) {
            end += own(vertex, members);
            *own_end = end;
        }
    });
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
    use gpm_plan::cost::{GraphStats, Kind};
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::Plan;
    use gpm_plan::query::Query;

    use super::*;

    #[test]
    fn less_memory_is_more_ranges_and_then_no_matrices() {
        let prices = Prices::GPU.with(Kind::Nest, 0.0);
        let query = Query::from("clique:4".parse::<Pattern>().expect("a name"));
        let plan = Plan::new(query, &GraphStats { prices, ..GraphStats::typical() }).expect("a plan");
        let graph = Graph::from_edges(5, (0..5).flat_map(|v| (0..v).map(move |w| (w, v)))).expect("a graph");
        let nest = plan.first_nest();
        let bound = Bound::new(&graph, nest).expect("it fits");
        let search = BoundNest { nest, bound: &bound, graph: &graph };
        let mut phases = Phases::of(search, &prices, || unreachable!("matrices of five vertices fit any device"));
        let mut ranges = Vec::new();
        while phases.writer().is_some() {
            ranges.push(phases.ranges());
            phases = phases.in_less_memory();
        }
        assert_eq!(ranges, [1, 2, 4, 8, 16, 32, 64]);
        assert!(phases.ranges() == 1 && phases.search().nest.local.is_some_and(|local| !local.is_written));
    }

    #[test]
    fn matrices_lie_one_after_the_other() {
        assert_eq!(matrix_offsets(&[], 9, Dealt::ALL), [0]);
        assert_eq!(matrix_offsets(&[3, 0, 1, 2, 10, 130], 200, Dealt::ALL), [0, 12, 12, 12, 20, 60, 60 + 130 * 8]);
        assert_eq!(matrix_offsets(&[3, 10, 2], 9, Dealt::ALL), [0, 12, 12, 20]);
        assert_eq!(matrix_offsets(&[3, 3, 2, 2], 9, Dealt { index: 1, of: 2 }), [0, 0, 12, 12, 20]);
        let splits = [3, 0, 1, 2, 10, 130];
        let many = vec![3; 3 * SHARE / 2];
        let offsets = matrix_offsets(&many, 9, Dealt { index: 1, of: 2 });
        let ends = |vertex: usize| 12 * (vertex / 2) as u64;
        assert!((0..=many.len()).all(|vertex| offsets[vertex] == ends(vertex)));
        let words = *matrix_offsets(&splits, 200, Dealt::ALL).last().expect("one at least") as f64;
        let most = most_bytes(&LowerSums::of(&[0, 5, 6, 8, 11, 30, 200], &splits));
        assert!(4.0 * words <= most && most <= 8.0 * words, "{words} words, {most} bytes");
    }
}
