//! Durations on the command line: `60s`, `500ms`, `100us`, `2m`, `1.5h`, or plain seconds.

use std::time::Duration;

/// Units, the longer suffixes first so that `ms` is not read as `m` and `s`.
const UNITS: &[(&str, f64)] = &[("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Reads a duration.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let with_unit = UNITS.iter().find_map(|&(suffix, seconds)| Some((text.strip_suffix(suffix)?, seconds)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    let is_plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = number.trim().parse::<f64>().ok().filter(|_| is_plain).map(|number| number * unit);
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(|| {
        "expected a time such as `60s`, `500ms`, `100us`, `2m` or `1.5h`; a plain number is seconds".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        let cases = [
            ("60s", 60_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1.5h", 5_400_000),
            ("7", 7_000),
            (".5", 500),
            ("0", 0),
        ];
        for (text, millis) in cases {
            assert_eq!(parse(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(parse("100us"), Ok(Duration::from_micros(100)));
        assert_eq!(parse("50ns"), Ok(Duration::from_nanos(50)));
    }

    #[test]
    fn what_is_no_duration() {
        for text in ["", "s", "-1s", "1d", "nan", "inf", "1e3", "1 2s", "99999999999999999999h", "1ss"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
