//! What tables cost a nest, those that it looks up and the one that it makes.

use super::{Estimator, Kind, Overheads, Prefix, Work};

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
        match self.lookups.is_empty() && self.credited == 0 {
            true => 0.0,
            false => self.work(prefix, last, is_whole).cost(overheads),
        }
    }

    /// The same by kind of work.
    pub(super) fn work(&self, prefix: &Prefix, last: usize, is_whole: bool) -> Work {
        let (last, mut work) = (1 << last, Work::default());
        for by in self.lookups.iter().filter(|&&by| by & !prefix.placed == 0 && by & last != 0) {
            work.add(Kind::of_entry(by.count_ones() as usize), 1.0);
        }
        if self.credited & last != 0 {
            work.add(if is_whole { Kind::LastCredit } else { Kind::Credit }, 1.0);
        }
        work
    }
}
