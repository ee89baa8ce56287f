//! What one worker adds to a table.

use super::Table;

/// Entries that a worker gathers amounts for, a power of two: 32 KiB, which stay in the nearest cache.
const GATHERED: usize = 1 << 11;

/// An entry that amounts are gathered for.
#[derive(Clone, Copy, Debug, Default)]
struct Gathered {
    entry: usize,
    amount: i64,
}

/// Adds to a table for one worker. Where inner loops are credited, the same few entries, those of hubs, are added to again and again,
/// by all workers: their amounts are gathered here first.
#[derive(Debug)]
pub(crate) struct Ledger<'t> {
    table: &'t Table,
    /// By the low bits of the entry.
    gathered: Box<[Gathered]>,
    /// Of all that was added; `None` once that or an entry has left its bits.
    total: Option<i128>,
}

impl<'t> Ledger<'t> {
    pub(crate) fn new(table: &'t Table) -> Self {
        Ledger { table, gathered: vec![Gathered::default(); GATHERED].into(), total: Some(0) }
    }

    /// Adds to an entry.
    ///
    /// # Panics
    /// Now or later, if there is no such entry.
    pub(crate) fn credit(&mut self, entry: usize, amount: i128) {
        self.total = self.total.and_then(|total| total.checked_add(amount));
        let place = &mut self.gathered[entry & (GATHERED - 1)];
        let sum =
            i64::try_from(amount).ok().filter(|_| place.entry == entry).and_then(|own| place.amount.checked_add(own));
        match sum {
            Some(sum) => place.amount = sum,
            None => self.replace(entry, amount),
        }
    }

    /// Gathers for another entry, or adds an amount that is too large for that.
    #[cold]
    fn replace(&mut self, entry: usize, amount: i128) {
        let (kept, added) = i64::try_from(amount).map_or((0, amount), |amount| (amount, 0));
        let old = std::mem::replace(&mut self.gathered[entry & (GATHERED - 1)], Gathered { entry, amount: kept });
        let fits = self.add(old.entry, old.amount.into()) && self.add(entry, added);
        self.total = self.total.filter(|_| fits);
    }

    /// Adds what was gathered; the sum of all that was added, or `None` if it or an entry has left its bits.
    pub(crate) fn close(self) -> Option<i128> {
        let added = |gathered: &Gathered| self.add(gathered.entry, gathered.amount.into());
        self.total.filter(|_| self.gathered.iter().all(added))
    }

    fn add(&self, entry: usize, amount: i128) -> bool {
        amount == 0 || self.table.add(entry, amount)
    }
}
