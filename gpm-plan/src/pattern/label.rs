//! Labels of vertices and edges, kept as they were written.

use std::fmt;

/// A vertex or edge label as written; integers are kept as their text.
///
/// ```
/// use gpm::Label;
///
/// assert_eq!(Label::new("two words").to_string(), "\"two words\"");
/// assert_eq!(Label::from("person").as_str(), "person");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(String);

impl Label {
    /// Makes a label of any text. An empty one is refused when a pattern is built.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The label's text, without quotes.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// Prints the label as the pattern language reads it: bare where possible, else in double quotes.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_empty() && self.0.chars().all(is_label_char) {
            return f.write_str(&self.0);
        }
        self.fmt_quoted(f)
    }
}

impl Label {
    /// Prints the label in double quotes.
    pub(crate) fn fmt_quoted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                _ => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Whether a label may hold this character without quotes.
pub(crate) fn is_label_char(c: char) -> bool {
    is_name_char(c) || c == '.'
}

/// Whether a vertex name may hold this character: letters and digits of any script, the marks that belong to them, and `_`,
/// which is what Rust's own names may hold.
pub(crate) fn is_name_char(c: char) -> bool {
    unicode_ident::is_xid_continue(c)
}
