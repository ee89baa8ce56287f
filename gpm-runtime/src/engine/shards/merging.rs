//! The shards of a run, added up as they come.

use std::collections::BTreeSet;

use gpm_plan::plan::AnswerError;
use rayon::prelude::*;

use super::count::{MergeError, ShardSum, ShardTable, gaps};
use crate::sched::Shard;
use crate::table::Counts;

/// What the shards of a run that have come so far add up to. Each shard counts once: one that comes again is refused, and so is one of another run.
///
/// Memory: 16 bytes for each entry of a table, however many shards there are.
///
/// ```
/// use gpm::{Control, Engine, Graph, Merging, Session, Shard, ShardTable};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let (engine, mut merging) = (Engine::auto()?, Merging::default());
/// for number in [2, 1] {
///     assert!(merging.count().is_err(), "a shard is missing");
///     let mut session = Session::of_shard(&graph, Shard::new(number, 2)?);
///     let total = engine.count_shard_in(&mut session, "wedge", &Control::new())?.sum.expect("nobody stops it");
///     let part = ShardTable { total, sums: Vec::new() };
///     merging.add(&part)?;
///     assert!(merging.add(&part).is_err(), "it is there already");
/// }
/// assert_eq!(merging.count()?, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Merging {
    /// The shard that came first: what it is divided by, and of which run it is, is true of all.
    first: Option<ShardSum>,
    shards: BTreeSet<Shard>,
    total: i128,
    /// By entry of a table.
    sums: Vec<i128>,
}

impl Merging {
    /// Adds what a shard counted: a table, or one without entries for a count alone. A shard that is refused has added nothing.
    ///
    /// # Errors
    /// [`MergeError::Foreign`] if it is of another run than the first, or its table has another size; [`MergeError::Doubled`] if it was added
    /// before; [`MergeError::Answer`] if a sum leaves 128 bits, after which there is no answer.
    pub fn add(&mut self, part: &ShardTable) -> Result<(), MergeError> {
        let ShardTable { total, sums } = part;
        let first = *self.first.get_or_insert_with(|| {
            self.sums = vec![0; sums.len()];
            *total
        });
        if !total.is_of_run(&first) || sums.len() != self.sums.len() {
            return Err(MergeError::Foreign(first.shard, total.shard));
        }
        if !self.shards.insert(total.shard) {
            return Err(MergeError::Doubled(total.shard));
        }
        self.total = self.total.checked_add(total.sum).ok_or(AnswerError::Overflow)?;
        let add = |(sum, own): (&mut i128, &i128)| {
            *sum = sum.checked_add(*own).ok_or(AnswerError::Overflow)?;
            Ok(())
        };
        self.sums.par_iter_mut().zip(sums).try_for_each(add).map_err(MergeError::Answer)
    }

    /// The shards that are missing: the first and the last of each gap, ascending. None before the first shard has come, which says how many there are.
    pub fn missing(&self) -> Vec<[Shard; 2]> {
        gaps(&self.shards)
    }

    /// The count that all shards give together.
    ///
    /// # Errors
    /// [`MergeError`] if a shard is missing, or if the count leaves 128 bits.
    pub fn count(&self) -> Result<u128, MergeError> {
        Ok(self.complete()?.scale().divided(self.total, true)?)
    }

    /// What the count is at least, by the shards that have come: 0 where plans subtract, so that no part of the shards says anything.
    ///
    /// # Errors
    /// [`MergeError::Answer`] if it leaves 128 bits.
    pub fn lower_bound(&self) -> Result<u128, MergeError> {
        Ok(self.first.map_or(Ok(0), |first| first.scale().divided(self.total, false))?)
    }

    /// The counts that all shards give together, by entry of their tables.
    ///
    /// # Errors
    /// As [`Merging::count`].
    pub fn counts(&self) -> Result<Counts, MergeError> {
        let scale = self.complete()?.scale();
        let counts = self.sums.par_iter().map(|&sum| scale.divided(sum, true)).collect::<Result<Vec<_>, _>>()?;
        Ok(Counts::collect(counts))
    }

    fn complete(&self) -> Result<ShardSum, MergeError> {
        let first = self.first.ok_or(MergeError::Nothing)?;
        match self.missing() {
            gaps if gaps.is_empty() => Ok(first),
            gaps => Err(MergeError::Missing(gaps)),
        }
    }
}

impl ShardSum {
    /// The answer that all shards of a run give together, in any order.
    ///
    /// # Errors
    /// [`MergeError`] if a shard is missing, there twice or of another run, or if the answer leaves 128 bits.
    pub fn merge(sums: &[ShardSum]) -> Result<u128, MergeError> {
        let mut merging = Merging::default();
        sums.iter().try_for_each(|&total| merging.add(&ShardTable { total, sums: Vec::new() }))?;
        merging.count()
    }
}

impl ShardTable {
    /// The counts that all shards of a run give together, in any order.
    ///
    /// # Errors
    /// As [`ShardSum::merge`]; [`MergeError::Foreign`] too if tables have different sizes.
    pub fn merge(tables: &[ShardTable]) -> Result<Counts, MergeError> {
        let mut merging = Merging::default();
        tables.iter().try_for_each(|table| merging.add(table))?;
        merging.counts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(number: u32, of: u32, run: u64) -> ShardSum {
        ShardSum {
            shard: Shard::new(number, of).unwrap(),
            run,
            sum: i128::from(number),
            divisor: 2,
            times: 3,
            is_lower_bound: true,
        }
    }

    #[test]
    fn all_shards_of_one_run_make_an_answer() {
        assert_eq!(ShardSum::merge(&[sum(3, 3, 1), sum(1, 3, 1), sum(2, 3, 1)]), Ok(9));
        assert_eq!(ShardSum::merge(&[]), Err(MergeError::Nothing));
        let refused = |sums: &[ShardSum]| ShardSum::merge(sums).unwrap_err().to_string();
        assert_eq!(refused(&[sum(1, 3, 1), sum(3, 3, 1)]), "shard 2/3 is missing");
        assert_eq!(refused(&[sum(2, 3, 1), sum(1, 3, 1)]), "shard 3/3 is missing");
        assert_eq!(
            refused(&[sum(6, 9, 1), sum(2, 9, 1), sum(3, 9, 1)]),
            "shards 1/9, 4/9 to 5/9, 7/9 to 9/9 are missing"
        );
        assert_eq!(refused(&[sum(u32::MAX, u32::MAX, 1)]), "shards 1/4294967295 to 4294967294/4294967295 are missing");
        assert_eq!(refused(&[sum(1, 2, 1), sum(2, 2, 1), sum(1, 2, 1)]), "shard 1/2 is there twice");
        assert!(refused(&[sum(1, 2, 1), sum(2, 2, 7)]).starts_with("shards 1/2 and 2/2 are not of one run"));
        assert!(refused(&[sum(1, 2, 1), sum(2, 3, 1)]).starts_with("shards 1/2 and 2/3 are not of one run"));
        assert!(refused(&[sum(1, 2, 1), ShardSum { sum: 0, ..sum(2, 2, 1) }]).contains("is not a multiple of"));
    }

    #[test]
    fn some_shards_are_a_lower_bound_unless_they_subtract() {
        let part = |number, is_lower_bound| ShardTable {
            total: ShardSum { is_lower_bound, ..sum(number, 9, 1) },
            sums: vec![4, i128::from(number)],
        };
        for (is_lower_bound, expected) in [(true, 6), (false, 0)] {
            let mut merging = Merging::default();
            assert_eq!((merging.lower_bound(), merging.count()), (Ok(0), Err(MergeError::Nothing)));
            for number in [1, 4] {
                merging.add(&part(number, is_lower_bound)).unwrap();
            }
            assert_eq!(merging.lower_bound(), Ok(expected));
            assert!(matches!(merging.counts(), Err(MergeError::Missing(gaps)) if gaps.len() == 2));
            let before = merging.clone();
            assert!(matches!(merging.add(&part(4, is_lower_bound)), Err(MergeError::Doubled(_))));
            let shorter = ShardTable { sums: vec![1], ..part(5, is_lower_bound) };
            assert!(matches!(merging.add(&shorter), Err(MergeError::Foreign(..))));
            assert_eq!(format!("{merging:?}"), format!("{before:?}"));
        }
    }
}
