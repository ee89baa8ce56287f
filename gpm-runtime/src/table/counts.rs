//! The answer of a plan with anchors: its nests' tables, weighted, added and divided entry by entry.

use std::sync::atomic::Ordering;

use gpm_plan::plan::{AnswerError, Sum};
use rayon::prelude::*;

use super::{Entries, Table};

/// One number for each data vertex or arc. They have 64 bits if all of them fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counts {
    /// All below 2^64.
    Narrow(Vec<u64>),
    /// Some are not.
    Wide(Vec<u128>),
}

impl Counts {
    /// In 64 bits if they fit.
    pub(crate) fn collect(counts: Vec<u128>) -> Counts {
        match counts.par_iter().map(|&count| u64::try_from(count).ok()).collect() {
            Some(narrow) => Counts::Narrow(narrow),
            None => Counts::Wide(counts),
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Counts::Narrow(counts) => counts.len(),
            Counts::Wide(counts) => counts.len(),
        }
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The count of an entry.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn get(&self, entry: usize) -> u128 {
        match self {
            Counts::Narrow(counts) => counts[entry].into(),
            Counts::Wide(counts) => counts[entry],
        }
    }

    /// All counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = u128> {
        (0..self.len()).map(|entry| self.get(entry))
    }
}

/// Entries that are combined by one thread at a time, so that their sums stay in a near cache.
const CHUNK: usize = 4096;

/// The sum of tables of so many entries each, entry by entry; zeros if there is none yet. Cost: one pass over the tables.
///
/// # Errors
/// As [`Sum::answer`], for any entry.
pub(crate) fn combine(tables: &[&Table], entries: usize, sum: &Sum, complete: bool) -> Result<Counts, AnswerError> {
    let chunks: Vec<usize> = (0..entries).step_by(CHUNK).collect();
    let chunk = |&first: &usize| {
        let sums = sums(tables, sum, first..(first + CHUNK).min(entries))?;
        sums.into_iter().map(|total| sum.divided(total, complete)).collect::<Result<Vec<u128>, _>>()
    };
    let chunks: Vec<Vec<u128>> = chunks.par_iter().map(chunk).collect::<Result<_, _>>()?;
    Ok(Counts::collect(chunks.concat()))
}

/// What some entries add up to, each table times its multiplier.
fn sums(tables: &[&Table], sum: &Sum, entries: std::ops::Range<usize>) -> Result<Vec<i128>, AnswerError> {
    // A number of 64 bits times one of 32 stays far below 128, and so does the sum of fewer than 2^30 of them.
    let is_narrow = |table: &&Table| matches!(table.0, Entries::Narrow(_));
    let is_small = tables.iter().all(is_narrow) && tables.len() < 1 << 30;
    let mut sums = vec![0i128; entries.len()];
    for (table, &multiplier) in tables.iter().zip(&sum.multipliers) {
        let added = |sum: &mut i128, total: i128| {
            let scaled = total.checked_mul(multiplier)?;
            *sum = sum.checked_add(scaled)?;
            Some(())
        };
        let fits = match (&table.0, i32::try_from(multiplier)) {
            (Entries::Narrow(own), Ok(multiplier)) if is_small => {
                for (sum, total) in sums.iter_mut().zip(&own[entries.clone()]) {
                    *sum += i128::from(total.load(Ordering::Relaxed)) * i128::from(multiplier);
                }
                true
            }
            _ => sums.iter_mut().zip(entries.clone()).all(|(sum, entry)| added(sum, table.get(entry)).is_some()),
        };
        if !fits {
            return Err(AnswerError::Overflow);
        }
    }
    Ok(sums)
}
