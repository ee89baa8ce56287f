//! Sets of pairs of vertices, of which some number is to be drawn without repetition.

use crate::direct::seen::{BATCH, Seen};
use crate::edges::key;
use crate::random::failures;
use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::ops::Range;

/// The pairs between two ranges of vertices. The ranges are the same, or have nothing in common.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    /// Where pairs start.
    pub(crate) from: Range<u32>,
    /// Where they end.
    pub(crate) to: Range<u32>,
    /// Whether u–v and v–u are two pairs. If not, the ranges count in the order in which they stand.
    pub(crate) directed: bool,
}

impl Pairs {
    /// Pairs of vertices less than a number.
    pub(crate) fn below(vertices: usize, directed: bool) -> Pairs {
        let all = 0..vertices as u32;
        Pairs { from: all.clone(), to: all, directed }
    }

    /// Whether each pair would be there in both orders, and counts once.
    fn halved(&self) -> bool {
        !self.directed && self.from == self.to
    }

    /// How many pairs there are. Less than 2⁶⁴, as ids are less than 2³² − 1.
    pub(crate) fn count(&self) -> u64 {
        let (from, to) = (u64::from(self.from.end - self.from.start), u64::from(self.to.end - self.to.start));
        match (self.from == self.to, self.directed) {
            (false, _) => from * to,
            (true, true) => from * from.saturating_sub(1),
            (true, false) => from * from.saturating_sub(1) / 2,
        }
    }

    /// How many keys [`Pairs::choose`] has to remember.
    pub(crate) fn room(&self, count: u64) -> u64 {
        count.min(self.count() - count)
    }

    /// Each pair as likely as the others, in either order if that does not count. There must be one.
    #[inline]
    fn draw(&self, rng: &mut SmallRng) -> [u32; 2] {
        let u = rng.random_range(self.from.clone());
        if self.from != self.to {
            return [u, rng.random_range(self.to.clone())];
        }
        // All ends but u: those from u on are one further.
        let v = rng.random_range(self.to.start..self.to.end - 1);
        [u, v + u32::from(v >= u)]
    }

    /// The number of a pair, the same for both orders if that does not count.
    #[inline]
    fn key(&self, [u, v]: [u32; 2]) -> u64 {
        if self.halved() && u > v { key(v, u) } else { key(u, v) }
    }

    /// Draws until there are that many pairs that are new, at most half of all.
    #[inline]
    fn draw_new(&self, count: u64, rng: &mut SmallRng, seen: &mut Seen, mut each: impl FnMut([u32; 2])) {
        let mut batch = [[0; 2]; BATCH];
        let mut left = count as usize;
        while left > 0 {
            // Few are drawn in vain, so that a batch is seldom short of its number.
            let batch = &mut batch[..left.min(BATCH)];
            batch.fill_with(|| self.draw(rng));
            seen.warm(batch.iter().map(|&pair| self.key(pair)));
            for &mut pair in batch {
                if seen.insert(self.key(pair)) {
                    each(pair);
                    left -= 1;
                }
            }
        }
    }

    /// Each pair with the same probability, by itself, in the order of where they start. Jumps go from one to the next
    /// [BatageljBrandes2005]. O(1) expected for each, and if pairs are halved for each vertex.
    #[inline]
    pub(crate) fn independently(&self, probability: f64, rng: &mut SmallRng, mut each: impl FnMut([u32; 2])) {
        let vertices = u64::from(self.from.end - self.from.start);
        let same = self.from == self.to;
        let width = u64::from(self.to.end - self.to.start).saturating_sub(u64::from(same));
        if probability == 0.0 || width == 0 {
            return;
        }
        let log_failure = (-probability).ln_1p();
        // Row u is the pairs from u, if they are halved those to lower vertices.
        let (mut u, mut next) = (0u64, 0u64);
        loop {
            next = next.saturating_add(failures(rng, log_failure));
            if self.halved() {
                while u < vertices && next >= u {
                    next -= u;
                    u += 1;
                }
            } else if next >= width {
                u = u.saturating_add(next / width);
                next %= width;
            }
            if u >= vertices {
                return;
            }
            let v = if same && next >= u { next + 1 } else { next };
            each([self.from.start + u as u32, self.to.start + v as u32]);
            next += 1;
        }
    }

    /// That many pairs, uniform over all sets of so many, in random order: they replace what `chosen` has. `seen` has room
    /// for them as [`Pairs::room`] says, and has none of these pairs. O(`count`) expected: where more than half of the
    /// pairs are wanted, those not wanted are drawn.
    pub(crate) fn choose(&self, count: u64, rng: &mut SmallRng, seen: &mut Seen, chosen: &mut Vec<[u32; 2]>) {
        chosen.clear();
        let all = self.count();
        if count <= all / 2 {
            return self.draw_new(count, rng, seen, |pair| chosen.push(pair));
        }
        self.draw_new(all - count, rng, seen, |_| ());
        chosen.reserve(count as usize);
        for u in self.from.clone() {
            let least = if self.halved() { u + 1 } else { self.to.start };
            let ends = (least..self.to.end).filter(|&v| u != v).map(|v| [u, v]);
            chosen.extend(ends.filter(|&pair| !seen.contains(self.key(pair))));
        }
        // Otherwise what belongs to the first edges would always go to the first vertices.
        chosen.shuffle(rng);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};
    use rustc_hash::FxHashMap;

    #[test]
    fn sets_and_orders_are_uniform() {
        let cases = [
            (Pairs { from: 0..3, to: 0..3, directed: false }, 3),
            (Pairs { from: 2..5, to: 2..5, directed: true }, 6),
            (Pairs { from: 0..2, to: 5..8, directed: false }, 6),
            (Pairs { from: 5..8, to: 0..1, directed: true }, 3),
        ];
        for (pairs, all) in cases {
            assert_eq!(pairs.count(), all);
            for count in 0..=all {
                let (mut seen, mut chosen) = (Seen::with_room(pairs.room(count) as usize), Vec::new());
                let mut places = FxHashMap::<(usize, u64), u64>::default();
                let draws = 6000;
                for index in 0..draws {
                    seen.clear();
                    pairs.choose(count, &mut stream(3, index, Purpose::Sample), &mut seen, &mut chosen);
                    assert_eq!(chosen.len() as u64, count);
                    for (place, &[u, v]) in chosen.iter().enumerate() {
                        let straight = pairs.from.contains(&u) && pairs.to.contains(&v);
                        assert!(straight && u != v, "{u}, {v}");
                        *places.entry((place, pairs.key([u, v]))).or_default() += 1;
                    }
                }
                // Each pair is at each place equally often, to within 5 standard deviations.
                assert!(count == 0 || places.len() as u64 == count * all);
                let each = draws as f64 / all as f64;
                let spread = (each * (1.0 - 1.0 / all as f64)).sqrt();
                assert!(places.values().all(|&times| (times as f64 - each).abs() <= 5.0 * spread), "{places:?}");
            }
        }
    }

    #[test]
    fn there_may_be_no_pairs_and_very_many() {
        assert_eq!(Pairs::below(0, true).count(), 0);
        assert_eq!(Pairs::below(0, false).count(), 0);
        assert_eq!(Pairs::below(1, true).count(), 0);
        assert_eq!(Pairs::below(u32::MAX as usize, true).count(), 0xffff_ffff * 0xffff_fffe);
        let mut chosen = vec![[0, 0]];
        Pairs::below(1, true).choose(0, &mut stream(1, 1, Purpose::Sample), &mut Seen::with_room(0), &mut chosen);
        assert!(chosen.is_empty());
    }
}
