//! What tables cost a nest, those that it looks up and the one that it makes.

use super::{Estimator, Overheads, Prefix, price};

/// The tables of a nest, by pattern vertices.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// By which vertices each is looked up, as masks.
    pub lookups: Vec<u32>,
    /// The vertices that are credited with the matches, as a mask.
    pub credited: u32,
}

impl Estimator<'_> {
    /// Looks tables up and adds to others.
    pub fn with_tables(mut self, tables: Tables) -> Self {
        self.tables = tables;
        self
    }
}

impl Tables {
    /// What is done with tables when `last`, the last vertex of a prefix, is placed, for one partial match. A root is credited once for all
    /// that is below, and adding to an entry costs what `overheads` say; `is_whole`: no vertex is left.
    pub(super) fn cost(&self, prefix: &Prefix, last: usize, is_whole: bool, overheads: &Overheads) -> f64 {
        let credit = if is_whole { overheads.last_credit } else { overheads.credit };
        let last = 1 << last;
        let known = self.lookups.iter().filter(|&&by| by & !prefix.placed == 0 && by & last != 0);
        let read: f64 = known.map(|by| price::entry(by.count_ones() as usize)).sum();
        read + if self.credited & last != 0 { credit } else { 0.0 }
    }
}
