//! A pattern file as lines of words.

use std::ops::Range;

use super::{Label, PatternError, PatternErrorKind};

/// A part of the file and where it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Word<'_> {
    pub(crate) fn span(&self) -> Option<Range<usize>> {
        Some(self.start..self.start + self.text.len())
    }
}

/// The words of one line that is neither blank nor a comment; never empty.
pub(crate) struct Line<'a> {
    pub(crate) words: Vec<Word<'a>>,
}

impl Line<'_> {
    pub(crate) fn span(&self) -> Option<Range<usize>> {
        let (first, last) = (self.words.first()?, self.words.last()?);
        Some(first.start..last.start + last.text.len())
    }

    pub(crate) fn expected(&self, expected: &'static str) -> PatternError {
        let found = match self.words.len() {
            1 => "1 field".to_owned(),
            n => format!("{n} fields"),
        };
        PatternError::new(PatternErrorKind::Syntax { expected, found }).at(self.span())
    }
}

/// The label written; `*` is any.
pub(crate) fn label_of(word: Word<'_>) -> Option<Label> {
    (word.text != "*").then(|| Label::new(word.text))
}

/// The lines that are neither blank nor comments.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !is_comment(line) {
            let words: Vec<Word<'_>> = split_words(line, start).collect();
            if !words.is_empty() {
                lines.push(Line { words });
            }
        }
        start += line.len();
    }
    lines
}

fn split_words(line: &str, start: usize) -> impl Iterator<Item = Word<'_>> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    line.split(is_separator)
        .filter(|word| !word.is_empty())
        .map(move |text| Word { text, start: start + (text.as_ptr().addr() - line.as_ptr().addr()) })
}

pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}
