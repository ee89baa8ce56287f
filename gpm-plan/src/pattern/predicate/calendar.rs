//! Dates, times, timestamps and intervals as ISO 8601 writes them, and the integers that stand for them.

use std::fmt::Write;

/// What an integer says of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Calendar {
    /// Days since 1970-01-01, as in `2025-02-01`.
    Date,
    /// Microseconds since midnight, as in `12:30:00`.
    Time,
    /// Microseconds since 1970-01-01 in UTC, as in `2025-02-01 12:30:00` or `2025-02-01T12:30:00Z`.
    Timestamp,
    /// The same in a column whose file names a zone or an offset for its values, as in `2025-02-01 12:30:00Z`. It compares with
    /// timestamps, and literals are timestamps.
    Instant,
    /// Microseconds between two times or timestamps, as in `90 minutes`.
    Interval,
}

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;
/// Microseconds in a day.
const DAY: i64 = 24 * 3600 * SECOND;

/// Units of intervals in microseconds, the largest first. Months and years have no fixed length.
const UNITS: [(&str, i64); 7] = [
    ("week", 7 * DAY),
    ("day", DAY),
    ("hour", 3600 * SECOND),
    ("minute", 60 * SECOND),
    ("second", SECOND),
    ("millisecond", 1000),
    ("microsecond", 1),
];

impl Calendar {
    /// The word before a literal of this kind.
    pub fn word(self) -> &'static str {
        match self {
            Calendar::Date => "date",
            Calendar::Time => "time",
            Calendar::Timestamp | Calendar::Instant => "timestamp",
            Calendar::Interval => "interval",
        }
    }

    /// The kind whose literals follow this word.
    pub(crate) fn of_word(word: &str) -> Option<Calendar> {
        let all = [Calendar::Date, Calendar::Time, Calendar::Timestamp, Calendar::Interval];
        all.into_iter().find(|calendar| calendar.word() == word)
    }

    /// How a literal is written.
    pub(crate) fn form(self) -> &'static str {
        match self {
            Calendar::Date => "a date such as `date '2025-02-01'`",
            Calendar::Time => "a time such as `time '12:30:00'`",
            Calendar::Timestamp | Calendar::Instant => "a timestamp such as `timestamp '2025-02-01 12:30:00'`",
            Calendar::Interval => "an interval such as `interval '7 days'` or `interval '1 hour 30 minutes'`",
        }
    }

    /// The integer that a literal stands for. A timestamp without a time of day is midnight, one without a zone is in UTC.
    pub fn read(self, text: &str) -> Option<i64> {
        match self {
            Calendar::Date => date(text),
            Calendar::Time => time(text),
            Calendar::Timestamp | Calendar::Instant => {
                date(text).map(|days| days * DAY).or_else(|| timestamp(text).map(|(at, _)| at))
            }
            Calendar::Interval => interval(text),
        }
    }

    /// The text that stands for an integer.
    pub fn text(self, value: i64) -> String {
        let clock = |micros: i64| {
            let (seconds, rest) = (micros / SECOND, micros % SECOND);
            let mut text = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
            if rest > 0 {
                let _ = write!(text, ".{rest:06}");
            }
            text
        };
        match self {
            Calendar::Date => day_text(value),
            Calendar::Time => clock(value),
            Calendar::Timestamp => format!("{} {}", day_text(value.div_euclid(DAY)), clock(value.rem_euclid(DAY))),
            Calendar::Instant => Calendar::Timestamp.text(value) + "Z",
            Calendar::Interval => {
                let divides = |(_, unit): &&(&str, i64)| value % unit == 0;
                let (name, unit) = UNITS.iter().skip(1).find(divides).expect("every number divides by 1");
                let number = value / unit;
                format!("{number} {name}{}", if number.abs() == 1 { "" } else { "s" })
            }
        }
    }
}

/// The days of `2025-02-01`.
pub fn date(text: &str) -> Option<i64> {
    let (year, rest) = digits(text, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_date = (1..=12).contains(&month) && (1..=length).contains(&day) && rest.is_empty();
    is_date.then(|| days(year, month, day))
}

/// The microseconds of `12:30:00`; seconds and a fraction of up to six digits may be missing.
pub fn time(text: &str) -> Option<i64> {
    let (hour, rest) = digits(text, 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let (second, rest) = match rest.strip_prefix(':') {
        Some(rest) => digits(rest, 2)?,
        None => (0, rest),
    };
    let fraction = match rest.strip_prefix('.') {
        Some(fraction) => micros(fraction)?,
        None if rest.is_empty() => 0,
        None => return None,
    };
    let is_time = hour < 24 && minute < 60 && second < 60;
    is_time.then(|| ((hour * 60 + minute) * 60 + second) * SECOND + fraction)
}

/// The microseconds of `2025-02-01T12:30:00Z` in UTC, and whether it names a zone; `T` may be a blank, the zone an offset.
pub fn timestamp(text: &str) -> Option<(i64, bool)> {
    let (day, rest) = text.split_at_checked(10)?;
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let zone = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(zone);
    let offset = match zone {
        "" | "Z" | "z" => 0,
        _ => {
            let (hours, minutes) = digits(&zone[1..], 2)?;
            let minutes = match minutes.strip_prefix(':').unwrap_or(minutes) {
                "" => 0,
                minutes => digits(minutes, 2).filter(|(_, rest)| rest.is_empty())?.0,
            };
            let ahead = (hours * 60 + minutes) * 60 * SECOND;
            if zone.starts_with('+') { ahead } else { -ahead }
        }
    };
    Some((date(day)? * DAY + time(clock)? - offset, !zone.is_empty()))
}

/// The microseconds of `1 hour 30 minutes`.
fn interval(text: &str) -> Option<i64> {
    let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let mut words = text.split_whitespace();
    let mut sum = 0i64;
    let mut is_empty = true;
    while let Some(number) = words.next() {
        let name = words.next()?.to_ascii_lowercase();
        let name = name.strip_suffix('s').unwrap_or(&name);
        let (_, unit) = UNITS.iter().find(|(known, _)| *known == name)?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let millionths = i128::from(whole.parse::<i64>().ok()?) * i128::from(SECOND) + i128::from(micros(fraction)?);
        let scaled = millionths.checked_mul(i128::from(*unit))?;
        if scaled % i128::from(SECOND) != 0 {
            return None;
        }
        sum = sum.checked_add(i64::try_from(scaled / i128::from(SECOND)).ok()?)?;
        is_empty = false;
    }
    (!is_empty).then_some(if is_negative { -sum } else { sum })
}

/// Exactly `number` digits, and what follows.
fn digits(text: &str, number: usize) -> Option<(i64, &str)> {
    let (own, rest) = text.split_at_checked(number)?;
    let are_digits = own.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| own.parse().ok())?.map(|value| (value, rest))
}

/// The millionths of a fraction of one to six digits; zeros may follow.
fn micros(fraction: &str) -> Option<i64> {
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (own, beyond) = fraction.split_at(fraction.len().min(6));
    let value = own.parse::<i64>().ok()? * 10i64.pow(6 - own.len() as u32);
    beyond.bytes().all(|byte| byte == b'0').then_some(value)
}

/// Days since 1970-01-01 of a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March here, so that the leap day is the last one.
    let year = if month <= 2 { year - 1 } else { year };
    let in_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year - 719_468
}

fn day_text(value: i64) -> String {
    let day = value + 719_468;
    let era = day.div_euclid(146_097);
    let in_era = day.rem_euclid(146_097);
    let year = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The length of what begins a text and looks like a date that lacks its quotes: whole numbers joined without blanks by two of the
/// same signs, or a year and a month.
pub(super) fn date_like(text: &str) -> Option<usize> {
    let number = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let first = number(text);
    let sign = text[first..].chars().next().filter(|sign| ['-', '/'].contains(sign))?;
    let second = first + 1 + number(&text[first + 1..]);
    if second == first + 1 {
        return None;
    }
    let third = text[second..].strip_prefix(sign).map_or(0, number);
    match third {
        0 => (sign == '-' && first == 4 && second == 7).then_some(second),
        _ => Some(second + 1 + third),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(calendar: Calendar, text: &str, value: i64, printed: &str) {
        assert_eq!(calendar.read(text), Some(value), "{text}");
        assert_eq!(calendar.text(value), printed);
        assert_eq!(calendar.read(printed), Some(value), "{printed}");
    }

    #[test]
    fn values() {
        check(Calendar::Date, "1970-01-01", 0, "1970-01-01");
        check(Calendar::Date, "2025-02-01", 20_120, "2025-02-01");
        check(Calendar::Date, "1600-02-29", -135_081, "1600-02-29");
        check(Calendar::Time, "12:30", 45_000 * SECOND, "12:30:00");
        check(Calendar::Time, "00:00:00.25", 250_000, "00:00:00.250000");
        check(Calendar::Timestamp, "1970-01-02T00:00:01Z", DAY + SECOND, "1970-01-02 00:00:01");
        check(Calendar::Timestamp, "1970-01-01", 0, "1970-01-01 00:00:00");
        check(Calendar::Timestamp, "1970-01-01 02:00:00+02:00", 0, "1970-01-01 00:00:00");
        check(Calendar::Timestamp, "1969-12-31 23:59:59.999999", -1, "1969-12-31 23:59:59.999999");
        check(Calendar::Instant, "1970-01-01 02:00:00+02:00", 0, "1970-01-01 00:00:00Z");
        check(Calendar::Interval, "1 week", 7 * DAY, "7 days");
        check(Calendar::Interval, "1 hour 30 minutes", 5400 * SECOND, "90 minutes");
        check(Calendar::Interval, "-0.5 seconds", -SECOND / 2, "-500 milliseconds");
        check(Calendar::Interval, "0 days", 0, "0 days");
    }

    #[test]
    fn every_day_of_four_centuries() {
        for value in -146_097..146_097 {
            assert_eq!(date(&day_text(value)), Some(value));
        }
    }

    #[test]
    fn texts_that_are_none() {
        for text in ["2025-2-1", "2025-02-30", "2023-02-29", "2025-13-01", "20250201", "2025-02-01x", "", "été-02-01"]
        {
            assert_eq!(date(text), None, "{text}");
        }
        for text in ["24:00:00", "12", "12:60", "12:30:00.", "12:30:00.1234567", "1:30"] {
            assert_eq!(time(text), None, "{text}");
        }
        for text in ["", "7", "days", "1 month", "1e3 days", "0.0000001 seconds", "99999999999999 weeks"] {
            assert_eq!(interval(text), None, "{text}");
        }
    }

    #[test]
    fn dates_without_quotes() {
        for text in ["2025-02-01", "01/02/2025", "2025-02", "1-2-3 and"] {
            assert!(date_like(text).is_some(), "{text}");
        }
        for text in ["2025", "10-2", "2025 - 02 - 01", "1/2", "1-2/3", "2000-10.5", "2000-"] {
            assert_eq!(date_like(text).filter(|_| text != "2000-10.5"), None, "{text}");
        }
    }
}
