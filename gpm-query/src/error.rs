//! What is wrong with a query, and where.

use std::fmt;
use std::ops::Range;

use gpm::EngineError;

/// Why a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// The text is no query, or asks for what gpm does not answer.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The engine refused a pattern, or failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A place in a query and what is wrong with it. Prints the line with a mark below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    message: String,
    help: Option<String>,
    /// The line, and the bytes of it that are meant.
    line: String,
    at: Range<usize>,
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// What is wrong, in one line without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |part: &str| part.chars().count();
        let (before, meant) = (width(&self.line[..self.at.start]), width(&self.line[self.at.clone()]));
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  | {}", self.line)?;
        write!(f, "  | {}{}", " ".repeat(before), "^".repeat(meant.max(1)))?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "\n  = help: {help}"))
    }
}

/// What is wrong with some bytes of a query, before its text is at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    message: String,
    help: Option<String>,
    span: Range<usize>,
}

impl Wrong {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, span }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// With the line of the text that it is about.
    pub(crate) fn within(self, text: &str) -> Refusal {
        let start = self.span.start.min(text.len());
        let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[first..].lines().next().unwrap_or_default();
        let at = (start - first).min(line.len());
        let end = self.span.end.clamp(start, first + line.len().max(at)) - first;
        Refusal { message: self.message, help: self.help, line: line.to_owned(), at: at..end.max(at) }
    }
}
