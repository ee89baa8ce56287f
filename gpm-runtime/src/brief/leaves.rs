//! Vertices of which no two are adjacent, and which may be matched to the same data vertices.

use gpm_plan::pattern::bits;

use super::parts::Part;
use super::search::{Below, Left, Search};

/// The most vertices with different candidates of which the common ones are counted for each subset, 64 of them. *guess*
const SUBSETS: usize = 6;

impl Search<'_> {
    /// Counts the ways to match a part without edges.
    pub(super) fn count_leaves(&mut self, part: Part) -> Below {
        let taken = part.rivals | bits(part.open).fold(0, |mask, u| mask | self.parts.alike[u]) & part.around;
        let ways = self.ways(part.open, taken);
        if ways == 0 { Below::nothing(taken | part.around) } else { Below::some(ways) }
    }

    /// How many ways there are to match some vertices to different candidates that are left, and not to those of the vertices in `taken`.
    fn ways(&mut self, group: u32, taken: u32) -> u128 {
        let first = group.trailing_zeros() as usize;
        let others = group & !(1 << first);
        if !self.step(1) {
            return 0;
        }
        let is_alike = others & !self.question.twins[first] == 0;
        if is_alike {
            let free = self.free(self.left[first], taken);
            let mut ways = (0..group.count_ones() as usize).map(|placed| free.saturating_sub(placed) as u128);
            let ways = ways.try_fold(1u128, u128::checked_mul);
            return self.checked(ways);
        }
        if others.is_power_of_two() {
            let [one, other] = [self.left[first], self.left[others.trailing_zeros() as usize]];
            let all = self.free(one, taken) as u128 * self.free(other, taken) as u128;
            let ways = all - self.both(one, other, taken) as u128;
            return self.checked(Some(ways));
        }
        if group.count_ones() as usize <= SUBSETS {
            let ways = self.ways_by_subsets(group, taken);
            return self.checked(ways);
        }
        let left = self.left[first];
        let mut sum = 0u128;
        for at in 0..left.len() {
            let x = self.elements(left)[at];
            if self.owner(x, taken).is_none() {
                self.matched[first] = x;
                let ways = self.ways(others, taken | 1 << first);
                sum = self.checked(sum.checked_add(ways));
            }
        }
        sum
    }

    /// The same by inclusion and exclusion: of the ways to choose a candidate for each vertex those are taken out in which some choose the
    /// same one. Costs a third of three to the number of vertices, and a walk over their candidates. `None` if a number leaves its bits.
    fn ways_by_subsets(&mut self, group: u32, taken: u32) -> Option<u128> {
        let mut lists = [&[][..]; SUBSETS];
        let number = bits(group).zip(&mut lists).map(|(u, list)| *list = self.elements(self.left[u])).count();
        let entries: usize = lists.iter().map(|list| list.len()).sum();
        // By subset of the vertices, the candidates that all of them share.
        let mut shared = [0i128; 1 << SUBSETS];
        while let Some(&x) = lists.iter().filter_map(|list| list.first()).min() {
            let mut who = 0;
            for (at, list) in lists.iter_mut().enumerate().filter(|(_, list)| list.first() == Some(&x)) {
                *list = &list[1..];
                who |= 1 << at;
            }
            if self.owner(x, taken).is_none() {
                shared[who] += 1;
            }
        }
        let all = 1usize << number;
        for at in 0..number {
            for set in (0..all).filter(|set| set >> at & 1 == 0) {
                shared[set] += shared[set | 1 << at];
            }
        }
        let mut ways = [0i128; 1 << SUBSETS];
        ways[0] = 1;
        // Subsets without the first vertex are asked for by others, those with it by nobody but the last of them.
        for set in (2..all).step_by(2).chain([all - 1]) {
            // The block of its first vertex: all of it chooses one candidate.
            let first = set & set.wrapping_neg();
            let rest = set & !first;
            let mut block = rest;
            loop {
                let size = block.count_ones();
                let sign = if size % 2 == 0 { 1 } else { -1 };
                let factor = sign * (1..=i128::from(size)).product::<i128>();
                let term = shared[first | block].checked_mul(factor)?.checked_mul(ways[rest & !block])?;
                ways[set] = ways[set].checked_add(term)?;
                if block == 0 {
                    break;
                }
                block = (block - 1) & rest;
            }
        }
        self.step(1 + entries as u64 / 4 + all as u64 / 4);
        u128::try_from(ways[all - 1]).ok()
    }

    /// How many candidates are not taken.
    fn free(&self, left: Left, taken: u32) -> usize {
        let elements = self.elements(left);
        elements.len() - bits(taken).filter(|&u| elements.binary_search(&self.matched[u]).is_ok()).count()
    }

    /// How many candidates two vertices share that are not taken.
    fn both(&mut self, one: Left, other: Left, taken: u32) -> usize {
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        self.step(1 + short.len() as u64 / 8);
        let long = self.elements(long);
        let is_shared = |x: &&u32| long.binary_search(x).is_ok() && self.owner(**x, taken).is_none();
        self.elements(short).iter().filter(is_shared).count()
    }
}
