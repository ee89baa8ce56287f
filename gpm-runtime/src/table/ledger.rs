//! What one worker adds to a table.

use super::Table;

/// Entries that a worker gathers amounts for, a power of two: 128 KiB, which stay in a near cache. *guess*
pub(crate) const GATHERED: usize = 1 << 13;

/// An entry that amounts are gathered for. Compiled code adds to it too.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) entry: usize,
    pub(crate) amount: i64,
}

/// Adds to a table for one worker. Where inner loops are credited, the same few entries, those of hubs, are added to again and again,
/// by all workers: their amounts are gathered here first.
#[derive(Debug)]
pub(crate) struct Ledger<'t> {
    table: &'t Table,
    /// By the low bits of the entry.
    gathered: Vec<Gathered>,
    /// Of all that was added to the table; `None` once that or an entry has left its bits.
    total: Option<i128>,
}

impl<'t> Ledger<'t> {
    pub(crate) fn new(table: &'t Table) -> Self {
        Ledger { table, gathered: vec![Gathered::default(); GATHERED], total: Some(0) }
    }

    /// Adds to an entry.
    ///
    /// # Panics
    /// Now or later, if there is no such entry.
    pub(crate) fn credit(&mut self, entry: usize, amount: i128) {
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
        self.add(old.entry, old.amount.into());
        self.add(entry, added);
    }

    /// The places of what is gathered, for compiled code: an entry lies at the place that its low bits name, or none does.
    #[cfg(feature = "jit")]
    pub(crate) fn gathered(&mut self) -> *mut Gathered {
        self.gathered.as_mut_ptr()
    }

    /// Adds what was gathered; the sum of all that was added, or `None` if it or an entry has left its bits.
    pub(crate) fn close(mut self) -> Option<i128> {
        for Gathered { entry, amount } in std::mem::take(&mut self.gathered) {
            self.add(entry, amount.into());
        }
        self.total
    }

    fn add(&mut self, entry: usize, amount: i128) {
        if amount != 0 {
            let fits = self.table.add(entry, amount);
            self.total = self.total.filter(|_| fits).and_then(|total| total.checked_add(amount));
        }
    }
}
