//! The last vertices, of which no two are adjacent: their matches are counted label by label and multiplied, since vertices with different
//! labels are never matched to the same data vertex.

use gpm_plan::pattern::bits;

use super::search::{Blame, End, Left, Search};
use crate::graph::VertexId;

impl Search<'_> {
    /// Counts the ways to match the vertices in `open`, none of which has a neighbor there.
    pub(super) fn count_leaves(&mut self, open: u32) -> Result<Blame, End> {
        let (mut product, mut rest) = (1u128, open);
        while rest != 0 {
            let group = self.question.alike[rest.trailing_zeros() as usize] & rest;
            rest &= !group;
            let taken = self.question.alike[group.trailing_zeros() as usize] & !open;
            let ways = self.ways(group, taken)?;
            if ways == 0 {
                return Ok(Some(taken | self.question.around(group)));
            }
            product = product.checked_mul(ways).ok_or(End::GaveUp)?;
        }
        self.count = self.count.checked_add(product).ok_or(End::GaveUp)?;
        if self.count >= self.wanted { Err(End::Enough) } else { Ok(None) }
    }

    /// How many ways there are to match some vertices of one label to different candidates that are left, and not to those of the vertices in
    /// `taken`.
    fn ways(&mut self, group: u32, taken: u32) -> Result<u128, End> {
        let first = group.trailing_zeros() as usize;
        let others = group & !(1 << first);
        self.step(1)?;
        let is_alike = bits(others).all(|u| self.question.neighbors[u] == self.question.neighbors[first]);
        if is_alike {
            let free = self.free(self.left[first], taken);
            let mut ways = (0..group.count_ones() as usize).map(|placed| free.saturating_sub(placed) as u128);
            return ways.try_fold(1u128, u128::checked_mul).ok_or(End::GaveUp);
        }
        if others.is_power_of_two() {
            let [one, other] = [self.left[first], self.left[others.trailing_zeros() as usize]];
            let all = self.free(one, taken) as u128 * self.free(other, taken) as u128;
            return Ok(all - self.both(one, other, taken)? as u128);
        }
        let Left { start, end } = self.left[first];
        let mut sum = 0u128;
        for at in start..end {
            let x = self.memory[at];
            if self.owner(x, taken).is_none() {
                self.matched[first] = x;
                sum = sum.checked_add(self.ways(others, taken | 1 << first)?).ok_or(End::GaveUp)?;
            }
        }
        Ok(sum)
    }

    fn elements(&self, left: Left) -> &[VertexId] {
        &self.memory[left.start..left.end]
    }

    /// How many candidates are not taken.
    fn free(&self, left: Left, taken: u32) -> usize {
        let elements = self.elements(left);
        elements.len() - bits(taken).filter(|&u| elements.binary_search(&self.matched[u]).is_ok()).count()
    }

    /// How many candidates two vertices share that are not taken.
    fn both(&mut self, one: Left, other: Left, taken: u32) -> Result<usize, End> {
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        self.step(1 + short.len() as u64 / 8)?;
        let long = self.elements(long);
        let is_shared = |x: &&VertexId| long.binary_search(x).is_ok() && self.owner(**x, taken).is_none();
        Ok(self.elements(short).iter().filter(is_shared).count())
    }
}
