//! The fields of a column of a text table, and what they have in common.

use gpm_plan::pattern::predicate::Calendar;
use gpm_plan::pattern::predicate::calendar::{date, time, timestamp};

use super::report::{MixedColumn, SkippedColumn, TableReport};
use super::written::{Verdict, Written, is_dash};
use super::{Column, MISSING, TextColumn};
use crate::graph::load::{Field, is_missing};
use crate::graph::words::shorten;

/// The fields so far: integers as long as all are, then floats; dates, times or timestamps if all are; else text.
#[derive(Default)]
pub(super) struct Cells {
    integers: Vec<i64>,
    /// Once one of the integers needs more than 64 bits.
    wide: Option<Vec<Option<i128>>>,
    /// Once one field is no integer.
    floats: Option<Vec<f64>>,
    /// An integer that does not fit in 128 bits, or in 64 beside decimals, with its line.
    too_large: Option<(u64, String)>,
    /// Whether a field is written as a decimal.
    has_decimals: bool,
    /// Whether some field is there.
    has_values: bool,
    /// Whether a field is an empty text: `""`, where a missing value is nothing at all.
    has_empty_text: bool,
    /// Once one field is no number.
    moments: Option<Moments>,
    /// Once all fields were seen.
    text: TextColumn,
    /// What the texts are if they are numbers or dates nevertheless.
    written: Written,
}

/// Fields that are no numbers.
struct Moments {
    /// What all of them are, unless they are text.
    like: Option<Calendar>,
    /// The value of each field, if they are alike.
    values: Vec<i64>,
    /// Why the column is text although it begins otherwise.
    mixed: Option<(&'static str, String)>,
    /// A field that is not even text, with its line.
    binary: Option<String>,
}

/// What a field reads as, if that is time, and its value. Timestamps with and without a zone do not stand in one column.
fn moment(field: &str) -> Option<(Calendar, i64)> {
    let of_day = || date(field).map(|days| (Calendar::Date, days));
    // `12:30` may be anything.
    let of_clock = || time(field).filter(|_| field.len() >= 8).map(|micros| (Calendar::Time, micros));
    let of_both = || {
        let (micros, has_zone) = timestamp(field)?;
        Some((if has_zone { Calendar::Instant } else { Calendar::Timestamp }, micros))
    };
    of_day().or_else(of_both).or_else(of_clock)
}

impl Moments {
    /// After `missing` fields without a value, or after numbers.
    fn new(missing: usize, after_numbers: bool) -> Moments {
        let values = if after_numbers { Vec::new() } else { vec![MISSING; missing] };
        Moments { like: None, values, mixed: None, binary: None }
    }

    fn push(&mut self, field: &str, line: u64) {
        let Some(like) = self.like else { return };
        match moment(field) {
            _ if field.is_empty() => self.values.push(MISSING),
            Some((own, value)) if own == like => self.values.push(value),
            _ => {
                self.mixed = Some((Column::Moments(like, Vec::new().into()).what(), found(field.as_bytes(), line)));
                (self.like, self.values) = (None, Vec::new());
            }
        }
    }
}

/// Whether a field is empty, or what programs write for no value.
fn is_no_value(field: &Field<'_>) -> bool {
    match field.text.first() {
        None => true,
        Some(byte) if byte.is_ascii_digit() => false,
        Some(_) => !field.is_quoted && field.text.len() <= 4 && is_missing(&field.text),
    }
}

fn widened(integers: Vec<i64>) -> Vec<Option<i128>> {
    integers.into_iter().map(|value| Some(value.into()).filter(|_| value != MISSING)).collect()
}

fn found(field: &[u8], line: u64) -> String {
    format!("line {line}: `{}`", shorten(field))
}

impl Cells {
    /// Adds a field.
    pub(super) fn push(&mut self, field: &Field<'_>, line: u64) {
        let Ok(text) = std::str::from_utf8(&field.text) else {
            let moments = self.moments.get_or_insert_with(|| Moments::new(0, true));
            moments.like = None;
            moments.binary.get_or_insert_with(|| found(&field.text, line));
            return;
        };
        // Among numbers and dates a dash is none, and may be a text.
        let is_none = is_no_value(field) || !field.is_quoted && !self.begins_as_text() && is_dash(text);
        self.has_empty_text |= field.is_quoted && text.is_empty();
        let text = if is_none { "" } else { text };
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
        if let (Some(integer), None, None) = (integer, &self.floats, &self.wide) {
            self.integers.push(integer);
            return true;
        }
        if self.push_wide(text) {
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
        let so_far = self.wide.take().unwrap_or_else(|| widened(std::mem::take(&mut self.integers)));
        let nearest = |value: Option<i128>| value.map_or(f64::NAN, |value| value as f64);
        self.floats.get_or_insert_with(|| so_far.into_iter().map(nearest).collect()).push(float);
        true
    }

    /// Adds a field to integers of which one needs more than 64 bits, perhaps the first such; says whether it is an integer.
    fn push_wide(&mut self, text: &str) -> bool {
        let integer: Option<i128> = if text.is_empty() { None } else { text.parse().ok() };
        if self.floats.is_some() || integer.is_none() && !text.is_empty() {
            return false;
        }
        let so_far = &mut self.integers;
        self.wide.get_or_insert_with(|| widened(std::mem::take(so_far))).push(integer);
        true
    }

    /// The first field that is no number.
    fn begin_text(&mut self, text: &str, line: u64) {
        let mut moments = Moments::new(self.integers.len(), self.has_values);
        self.wide = None;
        if self.has_values {
            moments.mixed = Some(("numbers", found(text.as_bytes(), line)));
        } else if let Some((like, value)) = moment(text) {
            moments.like = Some(like);
            moments.values.push(value);
        }
        (self.integers, self.floats) = (Vec::new(), None);
        self.moments = Some(moments);
    }

    /// Whether the column is text, now that all fields were seen.
    pub(super) fn is_text(&self) -> bool {
        self.begins_as_text() || !self.has_values && self.has_empty_text
    }

    /// Whether a field so far is text.
    fn begins_as_text(&self) -> bool {
        self.moments.as_ref().is_some_and(|moments| moments.like.is_none() && moments.binary.is_none())
    }

    /// Adds a field again, to a column that is text.
    pub(super) fn push_text(&mut self, field: &Field<'_>, line: u64) {
        if self.is_text() {
            let is_empty_text = field.is_quoted && field.text.is_empty();
            let text = std::str::from_utf8(&field.text).ok().filter(|_| is_empty_text || !is_no_value(field));
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                self.written.push(text, line);
            }
            self.text.push(text);
        }
    }

    /// The column, or `None` if it cannot be one, which is noted.
    pub(super) fn finish(self, name: &str, report: &mut TableReport) -> Option<Column> {
        let mut left_out = |found: String| {
            report.skipped.push(SkippedColumn { name: name.to_owned(), found });
            None
        };
        let column = match self.moments {
            Some(Moments { binary: Some(found), .. }) => return left_out(format!("it is not text ({found})")),
            Some(Moments { like: Some(like), values, .. }) => Column::Moments(like, values.into()),
            Some(Moments { mixed, .. }) => match self.written.verdict(&self.text) {
                Verdict::Column(column, how) => {
                    report.read_as.push((name.to_owned(), how));
                    column
                }
                Verdict::Unclear(why) => return left_out(why),
                Verdict::Text => {
                    if let Some((began, found)) = self.written.broken.or(mixed) {
                        report.mixed.push(MixedColumn { name: name.to_owned(), began, found });
                    }
                    Column::Text(self.text)
                }
            },
            None if !self.has_values && self.has_empty_text => Column::Text(self.text),
            None => {
                // Rounding what was written as integers would make unequal values equal.
                if let (Some((line, token)), false) = (self.too_large, self.has_decimals) {
                    return left_out(format!("`{token}` in line {line} does not fit in 128 bits"));
                }
                match (self.wide, self.floats) {
                    (Some(wide), _) => Column::integers(wide),
                    (None, Some(floats)) => floats.into(),
                    (None, None) => self.integers.into(),
                }
            }
        };
        report.added(name, column.what());
        Some(column)
    }
}
