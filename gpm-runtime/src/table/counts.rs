//! The answer of a plan with anchors: its nests' tables, weighted, added and divided entry by entry.

use std::sync::atomic::Ordering;

use gpm_plan::plan::{AnswerError, CommonScale};
use rayon::prelude::*;

use super::narrow::NarrowScale;
use super::{Entries, Table};

/// One number for each data vertex or arc. They have 64 bits if all of them fit.
///
/// ```
/// let counts = gpm::Counts::Narrow(vec![3, 0, 4]);
/// assert_eq!((counts.len(), counts.get(2), counts.iter().sum()), (3, 4, 7_u128));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counts {
    /// All below 2^64.
    Narrow(Vec<u64>),
    /// Some are not.
    Wide(Vec<u128>),
}

impl Counts {
    /// The counts of these entries, in this order; 0 for none.
    pub fn picked(&self, entries: impl Iterator<Item = Option<usize>>) -> Counts {
        Counts::collect(entries.map(|entry| entry.map_or(0, |entry| self.get(entry))).collect())
    }

    /// These counts so many times, on top of others if there are some, entry by entry; `None` if one leaves 128 bits.
    ///
    /// ```
    /// use gpm::Counts;
    ///
    /// let (one, other) = (Counts::Narrow(vec![1, 2]), Counts::Narrow(vec![10, 0]));
    /// assert_eq!(one.times_onto(3, Some(&other)), Some(Counts::Narrow(vec![13, 6])));
    /// ```
    ///
    /// # Panics
    /// If there are fewer of the others.
    pub fn times_onto(self, times: u128, others: Option<&Counts>) -> Option<Counts> {
        if others.is_none() && times == 1 {
            return Some(self);
        }
        let count =
            |entry| self.get(entry).checked_mul(times)?.checked_add(others.map_or(0, |others| others.get(entry)));
        let counts: Option<Vec<u128>> = (0..self.len()).into_par_iter().map(count).collect();
        counts.map(Counts::collect)
    }

    /// In 64 bits if they fit.
    pub(crate) fn collect(counts: Vec<u128>) -> Counts {
        match counts.par_iter().all(|&count| u64::try_from(count).is_ok()) {
            true => Counts::Narrow(counts.into_par_iter().map(|count| count as u64).collect()),
            false => Counts::Wide(counts),
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

    /// The sum of all counts; `None` if it does not fit.
    ///
    /// ```
    /// use gpm::Counts;
    ///
    /// assert_eq!(Counts::Narrow(vec![u64::MAX, 1]).total(), Some(1 << 64));
    /// assert_eq!(Counts::Wide(vec![u128::MAX, 1]).total(), None);
    /// ```
    pub fn total(&self) -> Option<u128> {
        self.iter().try_fold(0, u128::checked_add)
    }

    /// All counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = u128> {
        (0..self.len()).map(|entry| self.get(entry))
    }
}

/// Entries that are combined by one thread at a time, so that their sums (64 KiB) stay in a near cache. *guess*
const CHUNK: usize = 4096;
/// Entries that are copied by one thread at a time: fewer are not worth waking another. *guess*
const PIECE: usize = 1 << 16;

/// The sum of tables of so many entries each, entry by entry; zeros if there is none yet. Cost: one pass over the tables, two more if
/// counts are large.
///
/// # Errors
/// As [`CommonScale::answer`], for any entry.
pub(crate) fn combine(
    tables: &[&Table],
    entries: usize,
    sum: &CommonScale,
    complete: bool,
) -> Result<Counts, AnswerError> {
    if let Some(counts) = as_it_is(tables, sum) {
        return Ok(Counts::Narrow(counts));
    }
    if let Some(counts) = NarrowScale::new(sum).filter(|_| complete).and_then(|sum| narrow(tables, entries, &sum)) {
        return Ok(Counts::Narrow(counts));
    }
    Ok(match filled(tables, entries, sum, complete)? {
        Some(counts) => Counts::Narrow(counts),
        None => Counts::Wide(filled(tables, entries, sum, complete)?.expect("a count has 128 bits at most")),
    })
}

/// As [`combine`], before it is divided: what a shard of a run adds to each entry.
///
/// # Errors
/// [`AnswerError::Overflow`].
pub(crate) fn sum_up(tables: &[&Table], entries: usize, sum: &CommonScale) -> Result<Vec<i128>, AnswerError> {
    let chunks = (0..entries.div_ceil(CHUNK)).into_par_iter().map(|chunk| chunk * CHUNK);
    let chunks = chunks.map(|first| sums(tables, sum, first..(first + CHUNK).min(entries)));
    Ok(chunks.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The entries of the only table, if they are the counts: those of most tables that are looked up.
fn as_it_is(tables: &[&Table], sum: &CommonScale) -> Option<Vec<u64>> {
    let [Table(Entries::Narrow(entries))] = tables else { return None };
    let is_plain = sum.multipliers == [1] && sum.divisor == 1 && sum.times == 1 && sum.is_lower_bound;
    let entries = entries.par_iter().with_min_len(PIECE).map(|entry| entry.load(Ordering::Relaxed));
    (is_plain && entries.clone().all(|entry| entry >= 0)).then(|| entries.map(|entry| entry as u64).collect())
}

/// The counts, if no sum leaves 64 bits and each can be divided.
fn narrow(tables: &[&Table], entries: usize, sum: &NarrowScale) -> Option<Vec<u64>> {
    let mut counts = vec![0; entries];
    let fill = |(chunk, counts): (usize, &mut [u64])| sum.fill(tables, chunk * CHUNK, counts);
    counts.par_chunks_mut(CHUNK).enumerate().all(fill).then_some(counts)
}

/// The counts, if all of them fit their type.
fn filled<T>(
    tables: &[&Table],
    entries: usize,
    sum: &CommonScale,
    complete: bool,
) -> Result<Option<Vec<T>>, AnswerError>
where
    T: TryFrom<u128> + Clone + Default + Send,
{
    let mut counts = vec![T::default(); entries];
    let fill = |(chunk, counts): (usize, &mut [T])| {
        let first = chunk * CHUNK;
        let sums = sums(tables, sum, first..first + counts.len())?;
        let mut fits = true;
        for (count, total) in counts.iter_mut().zip(sums) {
            match T::try_from(sum.divided(total, complete)?) {
                Ok(own) => *count = own,
                Err(_) => fits = false,
            }
        }
        Ok(fits)
    };
    let chunks = counts.par_chunks_mut(CHUNK).enumerate().map(fill);
    let fits = chunks.try_reduce(|| true, |one, other| Ok(one & other))?;
    Ok(fits.then_some(counts))
}

/// What some entries add up to, each table times its multiplier.
fn sums(tables: &[&Table], sum: &CommonScale, entries: std::ops::Range<usize>) -> Result<Vec<i128>, AnswerError> {
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

/// A sequence of decimal digits, one string a count: counts may have more bits than JSON's readers do.
#[cfg(feature = "serde")]
impl serde::Serialize for Counts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|count| count.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    #[test]
    fn counts_have_as_many_bits_as_they_need() {
        let table = |is_wide| Table::zeros(Shape { entries: CHUNK + 2, is_wide });
        let sum = CommonScale { multipliers: vec![3, -1], divisor: 2, times: 1, is_lower_bound: true };
        let (one, other) = (table(false), table(true));
        assert!(one.add(CHUNK + 1, 7) && other.add(CHUNK + 1, 1));
        let counts = combine(&[&one, &other], CHUNK + 2, &sum, true).unwrap();
        assert!(matches!(&counts, Counts::Narrow(counts) if counts.iter().sum::<u64>() == 10));
        assert_eq!(counts.get(CHUNK + 1), 10);
        assert!(other.add(0, -(1 << 100)));
        let counts = combine(&[&one, &other], CHUNK + 2, &sum, true).unwrap();
        assert_eq!((counts.get(0), counts.get(CHUNK + 1)), (1 << 99, 10));
        let plain = CommonScale { multipliers: vec![1], divisor: 1, times: 1, is_lower_bound: true };
        let counts = combine(&[&one], CHUNK + 2, &plain, true).unwrap();
        assert_eq!((counts.len(), counts.get(0), counts.get(CHUNK + 1)), (CHUNK + 2, 0, 7));
        let less = table(false);
        assert!(less.add(0, -1));
        assert!(matches!(combine(&[&less], CHUNK + 2, &plain, true), Err(AnswerError::Indivisible { .. })));
        assert!(one.add(1, 1));
        assert!(matches!(combine(&[&one, &other], CHUNK + 2, &sum, true), Err(AnswerError::Indivisible { .. })));
    }
}
