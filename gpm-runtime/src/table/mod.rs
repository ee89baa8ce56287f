//! Tables: what an anchored nest or sum of nests counts for each data vertex or arc.
//!
//! A [`Table`] holds the totals of one nest, signed and not yet divided; all workers add to it at once, each through a
//! ledger of its own. [`Counts`] are the answer of a plan, made of its nests' tables entry by entry.

mod counts;
mod ledger;
mod lookup;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use gpm_plan::nest::{Level, LoopNest, Per, SetExpr, Source, Step};
use rayon::prelude::*;

use crate::graph::Csr;
use crate::view::{Bound, Rows};

pub use counts::Counts;
pub(crate) use counts::combine;
pub(crate) use ledger::Ledger;
#[cfg(feature = "jit")]
pub(crate) use ledger::{GATHERED, Gathered};
pub use lookup::Lookup;

/// Totals of a nest by vertex or by arc. Entries have 64 bits where a bound on what is counted says that this will do, else 128.
#[derive(Debug)]
pub struct Table(Entries);

#[derive(Debug)]
enum Entries {
    Narrow(Vec<AtomicI64>),
    /// The low and the high half of each.
    Wide(Vec<[AtomicU64; 2]>),
}

/// Entries whose bound lies below this have 64 bits.
const NARROW: f64 = 4.0e18;

/// How large a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Number of entries.
    pub(crate) entries: usize,
    /// Whether they have 128 bits.
    pub(crate) is_wide: bool,
}

impl Shape {
    /// Of a nest with anchors.
    pub(crate) fn of(nest: &LoopNest, bound: &Bound<'_>) -> Option<Shape> {
        let entries = match nest.per {
            Per::Total => return None,
            Per::Vertex => bound.num_vertices,
            Per::Edge => nest.arcs().map_or(0, |view| bound.views[usize::from(view.0)].neighbors().len()),
        };
        Some(Shape { entries, is_wide: largest_entry(nest, bound) >= NARROW })
    }

    /// Bytes of all entries.
    #[cfg(feature = "cuda")]
    pub(crate) fn bytes(self) -> u64 {
        self.entries as u64 * if self.is_wide { 16 } else { 8 }
    }
}

impl Table {
    /// Zeros.
    pub(crate) fn zeros(Shape { entries, is_wide }: Shape) -> Table {
        Table(if is_wide { Entries::Wide(zeros(entries)) } else { Entries::Narrow(zeros(entries)) })
    }

    /// Of entries of 64 bits.
    #[cfg(feature = "cuda")]
    pub(crate) fn narrow(entries: Vec<AtomicI64>) -> Table {
        Table(Entries::Narrow(entries))
    }

    /// Of entries of 128 bits, by their halves.
    #[cfg(feature = "cuda")]
    pub(crate) fn wide(low: &[u64], high: &[u64]) -> Table {
        let entries = low.par_iter().zip(high).map(|(&low, &high)| [low, high].map(AtomicU64::new));
        Table(Entries::Wide(entries.collect()))
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        match &self.0 {
            Entries::Narrow(entries) => entries.len(),
            Entries::Wide(entries) => entries.len(),
        }
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An entry, once nobody adds any more.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn get(&self, entry: usize) -> i128 {
        match &self.0 {
            Entries::Narrow(entries) => entries[entry].load(Ordering::Relaxed).into(),
            Entries::Wide(entries) => {
                let [low, high] = entries[entry].each_ref().map(|half| half.load(Ordering::Relaxed));
                i128::from(high as i64) << 64 | i128::from(low)
            }
        }
    }

    /// The sum of all entries; `None` if it, or that of a part of them, leaves 128 bits.
    #[cfg(feature = "cuda")]
    pub(crate) fn total(&self) -> Option<i128> {
        let entries = (0..self.len()).into_par_iter().with_min_len(1 << 14).map(|entry| self.get(entry));
        entries
            .try_fold(|| 0i128, |sum, own| sum.checked_add(own))
            .try_reduce(|| 0, |one, other| one.checked_add(other))
    }

    /// Adds another table, entry by entry; says whether each stayed within its bits.
    #[cfg(feature = "cuda")]
    pub(crate) fn add_all(&self, other: &Table) -> bool {
        (0..self.len()).into_par_iter().with_min_len(1 << 14).all(|entry| match other.get(entry) {
            0 => true,
            amount => self.add(entry, amount),
        })
    }

    /// Adds to an entry; says whether it stayed within its bits.
    pub(crate) fn add(&self, entry: usize, amount: i128) -> bool {
        match &self.0 {
            Entries::Narrow(entries) => i64::try_from(amount)
                .is_ok_and(|amount| entries[entry].fetch_add(amount, Ordering::Relaxed).checked_add(amount).is_some()),
            Entries::Wide(entries) => {
                let [low, high] = &entries[entry];
                // Each addition to the low half knows whether it carried, whatever else is added meanwhile.
                let added = amount as u64;
                let carry = low.fetch_add(added, Ordering::Relaxed).checked_add(added).is_none();
                let Some(upper) = ((amount >> 64) as i64).checked_add(carry.into()) else { return false };
                // A sum beyond 128 bits has taken the high half beyond 64 at some addition, which sees it.
                (high.fetch_add(upper as u64, Ordering::Relaxed) as i64).checked_add(upper).is_some()
            }
        }
    }

    /// The same by the entries of `all`, each row of which holds a row of `part` and more.
    pub(crate) fn spread(self, part: &Rows<'_>, all: &Csr) -> Table {
        if std::ptr::eq(part.neighbors(), all.neighbors()) {
            return self;
        }
        let spread = Table(match &self.0 {
            Entries::Narrow(_) => Entries::Narrow(zeros(all.neighbors().len())),
            Entries::Wide(_) => Entries::Wide(zeros(all.neighbors().len())),
        });
        (0..all.num_vertices()).into_par_iter().for_each(|v| {
            let (first, mut entry) = (part.offsets()[v] as usize, all.offsets()[v] as usize);
            for (i, &w) in part.row(v as u32).iter().enumerate() {
                while all.neighbors()[entry] != w {
                    entry += 1;
                }
                spread.add(entry, self.get(first + i));
            }
        });
        spread
    }
}

fn zeros<T: Default + Send>(entries: usize) -> Vec<T> {
    (0..entries).into_par_iter().with_min_len(1 << 16).map(|_| T::default()).collect()
}

/// A bound on the entries of a nest's table: what one product may be, for every choice of the levels that are no anchors. Loops are
/// connected, so that each but that of an anchor, which may be any, is over a part of some row.
fn largest_entry(nest: &LoopNest, bound: &Bound<'_>) -> f64 {
    let longest = bound.max_row() as f64;
    let largest_size = nest.largest_size(longest);
    let steps = nest.blocks().into_iter().flat_map(|(_, block)| &block.steps);
    let largest = |step: &Step| match step {
        Step::For { level, from: Source::Set(candidates), .. } if nest.per != Per::Edge || *level > Level(1) => {
            match nest.set(candidates.set).expr {
                SetExpr::Reach { .. } => bound.num_vertices as f64,
                SetExpr::Neighbors { .. }
                | SetExpr::Intersect(..)
                | SetExpr::Difference(..)
                | SetExpr::Walks { .. } => longest,
            }
        }
        Step::For { .. } | Step::Emit => 1.0,
        Step::Count(product) => product.iter().map(|polynomial| polynomial.magnitude(largest_size).max(1.0)).product(),
    };
    // A vertex may lie at each credited level.
    let places = nest.credited.iter().count() as f64;
    steps.map(largest).product::<f64>() * places * bound.largest_entries()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_carry_and_borrow() {
        let table = Table::zeros(Shape { entries: 2, is_wide: true });
        let mut ledger = Ledger::new(&table);
        let amounts = [u64::MAX as i128, 1, -1, i128::from(i64::MIN) * 8, 1 << 100, -(1 << 90), 7];
        amounts.iter().for_each(|&amount| ledger.credit(1, amount));
        assert_eq!(ledger.close(), Some(amounts.iter().sum()));
        assert_eq!((table.get(0), table.get(1)), (0, amounts.iter().sum()));
    }

    #[test]
    fn what_does_not_fit_is_no_total() {
        let narrow = Table::zeros(Shape { entries: 1, is_wide: false });
        let credited = |amounts: &[i128]| {
            let mut ledger = Ledger::new(&narrow);
            amounts.iter().for_each(|&amount| ledger.credit(0, amount));
            ledger.close()
        };
        assert_eq!(credited(&[i64::MAX.into()]), Some(i64::MAX.into()));
        assert_eq!(credited(&[1]), None);
        assert_eq!(credited(&[1 << 80]), None);
        let wide = Table::zeros(Shape { entries: 2, is_wide: true });
        assert!(wide.add(0, i128::MAX) && wide.add(0, i128::MIN) && wide.add(0, i128::MIN + 1));
        assert_eq!(wide.get(0), i128::MIN);
        assert!(!wide.add(0, -1));
        assert!(wide.add(1, u64::MAX.into()) && !wide.add(1, i128::MAX));
    }
}
