//! Dealing roots out in equal hands.
//!
//! Roots lie in the order of their rows, the longest first, and are dealt as cards are, to and fro: each hand gets one of each group of roots that are
//! as long as each other or nearly so. Whatever a search takes below a root, each hand takes about as long, without a guess of what that is.

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;

use super::Shard;
use crate::graph::VertexId;
use crate::view::{Bound, Rows};

/// Most hands that the roots of a search are dealt to where ranges of them are searched. *guess*
const MOST_HANDS: u32 = 1 << 12;

/// Roots to be dealt, the longest rows first.
#[derive(Debug)]
pub(crate) struct Deal {
    ranked: Vec<VertexId>,
}

impl Deal {
    /// All roots of a bound nest. Cost: sorts them, unless they lie in order as they do in graphs in order of degree.
    pub(crate) fn new(bound: &Bound<'_>) -> Deal {
        Deal { ranked: by_row(bound) }
    }

    /// To how many hands the roots are dealt where ranges of them are searched: one at least.
    pub(crate) fn num_hands(&self) -> u32 {
        (self.ranked.len() as u64).clamp(1, MOST_HANDS.into()) as u32
    }

    /// The hand of one shard, to be dealt again.
    pub(crate) fn shard(self, shard: Shard) -> Deal {
        if shard == Shard::WHOLE { self } else { Deal { ranked: self.hand(shard.number() - 1, shard.of()).collect() } }
    }

    /// The roots of some hands of so many, ascending.
    pub(crate) fn hands(&self, hands: Range<u32>, of: u32) -> Vec<VertexId> {
        let mut roots: Vec<VertexId> = hands.flat_map(|hand| self.hand(hand, of)).collect();
        roots.sort_unstable();
        roots
    }

    fn hand(&self, hand: u32, of: u32) -> impl Iterator<Item = VertexId> {
        let place = move |round: usize| if round.is_multiple_of(2) { hand } else { of - 1 - hand } as usize;
        self.ranked.chunks(of as usize).enumerate().filter_map(move |(round, cards)| cards.get(place(round)).copied())
    }
}

/// The roots of a bound nest, the longest rows first, and equals as they come.
fn by_row(bound: &Bound<'_>) -> Vec<VertexId> {
    let mut ranked: Vec<VertexId> = (0..bound.num_roots()).map(|index| bound.root(index)).collect();
    if let Some(offsets) = bound.views.first().map(Rows::offsets) {
        ranked.par_sort_by_key(|&v| Reverse(offsets[v as usize + 1] - offsets[v as usize]));
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(roots: u32) -> Deal {
        Deal { ranked: (0..roots).rev().collect() }
    }

    #[test]
    fn each_root_is_in_one_hand() {
        for (roots, of) in [(0, 3), (1, 3), (10, 1), (10, 3), (11, 4), (100, 100), (5, 9)] {
            let shards = (1..=of).map(|number| deal(roots).shard(Shard::new(number, of).unwrap()));
            let hands: Vec<Vec<VertexId>> = shards.map(|shard| shard.hands(0..4, 4)).collect();
            let mut all = hands.concat();
            all.sort_unstable();
            assert_eq!(all, (0..roots).collect::<Vec<_>>(), "{roots} roots, {of} hands");
            let sizes = || hands.iter().map(Vec::len);
            assert!(sizes().max() <= sizes().min().map(|least| least + 1));
        }
    }

    #[test]
    fn roots_are_dealt_to_and_fro() {
        let hand = |hand| deal(9).hands(hand..hand + 1, 3);
        assert_eq!((hand(0), hand(1), hand(2)), (vec![2, 3, 8], vec![1, 4, 7], vec![0, 5, 6]));
        assert_eq!(deal(9).hands(1..3, 3), [0, 1, 4, 5, 6, 7]);
    }
}
