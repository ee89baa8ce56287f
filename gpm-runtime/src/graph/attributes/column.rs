//! Columns: one value, or none, for each vertex or edge.

use gpm_plan::pattern::predicate::Calendar;

use super::missing::MISSING;
use super::text::TextColumn;
use super::wide::WideColumn;
use crate::graph::Storage;

/// Values of one kind in some order, some of which may be missing.
///
/// ```
/// use gpm::Column;
///
/// assert!(matches!(Column::from(vec![1_i64, 2]), Column::Integers(_)));
/// assert_eq!(Column::from(vec![0.5, 2.0]).len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// 64-bit integers; the least one, `i64::MIN`, stands for a missing value.
    Integers(Storage<i64>),
    /// Integers of up to 128 bits, of which some need more than 64.
    Wide(WideColumn),
    /// 64-bit floats; not-a-number stands for a missing value.
    Floats(Storage<f64>),
    /// Text.
    Text(TextColumn),
    /// Dates in days since 1970-01-01; times in microseconds since midnight; timestamps in microseconds since 1970-01-01 in UTC;
    /// intervals in microseconds. `i64::MIN` stands for a missing value.
    Moments(Calendar, Storage<i64>),
}

impl Column {
    /// Number of values, missing ones included.
    pub fn len(&self) -> usize {
        self.words().len()
    }

    /// Number of values that are there.
    pub fn num_present(&self) -> usize {
        match self {
            Column::Integers(values) | Column::Moments(_, values) => {
                values.iter().filter(|&&value| value != MISSING).count()
            }
            Column::Text(text) => text.codes.iter().filter(|&&code| code != MISSING).count(),
            Column::Wide(wide) => wide.places.iter().filter(|&&place| place != MISSING).count(),
            Column::Floats(values) => values.iter().filter(|value| !value.is_nan()).count(),
        }
    }

    /// Whether a value is there.
    pub(crate) fn has(&self, at: usize) -> bool {
        match self {
            Column::Integers(values) | Column::Moments(_, values) => values[at] != MISSING,
            Column::Text(text) => text.codes[at] != MISSING,
            Column::Wide(wide) => wide.places[at] != MISSING,
            Column::Floats(values) => !values[at].is_nan(),
        }
    }

    /// Number of values that another entry has, too: of times, how many are not told apart by them.
    ///
    /// ```
    /// use gpm::Column;
    ///
    /// assert_eq!(Column::from(vec![Some(5_i64), Some(3), None, Some(5), None]).num_shared(), 2);
    /// ```
    pub fn num_shared(&self) -> usize {
        let mut present: Vec<u64> = match self {
            Column::Floats(values) => {
                // The two zeros are equal.
                values.iter().filter(|value| !value.is_nan()).map(|value| (value + 0.0).to_bits()).collect()
            }
            _ => self.words().iter().copied().filter(|&word| word != MISSING as u64).collect(),
        };
        present.sort_unstable();
        present.chunk_by(|one, other| one == other).map(<[u64]>::len).filter(|&number| number > 1).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the values are, in one word: `integers`, `floats`, `text`, `dates`, `times`, `timestamps` or `intervals`.
    pub fn what(&self) -> &'static str {
        match self {
            Column::Integers(_) | Column::Wide(_) => "integers",
            Column::Floats(_) => "floats",
            Column::Text(_) => "text",
            Column::Moments(Calendar::Date, _) => "dates",
            Column::Moments(Calendar::Time, _) => "times",
            Column::Moments(Calendar::Timestamp | Calendar::Instant, _) => "timestamps",
            Column::Moments(Calendar::Interval, _) => "intervals",
        }
    }

    /// The values as 64-bit words, bit by bit.
    pub(crate) fn words(&self) -> &[u64] {
        match self {
            Column::Integers(values) | Column::Moments(_, values) => bytemuck::cast_slice(values),
            Column::Text(text) => bytemuck::cast_slice(&text.codes),
            Column::Wide(wide) => bytemuck::cast_slice(&wide.places),
            Column::Floats(values) => bytemuck::cast_slice(values),
        }
    }

    /// Integers: of 64 bits if all are.
    pub(crate) fn integers(values: Vec<Option<i128>>) -> Column {
        let narrow = |value: &Option<i128>| match value {
            Some(value) => i64::try_from(*value).ok().filter(|&value| value != MISSING),
            None => Some(MISSING),
        };
        match values.iter().map(narrow).collect::<Option<Vec<i64>>>() {
            Some(integers) => integers.into(),
            None => Column::Wide(values.into_iter().collect()),
        }
    }

    /// `len` values of this kind, all missing.
    pub(crate) fn missing(&self, len: usize) -> Column {
        match self {
            Column::Integers(_) => vec![MISSING; len].into(),
            Column::Floats(_) => vec![f64::NAN; len].into(),
            Column::Text(text) => Column::Text(text.with_codes(vec![MISSING; len].into())),
            Column::Wide(wide) => Column::Wide(wide.with_places(vec![MISSING; len].into())),
            Column::Moments(calendar, _) => Column::Moments(*calendar, vec![MISSING; len].into()),
        }
    }

    /// Sets value `at` to value `from` of a column of the same kind; says whether another value was there. The texts of that
    /// column must be [known](Self::learn), and its wide integers those of this one.
    pub(crate) fn set(&mut self, at: usize, source: &Column, from: usize) -> bool {
        let replaced = |to: &mut i64, value: i64| {
            let old = std::mem::replace(to, value);
            old != MISSING && old != value
        };
        match (self, source) {
            (Column::Integers(to), Column::Integers(source))
            | (Column::Moments(_, to), Column::Moments(_, source))
            | (Column::Wide(WideColumn { places: to, .. }), Column::Wide(WideColumn { places: source, .. }))
            | (Column::Text(TextColumn { codes: to, .. }), Column::Text(TextColumn { codes: source, .. })) => {
                replaced(&mut to.to_mut()[at], source[from])
            }
            (Column::Floats(to), Column::Floats(source)) => {
                let old = std::mem::replace(&mut to.to_mut()[at], source[from]);
                !old.is_nan() && old.to_bits() != source[from].to_bits()
            }
            (Column::Integers(_) | Column::Wide(_) | Column::Floats(_) | Column::Text(_) | Column::Moments(..), _) => {
                unreachable!("both columns are of one kind")
            }
        }
    }

    /// Takes over the texts of a column of the same kind.
    pub(crate) fn learn(&mut self, source: &Column) {
        if let (Column::Text(to), Column::Text(source)) = (self, source) {
            to.learn(source);
        }
    }

    /// The values at these places, in this order.
    pub(crate) fn picked(&self, places: impl Iterator<Item = usize>) -> Column {
        match self {
            Column::Integers(values) => Column::Integers(places.map(|at| values[at]).collect()),
            Column::Floats(values) => Column::Floats(places.map(|at| values[at]).collect()),
            Column::Text(text) => Column::Text(text.with_codes(places.map(|at| text.codes[at]).collect())),
            Column::Wide(wide) => Column::Wide(wide.with_places(places.map(|at| wide.places[at]).collect())),
            Column::Moments(calendar, values) => Column::Moments(*calendar, places.map(|at| values[at]).collect()),
        }
    }
}

impl From<Vec<i64>> for Column {
    fn from(values: Vec<i64>) -> Self {
        Column::Integers(values.into())
    }
}

impl From<Vec<f64>> for Column {
    fn from(values: Vec<f64>) -> Self {
        Column::Floats(values.into())
    }
}

impl From<Vec<Option<i64>>> for Column {
    fn from(values: Vec<Option<i64>>) -> Self {
        Column::Integers(values.into_iter().map(|value| value.unwrap_or(MISSING)).collect())
    }
}

impl From<Vec<Option<f64>>> for Column {
    fn from(values: Vec<Option<f64>>) -> Self {
        Column::Floats(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    }
}

impl From<Vec<&str>> for Column {
    fn from(values: Vec<&str>) -> Self {
        Column::Text(values.into_iter().map(Some).collect())
    }
}

impl<'a> From<Vec<Option<&'a str>>> for Column {
    fn from(values: Vec<Option<&'a str>>) -> Self {
        Column::Text(values.into_iter().collect())
    }
}
