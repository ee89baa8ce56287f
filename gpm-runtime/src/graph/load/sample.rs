//! The first records of an edge list, from which its columns are decided.

use super::column_names::ends;
use super::dialect::{Dialect, SAMPLE};
use super::directions::{are_directions, direction_of, is_direction_column};
use super::fields::{Delimiter, Field, Records, is_blank, split};
use super::numbers::{begins_like_number, is_missing, is_number};
use super::scan::ScanError;

/// The first record, and those that follow it.
pub(super) struct Sample<'a> {
    /// The first record as written.
    pub(super) record: &'a [u8],
    pub(super) first: Vec<Field<'a>>,
    pub(super) rows: Vec<Vec<Field<'a>>>,
    /// Byte where the first record begins, and byte where the others begin.
    pub(super) start: usize,
    pub(super) after: usize,
    /// The comment in the line before the first record, without its sign.
    comment: Option<&'a [u8]>,
}

impl<'a> Sample<'a> {
    /// Reads the sample; `None` if there is no record.
    ///
    /// # Errors
    /// A record of the sample with a wrong quote.
    pub(super) fn read(text: &'a [u8], delimiter: Delimiter) -> Result<Option<Self>, ScanError> {
        let mut records = Records::new(text, delimiter);
        let Some(record) = records.next() else { return Ok(None) };
        let fields_of = |record: &'a [u8]| {
            let mut fields = Vec::new();
            split(record, delimiter, &mut fields)
                .map_err(|refusal| ScanError::of(text, record, refusal))
                .map(|()| fields)
        };
        let after = records.offset();
        let start = record.as_ptr() as usize - text.as_ptr() as usize;
        Ok(Some(Sample {
            record,
            first: fields_of(record)?,
            rows: records.take(SAMPLE).map(fields_of).collect::<Result<_, _>>()?,
            start,
            after,
            comment: comment_before(&text[..start]),
        }))
    }

    /// Names of columns as the first record has them. R's `write.table` leaves out the name of the row names.
    pub(super) fn head_names(&self) -> Vec<String> {
        let unnamed = self.lacks_row_names().then(String::new);
        unnamed.into_iter().chain(self.first.iter().map(Field::shown)).collect()
    }

    /// Names of columns in the comment before the first record: known ends, or `asked` for.
    pub(super) fn comment_names(&self, dialect: Dialect, asked: impl Fn(&[String]) -> bool) -> Option<Vec<String>> {
        let names = self.comment_fields(dialect.delimiter)?;
        (!ends(&names).is_empty() || asked(&names)).then_some(names)
    }

    /// The fields of the comment before the first record, if they are as many as those of the record.
    pub(super) fn comment_fields(&self, delimiter: Delimiter) -> Option<Vec<String>> {
        let mut fields = Vec::new();
        split(self.comment?, delimiter, &mut fields).ok()?;
        (fields.len() == self.first.len()).then(|| fields.iter().map(Field::shown).collect())
    }

    /// Whether the first record has one field less than all others, which begin with 1, 2, 3 and so on.
    fn lacks_row_names(&self) -> bool {
        let width = self.first.len() + 1;
        self.rows.len() > 1 && self.rows.iter().all(|row| row.len() == width) && self.is_counting(0)
    }

    /// Whether the first record has no name for a first column, in which the rows are numbered or named.
    pub(super) fn has_index(&self) -> bool {
        let is_unnamed = self.first[0].text.is_empty() && self.first.len() > 2;
        self.lacks_row_names() || (is_unnamed && self.first[1..].iter().all(|field| !field.text.is_empty()))
    }

    /// Whether column `column` counts the rows, from 0 or 1.
    pub(super) fn is_counting(&self, column: usize) -> bool {
        let number = |row: &[Field<'_>]| std::str::from_utf8(&row.get(column)?.text).ok()?.parse::<u64>().ok();
        let Some(first) = self.rows.first().and_then(|row| number(row)) else { return false };
        first <= 1 && self.rows.iter().zip(first..).all(|(row, expected)| number(row) == Some(expected))
    }

    /// The fields of a column that are filled.
    pub(super) fn column(&self, column: usize) -> impl Iterator<Item = &Field<'a>> {
        self.rows.iter().filter_map(move |row| row.get(column)).filter(|field| !field.text.is_empty())
    }

    /// Gephi's column `Type` among columns of these names.
    pub(super) fn column_of_directions(&self, names: &[String]) -> Option<usize> {
        let column = names.iter().position(|name| is_direction_column(name))?;
        are_directions(self.column(column).map(|field| direction_of(&field.text))).then_some(column)
    }

    /// Whether the first record has words where all others have numbers, in both of the columns of ids.
    pub(super) fn has_words_above_ids(&self, [from, to]: [usize; 2]) -> bool {
        let is_word = |column: usize| self.first.get(column).is_some_and(|field| !is_number(&field.shown()));
        let is_numbers = |column: usize| self.column(column).all(|field| is_number(&field.shown()));
        !self.rows.is_empty() && (is_word(from) || is_word(to)) && is_numbers(from) && is_numbers(to)
    }

    /// Whether the first record has a word where all others have numbers, dates or times, in a column that has no ids.
    pub(super) fn has_word_above_values(&self, ids: [usize; 2]) -> bool {
        let is_word =
            |field: &Field<'_>| !field.text.is_empty() && !begins_like_number(&field.text) && !is_missing(&field.text);
        self.first.iter().enumerate().filter(|(i, _)| !ids.contains(i)).any(|(i, field)| {
            is_word(field)
                && self.column(i).next().is_some()
                && self.column(i).all(|field| begins_like_number(&field.text))
        })
    }

    /// Whether the first record has a number, a date or a time, which no column is called.
    pub(super) fn has_number_first(&self) -> bool {
        self.first.iter().any(|field| begins_like_number(&field.text))
    }

    /// Whether all ids are single letters.
    pub(super) fn has_letters_only(&self, ids: [usize; 2]) -> bool {
        let is_letter = |field: &Field<'_>| {
            let shown = field.shown();
            let mut signs = shown.chars();
            signs.next().is_some_and(|sign| !sign.is_ascii_digit()) && signs.next().is_none()
        };
        let is_letters = |row: &Vec<Field<'_>>| ids.iter().all(|&i| row.get(i).is_some_and(is_letter));
        is_letters(&self.first) && self.rows.iter().all(is_letters)
    }

    /// Whether an id below the first record is `stem` with a number behind it.
    pub(super) fn repeats(&self, stem: &str, ids: [usize; 2]) -> bool {
        let is_like = |field: &Field<'_>| {
            let text: String = field.shown().to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
            text.strip_prefix(stem).is_some_and(|rest| !rest.is_empty() && rest.len() < 12)
        };
        ids.iter().any(|&column| self.column(column).any(is_like))
    }
}

/// The comment in the last line of `text` that is not blank.
fn comment_before(text: &[u8]) -> Option<&[u8]> {
    let line = text.trim_ascii_end().rsplit(|&byte| byte == b'\n').next()?;
    let start = line.iter().position(|&byte| !is_blank(byte))?;
    let signs = line[start..].iter().take_while(|&&byte| byte == b'#' || byte == b'%').count();
    (signs > 0).then(|| line[start + signs..].trim_ascii())
}
