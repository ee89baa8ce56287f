//! Spans of time that suit a range of times.

use gpm::pattern::predicate::Calendar;

/// Spans that a range is cut into at most. *guess*
const MOST: i64 = 60;
/// Microseconds of a second and of a day.
const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;
/// Spans of clock and calendar in microseconds, with their names.
const OF_CLOCK: [(i64, &str); 13] = [
    (SECOND, "seconds"),
    (10 * SECOND, "spans of 10 seconds"),
    (60 * SECOND, "minutes"),
    (600 * SECOND, "spans of 10 minutes"),
    (3600 * SECOND, "hours"),
    (4 * 3600 * SECOND, "spans of 4 hours"),
    (DAY, "days"),
    (7 * DAY, "weeks"),
    (28 * DAY, "spans of 4 weeks"),
    (91 * DAY, "spans of 13 weeks"),
    (364 * DAY, "spans of 52 weeks"),
    (3640 * DAY, "spans of 520 weeks"),
    (36_400 * DAY, "spans of 5200 weeks"),
];

/// How long spans are, in the units of the times, and what they are called.
pub(super) struct Span {
    pub(super) length: i64,
    pub(super) name: String,
}

/// The shortest spans of which there are not too many between two times.
pub(super) fn span(calendar: Option<Calendar>, first: i64, last: i64) -> Span {
    let fits = |length: i64| (last.saturating_sub(first)) / length.max(1) < MOST;
    let clock = OF_CLOCK.into_iter();
    let found = match calendar {
        Some(Calendar::Date) => {
            let days = clock.filter(|(length, _)| length % DAY == 0).map(|(length, name)| (length / DAY, name));
            days.into_iter().find(|&(length, _)| fits(length))
        }
        Some(_) => clock.into_iter().find(|&(length, _)| fits(length)),
        None => None,
    };
    if let Some((length, name)) = found {
        return Span { length, name: name.to_owned() };
    }
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let length =
        powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor))).find(|&length| fits(length));
    let length = length.unwrap_or(i64::MAX);
    Span { length, name: if length == 1 { "time".to_owned() } else { format!("time, in spans of {length}") } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_suit() {
        let spans = |calendar, last: i64| {
            let Span { length, name } = span(calendar, 0, last);
            (length, name)
        };
        assert_eq!(spans(Some(Calendar::Timestamp), 40 * DAY), (DAY, "days".to_owned()));
        assert_eq!(spans(Some(Calendar::Date), 365), (7, "weeks".to_owned()));
        assert_eq!(spans(None, 59).0, 1);
        assert_eq!(spans(None, 60).0, 2);
        assert_eq!(spans(None, 1_000_000), (20_000, "time, in spans of 20000".to_owned()));
        assert!(spans(None, i64::MAX).0 > 0);
    }
}
