//! What tables cost a nest, those that it looks up and the one that it makes.

use super::{Operator, Prefix};

/// The tables of a nest, by pattern vertices.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// By which vertices each is looked up, as masks.
    pub lookups: Vec<u32>,
    /// The vertices that are credited with the matches, as a mask.
    pub credited: u32,
}

impl Tables {
    /// What is done with tables when the last vertex of a prefix is placed, for one partial match. A root is credited once for all that is
    /// below; `is_whole`: no vertex is left.
    pub(super) fn operators(&self, prefix: &Prefix, is_whole: bool) -> impl Iterator<Item = Operator> {
        let (placed, last) = (prefix.placed, 1 << prefix.vertex(prefix.num_levels - 1));
        let lookups = self.lookups.iter().filter(move |&&by| by & !placed == 0 && by & last != 0);
        let is_credited = self.credited & last != 0;
        let read = lookups.map(|by| Operator::ReadEntry(by.count_ones() as usize));
        read.chain(is_credited.then_some(Operator::Credit { is_last: is_whole }))
    }
}
