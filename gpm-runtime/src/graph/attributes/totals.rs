//! Sums and means of the values that several rows give an edge. Sums of integers are exact, and so are those of decimals, which
//! 0.1 and 0.2 are taken for although floats only come near them.

use super::{Column, MISSING};

/// The sums and numbers of the values of each entry. Memory: 24 bytes an entry.
pub(super) struct Total {
    sums: Sums,
    counts: Vec<u64>,
}

enum Sums {
    /// Wide enough for any number of 64-bit integers; `None` for a sum of larger ones that does not fit.
    Integers(Vec<Option<i128>>),
    /// In units of the last of `digits` digits behind the point.
    Decimals { digits: usize, sums: Vec<i128> },
    /// Of floats that are no decimals of a few digits: in the order of the rows.
    Floats(Vec<f64>),
}

/// Powers of ten, which floats hold exactly.
const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Below it all integers are floats.
const EXACT: f64 = (1u64 << 53) as f64;

impl Total {
    /// Nothing yet of a column of numbers.
    pub(super) fn new(kind: &Column, entries: usize) -> Self {
        let sums = match kind {
            Column::Integers(_) | Column::Wide(_) => Sums::Integers(vec![Some(0); entries]),
            Column::Floats(_) => Sums::Decimals { digits: 0, sums: vec![0; entries] },
            Column::Text(_) | Column::Moments(..) => unreachable!("checked: only numbers are added up"),
        };
        Self { sums, counts: vec![0; entries] }
    }

    /// Adds the value of a row to an entry.
    pub(super) fn add(&mut self, at: usize, values: &Column, row: usize) {
        let mut add = |value: i128| {
            if let Sums::Integers(sums) = &mut self.sums {
                sums[at] = sums[at].and_then(|sum| sum.checked_add(value));
            }
            true
        };
        let is_there = match values {
            Column::Integers(values) if values[row] != MISSING => add(values[row].into()),
            Column::Wide(values) => values.get(row).is_some_and(add),
            Column::Floats(values) if !values[row].is_nan() => {
                self.sums.add_float(at, values[row]);
                true
            }
            _ => false,
        };
        self.counts[at] += u64::from(is_there);
    }

    /// The sums, or the entry whose sum does not fit.
    pub(super) fn sums(self) -> Result<Column, usize> {
        let counts = self.counts.iter().enumerate();
        if let Sums::Integers(sums) = &self.sums {
            let sum = |(at, &count): (usize, &u64)| match sums[at] {
                _ if count == 0 => Ok(None),
                Some(sum) => Ok(Some(sum)),
                None => Err(at),
            };
            return counts.map(sum).collect::<Result<Vec<Option<i128>>, usize>>().map(Column::integers);
        }
        let sum = |(at, &count): (usize, &u64)| if count == 0 { f64::NAN } else { self.sums.float(at) };
        Ok(Column::from(counts.map(sum).collect::<Vec<f64>>()))
    }

    /// The means; no value where even the sum does not fit.
    pub(super) fn means(self) -> Column {
        // Without a value 0 is divided by 0, which is a missing value.
        let mean = |(at, &count): (usize, &u64)| match &self.sums {
            Sums::Decimals { digits, sums } => mean(sums[at], *digits, count as f64),
            Sums::Integers(_) | Sums::Floats(_) => self.sums.float(at) / count as f64,
        };
        Column::from(self.counts.iter().enumerate().map(mean).collect::<Vec<f64>>())
    }
}

impl Sums {
    fn float(&self, at: usize) -> f64 {
        match self {
            Sums::Integers(sums) => sums[at].map_or(f64::NAN, |sum| sum as f64),
            Sums::Decimals { digits, sums } => nearest(sums[at], *digits),
            Sums::Floats(sums) => sums[at],
        }
    }

    fn add_float(&mut self, at: usize, value: f64) {
        while let Sums::Decimals { digits, sums } = self {
            let units = (value * POWERS[*digits]).round();
            let is_small = units.abs() < EXACT;
            if is_small && units / POWERS[*digits] == value {
                sums[at] += units as i128;
                return;
            }
            let is_last = !is_small || *digits + 1 == POWERS.len();
            let scaled = (!is_last).then(|| sums.iter().map(|sum| sum.checked_mul(10)).collect::<Option<Vec<i128>>>());
            *self = match scaled.flatten() {
                Some(sums) => Sums::Decimals { digits: *digits + 1, sums },
                None => Sums::Floats((0..sums.len()).map(|at| nearest(sums[at], *digits)).collect()),
            };
        }
        if let Sums::Floats(sums) = self {
            sums[at] += value;
        }
    }
}

/// Floats that are decimals of a few digits, in units of the last of so many digits behind the point, which comes first; `None` if some are none.
pub(crate) fn in_units(values: &[f64]) -> Option<(usize, Vec<i128>)> {
    let units = |value: f64, digits: usize| {
        let units = (value * POWERS[digits]).round();
        (units.abs() < EXACT && units / POWERS[digits] == value).then_some(units as i128)
    };
    let mut digits = 0;
    for &value in values {
        digits = (digits..POWERS.len()).find(|&digits| units(value, digits).is_some())?;
    }
    let all: Option<Vec<i128>> = values.iter().map(|&value| units(value, digits)).collect();
    Some((digits, all?))
}

/// The float nearest to a number of units of the last of `digits` digits.
pub(crate) fn nearest(units: i128, digits: usize) -> f64 {
    match units as f64 {
        // One rounding, of the quotient.
        float if float.abs() < EXACT => float / POWERS[digits],
        float => format!("{units}e-{digits}").parse().unwrap_or(float / POWERS[digits]),
    }
}

/// The mean of so many numbers whose sum is in units of the last of `digits` digits.
pub(crate) fn mean(units: i128, digits: usize, number: f64) -> f64 {
    let whole = POWERS[digits] * number;
    match units as f64 {
        // One rounding, of the quotient.
        float if float.abs() < EXACT && whole < EXACT => float / whole,
        _ => nearest(units, digits) / number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(values: &[f64]) -> f64 {
        let column = Column::from(values.to_vec());
        let mut total = Total::new(&column, 1);
        (0..values.len()).for_each(|row| total.add(0, &column, row));
        match total.sums() {
            Ok(Column::Floats(sums)) => sums[0],
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn decimals_are_added_exactly() {
        assert_eq!(sum(&[0.1, 0.2]), 0.3);
        assert_eq!(sum(&[1136.87; 100]), 113_687.0);
        assert_eq!(sum(&[0.07, 1e12, -1e12]), 0.07);
        assert_eq!(sum(&[9_007_199_254_740.91, 9_007_199_254_740.91, 0.01]), 18_014_398_509_481.83);
        let thirds = 1.0 / 3.0;
        assert_eq!(sum(&[0.5, thirds, thirds]), 0.5 + thirds + thirds);
        assert!(sum(&[f64::INFINITY, 1.0]).is_infinite());
        assert!(sum(&[f64::NAN]).is_nan());
    }
}
