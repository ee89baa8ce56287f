//! Bytes → lines, tokens and integers; where in the text something went wrong.

use std::ops::Range;

use crate::graph::GraphError;
use crate::graph::words::shorten;

/// Largest integer id.
pub(super) const MAX_ID: u64 = 1 << 63;

/// Bytes of text that a thread parses at a time. *guess*
pub(super) const CHUNK_BYTES: usize = 2 << 20;

/// Blank, tab, comma, semicolon, and the carriage return of foreign line ends.
#[inline]
pub(super) fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'\r' | 0x0b | 0x0c)
}

/// Why a piece of text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotAnInteger,
    Negative,
    TooLarge,
    NotText,
    /// Anything else: what was expected.
    Expected(&'static str),
}

/// A refusal and the bytes of the text it is about.
#[derive(Debug, Clone)]
pub(super) struct ScanError {
    pub(super) at: Range<usize>,
    pub(super) refusal: Refusal,
}

impl ScanError {
    /// `token` must be a part of `text`.
    pub(super) fn of(text: &[u8], token: &[u8], refusal: Refusal) -> Self {
        let start = (token.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
        Self { at: start..(start + token.len()).min(text.len()), refusal }
    }

    /// The error as told to the user. Cost: counts the lines before it.
    pub(super) fn locate(self, name: &str, text: &[u8]) -> GraphError {
        let path = name.to_owned();
        let line = 1 + count_lines(&text[..self.at.start]);
        let token = shorten(&text[self.at]);
        match self.refusal {
            Refusal::NotAnInteger => GraphError::BadLine { path, line, token, expected: "an integer vertex id" },
            Refusal::Negative => GraphError::NegativeId { path, line, token },
            Refusal::TooLarge => GraphError::IdTooLarge { path, line, token },
            Refusal::NotText => GraphError::NotText { path, line },
            Refusal::Expected(expected) => GraphError::BadLine { path, line, token, expected },
        }
    }
}

/// Number of line ends in `text`.
pub(super) fn count_lines(text: &[u8]) -> u64 {
    text.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

/// The id a token says.
pub(crate) fn parse_id(token: &[u8]) -> Result<u64, Refusal> {
    let digits = token.strip_prefix(b"+").unwrap_or(token);
    if let Some(rest) = digits.strip_prefix(b"-") {
        let is_number = !rest.is_empty() && rest.iter().all(u8::is_ascii_digit);
        return Err(if is_number { Refusal::Negative } else { Refusal::NotAnInteger });
    }
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Refusal::NotAnInteger);
    }
    let value = digits.iter().try_fold(0u64, |value, &digit| {
        value.checked_mul(10)?.checked_add(u64::from(digit - b'0')).filter(|&value| value <= MAX_ID)
    });
    value.ok_or(Refusal::TooLarge)
}

/// A token as a name: UTF-8 without control characters.
pub(super) fn parse_name(token: &[u8]) -> Result<&str, Refusal> {
    let name = std::str::from_utf8(token).map_err(|_| Refusal::NotText)?;
    if name.chars().any(char::is_control) { Err(Refusal::NotText) } else { Ok(name) }
}

/// The tokens of a line.
pub(super) fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| is_separator(byte)).filter(|token| !token.is_empty())
}

/// Lines of `text` that have tokens and are no `#` or `%` comment.
pub(super) fn content_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').filter(|line| {
        line.iter().find(|&&byte| !is_separator(byte)).is_some_and(|&first| first != b'#' && first != b'%')
    })
}

/// Cuts `text` at line ends into chunks to parse in parallel.
pub(super) fn chunks(text: &[u8]) -> Vec<&[u8]> {
    let mut chunks = Vec::with_capacity(text.len() / CHUNK_BYTES + 1);
    let mut rest = text;
    while rest.len() > CHUNK_BYTES {
        let Some(line_end) = rest[CHUNK_BYTES..].iter().position(|&byte| byte == b'\n') else { break };
        let (chunk, later) = rest.split_at(CHUNK_BYTES + line_end + 1);
        chunks.push(chunk);
        rest = later;
    }
    chunks.push(rest);
    chunks
}

/// Refuses text that is empty or has a NUL byte near its start.
pub(super) fn check_text_start(name: &str, text: &[u8]) -> Result<(), GraphError> {
    let start = &text[..text.len().min(1 << 16)];
    match start.iter().position(|&byte| byte == 0) {
        Some(at) => Err(ScanError { at: at..at + 1, refusal: Refusal::NotText }.locate(name, text)),
        None if start.iter().all(u8::is_ascii_whitespace) && start.len() == text.len() => {
            Err(GraphError::Empty { path: name.to_owned() })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        assert_eq!(parse_id(b"0042"), Ok(42));
        assert_eq!(parse_id(b"9223372036854775808"), Ok(1 << 63));
        assert_eq!(parse_id(b"9223372036854775809"), Err(Refusal::TooLarge));
        assert_eq!(parse_id(b"99999999999999999999999"), Err(Refusal::TooLarge));
        assert_eq!(parse_id(b"-1"), Err(Refusal::Negative));
        assert_eq!(parse_id(b"1.5"), Err(Refusal::NotAnInteger));
        assert_eq!(parse_id(b""), Err(Refusal::NotAnInteger));
    }

    #[test]
    fn chunks_end_at_lines() {
        let text = b"12 34\n".repeat(CHUNK_BYTES / 4);
        let parts = chunks(&text);
        assert!(parts.len() > 1 && parts.iter().all(|part| part.ends_with(b"\n")));
        assert_eq!(parts.concat(), text);
    }
}
