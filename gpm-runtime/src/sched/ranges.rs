//! Sets of numbers as ranges.

use std::ops::Range;

/// Disjoint ranges, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<Range<u32>>);

impl Ranges {
    /// One range.
    pub(crate) fn one(range: Range<u32>) -> Ranges {
        Ranges(if range.is_empty() { Vec::new() } else { vec![range] })
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// Takes the first numbers, at most so many, and no more than follow each other.
    pub(crate) fn take_first(&mut self, most: u32) -> Option<Range<u32>> {
        let first = self.0.first_mut()?;
        let taken = first.start..first.end.min(first.start.saturating_add(most.max(1)));
        first.start = taken.end;
        if first.start == first.end {
            self.0.remove(0);
        }
        Some(taken)
    }

    /// Takes a range out; whether all of it was there.
    pub(crate) fn remove(&mut self, gone: &Range<u32>) -> bool {
        let Some(at) = self.0.iter().position(|range| range.start <= gone.start && gone.end <= range.end) else {
            return gone.is_empty();
        };
        let Range { start, end } = self.0[at];
        let left = [start..gone.start, gone.end..end].into_iter().filter(|range| !range.is_empty());
        self.0.splice(at..=at, left);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_gone() {
        let mut ranges = Ranges::one(0..10);
        assert!(ranges.remove(&(3..5)) && !ranges.remove(&(4..6)) && !ranges.remove(&(4..5)) && ranges.remove(&(4..4)));
        assert_eq!((ranges.len(), ranges.take_first(2)), (8, Some(0..2)));
        assert_eq!(
            (ranges.take_first(9), ranges.take_first(1), ranges.take_first(9)),
            (Some(2..3), Some(5..6), Some(6..10))
        );
        assert!(ranges.len() == 0 && ranges.take_first(1).is_none() && Ranges::one(4..4).len() == 0);
    }
}
