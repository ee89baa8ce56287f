//! Columns: one number, or none, for each vertex or edge.

/// Numbers of one kind in some order, some of which may be missing.
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
}

/// The integer that stands for a missing value.
pub(crate) const MISSING: i64 = i64::MIN;

impl Column {
    /// Number of values, missing ones included.
    pub fn len(&self) -> usize {
        match self {
            Column::Integers(values) => values.len(),
            Column::Floats(values) => values.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values as 64-bit words, bit by bit.
    pub(crate) fn words(&self) -> &[u64] {
        match self {
            Column::Integers(values) => bytemuck::cast_slice(values),
            Column::Floats(values) => bytemuck::cast_slice(values),
        }
    }

    /// `len` values of this kind, all missing.
    pub(crate) fn missing(&self, len: usize) -> Column {
        match self {
            Column::Integers(_) => Column::Integers(vec![MISSING; len]),
            Column::Floats(_) => Column::Floats(vec![f64::NAN; len]),
        }
    }

    /// Sets value `at` to value `from` of a column of the same kind; says whether another value was there.
    pub(crate) fn set(&mut self, at: usize, source: &Column, from: usize) -> bool {
        match (self, source) {
            (Column::Integers(to), Column::Integers(source)) => {
                let old = std::mem::replace(&mut to[at], source[from]);
                old != MISSING && old != source[from]
            }
            (Column::Floats(to), Column::Floats(source)) => {
                let old = std::mem::replace(&mut to[at], source[from]);
                !old.is_nan() && old.to_bits() != source[from].to_bits()
            }
            (Column::Integers(_), Column::Floats(_)) | (Column::Floats(_), Column::Integers(_)) => {
                unreachable!("both columns are of one kind")
            }
        }
    }

    /// The values at these places, in this order.
    pub(crate) fn picked(&self, places: impl Iterator<Item = usize>) -> Column {
        match self {
            Column::Integers(values) => Column::Integers(places.map(|at| values[at]).collect()),
            Column::Floats(values) => Column::Floats(places.map(|at| values[at]).collect()),
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
