//! Columns: one value, or none, for each vertex or edge.

use gpm_plan::pattern::predicate::Calendar;

use super::missing::MISSING;
use super::text::TextColumn;

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
    Integers(Vec<i64>),
    /// 64-bit floats; not-a-number stands for a missing value.
    Floats(Vec<f64>),
    /// Text.
    Text(TextColumn),
    /// Dates in days since 1970-01-01; times in microseconds since midnight; timestamps in microseconds since 1970-01-01 in UTC;
    /// intervals in microseconds. `i64::MIN` stands for a missing value.
    Moments(Calendar, Vec<i64>),
}

impl Column {
    /// Number of values, missing ones included.
    pub fn len(&self) -> usize {
        self.words().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the values are, in one word: `integers`, `floats`, `text`, `dates`, `times`, `timestamps` or `intervals`.
    pub fn what(&self) -> &'static str {
        match self {
            Column::Integers(_) => "integers",
            Column::Floats(_) => "floats",
            Column::Text(_) => "text",
            Column::Moments(Calendar::Date, _) => "dates",
            Column::Moments(Calendar::Time, _) => "times",
            Column::Moments(Calendar::Timestamp, _) => "timestamps",
            Column::Moments(Calendar::Interval, _) => "intervals",
        }
    }

    /// The values as 64-bit words, bit by bit.
    pub(crate) fn words(&self) -> &[u64] {
        match self {
            Column::Integers(values) | Column::Moments(_, values) => bytemuck::cast_slice(values),
            Column::Text(text) => bytemuck::cast_slice(&text.codes),
            Column::Floats(values) => bytemuck::cast_slice(values),
        }
    }

    /// `len` values of this kind, all missing.
    pub(crate) fn missing(&self, len: usize) -> Column {
        match self {
            Column::Integers(_) => Column::Integers(vec![MISSING; len]),
            Column::Floats(_) => Column::Floats(vec![f64::NAN; len]),
            Column::Text(text) => Column::Text(text.with_codes(vec![MISSING; len])),
            Column::Moments(calendar, _) => Column::Moments(*calendar, vec![MISSING; len]),
        }
    }

    /// Sets value `at` to value `from` of a column of the same kind; says whether another value was there. The texts of that
    /// column must be [known](Self::learn).
    pub(crate) fn set(&mut self, at: usize, source: &Column, from: usize) -> bool {
        let replaced = |to: &mut i64, value: i64| {
            let old = std::mem::replace(to, value);
            old != MISSING && old != value
        };
        match (self, source) {
            (Column::Integers(to), Column::Integers(source))
            | (Column::Moments(_, to), Column::Moments(_, source))
            | (Column::Text(TextColumn { codes: to, .. }), Column::Text(TextColumn { codes: source, .. })) => {
                replaced(&mut to[at], source[from])
            }
            (Column::Floats(to), Column::Floats(source)) => {
                let old = std::mem::replace(&mut to[at], source[from]);
                !old.is_nan() && old.to_bits() != source[from].to_bits()
            }
            (Column::Integers(_) | Column::Floats(_) | Column::Text(_) | Column::Moments(..), _) => {
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
            Column::Moments(calendar, values) => Column::Moments(*calendar, places.map(|at| values[at]).collect()),
        }
    }
}

impl From<Vec<i64>> for Column {
    fn from(values: Vec<i64>) -> Self {
        Column::Integers(values)
    }
}

impl From<Vec<f64>> for Column {
    fn from(values: Vec<f64>) -> Self {
        Column::Floats(values)
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
