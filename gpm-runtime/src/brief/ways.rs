//! Ways to match the short cycles of a pattern to those of the graph, of eight cycles of the pattern at once: a word has a byte for each of them,
//! with a bit for each of its edges in each direction. A cycle of the graph is matched where the words of its edges, turned so that their bits
//! stand for ways, have a bit in common.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::cycles::Cycles;
use crate::set::Bitmap;

/// Cycles of the pattern that are looked at together: a byte of a 64-bit word for each.
pub(super) const TOGETHER: usize = 8;
/// Cycles of the graph, or edges on them, that one thread looks at at a time. *guess*
const BLOCK: usize = 1 << 11;
/// In each byte the bits of edges that are matched in the direction of their cycle.
const ALONG: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// An edge of the pattern that lies on some of the cycles.
struct Bits {
    number: usize,
    /// The bits that stand for it where its lower end is matched to the lower end of an edge of the graph, and where to the higher one.
    each: [u64; 2],
}

/// Up to eight cycles of the pattern, and what may be matched to them.
pub(super) struct Ways<'g> {
    cycles: &'g Cycles,
    length: usize,
    bits: Vec<Bits>,
    /// The cycles of the graph that may be, ascending.
    left: Vec<u32>,
    /// The edges that lie on these, ascending.
    edges: Vec<u32>,
    /// How many ways there were when they were last looked for.
    pub(super) number: usize,
}

impl<'g> Ways<'g> {
    /// All ways. The cycles of the pattern have one length, and `number` tells the number of an edge.
    pub(super) fn new(cycles: &'g Cycles, patterns: &[Vec<usize>], number: impl Fn(usize, usize) -> usize) -> Self {
        let length = patterns[0].len();
        let mut bits: Vec<Bits> = Vec::new();
        for (byte, pattern) in patterns.iter().enumerate() {
            for at in 0..length {
                let (u, w) = (pattern[at], pattern[(at + 1) % length]);
                let number = number(u, w);
                let known = bits.iter().position(|bits| bits.number == number);
                let place = known.unwrap_or(bits.len());
                if known.is_none() {
                    bits.push(Bits { number, each: [0; 2] });
                }
                let [along, against] = [8 * byte + at, 8 * byte + 4 + at];
                let turned = if u < w { [along, against] } else { [against, along] };
                bits[place].each.iter_mut().zip(turned).for_each(|(each, bit)| *each |= 1 << bit);
            }
        }
        let (left, edges) = ((0..cycles.all.len() as u32).collect(), (0..cycles.edges.len() as u32).collect());
        Ways { cycles, length, bits, left, edges, number: usize::MAX }
    }

    /// Looks for the ways that are left, and leaves the edges that lie on one for each of the cycles of the pattern that they are of. `left` has
    /// edges of the graph by number of an edge of the pattern, by place in the row of what its lower end is matched to.
    pub(super) fn keep_met(&mut self, left: &mut [Bitmap]) {
        let met = if self.length == 3 { self.find::<3>(left) } else { self.find::<4>(left) };
        self.edges.retain(|&edge| met[edge as usize] != 0);
        let edges: Vec<([u32; 2], u64)> =
            self.edges.iter().map(|&edge| (self.cycles.edges[edge as usize], met[edge as usize])).collect();
        let own = left.par_iter_mut().enumerate();
        own.for_each(|(number, left)| {
            let Some(bits) = self.bits.iter().find(|bits| bits.number == number) else { return };
            let [up, down] = bits.each;
            let mut stays = vec![0u64; left.words().len()];
            for &([low, high], met) in &edges {
                stays[low as usize / 64] |= u64::from(met & up == up) << (low % 64);
                stays[high as usize / 64] |= u64::from(met & down == down) << (high % 64);
            }
            left.words_mut().iter_mut().zip(stays).for_each(|(left, stays)| *left &= stays);
        });
    }

    /// The ways of cycles of so many edges. Returns by edge of the graph what is matched to it in one of them.
    fn find<const LENGTH: usize>(&mut self, left: &[Bitmap]) -> Vec<u64> {
        let allowed = self.allowed(left);
        let met: Vec<AtomicU64> = (0..allowed.len()).map(|_| AtomicU64::new(0)).collect();
        let block = |block: &[u32]| {
            let (mut stay, mut number) = (Vec::new(), 0);
            for &cycle in block {
                let edges = &self.cycles.all[cycle as usize][..LENGTH];
                let word = |at: usize| {
                    let word = allowed[edges[at] as usize / 2];
                    as_ways::<LENGTH>(if edges[at] % 2 == 1 { reversed(word) } else { word }, at)
                };
                let ways = (0..LENGTH).fold(u64::MAX, |ways, at| ways & word(at));
                if ways == 0 {
                    continue;
                }
                stay.push(cycle);
                number += ways.count_ones() as usize;
                for (at, &edge) in edges.iter().enumerate() {
                    let word = as_ways::<LENGTH>(ways, LENGTH - at);
                    let word = if edge % 2 == 1 { reversed(word) } else { word };
                    let met = &met[edge as usize / 2];
                    // Mostly all of them are known.
                    if word & !met.load(Ordering::Relaxed) != 0 {
                        met.fetch_or(word, Ordering::Relaxed);
                    }
                }
            }
            (stay, number)
        };
        let (stay, numbers): (Vec<_>, Vec<usize>) = self.left.par_chunks(BLOCK).map(block).unzip();
        (self.left, self.number) = (stay.concat(), numbers.into_iter().sum());
        met.into_iter().map(AtomicU64::into_inner).collect()
    }

    /// By edge of the graph, the bits of what may be matched to it; of those that lie on no cycle that is left nothing.
    fn allowed(&self, left: &[Bitmap]) -> Vec<u64> {
        let allowed = |&edge: &u32| {
            let [low, high] = self.cycles.edges[edge as usize];
            self.bits.iter().fold(0, |all, bits| {
                let has = |place: u32| u64::from(left[bits.number].contains(place)).wrapping_neg();
                all | has(low) & bits.each[0] | has(high) & bits.each[1]
            })
        };
        let known: Vec<u64> = self.edges.par_iter().with_min_len(BLOCK).map(allowed).collect();
        if known.len() == self.cycles.edges.len() {
            return known;
        }
        let mut by_edge = vec![0; self.cycles.edges.len()];
        self.edges.iter().zip(known).for_each(|(&edge, word)| by_edge[edge as usize] = word);
        by_edge
    }
}

/// The bits of edges of the pattern at an edge of a cycle, as bits of ways: from which edge on the cycle of the pattern is matched, and in which
/// direction. With the length less `at`, the bits of ways as those of edges.
#[inline]
fn as_ways<const LENGTH: usize>(word: u64, at: usize) -> u64 {
    turned::<LENGTH>(word, at) & ALONG | turned::<LENGTH>(word, LENGTH - at) & !ALONG
}

/// Each half of a byte turned right, as one of so many bits.
#[inline]
fn turned<const LENGTH: usize>(word: u64, by: usize) -> u64 {
    let first = |bits: usize| ((1u64 << bits) - 1) * 0x1111_1111_1111_1111;
    word >> by & first(LENGTH - by) | (word & first(by)) << (LENGTH - by)
}

/// The same seen from the other end of the edge.
#[inline]
fn reversed(word: u64) -> u64 {
    word >> 4 & ALONG | (word & ALONG) << 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brief::tests::Numbers;

    #[test]
    fn edges_are_left_that_lie_on_a_way_for_each_cycle_of_the_pattern() {
        let (mut numbers, mut met) = (Numbers(5), 0);
        for round in 0..2000 {
            let length = 3 + round % 2;
            // Edges of the graph and cycles of them, of which it does not matter whether there is such a graph.
            let edges: Vec<[u32; 2]> = (0..10).map(|edge| [edge, 10 + edge]).collect();
            let cycle = |numbers: &mut Numbers| std::array::from_fn(|_| numbers.below(20) as u32);
            let mut all: Vec<[u32; 4]> = (0..12).map(|_| cycle(&mut numbers)).collect();
            all.retain(|cycle| (0..length).all(|at| !cycle[..at].iter().any(|edge| edge / 2 == cycle[at] / 2)));
            let cycles = Cycles { edges, all };
            let number = |u: usize, w: usize| u.min(w) * 6 + u.max(w);
            let patterns: Vec<Vec<usize>> = (0..1 + numbers.below(TOGETHER as u64))
                .map(|_| {
                    let mut vertices: Vec<usize> = (0..6).collect();
                    (0..length).map(|_| vertices.remove(numbers.below(vertices.len() as u64) as usize)).collect()
                })
                .collect();
            let mut left: Vec<Bitmap> = vec![Bitmap::new(20); 36];
            left.iter_mut()
                .for_each(|left| (0..20).filter(|_| numbers.below(3) > 0).for_each(|place| left.insert(place)));
            // By brute force.
            let (mut expected, mut count) = (left.clone(), 0);
            for pattern in &patterns {
                let mut on: Vec<Bitmap> = vec![Bitmap::new(20); 36];
                for cycle in &cycles.all {
                    for (from, is_backwards) in (0..length).flat_map(|from| [(from, false), (from, true)]) {
                        let way: Vec<(usize, u32)> = (0..length)
                            .map(|at| {
                                let edge = if is_backwards {
                                    (from + 2 * length - at - 1) % length
                                } else {
                                    (from + at) % length
                                };
                                let (u, w) = (pattern[at], pattern[(at + 1) % length]);
                                let is_up = (cycle[edge] % 2 == 1) ^ is_backwards ^ (u < w);
                                (number(u, w), cycles.edges[cycle[edge] as usize / 2][usize::from(!is_up)])
                            })
                            .collect();
                        if way.iter().all(|&(number, place)| left[number].contains(place)) {
                            way.iter().for_each(|&(number, place)| on[number].insert(place));
                            count += 1;
                        }
                    }
                }
                for at in 0..length {
                    let number = number(pattern[at], pattern[(at + 1) % length]);
                    let words = expected[number].words_mut();
                    words.iter_mut().zip(on[number].words()).for_each(|(left, on)| *left &= on);
                }
            }
            let mut ways = Ways::new(&cycles, &patterns, number);
            ways.keep_met(&mut left);
            assert_eq!((ways.number, &left), (count, &expected));
            met += count;
        }
        assert!(met > 1000, "{met}");
    }
}
