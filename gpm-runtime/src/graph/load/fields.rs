//! Text → records → fields of delimited text: quotes as CSV has them, comments and blank lines passed over.
//!
//! The `csv` crate is not used here. It takes an unclosed quote for a field that ends with the file, which loses lines in
//! silence; it has one comment character, and no runs of blanks between fields.

use std::borrow::Cow;

use super::scan::Refusal;

/// What stands between the fields of a line. One per file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// One tab; fields may be empty and may have blanks in them.
    Tab,
    /// `|`
    Bar,
    /// Blanks and tabs, any number of them.
    Space,
}

impl Delimiter {
    /// The delimiter that a user calls `name`: `comma`, `semicolon`, `tab`, `bar`, `space`, or the character itself.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "comma" | "," => Some(Self::Comma),
            "semicolon" | ";" => Some(Self::Semicolon),
            "tab" | "\t" | "\\t" => Some(Self::Tab),
            "bar" | "pipe" | "|" => Some(Self::Bar),
            "space" | " " | "white" => Some(Self::Space),
            _ => None,
        }
    }

    /// The name, as [`Delimiter::from_name`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
            Self::Bar => "bar",
            Self::Space => "space",
        }
    }

    /// The one character between two fields; `None` for runs of blanks.
    pub(super) fn byte(self) -> Option<u8> {
        match self {
            Self::Comma => Some(b','),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Bar => Some(b'|'),
            Self::Space => None,
        }
    }

    /// Whether `byte` ends a field.
    fn ends_field(self, byte: u8) -> bool {
        self.byte().map_or_else(|| is_blank(byte), |delimiter| byte == delimiter)
    }

    /// Whether `byte` may stand around a field without being part of it.
    fn is_padding(self, byte: u8) -> bool {
        is_blank(byte) && self.byte() != Some(byte)
    }
}

/// A blank within a line. The carriage return belongs to a foreign line end.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// One field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field<'a> {
    /// Without quotes, and without blanks around it unless they were quoted.
    pub(crate) text: Cow<'a, [u8]>,
    pub(crate) is_quoted: bool,
}

impl Field<'_> {
    /// The text for messages and names of columns.
    pub(crate) fn shown(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

/// The records of a text: lines, or several lines where a quoted field goes on. Blank lines, lines of delimiters only and `#`
/// and `%` comments are passed over.
#[derive(Debug, Clone)]
pub(crate) struct Records<'a> {
    text: &'a [u8],
    delimiter: Delimiter,
    /// Where the next line begins.
    at: usize,
    /// The fields of a line that is data although it begins like a comment.
    data_width: Option<usize>,
    /// Lines passed over so far that begin like a comment.
    comments: u64,
}

impl<'a> Records<'a> {
    pub(crate) fn new(text: &'a [u8], delimiter: Delimiter) -> Self {
        Records { text, delimiter, at: 0, data_width: None, comments: 0 }
    }

    /// The records of a text below a head line of `width` columns: a line with as many fields is no comment.
    pub(crate) fn below_head(text: &'a [u8], delimiter: Delimiter, width: usize) -> Self {
        Records { data_width: Some(width), ..Records::new(text, delimiter) }
    }

    fn is_data(&self, line: &[u8]) -> bool {
        let is_comment = matches!(line.trim_ascii_start().first(), Some(b'#' | b'%'));
        !is_comment
            || self.data_width.is_some_and(|width| {
                let mut fields = Vec::new();
                split(line, self.delimiter, &mut fields).is_ok() && fields.len() == width
            })
    }

    /// Lines passed over so far as comments.
    pub(crate) fn comments(&self) -> u64 {
        self.comments
    }

    /// Bytes behind the records taken so far.
    pub(super) fn offset(&self) -> usize {
        self.at.min(self.text.len())
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        while self.at < self.text.len() {
            let start = self.at;
            let line = &self.text[start..line_end(self.text, start)];
            self.at = start + line.len() + 1;
            let is_filled = line.iter().any(|&byte| !is_blank(byte) && !self.delimiter.ends_field(byte));
            if !is_filled {
                continue;
            }
            if !self.is_data(line) {
                self.comments += 1;
                continue;
            }
            if !line.contains(&b'"') {
                return Some(line.strip_suffix(b"\r").unwrap_or(line));
            }
            let end = record_end(self.text, start, self.delimiter);
            self.at = end + 1;
            let record = &self.text[start..end];
            return Some(record.strip_suffix(b"\r").unwrap_or(record));
        }
        None
    }
}

/// The first line end at or after `at`, or the end of the text.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |len| at + len)
}

/// Where the record that begins at `start` ends. A quote that is never closed reaches to the end of the text.
fn record_end(text: &[u8], start: usize, delimiter: Delimiter) -> usize {
    let (mut at, mut begins_field) = (start, true);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => return at,
            b'"' if begins_field => {
                at = closing_quote(text, at + 1).unwrap_or(text.len());
                begins_field = false;
            }
            _ => begins_field = delimiter.ends_field(byte) || (begins_field && is_blank(byte)),
        }
        at += 1;
    }
    text.len()
}

/// The quote that closes a field which begins at `at`, behind its opening quote.
fn closing_quote(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let quote = at + text[at..].iter().position(|&byte| byte == b'"')?;
        if text.get(quote + 1) != Some(&b'"') {
            return Some(quote);
        }
        at = quote + 2;
    }
}

/// Says how quotes are to be written.
pub(super) const QUOTED: &str =
    "a line of fields: close each quote, double the quotes within a field, or quote the whole field";

/// Splits a record into `fields`, which is cleared before. A dictionary in braces at the end, as networkx writes it, is one field.
///
/// # Errors
/// A quote that is not closed, or text behind a closing quote.
pub(crate) fn split<'a>(record: &'a [u8], delimiter: Delimiter, fields: &mut Vec<Field<'a>>) -> Result<(), Refusal> {
    fields.clear();
    let mut at = 0;
    loop {
        at += record[at..].iter().take_while(|&&byte| delimiter.is_padding(byte)).count();
        let Some(&byte) = record.get(at) else {
            if delimiter != Delimiter::Space {
                fields.push(plain(&record[at..]));
            }
            return Ok(());
        };
        if byte == b'{' && fields.len() >= 2 && record.ends_with(b"}") {
            fields.push(plain(&record[at..]));
            return Ok(());
        }
        if byte == b'"' {
            let end = closing_quote(record, at + 1).ok_or(Refusal::Expected(QUOTED))?;
            fields.push(Field { text: unescaped(&record[at + 1..end]), is_quoted: true });
            at = end + 1;
            if delimiter != Delimiter::Space {
                at += record[at..].iter().take_while(|&&byte| delimiter.is_padding(byte)).count();
            }
        } else {
            let len = record[at..].iter().position(|&byte| delimiter.ends_field(byte)).unwrap_or(record.len() - at);
            fields.push(plain(&record[at..at + len]));
            at += len;
        }
        match record.get(at) {
            None => return Ok(()),
            Some(&byte) if delimiter.ends_field(byte) => at += 1,
            Some(_) => return Err(Refusal::Expected(QUOTED)),
        }
    }
}

/// A field without quotes.
fn plain(text: &[u8]) -> Field<'_> {
    Field { text: Cow::Borrowed(text.trim_ascii_end()), is_quoted: false }
}

fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'"') {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        plain.push(byte);
        if byte == b'"' {
            bytes.next();
        }
    }
    Cow::Owned(plain)
}

/// The number of fields without those at the end that are empty.
pub(crate) fn filled(fields: &[Field<'_>]) -> usize {
    fields.iter().rposition(|field| !field.text.is_empty() || field.is_quoted).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(record: &str, delimiter: Delimiter) -> Option<Vec<String>> {
        let mut fields = Vec::new();
        split(record.as_bytes(), delimiter, &mut fields).ok()?;
        Some(fields.iter().map(Field::shown).collect())
    }

    #[test]
    fn fields_of_a_record() {
        let split = |record, delimiter| fields(record, delimiter).unwrap_or_default().join("|");
        assert_eq!(split("Ann Lee, Bob Ray ,", Delimiter::Comma), "Ann Lee|Bob Ray|");
        assert_eq!(split(r#""a,b" , "say ""hi""",5" pipe"#, Delimiter::Comma), r#"a,b|say "hi"|5" pipe"#);
        assert_eq!(split("a\t\tb c\t ", Delimiter::Tab), "a||b c|");
        assert_eq!(split(" a \t \"b c\"  d\r", Delimiter::Space), "a|b c|d");
        assert_eq!(split("1 2 {'w': 3, 'x y': 4}", Delimiter::Space), "1|2|{'w': 3, 'x y': 4}");
        assert_eq!(split("1,2,{'w': 3, 'x': 4}", Delimiter::Comma), "1|2|{'w': 3, 'x': 4}");
        assert_eq!(fields(r#""a"b,c"#, Delimiter::Comma), None);
        assert_eq!(fields(r#"a,"b"#, Delimiter::Comma), None);
    }

    #[test]
    fn records_of_a_text() {
        let text = b"# c\r\n\r\na,\"x\ny\"\r\n,,\n  % c \"\nb,c\r\nd,\"e";
        let records: Vec<&[u8]> = Records::new(text, Delimiter::Comma).collect();
        assert_eq!(records, [&b"a,\"x\ny\""[..], b"b,c", b"d,\"e"]);
    }
}
