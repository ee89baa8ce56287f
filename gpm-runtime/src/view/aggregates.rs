//! The value of an aggregate of some records.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use gpm_plan::nest::arithmetic::sum_of_floats;
use gpm_plan::nest::{NO_INTEGER, Type};
use gpm_plan::pattern::predicate::{Aggregate, Calendar, Field, OfSet};

use super::BindError;
use super::window::{TimeWindow, named_column};
use crate::graph::{Column, Graph, VertexId, in_units, mean, nearest};

/// Evaluates an aggregate.
pub(super) struct Values<'g> {
    graph: &'g Graph,
    aggregate: Aggregate,
    /// The column that is aggregated, if any is.
    column: Option<&'g Column>,
    window: Option<TimeWindow<'g>>,
}

impl<'g> Values<'g> {
    /// # Errors
    /// [`BindError`] for a column that is not there, or of which there is no such aggregate.
    pub(super) fn new(graph: &'g Graph, of: &OfSet) -> Result<Self, BindError> {
        let column = of.column().map(|name| named_column(graph, name)).transpose()?;
        let refused = |what: &str| BindError::Aggregate { aggregate: of.to_string(), why: what.to_owned() };
        let is_defined = match (&of.aggregate, column) {
            (_, None) => true,
            (Aggregate::Distinct(_), Some(column)) => !matches!(column, Column::Wide(_)),
            (Aggregate::Min(_) | Aggregate::Max(_), Some(column)) => {
                matches!(column, Column::Integers(_) | Column::Floats(_) | Column::Moments(..))
            }
            (_, Some(column)) => matches!(column, Column::Integers(_) | Column::Floats(_)),
        };
        if let (false, Some(column)) = (is_defined, column) {
            let wide = if matches!(column, Column::Wide(_)) { " of more than 64 bits" } else { "" };
            return Err(refused(&format!("the column holds {}{wide}", column.what())));
        }
        if matches!(of.aggregate, Aggregate::Distinct(Field::From | Field::To)) && !graph.is_directed() {
            return Err(refused(
                "the records of this graph have no direction: read it with directions, as with --directed",
            ));
        }
        let window = of.within.as_ref().map(|within| TimeWindow::new(graph, within)).transpose()?;
        Ok(Self { graph, aggregate: of.aggregate.clone(), column, window })
    }

    /// What the values are.
    pub(super) fn what(&self) -> Type {
        match (&self.aggregate, self.column) {
            (Aggregate::IsFirst | Aggregate::Count | Aggregate::Distinct(_), _) => Type::Integer,
            (Aggregate::Avg(_), _) | (_, Some(Column::Floats(_))) => Type::Float,
            (_, Some(Column::Moments(Calendar::Instant, _))) => Type::Moment(Calendar::Timestamp),
            (_, Some(Column::Moments(calendar, _))) => Type::Moment(*calendar),
            _ => Type::Integer,
        }
    }

    /// The value of these records, which ascend, bit by bit.
    pub(super) fn of(&self, records: &[VertexId]) -> u64 {
        match &self.window {
            None => self.of_all(records),
            Some(window) => self.of_windows(records, window),
        }
    }

    fn of_all(&self, records: &[VertexId]) -> u64 {
        match &self.aggregate {
            Aggregate::IsFirst | Aggregate::Count => records.len() as u64,
            Aggregate::Distinct(field) => {
                let keys: HashSet<Key<'_>> = records.iter().filter_map(|&record| self.key(field, record)).collect();
                keys.len() as u64
            }
            Aggregate::Sum(_) | Aggregate::Avg(_) => self.of_sum(records),
            Aggregate::Min(_) => self.extreme(records, true),
            Aggregate::Max(_) => self.extreme(records, false),
        }
    }

    fn of_sum(&self, records: &[VertexId]) -> u64 {
        let is_mean = matches!(self.aggregate, Aggregate::Avg(_));
        match self.column {
            Some(Column::Floats(values)) => {
                let mut own = floats(values, records);
                if own.is_empty() {
                    return f64::NAN.to_bits();
                }
                let number = if is_mean { own.len() as f64 } else { 1.0 };
                let value = match in_units(&own) {
                    Some((digits, units)) => mean(units.iter().sum(), digits, number),
                    None => sum_of_floats(&mut own) / number,
                };
                value.to_bits()
            }
            _ => {
                let own = self.integers(records);
                let sum: i128 = own.iter().map(|&value| i128::from(value)).sum();
                match (own.len(), is_mean) {
                    (0, true) => f64::NAN.to_bits(),
                    (number, true) => (sum as f64 / number as f64).to_bits(),
                    (0, false) => NO_INTEGER as u64,
                    (_, false) => fitting(sum) as u64,
                }
            }
        }
    }

    fn extreme(&self, records: &[VertexId], is_least: bool) -> u64 {
        match self.column {
            Some(Column::Floats(values)) => {
                let own = floats(values, records).into_iter();
                let found = if is_least { own.reduce(f64::min) } else { own.reduce(f64::max) };
                found.unwrap_or(f64::NAN).to_bits()
            }
            _ => {
                let own = self.integers(records).into_iter();
                let found = if is_least { own.min() } else { own.max() };
                found.unwrap_or(NO_INTEGER) as u64
            }
        }
    }

    /// The values that are there of a column of integers, or of moments.
    fn integers(&self, records: &[VertexId]) -> Vec<i64> {
        match self.column {
            Some(Column::Integers(values) | Column::Moments(_, values)) => {
                let own = records.iter().map(|&record| values[record as usize]);
                own.filter(|&value| value != NO_INTEGER).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The greatest value of those records that lie in one window, which begins with one of them.
    fn of_windows(&self, records: &[VertexId], window: &TimeWindow<'_>) -> u64 {
        let mut records: Vec<VertexId> = records.iter().copied().filter(|&record| window.has(record)).collect();
        records.sort_by(|&one, &other| window.compare(one, other));
        let mut ends = Vec::with_capacity(records.len());
        let mut end = 0;
        for &first in &records {
            while records.get(end).is_some_and(|&last| window.reaches(first, last)) {
                end += 1;
            }
            ends.push(end);
        }
        match &self.aggregate {
            Aggregate::Distinct(field) => self.distinct_in_windows(field, &records, &ends),
            Aggregate::Sum(_) => {
                // Those that begin with a record, and those that end with one: of negative values either may have the greatest sum.
                let ties = ties(&records, window);
                let mut start = 0;
                let ending = ties.iter().map(|tie| {
                    while !window.reaches(records[start], records[tie.start]) {
                        start += 1;
                    }
                    (start, tie.end)
                });
                let windows: Vec<(usize, usize)> =
                    ties.iter().map(|tie| (tie.start, ends[tie.start])).chain(ending).collect();
                self.sum_in_windows(&records, &windows)
            }
            _ => ends.iter().enumerate().map(|(start, end)| end - start).max().unwrap_or(0) as u64,
        }
    }

    fn distinct_in_windows(&self, field: &Field, records: &[VertexId], ends: &[usize]) -> u64 {
        let keys: Vec<Option<Key<'_>>> = records.iter().map(|&record| self.key(field, record)).collect();
        let (mut numbers, mut last, mut most) = (HashMap::new(), 0, 0);
        for (start, &end) in ends.iter().enumerate() {
            for key in keys[last..end].iter().flatten() {
                *numbers.entry(key).or_insert(0usize) += 1;
            }
            last = end;
            most = most.max(numbers.len());
            if let Some(key) = &keys[start] {
                let number = numbers.get_mut(key).expect("what the window holds was counted");
                *number -= 1;
                if *number == 0 {
                    numbers.remove(key);
                }
            }
        }
        most as u64
    }

    fn sum_in_windows(&self, records: &[VertexId], windows: &[(usize, usize)]) -> u64 {
        match self.column {
            Some(Column::Floats(values)) => {
                let own: Vec<Option<f64>> = records
                    .iter()
                    .map(|&record| Some(values[record as usize]).filter(|value| !value.is_nan()))
                    .collect();
                let there: Vec<f64> = own.iter().map(|value| value.unwrap_or(0.0)).collect();
                let windows = with_values(windows, &own);
                let greatest = match in_units(&there) {
                    Some((digits, units)) => {
                        let sums = before(units.into_iter());
                        let units = windows.iter().map(|&(start, end)| sums[end] - sums[start]).max();
                        units.map(|units| nearest(units, digits))
                    }
                    None => {
                        let mut sums = vec![Exact::default()];
                        for value in there {
                            sums.push(sums[sums.len() - 1].plus(value));
                        }
                        windows.iter().map(|&(start, end)| sums[end].minus(sums[start])).reduce(f64::max)
                    }
                };
                greatest.unwrap_or(f64::NAN).to_bits()
            }
            Some(Column::Integers(values)) => {
                let own: Vec<Option<i64>> = records
                    .iter()
                    .map(|&record| Some(values[record as usize]).filter(|&value| value != NO_INTEGER))
                    .collect();
                let sums = before(own.iter().map(|value| value.map_or(0, i128::from)));
                let windows = with_values(windows, &own);
                windows.iter().map(|&(start, end)| sums[end] - sums[start]).max().map_or(NO_INTEGER, fitting) as u64
            }
            _ => NO_INTEGER as u64,
        }
    }

    /// What tells values of a field apart; nothing if there is no value.
    fn key(&self, field: &Field, record: VertexId) -> Option<Key<'_>> {
        let ends = || self.graph.ends_of_record(record);
        match (field, self.column) {
            (Field::From, _) => ends().map(|(from, _)| Key::Word(from.into())),
            (Field::To, _) => ends().map(|(_, to)| Key::Word(to.into())),
            (Field::Column(_), Some(Column::Text(texts))) => texts.get(record as usize).map(Key::Text),
            (Field::Column(_), column) => {
                let column = column.filter(|column| column.has(record as usize))?;
                let word = column.words()[record as usize];
                // Zeros of both signs are equal.
                let is_zero = matches!(column, Column::Floats(_)) && f64::from_bits(word) == 0.0;
                Some(Key::Word(if is_zero { 0 } else { word }))
            }
        }
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Key<'g> {
    Word(u64),
    Text(&'g str),
}

/// The records of each time, which are in the order of time.
fn ties(records: &[VertexId], window: &TimeWindow<'_>) -> Vec<Range<usize>> {
    let mut start = 0;
    let chunks = records.chunk_by(|&one, &next| window.compare(one, next).is_eq());
    let range = |chunk: &[VertexId]| {
        let own = start..start + chunk.len();
        start = own.end;
        own
    };
    chunks.map(range).collect()
}

/// The windows in which there is a value.
fn with_values<T>(windows: &[(usize, usize)], values: &[Option<T>]) -> Vec<(usize, usize)> {
    let numbers = before(values.iter().map(|value| u64::from(value.is_some())));
    windows.iter().copied().filter(|&(start, end)| numbers[start] < numbers[end]).collect()
}

/// The sums of the first 0, 1, … of some numbers.
fn before<T: Default + Copy + std::ops::Add<Output = T>>(numbers: impl Iterator<Item = T>) -> Vec<T> {
    let mut sums = vec![T::default()];
    for number in numbers {
        sums.push(sums[sums.len() - 1] + number);
    }
    sums
}

fn floats(values: &[f64], records: &[VertexId]) -> Vec<f64> {
    records.iter().map(|&record| values[record as usize]).filter(|value| !value.is_nan()).collect()
}

/// The integer, or no value if it does not fit in 64 bits, as everywhere in predicates.
fn fitting(sum: i128) -> i64 {
    i64::try_from(sum).unwrap_or(NO_INTEGER)
}

/// A sum of floats with what rounding took off, so that a difference of two such sums is that of the terms between.
#[derive(Clone, Copy, Default)]
struct Exact {
    sum: f64,
    lost: f64,
}

impl Exact {
    fn plus(self, term: f64) -> Exact {
        let sum = self.sum + term;
        let own = sum - self.sum;
        Exact { sum, lost: self.lost + ((self.sum - (sum - own)) + (term - own)) }
    }

    fn minus(self, other: Exact) -> f64 {
        let Exact { sum, lost } = self.plus(-other.sum);
        sum + (lost - other.lost)
    }
}
