//! Dates, times and durations as Cypher writes them.

use gpm::pattern::predicate::Calendar;

use crate::error::Wrong;
use crate::expression::{Expression, Node};
use crate::value::Value;

/// A moment of a text.
pub(super) fn read_moment(argument: &Expression, calendar: Calendar) -> Result<Node, Wrong> {
    let wrong = |message: String| Wrong::new(argument.span.clone(), message);
    let Node::Literal(Value::Text(text)) = &argument.node else {
        return Err(wrong("this takes a text, such as `date('2025-02-01')`".to_owned()));
    };
    let read = if calendar == Calendar::Interval { duration(text) } else { calendar.read(text) };
    match read {
        Some(value) => Ok(Node::Literal(Value::Moment(calendar, value))),
        None if calendar == Calendar::Interval => {
            Err(wrong(format!("`{text}` is no duration of days, hours, minutes and seconds"))
                .help("such as `P7D` or `PT1H30M`: months and years have no fixed length"))
        }
        None => Err(wrong(format!("`{text}` is no {} as ISO 8601 writes it", calendar.word()))),
    }
}

/// The microseconds of a duration such as `P1DT2H`.
fn duration(text: &str) -> Option<i64> {
    const SECOND: i64 = 1_000_000;
    let (mut rest, mut is_time, mut total) = (text.strip_prefix('P')?, false, 0_i64);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('T') {
            (rest, is_time) = (after, true);
            continue;
        }
        let end = rest.find(|c: char| c.is_ascii_alphabetic())?;
        let unit = match (&rest[end..=end], is_time) {
            ("W", false) => 7 * 24 * 3600 * SECOND,
            ("D", false) => 24 * 3600 * SECOND,
            ("H", true) => 3600 * SECOND,
            ("M", true) => 60 * SECOND,
            ("S", true) => SECOND,
            _ => return None,
        };
        let part = match rest[..end].parse::<i64>() {
            Ok(number) => number.checked_mul(unit)?,
            Err(_) => (rest[..end].parse::<f64>().ok()? * unit as f64).round() as i64,
        };
        total = total.checked_add(part)?;
        rest = &rest[end + 1..];
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("P7D"), Some(7 * 86_400_000_000));
        assert_eq!(duration("PT1H30M"), Some(5_400_000_000));
        assert_eq!(duration("P1DT0.5S"), Some(86_400_500_000));
        assert_eq!([duration("P1M"), duration("7 days"), duration("P")], [None; 3]);
    }
}
