//! Which two edge ends a step exchanges.
//!
//! An end is only exchanged with one of its own group, and takes the place of that one: an end's place has the same
//! group for ever. So the way back of a swap picks the same two places, with the same probability, and the chain is
//! uniform.

use crate::random::scaled;

/// Picks two places, given 64 random bits.
pub(super) trait Pick: Send + Sync {
    /// Two places of the same group, that may be the same.
    fn pick(&self, bits: u64) -> [u32; 2];
}

/// All places are of one group.
pub(super) struct Whole {
    places: u32,
}

/// Places in groups.
pub(super) struct Grouped {
    /// The places, those of a group together.
    places: Vec<u32>,
    /// For each of them where its group starts and how large it is.
    groups: Vec<[u32; 2]>,
}

/// One of the two.
pub(super) enum Picks {
    /// One group of all places.
    Whole(Whole),
    /// Several, or not of all places.
    Grouped(Grouped),
}

impl Picks {
    /// Given the group of each place that may be exchanged, and how many places there are. A group of one is left out.
    pub(super) fn new<K: Ord + Copy>(all: usize, mut groups: Vec<(K, u32)>) -> Picks {
        groups.sort_unstable();
        let mut grouped = Grouped { places: Vec::new(), groups: Vec::new() };
        for group in groups.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1) {
            let range = [grouped.places.len() as u32, group.len() as u32];
            grouped.places.extend(group.iter().map(|&(_, place)| place));
            grouped.groups.extend(group.iter().map(|_| range));
        }
        match grouped.groups.first() {
            Some(&[_, size]) if size as usize == all => Picks::Whole(Whole { places: size }),
            _ => Picks::Grouped(grouped),
        }
    }

    /// Those that can be exchanged.
    pub(super) fn each(&self) -> Vec<u32> {
        match self {
            Picks::Whole(whole) => (0..whole.places).collect(),
            Picks::Grouped(grouped) => grouped.places.clone(),
        }
    }
}

impl Pick for Whole {
    #[inline(always)]
    fn pick(&self, bits: u64) -> [u32; 2] {
        [scaled((bits >> 32) as u32, self.places), scaled(bits as u32, self.places)]
    }
}

impl Pick for Grouped {
    #[inline(always)]
    fn pick(&self, bits: u64) -> [u32; 2] {
        let one = scaled((bits >> 32) as u32, self.places.len() as u32) as usize;
        let [first, size] = self.groups[one];
        let other = (first + scaled(bits as u32, size)) as usize;
        [self.places[one], self.places[other]]
    }
}
