//! Tokens of the pattern language. Byte ranges refer to the text as given; nothing is copied but quoted labels.

use std::ops::Range;

use super::label::{is_label_char, is_name_char};
use super::{Label, PatternErrorKind};
use crate::error::PatternError;

/// Reads a pattern text from left to right.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

/// The name of an edge that stands for a record, or for a set of them.
#[derive(Clone)]
pub(crate) struct EdgeName {
    pub(crate) name: String,
    /// The place of the name.
    pub(crate) at: Range<usize>,
    pub(crate) is_set: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self::starting_at(text, 0)
    }

    /// Reads from byte `at` on.
    pub(crate) fn starting_at(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// Bytes read so far.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Steps over blanks.
    pub(crate) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Steps over what may stand between two items.
    pub(crate) fn skip_separators(&mut self) {
        self.take_while(|c| c.is_whitespace() || c == ',');
    }

    /// Takes `token` if it comes next.
    pub(crate) fn take(&mut self, token: &str) -> bool {
        let comes_next = self.text[self.at..].starts_with(token);
        if comes_next {
            self.at += token.len();
        }
        comes_next
    }

    /// Whether `token` comes next.
    pub(crate) fn looks_at(&self, token: &str) -> bool {
        self.text[self.at..].starts_with(token)
    }

    /// Whether a point and a digit come next.
    pub(crate) fn looks_at_fraction(&self) -> bool {
        let fraction = self.text[self.at..].strip_prefix('.');
        fraction.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// Goes back to where it was.
    pub(crate) fn rewind(&mut self, at: usize) {
        self.at = at;
    }

    /// Takes `word` if it comes next, is no part of a longer one, and no vertex of that name has an attribute read.
    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let after = self.text[self.at..].strip_prefix(word);
        let is_word = after.is_some_and(|after| !after.starts_with(|c: char| is_name_char(c) || c == '.'));
        is_word && self.take(word)
    }

    /// Takes the fraction and the exponent of the number whose first digits are at `span`; gives the end of the number.
    pub(crate) fn rest_of_number(&mut self, span: Range<usize>) -> usize {
        if self.looks_at_fraction() {
            self.at += 1;
            self.take_while(is_name_char);
        }
        // The sign of an exponent ends a word.
        if self.text[span.start..self.at].ends_with(['e', 'E']) && self.looks_at_sign() {
            self.at += 1;
            self.take_while(is_name_char);
        }
        self.at
    }

    fn looks_at_sign(&self) -> bool {
        let sign = self.text[self.at..].strip_prefix(['+', '-']);
        sign.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// A text in double quotes.
    pub(crate) fn quoted_text(&mut self) -> Result<String, PatternError> {
        let start = self.at;
        self.demand("\"", "a text in double quotes")?;
        self.quoted(start)
    }

    /// A text in single quotes, inside of which two stand for one.
    pub(crate) fn literal_text(&mut self) -> Result<String, PatternError> {
        let start = self.at;
        self.demand("'", "a text in single quotes")?;
        let mut text = String::new();
        loop {
            let part = self.take_while(|c| c != '\'');
            text.push_str(&self.text[part]);
            match (self.take("''"), self.is_at_end()) {
                (true, _) => text.push('\''),
                (false, true) => {
                    return Err(self.unclosed("a closing `'`", start, "inside quotes, `''` stands for a quote"));
                }
                (false, false) => {
                    self.at += 1;
                    return Ok(text);
                }
            }
        }
    }

    /// Takes `token`, or says that `expected` was.
    pub(crate) fn demand(&mut self, token: &str, expected: &'static str) -> Result<(), PatternError> {
        if self.take(token) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// A vertex name and its place.
    pub(crate) fn name(&mut self, expected: &'static str) -> Result<(&'a str, Range<usize>), PatternError> {
        let span = self.take_while(is_name_char);
        if span.is_empty() { Err(self.unexpected(expected)) } else { Ok((&self.text[span.clone()], span)) }
    }

    /// The name of a bound edge, up to and with the colon or the star after it, if that comes next.
    pub(crate) fn binding(&mut self) -> Option<EdgeName> {
        let start = self.at;
        let at = self.take_while(is_name_char);
        let is_set = !at.is_empty() && self.take("*");
        if !at.is_empty() && (self.take(":") || is_set && self.looks_at("]")) {
            return Some(EdgeName { name: self.text[at.clone()].to_owned(), at, is_set });
        }
        self.rewind(start);
        None
    }

    /// A label or a choice of several, and its place; `*` is any label.
    pub(crate) fn labels(&mut self) -> Result<(Option<Label>, Range<usize>), PatternError> {
        let start = self.at;
        if self.take("*") {
            return Ok((None, start..self.at));
        }
        let mut labels = self.label()?;
        loop {
            let end = self.at;
            self.skip_blanks();
            if !self.take("|") {
                self.rewind(end);
                return Ok((Some(labels), start..end));
            }
            self.skip_blanks();
            labels = labels.or(&self.label()?);
        }
    }

    /// The other labels of `A&B&C`, whose first was read as `first`.
    pub(crate) fn further_labels(&mut self, first: &Label) -> Result<Vec<Label>, PatternError> {
        let mut further = Vec::new();
        loop {
            let end = self.at;
            self.skip_blanks();
            if !self.take("&") {
                self.rewind(end);
                return Ok(further);
            }
            self.skip_blanks();
            let (label, _) = self.labels()?;
            match label.filter(|label| label.only().is_some() && first.only().is_some()) {
                Some(label) => further.push(label),
                None => {
                    let error = self.unexpected("labels with `&` between them, or with `|`, but not with both");
                    return Err(
                        error.or_help("write `a-b where a.label has 'x' and (a.label has 'y' or a.label has 'z')`")
                    );
                }
            }
        }
    }

    fn label(&mut self) -> Result<Label, PatternError> {
        let start = self.at;
        if self.take("\"") {
            return self.quoted(start).map(Label::new);
        }
        let span = self.take_while(is_label_char);
        if span.is_empty() {
            return Err(self
                .unexpected("a label")
                .or_help("labels are letters, digits, `_` and `.`, or stand in double quotes; `*` takes any"));
        }
        Ok(Label::new(&self.text[span]))
    }

    /// The rest of a quoted label, up to and with the closing quote.
    fn quoted(&mut self, start: usize) -> Result<String, PatternError> {
        let mut label = String::new();
        let mut chars = self.text[self.at..].char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += offset + 1;
                    return Ok(label);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => label.push('\n'),
                    Some((_, escaped)) => label.push(escaped),
                    None => break,
                },
                _ => label.push(c),
            }
        }
        Err(self.unclosed("a closing `\"`", start, "inside quotes, `\\\"` stands for a quote"))
    }

    /// The error that a quote opened at `start` is not closed.
    fn unclosed(&self, expected: &'static str, start: usize, help: &'static str) -> PatternError {
        let kind = PatternErrorKind::Syntax { expected, found: "the end of the pattern".to_owned() };
        PatternError::new(kind).at(Some(start..self.text.len())).note("opened here").or_help(help)
    }

    /// The error that something else than what comes next was expected.
    pub(crate) fn unexpected(&self, expected: &'static str) -> PatternError {
        let (found, span) = match self.peek() {
            Some(' ') => ("a blank".to_owned(), self.at..self.at + 1),
            Some('\n') => ("the end of the line".to_owned(), self.at..self.at + 1),
            Some(c) => (format!("`{}`", printable(c)), self.at..self.at + c.len_utf8()),
            None => {
                let end = self.text.trim_end().len();
                ("the end of the pattern".to_owned(), end..end)
            }
        };
        let error = PatternError::new(PatternErrorKind::Syntax { expected, found }).at(Some(span));
        match self.peek() {
            Some('‐'..='―' | '−') => error.or_help("edges are written with the plain `-` of the keyboard"),
            Some('→' | '⟶') => error.or_help("directed edges are written `->`"),
            _ => error,
        }
    }

    fn take_while(&mut self, mut accepts: impl FnMut(char) -> bool) -> Range<usize> {
        let start = self.at;
        let rest = &self.text[start..];
        self.at += rest.find(|c| !accepts(c)).unwrap_or(rest.len());
        start..self.at
    }
}

/// The character, or its escape if it would not show.
fn printable(c: char) -> String {
    if c.is_control() || c.is_whitespace() { c.escape_unicode().to_string() } else { c.to_string() }
}
