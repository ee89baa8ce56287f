//! Tables: what an anchored nest or sum of nests counts for each data vertex or arc.
//!
//! A [`Table`] holds the totals of one nest, signed and not yet divided; all workers add to it at once, each through a
//! ledger of its own. [`Counts`] are the answer of a plan, made of its nests' tables entry by entry.

mod counts;
mod ledger;
mod lookup;
mod narrow;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;

pub use counts::Counts;
pub(crate) use counts::{combine, sum_up};
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

/// How large a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Number of entries.
    pub(crate) entries: usize,
    /// Whether they have 128 bits.
    pub(crate) is_wide: bool,
}

#[cfg(feature = "cuda")]
impl Shape {
    /// Bytes of all entries.
    pub(crate) fn bytes(self) -> u64 {
        self.entries as u64 * if self.is_wide { 16 } else { 8 }
    }
}

impl Table {
    /// Zeros.
    pub(crate) fn zeros(Shape { entries, is_wide }: Shape) -> Table {
        Table(if is_wide { Entries::Wide(zeros(entries)) } else { Entries::Narrow(zeros(entries)) })
    }

    /// Zeros, as many as there are here.
    pub(crate) fn nothing(&self) -> Table {
        Table::zeros(Shape { entries: self.len(), is_wide: self.is_wide() })
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

    /// Whether entries have 128 bits.
    pub(crate) fn is_wide(&self) -> bool {
        matches!(self.0, Entries::Wide(_))
    }
}

fn zeros<T: Default + Send>(entries: usize) -> Vec<T> {
    (0..entries).into_par_iter().with_min_len(1 << 16).map(|_| T::default()).collect()
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
