//! Errors of the planner, one type per stage.
//!
//! [`PatternError`] is always the user's to mend: it says what is wrong with a pattern, where in its text, and what would be accepted.

use std::fmt;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// What is wrong with a pattern.
///
/// ```
/// use gpm::Pattern;
/// use gpm::pattern::PatternErrorKind;
///
/// let error = "a-b, c-d".parse::<Pattern>().unwrap_err();
/// assert_eq!(*error.kind(), PatternErrorKind::NotConnected);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternErrorKind {
    /// The text breaks the pattern language or a file format.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What would have been accepted.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// The text is empty or names vertices only.
    #[error("pattern has no edge")]
    NoEdge,
    /// Fewer than two vertices.
    #[error("pattern has {got} {}, at least 2 are needed", if *.got == 1 { "vertex" } else { "vertices" })]
    TooFewVertices {
        /// Vertices of the pattern.
        got: usize,
    },
    /// More vertices than the planner handles.
    #[error("pattern has {got} vertices, the limit is {max}")]
    TooManyVertices {
        /// Vertices of the pattern.
        got: usize,
        /// The most that is accepted.
        max: usize,
    },
    /// An edge or anti-edge from a vertex to itself.
    #[error("vertex `{vertex}` has an edge to itself")]
    SelfLoop {
        /// Name of the vertex.
        vertex: String,
    },
    /// A name stands for two bound edges, or for one and a vertex.
    #[error("`{name}` is named twice")]
    NameTwice {
        /// The name.
        name: String,
    },
    /// The positive edges do not connect the vertices.
    #[error("pattern is not connected")]
    NotConnected,
    /// Two mentions of a vertex give it different labels.
    #[error("vertex `{vertex}` has two labels")]
    VertexLabels {
        /// Name of the vertex.
        vertex: String,
    },
    /// Two mentions of an edge give it different labels.
    #[error("edge between `{from}` and `{to}` has two labels")]
    EdgeLabels {
        /// Name of one end.
        from: String,
        /// Name of the other end.
        to: String,
    },
    /// An edge must be both present and absent.
    #[error("edge between `{from}` and `{to}` must be both present and absent")]
    Contradiction {
        /// Name of one end.
        from: String,
        /// Name of the other end.
        to: String,
    },
    /// Neither a name of the catalog nor pattern text.
    #[error("no pattern is named `{name}`")]
    UnknownName {
        /// The name as written.
        name: String,
    },
    /// A family of the catalog asked for at a size where it has no member.
    #[error("`{family}` needs at least {min} vertices")]
    FamilySize {
        /// Name of the family.
        family: &'static str,
        /// Its smallest size in vertices.
        min: usize,
    },
    /// Text after `g6:` that is not one graph in graph6 format.
    #[error("not a graph in graph6 format")]
    Graph6,
    /// The pattern says more than graph6 can.
    #[error("graph6 cannot hold {what}")]
    BeyondGraph6 {
        /// What of the pattern graph6 has no place for, such as labels.
        what: &'static str,
    },
    /// A file's header announces other numbers than the file holds.
    #[error("header announces {announced} {what}, the file has {found}")]
    Header {
        /// `vertices` or `edges`.
        what: &'static str,
        /// Number in the header.
        announced: usize,
        /// Number of lines found.
        found: usize,
    },
    /// A file declares a vertex twice.
    #[error("vertex `{vertex}` is declared twice")]
    DuplicateVertex {
        /// Name of the vertex.
        vertex: String,
    },
    /// A file's edge names a vertex that no line declares.
    #[error("vertex `{vertex}` is not declared")]
    UndeclaredVertex {
        /// Name of the vertex.
        vertex: String,
    },
    /// A builder was given a vertex name outside letters, digits and `_`.
    #[error("`{name}` cannot name a vertex")]
    InvalidName {
        /// The name as given.
        name: String,
    },
    /// A label without characters.
    #[error("a label is empty")]
    EmptyLabel,
    /// A predicate names a vertex that the pattern does not have.
    #[error("`{vertex}` is no vertex of the pattern")]
    UnknownVertex {
        /// The name as written.
        vertex: String,
    },
    /// A predicate reads an attribute of an edge that the pattern does not have, or not in this direction.
    #[error("edge between `{from}` and `{to}` {why}")]
    EdgeOperand {
        /// Name of one end.
        from: String,
        /// Name of the other end.
        to: String,
        /// Why it cannot be read there, to follow the names of the ends.
        why: &'static str,
    },
    /// A comparison of numbers as written.
    #[error("comparison reads no attribute")]
    ConstantComparison,
    /// Vertices that cannot be anchors.
    #[error("{anchors} cannot be the anchors of a pattern")]
    Anchors {
        /// Names of the vertices, or their numbers where there is no such vertex.
        anchors: String,
    },
    /// A longer or deeper predicate than the planner handles.
    #[error("predicate has more than {max} {what}")]
    PredicateTooLarge {
        /// The most that is accepted.
        max: usize,
        /// Of what.
        what: &'static str,
    },
}

/// A pattern that cannot be used, with the place in its text.
///
/// `Display` gives several lines (message, text with carets, help) and no final line break.
///
/// ```
/// let error = "a-b, b-".parse::<gpm::Pattern>().unwrap_err();
/// assert!(error.span().is_some());
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError(Box<Report>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Report {
    kind: PatternErrorKind,
    text: Option<String>,
    file: Option<String>,
    span: Option<Range<usize>>,
    note: String,
    help: Option<String>,
}

impl PatternError {
    pub(crate) fn new(kind: PatternErrorKind) -> Self {
        Self(Box::new(Report { kind, text: None, file: None, span: None, note: String::new(), help: None }))
    }

    /// Sets the place in the text, unless it is unknown.
    pub(crate) fn at(mut self, span: Option<Range<usize>>) -> Self {
        self.0.span = span;
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.0.note = note.into();
        self
    }

    pub(crate) fn or_help(mut self, help: impl Into<String>) -> Self {
        self.0.help.get_or_insert_with(|| help.into());
        self
    }

    /// Attaches the text that spans refer to; without a span the whole text is meant.
    pub(crate) fn in_text(mut self, text: &str) -> Self {
        let start = text.len() - text.trim_start().len();
        let end = start + text.trim().len();
        self.0.span.get_or_insert(start..end);
        self.0.text = Some(text.to_owned());
        self
    }

    /// Attaches the text and name of a pattern file.
    pub(crate) fn in_file(mut self, text: &str, name: &str) -> Self {
        self = self.in_text(text);
        self.0.file = Some(name.to_owned());
        self
    }

    /// The condition, for matching.
    pub fn kind(&self) -> &PatternErrorKind {
        &self.0.kind
    }

    /// One line: what is wrong.
    pub fn message(&self) -> String {
        self.0.kind.to_string()
    }

    /// What stands beside the carets; may be empty.
    pub fn label(&self) -> &str {
        &self.0.note
    }

    /// One line: what to do about it.
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// Byte range in the text that was read; absent for patterns made by a builder.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.text.as_ref().and(self.0.span.clone())
    }

    /// Name of the pattern file and number of the line at fault, counted from 1.
    pub fn file_line(&self) -> Option<(&str, usize)> {
        let (text, span) = (self.0.text.as_deref()?, self.0.span.clone()?);
        let before = text.get(..span.start)?;
        Some((self.0.file.as_deref()?, before.matches('\n').count() + 1))
    }
}

impl std::error::Error for PatternError {}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.kind)?;
        if let Some((file, line)) = self.file_line() {
            write!(f, "\n  --> {file}:{line}")?;
        }
        match (&self.0.text, &self.0.span) {
            (Some(text), Some(span)) if !text.trim().is_empty() => write_carets(f, text, span, &self.0.note)?,
            _ if self.0.note.is_empty() => {}
            _ => write!(f, "\n  = note: {}", self.0.note)?,
        }
        match &self.0.help {
            Some(help) => write!(f, "\n  = help: {help}"),
            None => Ok(()),
        }
    }
}

/// Longest part of a line that is shown, in characters.
const MAX_SHOWN: usize = 120;

/// Prints the line that holds the start of `span`, and carets below the part of the span on that line.
/// Of a long line only the surroundings are shown.
fn write_carets(f: &mut fmt::Formatter<'_>, text: &str, span: &Range<usize>, note: &str) -> fmt::Result {
    let before = text.get(..span.start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let rest = &text[line_start..];
    let line: Vec<char> = rest.split('\n').next().unwrap_or(rest).trim_end().chars().collect();
    let column = before[line_start..].chars().count();
    let marked = text.get(span.clone()).unwrap_or("").chars().count().min(line.len().saturating_sub(column));
    let first = if line.len() <= MAX_SHOWN { 0 } else { column.saturating_sub(MAX_SHOWN / 2) };
    let end = line.len().min(first + MAX_SHOWN);
    let shown: String = line[first..end].iter().map(|&c| if c.is_control() { ' ' } else { c }).collect();
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    // Terminals show some characters two columns wide, and others on top of the one before.
    let width = |part: &[char]| part.iter().map(|c| c.width().unwrap_or(1)).sum::<usize>();
    let marked = &line[column.min(end)..end.min(column + marked)];
    let before = &line[first..column.min(end)];
    let indent = " ".repeat(width(before) + column.saturating_sub(end) + usize::from(first > 0));
    let carets = "^".repeat(width(marked).max(1));
    write!(f, "\n  | {}{shown}{}\n  | {indent}{carets}", cut(first > 0), cut(end < line.len()))?;
    if note.is_empty() { Ok(()) } else { write!(f, " {note}") }
}

/// Names in backticks, joined with commas and "and"; past four the rest are counted.
pub(crate) fn quoted_list<'a>(names: impl IntoIterator<Item = &'a str>, last_word: &str) -> String {
    let mut quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if quoted.len() > 4 {
        let more = quoted.len() - 3;
        quoted.truncate(3);
        quoted.push(format!("{more} more"));
    }
    let last = quoted.pop().unwrap_or_default();
    if quoted.is_empty() { last } else { format!("{} {last_word} {last}", quoted.join(", ")) }
}
