//! Numbers as readers see them: thousands apart, few digits, what is exact beside what is rounded.

use serde::Serialize;

/// Counts from here on are rounded in the text. *guess*
const ROUNDED_FROM: u128 = 10_000_000_000;
/// Seconds from here on, about 30 years, are no time that anything took, and are rounded. *guess*
const LONGEST_TIME: f64 = 1e9;
/// What is shown where there is no number.
pub(crate) const NONE: &str = "–";
const MINUS: char = '\u{2212}';

/// A number in a table: its text, the exact value if that is another one, and what rows are sorted by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) exact: Option<String>,
    /// Digits that programs read; empty where there is no number.
    pub(crate) sort: String,
}

impl Shown {
    fn new(text: String, value: Option<f64>) -> Self {
        Shown { text, exact: None, sort: value.map(|value| format!("{value:e}")).unwrap_or_default() }
    }

    /// A count in full, or rounded to four digits with all of them beside it.
    pub(crate) fn count(count: Option<u128>) -> Self {
        let Some(count) = count else { return Shown::new(NONE.to_owned(), None) };
        let mut shown = Shown::new(grouped(count), Some(count as f64));
        if count >= ROUNDED_FROM {
            shown.exact = Some(std::mem::replace(&mut shown.text, scientific(count as f64, 3)));
        }
        shown
    }

    /// A measure to about four digits.
    pub(crate) fn measure(value: Option<f64>) -> Self {
        let value = value.filter(|value| value.is_finite());
        Shown::new(value.map_or_else(|| NONE.to_owned(), measure), value)
    }

    /// A part of a whole, in percent.
    pub(crate) fn share(share: Option<f64>) -> Self {
        let share = share.filter(|share| share.is_finite());
        let text = share.map(|share| match share * 100.0 {
            0.0 => "0 %".to_owned(),
            100.0 => "100 %".to_owned(),
            small if small < 0.01 => "< 0.01 %".to_owned(),
            large if large >= 1e4 => format!("{} %", measure(large.min(f64::MAX))),
            percent if percent < 1.0 => format!("{percent:.2} %"),
            percent => format!("{percent:.1} %"),
        });
        Shown::new(text.unwrap_or_else(|| NONE.to_owned()), share)
    }

    /// A z-score: one decimal from 10 on.
    pub(crate) fn z(z: Option<f64>) -> Self {
        let z = z.filter(|z| z.is_finite());
        let text = z.map(|z| match z.abs() {
            size if size >= 1000.0 => measure(z),
            size if size >= 10.0 => signed(format!("{z:.1}")),
            _ => signed(format!("{z:.2}")),
        });
        Shown::new(text.unwrap_or_else(|| NONE.to_owned()), z)
    }

    /// A probability: three decimals, or powers of ten where it is small.
    pub(crate) fn p(p: Option<f64>) -> Self {
        let p = p.filter(|p| p.is_finite());
        let text = p.map(|p| match p {
            p if p >= 0.001 => format!("{p:.3}"),
            p if p > 0.0 => scientific(p, 1),
            _ => "≈ 0".to_owned(),
        });
        Shown::new(text.unwrap_or_else(|| NONE.to_owned()), p)
    }

    /// A time in a unit that suits it.
    pub(crate) fn seconds(seconds: Option<f64>) -> Self {
        let seconds = seconds.filter(|seconds| seconds.is_finite() && *seconds >= 0.0).map(f64::abs);
        let text = seconds.map(|seconds| match seconds {
            s if s >= LONGEST_TIME => format!("{} s", scientific(s, 2)),
            s if s >= 120.0 => format!("{} min {:02} s", grouped(s as u128 / 60), s as u128 % 60),
            s if s >= 1.0 => format!("{s:.2} s"),
            s if s >= 0.001 => format!("{:.1} ms", s * 1e3),
            s => format!("{:.1} µs", s * 1e6),
        });
        Shown::new(text.unwrap_or_else(|| NONE.to_owned()), seconds)
    }
}

/// A count with commas between thousands.
pub fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A finite number to about four digits, with a typographic minus.
pub(crate) fn measure(value: f64) -> String {
    let size = value.abs();
    match size {
        0.0 => "0".to_owned(),
        _ if !size.is_finite() => NONE.to_owned(),
        _ if !(1e-3..1e9).contains(&size) => scientific(value, 2),
        _ if size >= 100.0 => {
            let tenths = (size * 10.0).round();
            let text = grouped((tenths / 10.0).trunc() as u128);
            let decimals =
                if size < 1e4 && tenths % 10.0 != 0.0 { format!(".{:.0}", tenths % 10.0) } else { String::new() };
            signed(format!("{}{text}{decimals}", if value < 0.0 { "-" } else { "" }))
        }
        _ if size >= 1.0 => signed(trimmed(format!("{value:.2}"))),
        _ => signed(trimmed(format!("{value:.4}"))),
    }
}

/// A number with a decimal point, without the zeros at its end.
fn trimmed(text: String) -> String {
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn signed(text: String) -> String {
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|digit| matches!(digit, b'0' | b'.')) => digits.to_owned(),
        Some(digits) => format!("{MINUS}{digits}"),
        None => text,
    }
}

/// A number as a factor with decimals, times a power of ten.
pub(crate) fn scientific(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    let (factor, power) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{} × 10{}", signed(factor.to_owned()), raised(power))
}

/// Digits as an exponent.
pub(crate) fn raised(power: &str) -> String {
    let digit = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        c => c.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(c),
    };
    power.chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_to_the_largest() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        let largest = Shown::count(Some(u128::MAX));
        assert_eq!(largest.text, "3.403 × 10³⁸");
        assert_eq!(largest.exact.as_deref(), Some("340,282,366,920,938,463,463,374,607,431,768,211,455"));
        assert_eq!(Shown::count(Some(9_999_999_999)).exact, None);
        assert_eq!((Shown::count(None).text.as_str(), Shown::count(None).sort.as_str()), ("–", ""));
    }

    #[test]
    fn measures_have_few_digits() {
        let cases = [0.0, 0.5706, 0.00012, 4.588, 2.0, 1234.56, 56789.4, 3.2e12, -1.5, -0.00000001, 139.0];
        let texts = [
            "0",
            "0.5706",
            "1.20 × 10⁻⁴",
            "4.59",
            "2",
            "1,234.6",
            "56,789",
            "3.20 × 10¹²",
            "−1.5",
            "−1.00 × 10⁻⁸",
            "139",
        ];
        assert_eq!(cases.map(measure), texts);
    }

    #[test]
    fn what_is_no_number_is_a_dash() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for shown in
                [Shown::measure, Shown::share, Shown::z, Shown::p, Shown::seconds].map(|show| show(Some(value)))
            {
                assert_eq!((shown.text.as_str(), shown.sort.as_str()), (NONE, ""));
            }
            assert_eq!(measure(value), NONE);
        }
    }

    #[test]
    fn kinds_of_numbers() {
        assert_eq!(
            [0.0, 0.00001, 0.0034, 0.421, 1.0].map(|share| Shown::share(Some(share)).text),
            ["0 %", "< 0.01 %", "0.34 %", "42.1 %", "100 %"]
        );
        assert_eq!(
            [1.234, -12.34, -0.001, 15321.0].map(|z| Shown::z(Some(z)).text),
            ["1.23", "−12.3", "0.00", "15,321"]
        );
        assert_eq!([0.25, 0.0004, 0.0].map(|p| Shown::p(Some(p)).text), ["0.250", "4.0 × 10⁻⁴", "≈ 0"]);
        let times = [0.0000123, 0.0123, 1.5, 125.9].map(|seconds| Shown::seconds(Some(seconds)).text);
        assert_eq!(times, ["12.3 µs", "12.3 ms", "1.50 s", "2 min 05 s"]);
    }
}
