//! The fields of a column of a text table, and what they have in common.

use gpm_plan::pattern::predicate::Calendar;
use gpm_plan::pattern::predicate::calendar::{date, time, timestamp};

use super::report::{MixedColumn, SkippedColumn, TableReport};
use super::{Column, MISSING, TextColumn};
use crate::graph::GraphError;
use crate::graph::error::shorten;

/// The fields so far: integers as long as all are, then floats; dates, times or timestamps if all are; else text.
#[derive(Default)]
pub(super) struct Cells {
    integers: Vec<i64>,
    /// Once one field is no integer.
    floats: Option<Vec<f64>>,
    /// An integer that does not fit, with its line.
    too_large: Option<(u64, String)>,
    /// Whether a field is written as a decimal.
    has_decimals: bool,
    /// Whether some field is there.
    has_values: bool,
    /// Once one field is no number.
    moments: Option<Moments>,
    /// Once all fields were seen.
    text: TextColumn,
}

/// Fields that are no numbers.
struct Moments {
    /// What all of them are, unless they are text.
    like: Option<Like>,
    /// The value of each field, if they are alike.
    values: Vec<i64>,
    /// Why the column is text although it begins otherwise.
    mixed: Option<(&'static str, String)>,
    /// A field that is not even text, with its line.
    binary: Option<String>,
}

/// What a field reads as.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Like {
    calendar: Calendar,
    /// Of timestamps: those with and those without a zone do not stand in one column.
    has_zone: bool,
}

impl Like {
    fn of(field: &str) -> Option<(Like, i64)> {
        let plain = |calendar| Like { calendar, has_zone: false };
        let of_day = || date(field).map(|days| (plain(Calendar::Date), days));
        // `12:30` may be anything.
        let of_clock = || time(field).filter(|_| field.len() >= 8).map(|micros| (plain(Calendar::Time), micros));
        let of_both = || {
            let (micros, has_zone) = timestamp(field)?;
            Some((Like { calendar: Calendar::Timestamp, has_zone }, micros))
        };
        of_day().or_else(of_both).or_else(of_clock)
    }

    fn what(self) -> &'static str {
        Column::Moments(self.calendar, Vec::new()).what()
    }
}

impl Moments {
    /// After `missing` fields without a value, or after numbers.
    fn new(missing: usize, after_numbers: bool) -> Moments {
        let values = if after_numbers { Vec::new() } else { vec![MISSING; missing] };
        Moments { like: None, values, mixed: None, binary: None }
    }

    fn push(&mut self, field: &str, line: u64) {
        let Some(like) = self.like else { return };
        match Like::of(field) {
            _ if field.is_empty() => self.values.push(MISSING),
            Some((own, value)) if own == like => self.values.push(value),
            _ => {
                self.mixed = Some((like.what(), found(field.as_bytes(), line)));
                (self.like, self.values) = (None, Vec::new());
            }
        }
    }
}

fn found(field: &[u8], line: u64) -> String {
    format!("line {line}: `{}`", shorten(field))
}

impl Cells {
    /// Adds a field.
    pub(super) fn push(&mut self, field: &[u8], line: u64) {
        let Ok(text) = std::str::from_utf8(field) else {
            let moments = self.moments.get_or_insert_with(|| Moments::new(0, true));
            moments.like = None;
            moments.binary.get_or_insert_with(|| found(field, line));
            return;
        };
        if let Some(moments) = &mut self.moments {
            moments.push(text, line);
        } else if !self.push_number(text, line) {
            self.begin_text(text, line);
        }
        self.has_values |= !text.is_empty();
    }

    /// Adds a field if it is a number or empty; says whether it is.
    fn push_number(&mut self, text: &str, line: u64) -> bool {
        let integer = if text.is_empty() { Some(MISSING) } else { text.parse().ok().filter(|&value| value != MISSING) };
        if let (Some(integer), None) = (integer, &self.floats) {
            self.integers.push(integer);
            return true;
        }
        let float = if text.is_empty() { Ok(f64::NAN) } else { text.parse() };
        let Ok(float) = float else { return false };
        let is_integer = text.trim_start_matches(['+', '-']).bytes().all(|byte| byte.is_ascii_digit());
        match is_integer {
            true if integer.is_none() => self.too_large = Some((line, shorten(text.as_bytes()))),
            true => {}
            false => self.has_decimals = true,
        }
        let so_far = std::mem::take(&mut self.integers);
        let nearest = |value: i64| if value == MISSING { f64::NAN } else { value as f64 };
        self.floats.get_or_insert_with(|| so_far.into_iter().map(nearest).collect()).push(float);
        true
    }

    /// The first field that is no number.
    fn begin_text(&mut self, text: &str, line: u64) {
        let mut moments = Moments::new(self.integers.len(), self.has_values);
        if self.has_values {
            moments.mixed = Some(("numbers", found(text.as_bytes(), line)));
        } else if let Some((like, value)) = Like::of(text) {
            moments.like = Some(like);
            moments.values.push(value);
        }
        (self.integers, self.floats) = (Vec::new(), None);
        self.moments = Some(moments);
    }

    /// Whether the column is text, now that all fields were seen.
    pub(super) fn is_text(&self) -> bool {
        self.moments.as_ref().is_some_and(|moments| moments.like.is_none() && moments.binary.is_none())
    }

    /// Adds a field again, to a column that is text.
    pub(super) fn push_text(&mut self, field: &[u8]) {
        if self.is_text() {
            let text = std::str::from_utf8(field).ok();
            self.text.push(text.filter(|text| !text.is_empty()));
        }
    }

    /// The column, or `None` if it cannot be one, which is noted.
    pub(super) fn finish(self, path: &str, name: &str, report: &mut TableReport) -> Result<Option<Column>, GraphError> {
        let column = match self.moments {
            Some(Moments { binary: Some(found), .. }) => {
                report.skipped.push(SkippedColumn { name: name.to_owned(), found: format!("not text, {found}") });
                return Ok(None);
            }
            Some(Moments { like: Some(like), values, .. }) => Column::Moments(like.calendar, values),
            Some(Moments { mixed, .. }) => {
                if let Some((began, found)) = mixed {
                    report.mixed.push(MixedColumn { name: name.to_owned(), began, found });
                }
                Column::Text(self.text)
            }
            None => {
                // Rounding what was written as integers would make unequal values equal.
                if let (Some((line, token)), false) = (self.too_large, self.has_decimals) {
                    let expected =
                        "an integer of at most 2^63 - 1, positive or negative; with a decimal point it is a float";
                    return Err(GraphError::BadLine { path: path.to_owned(), line, token, expected });
                }
                self.floats.map_or_else(|| Column::Integers(self.integers), Column::Floats)
            }
        };
        report.added(name, column.what());
        Ok(Some(column))
    }
}
