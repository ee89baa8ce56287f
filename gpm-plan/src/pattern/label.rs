//! Labels of vertices and edges, kept as they were written.

use std::fmt;

/// A vertex or edge label as written, or a choice of several; integers are kept as their text.
///
/// ```
/// use gpm::Label;
///
/// assert_eq!(Label::new("two words").to_string(), "\"two words\"");
/// assert_eq!(Label::from("person").as_str(), "person");
/// let either = Label::from("person").or(&"company".into());
/// assert_eq!(either.to_string(), "company|person");
/// assert_eq!(either.texts().collect::<Vec<_>>(), ["company", "person"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    first: String,
    /// The others of a choice: ascending, distinct, above the first.
    others: Vec<String>,
}

impl Label {
    /// Makes a label of any text. An empty one is refused when a pattern is built.
    pub fn new(text: impl Into<String>) -> Self {
        Self { first: text.into(), others: Vec::new() }
    }

    /// The label's text, without quotes; of a choice the first of its [`texts`](Self::texts).
    pub fn as_str(&self) -> &str {
        &self.first
    }

    /// What a vertex or edge may carry: one text, or those of a choice, ascending.
    pub fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        std::iter::once(&self.first).chain(&self.others).map(String::as_str)
    }

    /// The one text; `None` of a choice.
    pub fn only(&self) -> Option<&str> {
        self.others.is_empty().then_some(&self.first)
    }

    /// The choice of what either admits.
    #[must_use]
    pub fn or(&self, other: &Label) -> Label {
        Label::of(self.texts().chain(other.texts())).expect("each has a text")
    }

    /// What both admit; `None` if no text is of both.
    #[must_use]
    pub fn and(&self, other: &Label) -> Option<Label> {
        Label::of(self.texts().filter(|text| other.admits(text)))
    }

    /// Whether something may carry both, where each carries one text.
    pub(crate) fn meets(&self, other: &Label) -> bool {
        self.texts().any(|text| other.admits(text))
    }

    /// Whether one of its texts is this one. A label of records may have tens of thousands.
    fn admits(&self, text: &str) -> bool {
        self.first == text || self.others.binary_search_by(|own| own.as_str().cmp(text)).is_ok()
    }

    /// The label with each text replaced.
    #[doc(hidden)]
    #[must_use]
    pub fn mapped(&self, text: impl FnMut(&str) -> String) -> Label {
        Label::of(self.texts().map(text)).expect("there is a text")
    }

    /// The choice of some texts; `None` of none.
    pub(super) fn of<T: Into<String>>(texts: impl Iterator<Item = T>) -> Option<Label> {
        let mut texts: Vec<String> = texts.map(Into::into).collect();
        texts.sort_unstable();
        texts.dedup();
        let first = (!texts.is_empty()).then(|| texts.remove(0))?;
        Some(Label { first, others: texts })
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// Prints the label as the pattern language reads it: each text bare where possible, else in double quotes.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, text) in self.texts().enumerate() {
            if index > 0 {
                f.write_str("|")?;
            }
            match !text.is_empty() && text.chars().all(is_label_char) {
                true => f.write_str(text)?,
                false => f.write_str(&quoted(text))?,
            }
        }
        Ok(())
    }
}

/// A text in double quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            _ => quoted.push(c),
        }
    }
    quoted + "\""
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
