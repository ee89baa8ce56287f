//! The tokens of GML: words, texts in quotes and brackets.

use std::borrow::Cow;

use super::listed::one_line;
use super::scan::{Refusal, ScanError, parse_name};

const QUOTE: &str = "a text whose quotes are closed";

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token<'a> {
    /// A key or a number.
    Word(&'a [u8]),
    /// A text without its quotes.
    Text(&'a [u8]),
    Open,
    Close,
}

pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// The last byte of the last token.
    pub(super) fn last_byte(&self) -> &'a [u8] {
        &self.text[self.at.saturating_sub(1)..self.at]
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, ScanError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let (token, length) = match rest {
            [] => return Ok(None),
            [b'[', ..] => (Token::Open, 1),
            [b']', ..] => (Token::Close, 1),
            [b'"', inner @ ..] => match inner.iter().position(|&byte| byte == b'"') {
                Some(end) => (Token::Text(&inner[..end]), end + 2),
                None => {
                    let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(rest);
                    return Err(ScanError::of(self.text, line, Refusal::Expected(QUOTE)));
                }
            },
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b'"');
                let end = rest.iter().position(is_end).unwrap_or(rest.len());
                (Token::Word(&rest[..end]), end)
            }
        };
        self.at += length;
        Ok(Some(token))
    }

    /// Passes over white space and lines of comments.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'#' => {
                    self.at +=
                        self.text[self.at..].iter().position(|&byte| byte == b'\n').unwrap_or(self.text.len() - self.at)
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
    }
}

impl<'a> Token<'a> {
    /// What stands in the text; `mark` for a bracket.
    pub(super) fn bytes(self, mark: &'a [u8]) -> &'a [u8] {
        match self {
            Token::Word(bytes) | Token::Text(bytes) => bytes,
            Token::Open | Token::Close => mark,
        }
    }
}

/// A text with `&quot;`, `&amp;`, `&lt;`, `&gt;`, `&apos;` and `&#N;` replaced, by which GML says what is no ASCII. One of several
/// lines becomes one of one line.
pub(super) fn unescape(text: &[u8]) -> Result<Cow<'_, str>, Refusal> {
    let text = parse_name(text).map(Cow::Borrowed).or_else(|_| one_line(text).map(Cow::Owned))?;
    if !text.contains('&') {
        return Ok(text);
    }
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text.as_ref());
    while let Some(start) = rest.find('&') {
        whole.push_str(&rest[..start]);
        rest = &rest[start..];
        let entity = rest.find(';').map(|end| &rest[1..end]);
        let character = entity.and_then(|entity| match entity {
            "quot" => Some('"'),
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "apos" => Some('\''),
            _ => {
                entity.strip_prefix('#').and_then(|code| char::from_u32(code.parse().ok()?)).filter(|c| !c.is_control())
            }
        });
        let length = match (character, entity) {
            (Some(character), Some(entity)) => {
                whole.push(character);
                entity.len() + 2
            }
            _ => {
                whole.push('&');
                1
            }
        };
        rest = &rest[length..];
    }
    whole.push_str(rest);
    Ok(Cow::Owned(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities() {
        assert_eq!(unescape(b"&quot;a&b&#x;&#;&").expect("text"), "\"a&b&#x;&#;&");
        assert_eq!(unescape(b"&#201;va").expect("text"), "\u{c9}va");
        assert_eq!(unescape(b" Ann\r\n\tLee&amp;\n").expect("text"), "Ann Lee&");
        assert!(unescape(b"\x01").is_err());
    }
}
