//! The delimiter of a file: decided once from its first records, then kept for every line.
//!
//! A delimiter fits if it cuts every record of the sample into at least two fields and leaves no other delimiter within the
//! first two, which are the ids unless a head says otherwise. A tab in every line is never part of a name; comma and semicolon
//! come next, then white space, then the bar, which is part of many names in biology. Names of columns that are known decide
//! at once: `Source;Target` is cut at semicolons. If nothing fits, or if comma and white space cut the lines alike, the file
//! is refused, and the caller says which.

use std::borrow::Cow;

use super::column_names::ends;
use super::fields::{Delimiter, Field, QUOTED, Records, is_blank, split};
use super::numbers::is_number;
use super::scan::{Refusal, ScanError};

/// Records that are looked at before a file is read. *guess*
pub(super) const SAMPLE: usize = 1000;

/// Says what a line of an edge list is.
pub(super) const EDGE_LINE: &str =
    "an edge: two ids, then at most two more columns, or give `--columns FROM,TO` to say which are the ids";
/// Says what is missing where edge labels are wanted.
pub(super) const EDGE_LABEL: &str = "a labelled edge: edge labels are asked for, so a third column must be there";
const MIXED: &str = "an edge like the lines before it: write one delimiter in all lines, or give `--delimiter comma|semicolon|tab|bar|space`";
const EITHER: &str =
    "cut in one way only: both white space and a sign may part the names, give `--delimiter comma|semicolon|bar|space`";

/// How the lines of a file are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) delimiter: Delimiter,
    /// Told by the caller or by names of columns, so that ids may have other delimiters in them.
    pub(super) is_told: bool,
}

impl Dialect {
    /// The dialect of `text`; `told` overrides what is seen.
    ///
    /// # Errors
    /// The first record that no delimiter cuts like those before it.
    pub(super) fn of_edges(text: &[u8], told: Option<Delimiter>) -> Result<Self, ScanError> {
        if let Some(delimiter) = told {
            return Ok(Dialect { delimiter, is_told: true });
        }
        let signs = [Delimiter::Tab, Delimiter::Semicolon, Delimiter::Comma, Delimiter::Bar];
        if let Some(&delimiter) = signs.iter().find(|&&delimiter| has_known_head(text, delimiter)) {
            return Ok(Dialect { delimiter, is_told: true });
        }
        let seen = |delimiter| Ok(Dialect { delimiter, is_told: false });
        let mut furthest: Option<(usize, &[u8])> = None;
        let order = [Delimiter::Tab, Delimiter::Semicolon, Delimiter::Comma, Delimiter::Space, Delimiter::Bar];
        for delimiter in order {
            match misfit(text, delimiter) {
                None if delimiter == Delimiter::Space && has_bars(text) => return seen(Delimiter::Bar),
                None => match cut_alike(text, delimiter) {
                    None => return seen(delimiter),
                    Some(record) => return Err(ScanError::of(text, record, Refusal::Expected(EITHER))),
                },
                Some(found) if furthest.is_none_or(|(before, _)| found.0 > before) => furthest = Some(found),
                Some(_) => {}
            }
        }
        let (records, record) = furthest.unwrap_or((0, text));
        let has_blanks = record.trim_ascii().iter().any(|&byte| is_blank(byte));
        let has_signs = record.iter().any(|byte| matches!(byte, b',' | b';' | b'|'));
        let expected = match (has_blanks, has_signs) {
            _ if record.contains(&b'"') => QUOTED,
            (true, true) => MIXED,
            (true, false) | (false, true) if records > 0 => MIXED,
            _ => EDGE_LINE,
        };
        Err(ScanError::of(text, record.trim_ascii(), Refusal::Expected(expected)))
    }

    /// The dialect of a table with a head line: the sign that its head has, a tab before a semicolon before a comma.
    pub(crate) fn of_table(text: &[u8]) -> Delimiter {
        let head = |delimiter| Records::new(text, delimiter).next().unwrap_or_default();
        let cuts = |&delimiter: &Delimiter| {
            let mut fields = Vec::new();
            split(head(delimiter), delimiter, &mut fields).is_ok() && fields.len() > 1
        };
        let order = [Delimiter::Tab, Delimiter::Semicolon, Delimiter::Comma, Delimiter::Bar, Delimiter::Space];
        order.into_iter().find(cuts).unwrap_or(Delimiter::Comma)
    }

    /// The dialect of lines of labels: the sign that cuts the first line, or else white space. A line with a wrong quote is cut
    /// too, so that reading it says what is wrong.
    pub(super) fn of_pairs(text: &[u8]) -> Delimiter {
        let cuts = |&delimiter: &Delimiter| {
            let mut fields = Vec::new();
            let Some(record) = Records::new(text, delimiter).next() else { return false };
            let has_sign = delimiter.byte().is_some_and(|sign| record.contains(&sign));
            has_sign && (split(record, delimiter, &mut fields).is_err() || fields.len() >= 2)
        };
        let signs = [Delimiter::Tab, Delimiter::Semicolon, Delimiter::Comma];
        signs.into_iter().find(cuts).unwrap_or(Delimiter::Space)
    }

    /// Whether an id has a sign in it that may be another delimiter.
    pub(super) fn doubts(self, id: &Field<'_>) -> bool {
        !self.is_told && !id.is_quoted && has_other(self.delimiter, &id.text)
    }
}

fn has_known_head(text: &[u8], delimiter: Delimiter) -> bool {
    let mut fields = Vec::new();
    let Some(record) = Records::new(text, delimiter).next() else { return false };
    if split(record, delimiter, &mut fields).is_err() || fields.len() < 2 {
        return false;
    }
    let names: Vec<String> = fields.iter().map(Field::shown).collect();
    ends(&names).iter().any(|ends| ends.is_certain && ends.stem.is_none())
}

/// The first record of the sample that `delimiter` does not cut into ids, and the number of records before it.
fn misfit(text: &[u8], delimiter: Delimiter) -> Option<(usize, &[u8])> {
    let mut fields = Vec::new();
    let mut is_misfit = |record| {
        let is_cut = split(record, delimiter, &mut fields).is_ok() && fields.len() >= 2;
        !is_cut || fields[..2].iter().any(|field| !field.is_quoted && has_other(delimiter, &field.text))
    };
    Records::new(text, delimiter).take(SAMPLE).enumerate().find(|(_, record)| is_misfit(record))
}

/// Whether an id between two `delimiter`s has another delimiter in it.
fn has_other(delimiter: Delimiter, id: &[u8]) -> bool {
    let has = |signs: &[u8]| id.iter().any(|byte| signs.contains(byte));
    let is_sign = |byte: Option<&u8>| byte.is_some_and(|byte| b",;|".contains(byte));
    // A run of numbers is several ids and no name.
    let is_run = || {
        let mut words = id.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
        id.iter().any(|&byte| is_blank(byte)) && words.all(|word| is_number(&String::from_utf8_lossy(word)))
    };
    match delimiter {
        Delimiter::Tab => is_sign(id.first()) || is_sign(id.last()) || is_run(),
        Delimiter::Comma => has(b";\t") || is_run(),
        Delimiter::Semicolon => has(b",\t") || is_run(),
        Delimiter::Bar => has(b",;\t") || is_run(),
        Delimiter::Space => has(b",;"),
    }
}

/// Whether white space cuts the lines at other places than bars do, which then part the names: `Ann Lee|Bob Ray`.
fn has_bars(text: &[u8]) -> bool {
    misfit(text, Delimiter::Bar).is_none() && !is_pairs_with(text, b'|')
}

/// The first record, if white space cuts each into two names that all have the sign: `Lee,Ann Ray,Bob`.
fn cut_alike(text: &[u8], delimiter: Delimiter) -> Option<&[u8]> {
    let sign = delimiter.byte().filter(|&sign| !is_blank(sign) && sign != b'|')?;
    is_pairs_with(text, sign).then(|| Records::new(text, delimiter).next()).flatten()
}

/// Whether white space cuts each record into two names with `sign` within them.
fn is_pairs_with(text: &[u8], sign: u8) -> bool {
    let mut fields = Vec::new();
    let is_within = |text: &Cow<'_, [u8]>| text.len() > 2 && text[1..text.len() - 1].contains(&sign);
    let mut is_pair = |record| {
        let is_cut = split(record, Delimiter::Space, &mut fields).is_ok() && fields.len() == 2;
        is_cut && fields.iter().all(|field| !field.is_quoted && is_within(&field.text))
    };
    Records::new(text, Delimiter::Space).take(SAMPLE).all(&mut is_pair)
}
