//! What is written as a number, and which numbers are ids.

use super::scan::MAX_ID;

/// Whether a text is a number, of whatever form: `1`, `-2`, `007`, `1.0`, `1e5`.
pub(super) fn is_number(text: &str) -> bool {
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    has_digit
        && text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
        && text.parse::<f64>().is_ok()
}

/// Whether a text is an integer as programs write it: no sign, no zeros before it.
pub(super) fn is_plain_integer(text: &str) -> bool {
    is_digits(text) && (text.len() == 1 || !text.starts_with('0'))
}

/// Whether a text is a number that is no integer id: with a sign, zeros before it, a fraction, or too large.
pub(crate) fn is_odd_number(text: &str) -> bool {
    let is_id = || is_plain_integer(text) && text.parse::<u64>().is_ok_and(|id| id <= MAX_ID);
    is_number(text) && !is_id()
}

/// Whether a text is digits only.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is what programs write where a value is missing.
pub(crate) fn is_missing(text: &[u8]) -> bool {
    const MARKS: [&[u8]; 10] = [b"NA", b"N/A", b"#N/A", b"<NA>", b"NaN", b"nan", b"NULL", b"null", b"None", b"\\N"];
    MARKS.contains(&text)
}

/// Whether a text stands where an id is missing: a mark of missing values, or the hyphen of tables of biology.
pub(super) fn is_missing_id(text: &[u8]) -> bool {
    is_missing(text) || text == b"-"
}

/// Whether a text that is no number would be read as something else than itself where it stands without quotes: as a missing value, a
/// comment or a dictionary.
pub(crate) fn is_mistaken(text: &str) -> bool {
    text.is_empty() || is_missing_id(text.as_bytes()) || text.starts_with(['#', '%', '{', '"'])
}

/// Whether a text begins like a number, a date or a time.
pub(super) fn begins_like_number(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    digits.strip_prefix(b".").unwrap_or(digits).first().is_some_and(u8::is_ascii_digit)
}
