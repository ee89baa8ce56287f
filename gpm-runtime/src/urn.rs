//! Matches drawn at random, each as likely as any other.
//!
//! ```text
//! matches below each root ── ends ── ordinals, drawn ── by root ── the search below it, up to the last of its ordinals ── matches
//! ```
//! The matches of a listing have an order: that of the roots and, below a root, that of the search. A ordinal is drawn, then the match is found that has
//! it. Which one this is depends on the number below each root, which must be exact. No match is rejected, however uneven the graph is.

use std::ops::Range;

use gpm_plan::nest::LoopNest;
use rayon::prelude::*;

use crate::control::{Control, Stopped};
use crate::cpu::{Draws, Interpreter};
use crate::graph::VertexId;
use crate::view::Bound;

/// Draws of other streams are of estimates.
const STREAM: u64 = u64::MAX;

/// All matches that a nest lists, by their ordinals.
#[derive(Debug)]
pub(crate) struct Urn<'a> {
    nest: &'a LoopNest,
    bound: &'a Bound<'a>,
    /// By root, the number of matches below it and all roots before it.
    ends: Vec<u128>,
}

impl<'a> Urn<'a> {
    /// For a nest that lists, and the number of matches below a vertex. `None` if there are more than 128 bits hold.
    pub(crate) fn new(nest: &'a LoopNest, bound: &'a Bound<'a>, below: impl Fn(VertexId) -> u128) -> Option<Urn<'a>> {
        let mut end = 0u128;
        let each = (0..bound.num_roots()).map(|index| {
            end = end.checked_add(below(bound.root(index)))?;
            Some(end)
        });
        Some(Urn { nest, bound, ends: each.collect::<Option<_>>()? })
    }

    /// How many matches there are.
    pub(crate) fn len(&self) -> u128 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The matches of some draws, one after the other, in pattern-vertex order; there must be matches. What a draw gives depends on its number and
    /// the seed alone.
    ///
    /// # Errors
    /// As [`Urn::at`].
    pub(crate) fn draw(&self, draws: Range<u64>, seed: u64, control: &Control) -> Result<Vec<VertexId>, Stopped> {
        self.at(draws.map(|index| Draws::new(seed, STREAM, index).exactly_below(self.len())), control)
    }

    /// The matches of these ordinals, each less than there are matches.
    ///
    /// Cost: one search below each root that is drawn from, on one thread of the current pool, but for its innermost loop.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    fn at(&self, ordinals: impl Iterator<Item = u128>, control: &Control) -> Result<Vec<VertexId>, Stopped> {
        let mut ordered: Vec<(u128, usize)> = ordinals.enumerate().map(|(at, ordinal)| (ordinal, at)).collect();
        ordered.par_sort_unstable();
        let root_of = |ordinal: u128| self.ends.partition_point(|&end| end <= ordinal);
        let groups: Vec<&[(u128, usize)]> = ordered.chunk_by(|one, other| root_of(one.0) == root_of(other.0)).collect();
        let interpreter = || Interpreter::seeking(self.nest, self.bound, control.stop_flag());
        let least = groups.len() / (8 * rayon::current_num_threads()) + 1;
        let found = groups.par_iter().with_min_len(least).map_init(interpreter, |interpreter, group| {
            let root = root_of(group[0].0);
            let before = if root == 0 { 0 } else { self.ends[root - 1] };
            let mut ordinals: Vec<u128> = group.iter().map(|(ordinal, _)| ordinal - before).collect();
            ordinals.dedup();
            let mut matches: Vec<VertexId> = Vec::new();
            interpreter.seek(self.bound.root(root), &ordinals, &mut |found| matches.extend_from_slice(found))?;
            Some(matches)
        });
        let found = found.collect::<Option<Vec<_>>>().ok_or(Stopped)?;
        let width = self.nest.num_positions();
        let mut all = vec![0; ordered.len() * width];
        for (group, matches) in groups.into_iter().zip(found) {
            // A match that was drawn again was found once.
            let of_each = group.chunk_by(|one, other| one.0 == other.0).zip(matches.chunks_exact(width));
            for (same, found) in of_each {
                same.iter().for_each(|(_, at)| all[at * width..][..width].copy_from_slice(found));
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use gpm_plan::plan::Plan;
    use gpm_plan::query::Query;

    use super::*;
    use crate::engine::stats_for_planning;
    use crate::graph::generate::{Spec, generate};

    /// All draws that there may be: each match has one ordinal, and no ordinal is nobody's.
    #[test]
    fn each_match_has_one_ordinal() {
        let graph = generate(&"rmat:5:6".parse::<Spec>().expect("a model"), 3).expect("a graph");
        let control = Control::new();
        for text in ["a-b", "wedge", "house", "clique:4", "cycle:5", "star:4"] {
            let query: Query = text.parse().expect("a pattern");
            for query in [query.clone(), query.clone().vertex_induced().embeddings(), query.homomorphism()] {
                let plan = Plan::new(query.list(), &stats_for_planning(&graph)).expect("a plan");
                let (lists, counts) = (plan.first_nest(), plan.per_root().expect("a nest"));
                let bound = Bound::new(&graph, lists).expect("it fits");
                let bound_counts = Bound::new(&graph, &counts).expect("it fits");
                let below = |root| {
                    let mut interpreter = Interpreter::new(&counts, &bound_counts);
                    let _ = interpreter.run_root(root, &mut |_| unreachable!("it counts"));
                    interpreter.totals().expect("it fits")[0] as u128
                };
                let urn = Urn::new(lists, &bound, below).expect("it fits");
                let mut listed: Vec<Vec<VertexId>> = Vec::new();
                let mut interpreter = Interpreter::new(lists, &bound);
                for index in 0..bound.num_roots() {
                    let _ = interpreter.run_root(bound.root(index), &mut |found| {
                        listed.push(found.to_vec());
                        std::ops::ControlFlow::Continue(())
                    });
                }
                assert_eq!(urn.len(), listed.len() as u128, "{text}");
                let width = lists.num_positions();
                let all = urn.at(0..urn.len(), &control).expect("nobody stops it");
                assert!(all.chunks(width).eq(listed.iter().map(Vec::as_slice)), "{text}");
                let twice =
                    urn.at((0..urn.len()).rev().flat_map(|ordinal| [ordinal, ordinal]), &control).expect("as above");
                let expected = listed.iter().rev().flat_map(|found| [found, found]);
                assert!(twice.chunks(width).eq(expected.map(Vec::as_slice)), "{text}");
            }
        }
    }
}
