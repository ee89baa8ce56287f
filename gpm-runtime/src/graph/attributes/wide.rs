//! Columns of integers of which some need more than 64 bits, up to 128: for each value its place among the values in ascending order,
//! so that whatever compares 64-bit integers compares them, and the integers themselves.

use std::sync::Arc;

use super::missing::MISSING;
use crate::graph::Storage;

/// Values of integers of up to 128 bits.
#[derive(Clone, Debug, PartialEq)]
pub struct WideColumn {
    /// The place of each value, or [`MISSING`].
    pub(super) places: Storage<i64>,
    values: WideValues,
}

/// Integers, ascending and distinct. Value `i` has place `2 i`; what lies between two values has the odd place between theirs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WideValues(Arc<[i128]>);

impl WideValues {
    fn new(mut values: Vec<i128>) -> Self {
        values.sort_unstable();
        values.dedup();
        Self(values.into())
    }

    /// The values of all these columns.
    pub(crate) fn of_all<'a>(columns: impl Iterator<Item = &'a WideColumn>) -> Self {
        Self::new(columns.flat_map(|column| column.values.0.iter().copied()).collect())
    }

    /// The place of an integer, which may be none of the values.
    pub(crate) fn place(&self, integer: i128) -> i64 {
        match self.0.binary_search(&integer) {
            Ok(at) => 2 * at as i64,
            Err(at) => 2 * at as i64 - 1,
        }
    }

    /// The place of what lies between an integer and the next.
    pub(crate) fn place_above(&self, integer: i128) -> i64 {
        2 * self.0.partition_point(|&value| value <= integer) as i64 - 1
    }
}

impl WideColumn {
    /// Places as they are kept, with the integers that they stand for as text; `None` if that is no such column.
    pub(crate) fn of_places(places: Storage<i64>, values: &[&str]) -> Option<Self> {
        let values: Vec<i128> = values.iter().map(|text| text.parse().ok()).collect::<Option<_>>()?;
        let is_ascending = values.windows(2).all(|pair| pair[0] < pair[1]);
        let is_place =
            |&place: &i64| place == MISSING || place >= 0 && place % 2 == 0 && place / 2 < values.len() as i64;
        let is_sound = is_ascending && places.iter().all(is_place);
        is_sound.then(|| Self { places, values: WideValues(values.into()) })
    }

    /// The integers that places stand for, ascending, as text.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.values.0.iter().map(ToString::to_string).collect()
    }

    /// Value `at`, if it has one.
    pub fn get(&self, at: usize) -> Option<i128> {
        Some(self.places[at]).filter(|&place| place != MISSING).map(|place| self.values.0[(place / 2) as usize])
    }

    /// Number of values, missing ones included.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Other places of the same integers.
    pub(super) fn with_places(&self, places: Storage<i64>) -> Self {
        Self { places, values: self.values.clone() }
    }

    /// The places among other values, which have those of this column; `None` if they are the same.
    pub(crate) fn places_among(&self, values: &WideValues) -> Option<Vec<u64>> {
        let place = |at: usize| self.get(at).map_or(MISSING, |value| values.place(value)) as u64;
        (self.values != *values).then(|| (0..self.len()).map(place).collect())
    }
}

impl FromIterator<Option<i128>> for WideColumn {
    fn from_iter<I: IntoIterator<Item = Option<i128>>>(values: I) -> Self {
        let all: Vec<Option<i128>> = values.into_iter().collect();
        let values = WideValues::new(all.iter().flatten().copied().collect());
        let places = all.iter().map(|value| value.map_or(MISSING, |value| values.place(value))).collect();
        Self { places, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_order() {
        let large = i128::from(u64::MAX) * 3;
        let column: WideColumn = [Some(large), None, Some(-5), Some(7), Some(large)].into_iter().collect();
        assert_eq!(column.places.to_vec(), [4, MISSING, 0, 2, 4]);
        assert_eq!([column.get(0), column.get(1), column.get(2)], [Some(large), None, Some(-5)]);
        let values = WideValues::of_all([&column].into_iter());
        assert_eq!([-6, -5, 0, 7, 8, large].map(|integer| values.place(integer)), [-1, 0, 1, 2, 3, 4]);
        assert_eq!([-6, -5, 6, 7].map(|integer| values.place_above(integer)), [-1, 1, 1, 3]);
        assert_eq!(column.places_among(&values), None);
        let other: WideColumn = [Some(0)].into_iter().collect();
        let both = WideValues::of_all([&column, &other].into_iter());
        assert_eq!(other.places_among(&both), Some(vec![2]));
        let texts = column.texts();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(WideColumn::of_places(column.places.clone(), &texts), Some(column.clone()));
        assert_eq!(WideColumn::of_places(vec![6].into(), &texts), None);
        assert_eq!(WideColumn::of_places(vec![0].into(), &["7", "x"]), None);
    }
}
