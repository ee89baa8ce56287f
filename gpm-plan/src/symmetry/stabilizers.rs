//! Stabilizers of sets of vertices in one group, each found once: the search asks for the same ones again and again.

use std::collections::BTreeMap;

use crate::pattern::Automorphisms;

/// What is known of a group's pointwise stabilizers.
#[derive(Clone, Debug)]
pub struct Stabilizers<'a> {
    group: &'a Automorphisms,
    /// By mask of the vertices that stay.
    orbits: BTreeMap<u32, Vec<u32>>,
    orders: BTreeMap<u32, u128>,
}

impl<'a> Stabilizers<'a> {
    /// Nothing is known yet.
    pub fn new(group: &'a Automorphisms) -> Self {
        Stabilizers { group, orbits: BTreeMap::new(), orders: BTreeMap::new() }
    }

    /// As [`Automorphisms::orbits`].
    pub fn orbits(&mut self, fixed: &[usize]) -> &[u32] {
        self.orbits.entry(mask(fixed)).or_insert_with(|| self.group.orbits(fixed))
    }

    /// As [`Automorphisms::stabilizer_order`].
    pub fn order(&mut self, fixed: &[usize]) -> u128 {
        *self.orders.entry(mask(fixed)).or_insert_with(|| self.group.stabilizer_order(fixed))
    }
}

fn mask(vertices: &[usize]) -> u32 {
    vertices.iter().fold(0, |mask, &u| mask | 1 << u)
}
