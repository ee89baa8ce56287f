//! The tokens of a query.

use std::ops::Range;

use crate::error::Wrong;
use crate::value::Value;

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A name or a keyword.
    Word(String),
    /// A name in backquotes.
    Quoted(String),
    /// A number or a text.
    Literal(Value),
    /// Anything else, by itself or with the signs that it is one with: `<=`, `<>`, `..`.
    Sign(&'static str),
    End,
}

/// Signs, longer ones before those that they begin with. Arrows are read sign by sign: `a<-1` compares.
const SIGNS: [&str; 30] = [
    "<=", ">=", "<>", "!=", "=~", "..", "||", "(", ")", "[", "]", "{", "}", ",", ".", ":", ";", "|", "&", "+", "-",
    "*", "/", "%", "^", "=", "<", ">", "!", "$",
];

/// The tokens of a text with their places, and one that is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, Wrong> {
    let (mut found, mut at) = (Vec::new(), 0);
    loop {
        at = after_blanks(text, at)?;
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            found.push((Token::End, at..at));
            return Ok(found);
        };
        let (token, length) = match first {
            '\'' | '"' => quoted(text, at, first).map(|(text, length)| (Token::Literal(Value::text(&text)), length))?,
            '`' => quoted(text, at, first).map(|(text, length)| (Token::Quoted(text), length))?,
            _ if first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                let length = number_length(rest);
                let value = number(&rest[..length]).map_err(|why| Wrong::new(at..at + length, why))?;
                (Token::Literal(value), length)
            }
            _ if first.is_alphabetic() || first == '_' => {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                (Token::Word(rest[..length].to_owned()), length)
            }
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => return Err(Wrong::new(at..at + first.len_utf8(), "this sign has no meaning here")),
            },
        };
        found.push((token, at..at + length));
        at += length;
    }
}

/// Steps over blanks and comments.
fn after_blanks(text: &str, start: usize) -> Result<usize, Wrong> {
    let mut at = start;
    loop {
        let rest = &text[at..];
        let blanks = rest.len() - rest.trim_start().len();
        at += blanks;
        let rest = &text[at..];
        at += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let length = comment.find("*/").ok_or_else(|| Wrong::new(at..at + 2, "this comment does not end"))?;
            "/*".len() + length + "*/".len()
        } else {
            return Ok(at);
        };
    }
}

/// A text in quotes, and how many bytes it takes with them.
fn quoted(text: &str, start: usize, quote: char) -> Result<(String, usize), Wrong> {
    let (mut found, mut chars) = (String::new(), text[start + 1..].char_indices().peekable());
    while let Some((at, c)) = chars.next() {
        match c {
            _ if c == quote && quote == '`' && chars.peek().is_some_and(|(_, next)| *next == '`') => {
                chars.next();
                found.push('`');
            }
            _ if c == quote => return Ok((found, 1 + at + c.len_utf8())),
            '\\' if quote != '`' => {
                let unknown = || Wrong::new(start + 1 + at..start + 2 + at, "no such sign after `\\`");
                let (_, escaped) = chars.next().ok_or_else(unknown)?;
                found.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    '\\' | '\'' | '"' | '`' => escaped,
                    'u' | 'U' => {
                        let digits = if escaped == 'u' { 4 } else { 8 };
                        let code: String = (0..digits).filter_map(|_| chars.next()).map(|(_, c)| c).collect();
                        let code = u32::from_str_radix(&code, 16).ok().filter(|_| code.len() == digits);
                        code.and_then(char::from_u32).ok_or_else(unknown)?
                    }
                    _ => return Err(unknown()),
                });
            }
            _ => found.push(c),
        }
    }
    Err(Wrong::new(start..start + 1, "this quote does not end"))
}

/// Bytes of the number that a text begins with. `1..3` is two numbers.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'_').count();
    let has_radix = text.starts_with("0x") || text.starts_with("0X") || text.starts_with("0o");
    if has_radix {
        return 2 + bytes[2..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    }
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            end = digits(end + 1 + sign);
        }
    }
    end
}

fn number(text: &str) -> Result<Value, &'static str> {
    let text = text.replace('_', "");
    let integer = |digits: &str, radix| {
        i64::from_str_radix(digits, radix)
            .map(|value| Value::Integer(value.into()))
            .map_err(|_| "integers have 64 bits")
    };
    match text.get(..2) {
        Some("0x" | "0X") => integer(&text[2..], 16),
        Some("0o") => integer(&text[2..], 8),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => integer(&text, 10),
        _ => match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Value::Float(value)),
            _ => Err("this is no number of 64 bits"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_numbers_and_signs() {
        let found = tokens("a.x<=-1.5e3 // end\n'it\\'s' 1..3 `my ``name`` `<>").unwrap();
        let shown: Vec<String> = found.iter().map(|(token, _)| format!("{token:?}")).collect();
        let expected = [
            "Word(\"a\")",
            "Sign(\".\")",
            "Word(\"x\")",
            "Sign(\"<=\")",
            "Sign(\"-\")",
            "Literal(Float(1500.0))",
            "Literal(Text(\"it's\"))",
            "Literal(Integer(1))",
            "Sign(\"..\")",
            "Literal(Integer(3))",
            "Quoted(\"my `name` \")",
            "Sign(\"<>\")",
            "End",
        ];
        assert_eq!(shown, expected);
        assert!(tokens("'open").is_err() && tokens("99999999999999999999").is_err() && tokens("/* open").is_err());
    }
}
